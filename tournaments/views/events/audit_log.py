"""The audit log of an event, for its staff."""

import dataclasses
from collections.abc import Iterable

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.audit import AuditEntry, key
from core.compiled import TEXT, Compiled
from tournaments.models import Event, Right
from tournaments.services.events.audit_log import AuditLine, describe_action, describe_entries
from tournaments.views.base.access import EventRequest, event_page
from tournaments.views.base.moments import Moments
from tournaments.views.base.unchanged import drawn_for_all, until_changed

ENTRIES_A_PAGE = 50
OF_WHO = ("username", "public_name", "is_minor", "hidden_by_moderators")
READ = ("at", "action", "subject", "before", "after", "why", *(f"who__{name}" for name in OF_WHO))

_actions = Compiled(
    lambda scope: AuditEntry.objects.filter(scope=scope).order_by("action").values_list("action").distinct(), TEXT
)


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
@until_changed
@drawn_for_all
def audit_log_page(request: EventRequest, event: Event) -> HttpResponse:
    entries = AuditEntry.objects.filter(scope=key(event)).select_related("who").only(*READ)
    actions = [action for (action,) in _actions.all(key(event))]
    chosen = request.GET.get("action", "")
    if chosen in actions:
        entries = entries.filter(action=chosen)
    page = Paginator(entries, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    titles = sorted((describe_action(action), action) for action in actions)
    lines = describe_entries(page.object_list, closed_too=reads_closed_facts(request.rights, event))
    context = {
        "event": event,
        "page": page,
        "rows": _rows(lines, Moments(request, event)),
        "titles": titles,
        "chosen": chosen,
    }
    return render(request, "tournaments/events/audit_log.html", context)


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    at: SafeString
    who: str
    sentence: str
    changes: str
    why: str


def _rows(lines: Iterable[AuditLine], shown: Moments) -> list[Row]:
    """Return the entries as rows, with each text translated once."""
    by_link, site = _("%(name)s (personal link)"), _("the site")

    def who(line: AuditLine) -> str:
        if line.entry.who:
            return line.entry.who.shown_name
        return by_link % {"name": line.guest} if line.guest else site

    return [
        Row(shown(line.entry.at), who(line), line.sentence, " · ".join(map(str, line.changes)), line.entry.why)
        for line in lines
    ]


def reads_closed_facts(rights: frozenset[Right], event: Event) -> bool:
    """Whether the viewer may read what is in others' pools. Staff who play here may once the event is over."""
    return Right.SEE_LISTS in rights or event.is_over
