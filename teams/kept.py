"""Descriptions of the personal data that teams stores, for the privacy page."""

from django.utils.translation import gettext as _

from accounts.users import User
from core.kept import Kept
from teams.models import CardPicture, LegalityProfile, Pool, TeamLike, TeamList


def kept(user: User) -> list[Kept]:
    deleted = _("until you delete them, or your account")
    return [
        Kept(_("Teams"), str(TeamList.objects.filter(owner=user).count() or ""), deleted),
        Kept(
            _("Teams of others that you like"),
            str(TeamLike.objects.filter(user=user).count() or ""),
            _("until you take it back, or delete your account"),
        ),
        Kept(_("Pools"), str(Pool.objects.filter(owner=user).count() or ""), deleted),
        Kept(
            _("Pictures of cards that you uploaded"),
            str(CardPicture.objects.filter(uploaded_by=user).count() or ""),
            _("until somebody replaces them, 30 days after somebody removed them, or until you delete your account"),
        ),
        Kept(
            _("Legality profiles"),
            str(LegalityProfile.objects.filter(owner=user).count() or ""),
            _("for good; without your name and notes once you delete your account"),
        ),
    ]
