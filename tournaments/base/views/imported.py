"""What every page, print and table of an event says whose rounds came from a file."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Event


def imported_note(event: Event) -> str:
    """Return the sentence, or nothing for an event that was played here."""
    if event.imported_at is None:
        return ""
    when = date_format(event.imported_at.astimezone(event.zone), "j F Y")
    who = event.imported_by.shown_name if event.imported_by else "?"
    note = _("Imported from a file by %(who)s on %(when)s. Rounds up to then were not played on this site.")
    note %= {"who": who, "when": when}
    if not event.is_unconfirmed:
        return note
    until_then = _("Until a moderator agrees, only its staff find it, and others see initials.")
    refused = _("A moderator refused it: only its staff find it.")
    return f"{note} {refused if event.import_refused_because else until_then}"
