"""Titles of the tie-breaks of an event."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, TieBreak

AT_TABLES: dict[str, str | Promise] = {
    "points": _("points by place"),
    "first-places": _("first places"),
    "opponents-share": _("opponents' share"),
}


def titles_of(event: Event) -> dict[str, str | Promise]:
    """Return the titles by the code of the tie-break."""
    titles: dict[str, str | Promise] = dict(TieBreak.choices)
    return titles | AT_TABLES if event.is_free_for_all else titles
