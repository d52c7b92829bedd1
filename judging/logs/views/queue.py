"""The queue of an event's logs, and validating logs again."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core.pages.asking import asks_first
from core.pages.live import render_part
from judging.logs.pages.wording import failure_reason
from judging.logs.services.health import longest_wait, queue_of
from judging.logs.services.revalidation import changed_since_the_update, validate_all_again, validate_event_again
from judging.models import Submission
from tournaments.base.views.access import EventRequest, event_page, signed_in
from tournaments.models import Event, Right, players_of


@require_GET
@event_page(Right.RULE, Right.RUN_ROUNDS)
def queue(request: EventRequest, event: Event) -> HttpResponse:
    return render(request, "judging/queue.html", queue_context(request, event))


@require_GET
@event_page(Right.RULE, Right.RUN_ROUNDS)
def queue_state(request: EventRequest, event: Event) -> HttpResponse:
    return render_part(request, "judging/queue.html", queue_context(request, event))


def queue_context(request: EventRequest, event: Event) -> dict[str, Any]:
    logs, health = Submission.objects.filter(match__round__event=event), queue_of(event)
    people = logs.select_related("submitter", "guest", "match__round").prefetch_related(players_of("match"))
    failed = people.filter(state__in=[Submission.State.NEEDS_HUMAN, Submission.State.UNPROCESSABLE])[:50]
    waiting = people.filter(state__in=[Submission.State.QUEUED, Submission.State.RUNNING])
    return {
        "event": event,
        "judge": Right.RULE in request.rights,
        "health": health,
        "longest_wait": longest_wait(),
        "failed": [
            (log, log.trouble or failure_reason(log.current_report))
            for log in (failed if health.needs_human or health.unprocessable else ())
        ],
        "waiting": waiting.order_by("priority", "queued_at")[:50] if health.waiting or health.running else (),
        "changed": changed_since_the_update(event),
    }


@require_POST
@event_page(Right.RULE, Right.RUN_ROUNDS)
@asks_first
def queue_again(request: EventRequest, event: Event) -> HttpResponse:
    number = validate_event_again(event=event, who=request.user)
    messages.success(request, _queued_message(number))
    return redirect("judging:queue", event.slug)


@require_POST
@signed_in
@asks_first
def everything_again(request: Any) -> HttpResponse:
    """Validate every log of the site again, after an update of rules or cards."""
    number = validate_all_again(who=request.user)
    messages.success(request, _queued_message(number))
    return redirect("judging:desks")


def _queued_message(number: int) -> str:
    return ngettext("%(n)s log is being checked again.", "%(n)s logs are being checked again.", number) % {"n": number}
