"""What comes next for the staff of an event: the next step, the transitions on offer, what is open before round 1."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.cut.services.bracket import bracket_of
from tournaments.events.models.settings import IllegalList
from tournaments.events.services.schedule import schedule_of
from tournaments.lifecycle.services.preconditions import describe_unplayed, least_players, refuse_transition
from tournaments.lists.services.pods import FEWEST
from tournaments.lists.services.reminders import missing_lists
from tournaments.models import Event, EventState, Round, Status, SubmittedList
from tournaments.players.models.crews import count_to_pair, without_partner
from tournaments.players.models.players import RegistrationQuerySet

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


class LimitedStep(StrEnum):
    """The steps that only a limited event has before its first round."""

    DRAW_PODS = "draw-pods"
    SEAT_PLAYERS = "seat-players"
    LOCK_POOLS = "lock-pools"


@dataclass(frozen=True)
class NextStep:
    kind: StepKind
    to: EventState | None = None
    prepare: LimitedStep | None = None


def next_step(event: Event, last: Round | None, *, is_decided: bool | None = None) -> NextStep:
    """Return what comes after the last round. Pages that know whether all its results are in say so."""
    if last is not None and last.is_unpublished:
        return NextStep(StepKind.REVIEW_PAIRINGS)
    if limited := limited_step(event, last):
        return NextStep(StepKind.PREPARE, prepare=limited)
    return step_after_preparing(event, last, is_decided=is_decided)


def step_after_preparing(event: Event, last: Round | None, *, is_decided: bool | None = None) -> NextStep:
    if event.is_playing and last is not None and not (_is_decided(last) if is_decided is None else is_decided):
        return NextStep(StepKind.ENTER_RESULTS)
    if event.is_playing and _rounds_are_left(event, last):
        return NextStep(StepKind.PAIR)
    return NextStep(StepKind.TRANSITION, event.next_state) if event.next_state else NextStep(StepKind.NOTHING)


def _is_decided(last: Round) -> bool:
    return not last.matches.undecided().exists()


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
    asks: str = ""  # what the step does that is not simply taken back


def transitions_of(event: Event) -> list[Transition]:
    """Return all transitions that the state allows, without an unplanned cut."""
    return [transition_to(event, to) for to in event.transitions if to != EventState.CUT or event.has_planned_cut]


def transition_to(event: Event, to: EventState) -> Transition:
    """Return one transition, with the reason if it is not possible yet."""
    label = transition_label(event, to)
    try:
        refuse_transition(event, to)
    except Refused as refusal:
        return Transition(to, label, not_yet=str(refusal))
    unplayed = describe_unplayed(event) if to == EventState.FINISHED else ""
    return Transition(to, label, unplayed=unplayed, asks="" if unplayed else _question(event, to, label))


def _question(event: Event, to: EventState, label: str) -> str:
    """Return what is asked before the step: its name and what follows from it; nothing if it can be taken back."""
    if to == EventState.ARCHIVED:
        then = gettext("Nothing of the event can be changed then, and this cannot be undone.")
    elif to == EventState.FINISHED:
        then = gettext(
            "Until it is archived the event can return to its last stage; lists that become public now stay public."
        )
    elif to in {EventState.RUNNING, EventState.CHECK_IN} and event.has_started:
        then = gettext("An unpublished round is discarded.")
    elif to == EventState.RUNNING:
        then = gettext(
            "Only players who are checked in play. Until round 1 is published you can return to the check-in."
        )
    else:
        return ""
    return label + pgettext("after the name of a step", "?") + " " + then


def transition_label(event: Event, to: EventState) -> str:
    now = EventState(event.state)
    if STATES.index(to) > STATES.index(now):
        return str(FORWARD_LABELS[to])
    if (now, to) == (EventState.CUT, EventState.RUNNING):
        return gettext("Back to Swiss rounds")
    return gettext("Back to “%(label)s”") % {"label": to.label}


def limited_step(event: Event, last: Round | None) -> LimitedStep | None:
    """Return the step needed before the pairings, if any. Pools on paper need none, unless lists are required."""
    if not event.is_limited or last is not None or event.state not in {EventState.CHECK_IN, EventState.RUNNING}:
        return None
    if event.pod_rounds and event.pods_seed is None:
        enough = event.registrations.to_be_paired().count() >= FEWEST
        return LimitedStep.DRAW_PODS if enough else None
    if event.pods_seed is not None and event.registrations.to_be_paired().filter(pod__isnull=True).exists():
        return LimitedStep.SEAT_PLAYERS
    return LimitedStep.LOCK_POOLS if _waits_for_pools(event) else None


def _waits_for_pools(event: Event) -> bool:
    """Whether pools must be locked first: some are locked, begun or required for lists, and others are not yet locked.

    Once the rounds have started, only an unlocked pool that has figures blocks the round; the others are on paper.
    """
    if event.has_started:
        return any(player.pool and player.pool.figures and not player.locked_pool for player in _with_pools(event))
    locked, players = pools_locked(event)
    has_pools = event.registrations.registered().filter(pool__isnull=False)
    return locked < players and (event.lists_required or has_pools.exists())


def _with_pools(event: Event) -> RegistrationQuerySet:
    return event.registrations.to_be_paired().filter(pool__isnull=False).select_related("pool")


def pools_locked(event: Event) -> tuple[int, int]:
    """Return the number of locked pools, and of players who are here."""
    here = event.registrations.to_be_paired()
    return here.filter(pool__locked_at__isnull=False).count(), here.count()


@dataclass(frozen=True)
class OpenPoint:
    code: str  # decides where the page links
    text: str
    is_open: bool = True  # False if the point is settled


def illegal_lists(event: Event) -> RegistrationQuerySet:
    """Return the players in the event whose current list is not legal."""
    illegal = SubmittedList.objects.current().filter(registration__event=event, legal=False)
    return event.registrations.registered().filter(pk__in=illegal.values("registration")).named()


def open_points_of_links(event: Event) -> list[OpenPoint]:
    """The personal links of an imported event are other ones than where it came from."""
    if not event.links_are_new or event.is_over:
        return []
    return [OpenPoint("new-links", gettext("Print the personal links again: they are new on this site"))]


def open_points_of_lists(event: Event) -> list[OpenPoint]:
    if not event.lists_required or event.is_over:
        return []
    missing, illegal = missing_lists(event).count(), illegal_lists(event).count()
    points = []
    if missing:
        text = ngettext("%(n)s list is missing", "%(n)s lists are missing", missing)
        points.append(OpenPoint("missing-lists", text % {"n": missing}))
    if illegal:
        points.append(OpenPoint("illegal-lists", _illegal(event, illegal)))
    return points


def _illegal(event: Event, number: int) -> str:
    if event.lists_locked_at is None and event.illegal_list == IllegalList.DROP:
        text = ngettext(
            "%(n)s list is not legal: the start withdraws this player",
            "%(n)s lists are not legal: the start withdraws these players",
            number,
        )
    else:
        text = ngettext("%(n)s list is not legal", "%(n)s lists are not legal", number)
    return text % {"n": number}


def open_points(event: Event) -> list[OpenPoint]:
    """Return the checklist before the start of round 1."""
    return [
        *_day(event),
        *_people(event),
        *_crews(event),
        *open_points_of_links(event),
        *open_points_of_lists(event),
        *_limited(event),
        *_fees(event),
        *_schedule(event),
    ]


def _day(event: Event) -> list[OpenPoint]:
    """Return the day of the event where it takes place, unless that is today."""
    day = event.starts_at.astimezone(event.zone).date()
    days = (day - timezone.localdate(timezone=event.zone)).days
    if days == 0:
        return []
    if days < 0:
        text = gettext("It was to begin on %(day)s")
    else:
        text = ngettext("It begins on %(day)s, in %(n)s day", "It begins on %(day)s, in %(n)s days", days)
    return [OpenPoint("day", text % {"day": date_format(day, "j F Y"), "n": days})]


def _people(event: Event) -> list[OpenPoint]:
    here = event.registrations.to_be_paired().count()
    away = event.registrations.registered().filter(checked_in_at__isnull=True).count()
    pending = event.registrations.filter(status=Status.PENDING).count()
    text = ngettext("%(n)s player is here", "%(n)s players are here", here)
    points = [OpenPoint("here", text % {"n": here}, here < least_players(event))]
    if away:
        text = ngettext(
            "%(n)s player is not here and becomes a no-show", "%(n)s players are not here and become no-shows", away
        )
        points.append(OpenPoint("away", text % {"n": away}))
    if pending:
        text = ngettext("%(n)s registration awaits approval", "%(n)s registrations await approval", pending)
        points.append(OpenPoint("pending", text % {"n": pending}))
    if waiting := event.registrations.waiting().count():
        text = ngettext("%(n)s player waits for a place", "%(n)s players wait for a place", waiting)
        points.append(OpenPoint("waiting", text % {"n": waiting}))
    return points


def _crews(event: Event) -> list[OpenPoint]:
    alone = len(without_partner(event))
    if not alone:
        return []
    text = ngettext("%(n)s player is in no crew", "%(n)s players are in no crew", alone)
    return [OpenPoint("no-partner", text % {"n": alone})]


def _limited(event: Event) -> list[OpenPoint]:
    if event.is_limited and event.pod_rounds and event.pods_seed is None:
        return [OpenPoint("no-pods", gettext("No pods are drawn yet"))]
    return []


def _fees(event: Event) -> list[OpenPoint]:
    unpaid = event.registrations.registered().filter(paid=False).count() if event.entry_fee else 0
    if not unpaid:
        return []
    text = ngettext("%(n)s player has not paid", "%(n)s players have not paid", unpaid)
    return [OpenPoint("unpaid", text % {"n": unpaid})]


def _schedule(event: Event) -> list[OpenPoint]:
    """Return how many rounds would be played now and when they would end."""
    schedule = schedule_of(event, players=count_to_pair(event))
    if schedule.ends_at is None:
        return []
    values = {"rounds": schedule.rounds, "ends": _clock(event, schedule.ends_at)}
    text = ngettext(
        "%(rounds)s round, until about %(ends)s", "%(rounds)s rounds, until about %(ends)s", schedule.rounds
    )
    if schedule.closes_at is None:
        return [OpenPoint("schedule", text % values, is_open=False)]
    closes = gettext("; the hall closes at %(closes)s") % {"closes": _clock(event, schedule.closes_at)}
    return [OpenPoint("schedule", text % values + closes, is_open=not schedule.fits)]


def _clock(event: Event, moment: dt.datetime) -> str:
    return date_format(moment.astimezone(event.zone), "H:i")
