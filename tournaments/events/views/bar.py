"""The bar on the staff's pages: round, clock, results, next step. It is live, so that the staff see each other's
actions."""

import dataclasses
from typing import NamedTuple

from django.db.models import Count, Q
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_address
from tournaments.lifecycle.services.next_step import NextStep, StepKind, next_step, transition_label
from tournaments.lifecycle.views import preparing, preparing_address
from tournaments.models import Event, EventState, Right, Round

AT_ONCE = (EventState.REGISTRATION, EventState.CHECK_IN, EventState.CUT)


@dataclasses.dataclass(frozen=True, slots=True)
class NextStepLink:
    """The link to the next step; pairing and what can be undone (`AT_ONCE`) are buttons instead."""

    label: str
    address: str
    is_post: bool = False
    to: str = ""  # the state of the event to which the button leads


class Clock(NamedTuple):
    """Of the round: when it ends, also as a time of day, or the seconds that are left while it is paused."""

    ends_at: str
    time_of_day: str
    paused_with: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """What the bar shows."""

    slug: str
    state: str  # empty while a round is played
    round: str
    clock: Clock | None
    address: str
    is_unpublished: bool
    done: int
    tables: int
    results_address: str
    checked_in: tuple[int, int] | None
    next_step: NextStepLink | None


@require_GET
@event_page(*Right)
def bar(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment. `on` is the page it is on, which needs no link to itself."""
    shown = bar_of(event, request.rights, form_address(request, "on"))
    return render_part(request, "tournaments/events/base.html", {"bar": shown}, part="run_bar")


def bar_of(event: Event, rights: frozenset[Right], on: str) -> Bar:
    """Return the bar for the page at this path."""
    rounds = event.rounds.in_order()
    last = (rounds if Right.RUN_ROUNDS in rights else rounds.public()).last()
    tables, done, missing = last.matches.count_tables() if last else (0, 0, 0)
    step = next_step(event, last, is_decided=not missing)
    link, played = _link_to(event, step, last, rights), last if event.is_playing else None
    return Bar(
        slug=event.slug,
        state="" if played else str(EventState(event.state).label),
        round=played.name if played else "",
        clock=_clock(played) if played and played.runs_on_a_clock else None,
        address=played.get_absolute_url() if played else "",
        is_unpublished=bool(played and played.is_unpublished),
        done=done,
        tables=tables,
        results_address=_results_address(event, last, rights),
        checked_in=_checked_in(event) if event.state == EventState.CHECK_IN else None,
        next_step=None if link is None or on in _shows_it(event, link) else link,
    )


def _clock(played: Round) -> Clock:
    ends_at = timezone.localtime(played.ends_at)
    return Clock(ends_at.isoformat(), f"{ends_at:%H:%M}", played.seconds_left() if played.paused_at else None)


def _checked_in(event: Event) -> tuple[int, int]:
    here = Count("pk", filter=Q(checked_in_at__isnull=False))
    number = event.registrations.registered().aggregate(here=here, players=Count("pk"))
    return number["here"], number["players"]


def _results_address(event: Event, last: Round | None, rights: frozenset[Right]) -> str:
    if last is None or last.is_unpublished:
        return ""
    if Right.ENTER_RESULTS in rights:
        return reverse("tournaments:entry", args=[event.slug])
    return last.get_absolute_url()


def _shows_it(event: Event, link: NextStepLink) -> set[str]:
    """Return the page to which the next step leads, and those that have its button."""
    shown = {link.address.partition("#")[0], reverse("tournaments:start", args=[event.slug])}
    return shown | {reverse("tournaments:run", args=[event.slug])} if link.to else shown


def _link_to(event: Event, step: NextStep, last: Round | None, rights: frozenset[Right]) -> NextStepLink | None:
    match step.kind:
        case StepKind.REVIEW_PAIRINGS if last and Right.RUN_ROUNDS in rights:
            return NextStepLink(
                _("Review pairings of %(round)s") % {"round": last.name_in_sentence}, last.get_absolute_url()
            )
        case StepKind.PAIR if Right.RUN_ROUNDS in rights:
            return NextStepLink(_("Pair next round"), reverse("tournaments:pair", args=[event.slug]), is_post=True)
        case StepKind.ENTER_RESULTS if Right.ENTER_RESULTS in rights:
            return NextStepLink(_("Enter results"), reverse("tournaments:entry", args=[event.slug]))
        case StepKind.PREPARE if step.prepare and Right.RUN_ROUNDS in rights:
            return NextStepLink(preparing(step.prepare), preparing_address(event, step.prepare))
        case StepKind.TRANSITION if step.to in AT_ONCE and Right.EDIT_EVENT in rights:
            address = reverse("tournaments:move", args=[event.slug])
            return NextStepLink(transition_label(event, step.to), address, is_post=True, to=step.to)
        case StepKind.TRANSITION if step.to and Right.EDIT_EVENT in rights:
            starts = step.to == EventState.RUNNING and event.state == EventState.CHECK_IN
            address = (
                reverse("tournaments:start", args=[event.slug])
                if starts
                else f"{reverse('tournaments:run', args=[event.slug])}#next"
            )
            return NextStepLink(transition_label(event, step.to), address)
    return None
