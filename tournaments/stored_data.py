"""Descriptions of the personal data that events store, for the privacy page."""

from django.utils.translation import gettext as _

from accounts.profile.models import User
from core.privacy.personal_data import StoredData
from tournaments.models import Registration, Staff
from tournaments.privacy import mails_to


def stored_data(user: User) -> list[StoredData]:
    registrations = user.registrations.select_related("event").order_by("event__starts_at")
    roles = Staff.objects.filter(user=user).select_related("event").order_by("since")
    stays = _("the results for good, without your name once you delete your account; the rest until then")
    rows = [
        StoredData(_("Registration, team lists and results: %(event)s") % {"event": row.event.name}, _words(row), stays)
        for row in registrations
    ]
    rows += [
        StoredData(
            _("Role: %(event)s") % {"event": role.event.name}, role.get_role_display(), _("until you leave the staff")
        )
        for role in roles
    ]
    waiting = mails_to(user).count()
    rows.append(StoredData(_("E-mails that wait to be sent"), str(waiting or ""), _("until sent, 30 days at most")))
    return rows


def _words(row: Registration) -> str:
    """Summarise what the player or the staff wrote, for the player to read."""
    consent = _("agreed to public games") if row.public_games else ""
    return ", ".join(filter(None, [row.get_status_display(), row.club, row.household, row.guardian, consent]))
