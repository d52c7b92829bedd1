"""An event goes through its life: each move with what has to be true before it and what it brings with it."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Refused
from tournaments.models import Event, EventState, Right, RoundState, Stage
from tournaments.services.base.locking import event_lock, first_time, require
from tournaments.services.cut.seeding import bracket_of, is_left_open, refuse_open_bracket
from tournaments.services.lifecycle.starting import refuse_without_places, start_rounds, take_start_back
from tournaments.services.lists.submission import reveal_lists
from tournaments.services.rounds.pairing import refuse_cut_now, start_cut, take_cut_back
from tournaments.services.rounds.publishing import close_last_round, has_begun, refuse_unless_decided


def move_event(*, event_id: int, who: User, to: str, key: str = "", why: str = "", anyway: bool = False) -> Event:
    """One step in the life of the event. A second click of the same form changes nothing.

    `anyway`: the organiser has seen what is left unplayed, and ends the event all the same.
    """
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if not first_time(event, key, "move"):
            return event
        if to not in event.moves:
            raise Refused(
                "no-such-move",
                _("Somebody changed this event a moment ago: it is now “%(state)s”.") % {"state": event.state},
            )
        refuse_move(event, to)
        if to == EventState.FINISHED and not anyway:
            _refuse_unplayed(event)
        _bring_along(event, to, who)
        _now(event, to, who, why)
        return event


def reopen_the_cut(event: Event, *, who: User, why: str) -> None:
    """A result that is corrected after the end may leave a tie to play: a second final. Call under the event's lock."""
    if event.state == EventState.FINISHED and is_left_open(bracket_of(event)):
        _now(event, EventState.CUT, who, why)


def _now(event: Event, to: str, who: User, why: str) -> None:
    was, event.state = event.state, to
    event.save()
    record("event-moved", who=who, subject=event, scope=event, before=was, after=to, why=why)
    live.notify(*event.topics("state"))


def refuse_move(event: Event, to: str) -> None:
    """Also asked by pages, which offer what can be done and say of the rest why not yet."""
    if to == EventState.DRAFT:
        _no_registrations_yet(event)
    elif to == EventState.RUNNING and not event.has_started:
        _enough_players(event)
    elif to == EventState.CHECK_IN and event.has_started:
        _nothing_is_out(event, Stage.SWISS)
        refuse_without_places(event)
    elif to == EventState.CUT and not event.is_over:
        refuse_cut_now(event)
    elif to == EventState.RUNNING and event.state == EventState.CUT:
        _nothing_is_out(event, Stage.CUT)
    elif to == EventState.FINISHED:
        _nothing_is_open(event)


def _no_registrations_yet(event: Event) -> None:
    if event.registrations.exists():
        raise Refused("has-registrations", _("Players have registered: cancel the event instead."))


def _enough_players(event: Event) -> None:
    if event.registrations.to_be_paired().count() < 2:
        raise Refused("too-few-players", _("Check in at least two players to start round 1."))


def _nothing_is_out(event: Event, stage: Stage) -> None:
    """A stage is left backwards only while its players have seen nothing of it."""
    first = event.rounds.public().filter(stage=stage).first()
    if first is None:
        return
    if not first.is_open or has_begun(first):
        raise Refused("round-has-begun", _("Round %(number)s has begun.") % {"number": first.number})
    raise Refused("round-is-out", _("Round %(number)s is published: unpublish it first.") % {"number": first.number})


def _nothing_is_open(event: Event) -> None:
    if event.rounds.filter(state=RoundState.DRAFT).exists():
        raise Refused("draft-waits", _("There are unpublished pairings: publish or discard them."))
    for played in event.rounds.filter(state=RoundState.PUBLISHED):
        refuse_unless_decided(played)
    if event.state == EventState.CUT:
        refuse_open_bracket(event)


def left_unplayed(event: Event) -> str:
    """What was announced and would not be played if the event ended now; empty when nothing is."""
    planned, played = event.swiss_rounds or 0, event.rounds.public().swiss().count()
    if played < planned:
        return _("%(played)s of %(planned)s rounds played") % {"played": played, "planned": planned}
    return str(_("top cut not played")) if event.plans_a_cut and not event.cut_seeds else ""


def _refuse_unplayed(event: Event) -> None:
    if left := left_unplayed(event):
        said = _("Not everything announced has been played (%(left)s). Tick “End anyway” to finish.")
        raise Refused("left-unplayed", said % {"left": left})


def _bring_along(event: Event, to: str, who: User) -> None:
    if to == EventState.RUNNING and not event.has_started:
        start_rounds(event, who)
    elif to == EventState.CHECK_IN and event.has_started:
        take_start_back(event, who)
    elif to == EventState.CUT and not event.is_over:
        start_cut(event)
    elif to == EventState.RUNNING and event.state == EventState.CUT:
        take_cut_back(event, who)
    elif to == EventState.FINISHED:
        close_last_round(event)
        reveal_lists(event)
