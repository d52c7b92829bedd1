"""Descriptions of the personal data that teams stores, for the privacy page."""

from django.utils.translation import gettext as _

from accounts.users import User
from core.stored_data import StoredData
from teams.models import CardPicture, LegalityProfile, Pool, TeamLike, TeamList


def stored_data(user: User) -> list[StoredData]:
    deleted = _("until you delete them, or your account")
    return [
        StoredData(_("Teams"), str(TeamList.objects.filter(owner=user).count() or ""), deleted),
        StoredData(
            _("Teams of others that you like"),
            str(TeamLike.objects.filter(user=user).count() or ""),
            _("until you take it back, or delete your account"),
        ),
        StoredData(_("Pools"), str(Pool.objects.filter(owner=user).count() or ""), deleted),
        StoredData(
            _("Pictures of cards that you uploaded"),
            str(CardPicture.objects.filter(uploaded_by=user).count() or ""),
            _("until somebody replaces them, 30 days after somebody removed them, or until you delete your account"),
        ),
        StoredData(
            _("Legality profiles"),
            str(LegalityProfile.objects.filter(owner=user).count() or ""),
            _("for good; without your name and notes once you delete your account"),
        ),
    ]
