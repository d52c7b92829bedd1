"""The next step of an event for its staff, and the state transitions on offer."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.compiled import NUMBER, Compiled
from core.errors import Refused
from tournaments.models import Event, EventState, Match, Round
from tournaments.services.cut.bracket import bracket_of
from tournaments.services.lifecycle.limited_steps import LimitedStep, limited_step
from tournaments.services.lifecycle.preconditions import describe_unplayed, refuse_transition

FORWARD_LABELS = {
    EventState.ANNOUNCED: _("Announce event"),
    EventState.REGISTRATION: _("Open registration"),
    EventState.CHECK_IN: _("Start check-in"),
    EventState.RUNNING: _("Start round 1"),
    EventState.CUT: _("Start top cut"),
    EventState.FINISHED: _("Finish event"),
    EventState.CANCELLED: _("Cancel event"),
    EventState.ARCHIVED: _("Archive event"),
}
STATES = list(EventState)


class StepKind(StrEnum):
    REVIEW_PAIRINGS = "review-pairings"
    ENTER_RESULTS = "enter-results"
    PREPARE = "prepare"  # pods and pools of a limited event
    PAIR = "pair"
    TRANSITION = "transition"
    NOTHING = "nothing"


@dataclass(frozen=True)
class NextStep:
    kind: StepKind
    to: EventState | None = None
    prepare: LimitedStep | None = None


_undecided = Compiled(lambda last: Match.objects.filter(round=last).undecided().values_list("pk")[:1], NUMBER)


def next_step(event: Event, last: Round | None) -> NextStep:
    if last is not None and last.is_unpublished:
        return NextStep(StepKind.REVIEW_PAIRINGS)
    if limited := limited_step(event, last):
        return NextStep(StepKind.PREPARE, prepare=limited)
    return step_after_preparing(event, last)


def step_after_preparing(event: Event, last: Round | None) -> NextStep:
    if event.is_playing and last is not None and _undecided.all(last.pk):
        return NextStep(StepKind.ENTER_RESULTS)
    if event.is_playing and _rounds_are_left(event, last):
        return NextStep(StepKind.PAIR)
    return NextStep(StepKind.TRANSITION, event.next_state) if event.next_state else NextStep(StepKind.NOTHING)


def _rounds_are_left(event: Event, last: Round | None) -> bool:
    if event.state == EventState.CUT:
        bracket = bracket_of(event)
        return bracket is None or not bracket.is_over
    return last is None or last.number < (event.swiss_rounds or 0)


@dataclass(frozen=True)
class Transition:
    to: EventState
    label: str
    not_yet: str = ""  # why the step is not possible yet
    unplayed: str = ""  # what would be left unplayed and needs confirmation


def transitions_of(event: Event) -> list[Transition]:
    """Return all transitions that the state allows, without an unplanned cut."""
    return [_transition(event, to) for to in event.transitions if to != EventState.CUT or event.has_planned_cut]


def _transition(event: Event, to: EventState) -> Transition:
    label = transition_label(event, to)
    try:
        refuse_transition(event, to)
    except Refused as refusal:
        return Transition(to, label, not_yet=str(refusal))
    return Transition(to, label, unplayed=describe_unplayed(event) if to == EventState.FINISHED else "")


def transition_label(event: Event, to: EventState) -> str:
    now = EventState(event.state)
    if STATES.index(to) > STATES.index(now):
        return str(FORWARD_LABELS[to])
    if (now, to) == (EventState.CUT, EventState.RUNNING):
        return gettext("Back to Swiss rounds")
    return gettext("Back to “%(label)s”") % {"label": to.label}
