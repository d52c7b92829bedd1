"""The audit log of an event, for its staff."""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.records.audit import AuditEntry, key
from tournaments.base.views.access import EventRequest, cached_event_page, event_page
from tournaments.base.views.form_fields import whole_number
from tournaments.base.views.moments import moment_shown
from tournaments.events.services.audit_log import AuditLine, describe_action, describe_entries
from tournaments.events.services.audit_search import Search
from tournaments.models import Event, Right

ENTRIES_A_PAGE = 50


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
@cached_event_page()
def audit_log_page(request: EventRequest, event: Event) -> HttpResponse:
    search = search_asked(request, event)
    entries = AuditEntry.objects.filter(scope=key(event))
    actions = [*entries.order_by("action").values_list("action", flat=True).distinct()]
    page = Paginator(search.entries(), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    lines = describe_entries(page.object_list, closed_too=reads_closed_facts(request.rights, event))
    context = {
        "event": event,
        "page": page,
        "rows": _rows(request, event, lines),
        "titles": tuple(sorted([(describe_action(action), action) for action in actions])),
        "rounds": event.rounds.in_order(),
        "search": search,
        "is_searched": any(search[1:]),
    }
    return render(request, "tournaments/events/audit_log.html", context)


def search_asked(request: EventRequest, event: Event) -> Search:
    """Read what the URL asks for. A round or a player that is not of this event is not asked."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip() for name in ("action", "round", "player", "q")}
    number, player = whole_number(asked["round"]), whole_number(asked["player"])
    return Search(
        event,
        action=asked["action"][:60],
        round=None if number is None else event.rounds.in_order().filter(number=number).first(),
        player=None if player is None else event.registrations.named().filter(pk=player).first(),
        q=asked["q"][:80],
    )


class AuditLogRow(NamedTuple):
    at: SafeString
    who: str
    sentence: str
    changes: str
    why: str


def _rows(request: EventRequest, event: Event, lines: Iterable[AuditLine]) -> list[AuditLogRow]:
    """Return the lines as rows, with each text translated once."""
    by_link, site = _("%(name)s (personal link)"), _("the site")

    def who(line: AuditLine) -> str:
        if line.entry.who:
            return line.entry.who.shown_name
        return by_link % {"name": line.guest} if line.guest else site

    def row(line: AuditLine) -> AuditLogRow:
        at = moment_shown(request, event, line.entry.at, "j F H:i:s")
        return AuditLogRow(at, who(line), line.sentence, " · ".join(line.changes), line.entry.why)

    return [row(line) for line in lines]


def reads_closed_facts(rights: frozenset[Right], event: Event) -> bool:
    """Whether the viewer may read what is in others' pools: once they have opened the lists, or everyone may."""
    return Right.READ_LISTS in rights or event.lists_are_open
