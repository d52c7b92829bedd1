"""Descriptions of the personal data that teams stores, for the privacy page."""

from django.utils.translation import gettext as _

from accounts.profile.models import User
from core.privacy.stored_data import StoredData, number_held
from teams.models import CardPicture, LegalityProfile, Pool, TeamLike, TeamList


def stored_data(user: User) -> list[StoredData]:
    deleted = _("until you delete them, or your account")
    return [
        StoredData(_("Teams"), number_held(TeamList, "owner", user), deleted),
        StoredData(
            _("Teams of others that you like"),
            number_held(TeamLike, "user", user),
            _("until you take it back, or delete your account"),
        ),
        StoredData(_("Pools"), number_held(Pool, "owner", user), deleted),
        StoredData(
            _("Pictures of cards that you uploaded"),
            number_held(CardPicture, "uploaded_by", user),
            _("until somebody replaces them, 30 days after somebody removed them, or until you delete your account"),
        ),
        StoredData(
            _("Legality profiles"),
            number_held(LegalityProfile, "owner", user),
            _("for good; without your name and notes once you delete your account"),
        ),
    ]
