"""State transitions of an event, each with its preconditions and effects."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.compiled import NUMBER, TEXT, Compiled
from core.errors import Refused
from tournaments.models import Event, EventState, Right, Round, RoundState, Stage, rights_of
from tournaments.models.crews import count_to_pair
from tournaments.services.base.locking import claim_form_key, event_lock, require
from tournaments.services.cut.seeding import refuse_open_bracket
from tournaments.services.lifecycle.cancelling import begin_cancelling
from tournaments.services.lifecycle.limited_steps import limited_step
from tournaments.services.lifecycle.starting import refuse_without_places, start_rounds, undo_start
from tournaments.services.lifecycle.state import set_state
from tournaments.services.lists.submission import reveal_lists
from tournaments.services.rounds.lookup import close_last_round, refuse_unless_decided
from tournaments.services.rounds.pairing import pair_round, refuse_cut_now, start_cut, undo_cut

# compiled because every staff page queries it
_in_state = Compiled(
    lambda event, state: Round.objects.filter(event=event, state=state).order_by("number"), NUMBER, TEXT
)
_public_of_stage = Compiled(
    lambda event, stage: Round.objects.public().filter(event=event, stage=stage).order_by("number")[:1], NUMBER, TEXT
)


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


def refuse_transition(event: Event, to: str) -> None:
    """Refuse a transition that is not possible yet. Pages call this to explain why."""
    if to == EventState.DRAFT:
        _refuse_registered_players(event)
    elif to == EventState.RUNNING and not event.has_started:
        _refuse_too_few_players(event)
    elif to == EventState.CHECK_IN and event.has_started:
        _refuse_published_rounds(event, Stage.SWISS)
        refuse_without_places(event)
    elif to == EventState.CUT and not event.is_over:
        refuse_cut_now(event)
    elif to == EventState.RUNNING and event.state == EventState.CUT:
        _refuse_published_rounds(event, Stage.CUT)
    elif to == EventState.FINISHED:
        _refuse_open_rounds(event)


def _refuse_registered_players(event: Event) -> None:
    if event.registrations.exists():
        raise Refused("has-registrations", _("Players have registered: cancel the event instead."))


def _refuse_too_few_players(event: Event) -> None:
    here = count_to_pair(event)
    least = least_players(event)
    if here < least and event.is_free_for_all:
        raise Refused("too-few-players", _("Check in at least %(least)s players to start round 1.") % {"least": least})
    if here < least and event.is_for_crews:
        raise Refused("too-few-players", _("Round 1 needs at least two crews whose players have checked in."))
    if here < least:
        raise Refused("too-few-players", _("Check in at least two players to start round 1."))


def least_players(event: Event) -> int:
    if event.is_free_for_all:
        return 3 if event.tables_of_three else 4
    return 2


def _refuse_published_rounds(event: Event, stage: Stage) -> None:
    """Refuse to undo a stage that has published rounds."""
    first = _public_of_stage.first(event.pk, stage.value)
    if first is None:
        return
    if not first.is_open or first.has_begun():
        raise Refused("round-has-begun", _("Play has begun in %(round)s.") % {"round": first.name_in_sentence})
    text = _("The pairings of %(round)s are published: unpublish them first.")
    raise Refused("round-is-out", text % {"round": first.name_in_sentence})


def _refuse_open_rounds(event: Event) -> None:
    if _in_state.first(event.pk, RoundState.UNPUBLISHED.value):
        raise Refused("draft-waits", _("There are unpublished pairings: publish or discard them."))
    for played in _in_state.all(event.pk, RoundState.PUBLISHED.value):
        refuse_unless_decided(played)
    if event.state == EventState.CUT:
        refuse_open_bracket(event)


def describe_unplayed(event: Event) -> str:
    """Describe what was announced but will not be played if the event ends now; empty if nothing."""
    planned, played = event.swiss_rounds or 0, event.rounds.public().swiss().count()
    if played < planned:
        return _("%(played)s of %(planned)s rounds played") % {"played": played, "planned": planned}
    return str(_("top cut not played")) if event.has_planned_cut and not event.cut_seeds else ""


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
