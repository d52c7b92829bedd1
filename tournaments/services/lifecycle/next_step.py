"""The one thing that leads an event on from where it stands, and every other move that is open to it."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.models import Event, EventState, Round
from tournaments.services.cut.seeding import bracket_of
from tournaments.services.lifecycle.transitions import left_unplayed, refuse_move

ONWARD = {
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


class Do(StrEnum):
    LOOK_AT_DRAFT = "look-at-draft"
    ENTER_RESULTS = "enter-results"
    PAIR = "pair"
    MOVE = "move"
    NOTHING = "nothing"


@dataclass(frozen=True)
class NextStep:
    do: Do
    to: EventState | None = None


def next_step(event: Event, last: Round | None) -> NextStep:
    if last is not None and last.is_draft:
        return NextStep(Do.LOOK_AT_DRAFT)
    if event.is_playing and last is not None and last.matches.undecided().exists():
        return NextStep(Do.ENTER_RESULTS)
    if event.is_playing and _rounds_are_left(event, last):
        return NextStep(Do.PAIR)
    return NextStep(Do.MOVE, event.leads_to) if event.leads_to else NextStep(Do.NOTHING)


def _rounds_are_left(event: Event, last: Round | None) -> bool:
    if event.state == EventState.CUT:
        drawn = bracket_of(event)
        return drawn is None or not drawn.is_over
    return last is None or last.number < (event.swiss_rounds or 0)


@dataclass(frozen=True)
class Move:
    to: EventState
    label: str
    not_yet: str = ""  # what stands in the way
    unplayed: str = ""  # what has to be ticked


def moves_of(event: Event) -> list[Move]:
    """All that the state allows but a cut that nobody has planned."""
    return [_move(event, to) for to in event.moves if to != EventState.CUT or event.plans_a_cut]


def _move(event: Event, to: EventState) -> Move:
    label = _label(EventState(event.state), to)
    try:
        refuse_move(event, to)
    except Refused as refusal:
        return Move(to, label, not_yet=str(refusal))
    return Move(to, label, unplayed=left_unplayed(event) if to == EventState.FINISHED else "")


def _label(now: EventState, to: EventState) -> str:
    if STATES.index(to) > STATES.index(now):
        return str(ONWARD[to])
    if (now, to) == (EventState.CUT, EventState.RUNNING):
        return gettext("Back to Swiss rounds")
    return gettext("Back to “%(label)s”") % {"label": to.label}
