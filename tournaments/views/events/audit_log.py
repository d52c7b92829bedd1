"""The audit log of an event, for its staff."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from core.audit import AuditEntry, key
from tournaments.models import Event, Right
from tournaments.services.events.audit_log import describe_action, describe_entries
from tournaments.views.base.access import EventRequest, event_page

ENTRIES_A_PAGE = 100


@require_GET
@event_page(Right.SEE_AUDIT_LOG)
def audit_log_page(request: EventRequest, event: Event) -> HttpResponse:
    entries = AuditEntry.objects.filter(scope=key(event)).select_related("who")
    actions = list(entries.order_by("action").values_list("action", flat=True).distinct())
    chosen = request.GET.get("action", "")
    if chosen in actions:
        entries = entries.filter(action=chosen)
    page = Paginator(entries, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    titles = sorted((describe_action(action), action) for action in actions)
    lines = describe_entries(page.object_list, closed_too=reads_closed_facts(request.rights, event))
    context = {"event": event, "page": page, "lines": lines, "titles": titles, "chosen": chosen}
    return render(request, "tournaments/events/audit_log.html", context)


def reads_closed_facts(rights: frozenset[Right], event: Event) -> bool:
    """Staff who play here read what is in the others' pools when everything is over."""
    return Right.SEE_LISTS in rights or event.is_over
