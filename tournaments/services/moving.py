"""An event goes through its life: each move with what has to be true before it and what it brings with it."""

from django.utils.translation import gettext_lazy as _

from accounts import live
from accounts.errors import Refused
from accounts.journal import record
from accounts.models import User
from tournaments.advice import advised_rounds
from tournaments.models import Event, EventState, Right, RoundState, Status
from tournaments.services.cut import refuse_open_bracket
from tournaments.services.drafting import start_cut
from tournaments.services.lists import lock_lists, reveal_lists
from tournaments.services.publishing import close_last_round
from tournaments.services.safety import event_lock, first_time, require


def move_event(*, event_id: int, who: User, to: str, key: str = "", why: str = "") -> Event:
    """One step in the life of the event. A second click of the same form changes nothing."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if not first_time(event, key, "move"):
            return event
        if to not in event.moves:
            raise Refused(
                "no-such-move", _("An event that is “%(state)s” cannot become that.") % {"state": event.state}
            )
        _prepare(event, EventState(to), who)
        was, event.state = event.state, to
        event.save()
        record("event-moved", who=who, subject=event, scope=event, before=was, after=to, why=why)
        live.touch(*event.topics("state"))
        return event


def _prepare(event: Event, to: EventState, who: User) -> None:
    """What has to be true before the move, and what it brings with it."""
    if to == EventState.DRAFT:
        _no_registrations_yet(event)
    elif to == EventState.RUNNING:
        _start(event, who)
    elif to == EventState.CUT:
        start_cut(event)
    elif to == EventState.FINISHED:
        _finish(event)


def _no_registrations_yet(event: Event) -> None:
    if event.registrations.exists():
        raise Refused("has-registrations", _("Players have registered: cancel the event instead."))


def _start(event: Event, who: User) -> None:
    """Who is not there is absent; the number of rounds is fixed; the lists are locked."""
    players = event.registrations.to_be_paired().count()
    if players < 2:
        raise Refused("too-few-players", _("At least two players must have checked in."))
    absent = event.registrations.filter(status__in=[Status.REGISTERED, Status.PENDING], checked_in_at__isnull=True)
    absent.update(status=Status.ABSENT)
    if event.swiss_rounds is None:
        event.swiss_rounds = advised_rounds(players)
    if event.lists_required and event.lists_locked_at is None:
        lock_lists(event, who=who)


def _finish(event: Event) -> None:
    """Everything is decided, the last standings are frozen, the lists are opened."""
    if event.rounds.filter(state=RoundState.DRAFT).exists():
        raise Refused("draft-waits", _("A drafted round waits: publish or discard it."))
    if event.state == EventState.CUT:
        refuse_open_bracket(event)
    close_last_round(event)
    reveal_lists(event)
