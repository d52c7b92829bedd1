"""State transitions of an event and their effects."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.base.services.locking import claim_form_key, event_lock, require
from tournaments.lifecycle.services.cancelling import begin_cancelling
from tournaments.lifecycle.services.next_step import limited_step
from tournaments.lifecycle.services.preconditions import describe_unplayed, refuse_transition
from tournaments.lifecycle.services.starting import start_rounds, undo_start
from tournaments.lifecycle.services.state import set_state
from tournaments.lists.services.submission import reveal_lists
from tournaments.models import Event, EventState, Right, Round, rights_of
from tournaments.rounds.services.closing import close_last_round
from tournaments.rounds.services.pairing import pair_round, start_cut, undo_cut


def change_event_state(
    *, event_id: int, who: User, to: str, key: str = "", why: str = "", anyway: bool = False
) -> Event:
    """Change the state of the event. Sending the same form twice has no further effect.

    `anyway`: the organiser has confirmed that the event ends with rounds left unplayed.
    """
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if not claim_form_key(event, key, "move"):
            return event
        if to not in event.transitions:
            raise Refused(
                "no-such-move",
                _("Somebody changed this event a moment ago: it is now “%(state)s”.")
                % {"state": event.get_state_display()},
            )
        refuse_transition(event, to)
        if to == EventState.FINISHED and not anyway:
            _refuse_unplayed(event)
        if to == EventState.CANCELLED:
            begin_cancelling(event, why)
        _apply_transition(event, to, who)
        set_state(event, to, who, why)
        return event


@transaction.atomic
def start_round_1(*, event_id: int, who: User, key: str = "") -> Round | None:
    """Starts the rounds and pairs the first one, ready to be published. None if pods or pools come first, or if this
    person does not run the rounds."""
    event = change_event_state(event_id=event_id, who=who, to=EventState.RUNNING, key=key)
    last = Round.objects.filter(event=event).order_by("-number").first()
    if limited_step(event, last) or Right.RUN_ROUNDS not in rights_of(event, who):
        return None
    return pair_round(event_id=event_id, who=who, key=key)


def _refuse_unplayed(event: Event) -> None:
    if unplayed := describe_unplayed(event):
        message = _("Not everything announced has been played (%(left)s). Tick “End anyway” to finish.")
        raise Refused("left-unplayed", message % {"left": unplayed})


def _apply_transition(event: Event, to: str, who: User) -> None:
    if to == EventState.RUNNING and not event.has_started:
        start_rounds(event, who)
    elif to == EventState.CHECK_IN and event.has_started:
        undo_start(event, who)
    elif to == EventState.CUT and not event.is_over:
        start_cut(event)
    elif to == EventState.RUNNING and event.state == EventState.CUT:
        undo_cut(event, who)
    elif to == EventState.FINISHED:
        close_last_round(event)
        reveal_lists(event)
