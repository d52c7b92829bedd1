"""State transitions of an event and their effects."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages import live
from core.records import mail
from core.records.audit import JsonValue, record
from tournaments.base.services.locking import claim_form_key, event_lock, require
from tournaments.cut.services.bracket import bracket_of, is_unfinished
from tournaments.events.models.limits import MOST_OF_A_REASON
from tournaments.events.services.imported import hide_names_while_unconfirmed
from tournaments.lifecycle.services.next_step import limited_step
from tournaments.lifecycle.services.preconditions import describe_unplayed, gone_at_the_start, refuse_transition
from tournaments.lists.services.facts import pin_facts
from tournaments.lists.services.submission import lock_lists, reveal_lists, unlock_lists
from tournaments.mail.services.mail import notify_cancelled, notify_registration, notify_resumed, readers_of
from tournaments.models import Event, EventState, Registration, Right, Round, Status, Topic, rights_of
from tournaments.players.models.crews import count_to_pair
from tournaments.players.models.players import RegistrationQuerySet
from tournaments.rounds.services.lookup import discard_round
from tournaments.rounds.services.pairing import close_last_round, pair_round, start_cut, undo_cut

NOTIFIED = (Status.REGISTERED, Status.PENDING, Status.WAITING)


def begin_cancelling(event: Event, why: str) -> None:
    """Store the reason and notify all players; the caller holds the lock and changes the state."""
    why = why.strip()
    if not why:
        raise Invalid("reason-missing", _("Please give a reason."))
    if len(why) > MOST_OF_A_REASON:
        raise Invalid("reason-too-long", _("Enter at most %(most)s characters.") % {"most": MOST_OF_A_REASON})
    event.cancelled_at, event.cancelled_from, event.cancelled_because = timezone.now(), event.state, why
    notify_cancelled(event, _expected(event), why)


def e_mailed_and_not(event: Event) -> tuple[int, int]:
    """Return how many players would get an e-mail about cancelling, and how many would not."""
    players = _expected(event)
    e_mailed = len(readers_of(players, Topic.REGISTRATION)) if mail.can_be_sent() else 0
    return e_mailed, len(players) - e_mailed


def undo_cancelling(*, event_id: int, who: User) -> Event:
    """Return the event to the state in which it was cancelled; nothing else was changed since."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if not event.can_undo_cancelling:
            raise Refused("too-late-to-undo", _("Cancelling can be undone on the same day only."))
        was, event.state = event.state, event.cancelled_from
        event.cancelled_at, event.cancelled_from, event.cancelled_because = None, "", ""
        event.save()
        record("event-moved", who=who, subject=event, scope=event, before=was, after=event.state)
        notify_resumed(event, _expected(event))
        live.notify(*event.topics("state"))
        return event


def _expected(event: Event) -> list[Registration]:
    return list(event.registrations.filter(status__in=NOTIFIED).named().select_related("event"))


def start_rounds(event: Event, who: User) -> None:
    """Mark no-shows, fix the number of rounds and lock the lists. The event stores what is needed to undo this."""
    gone = event.registrations.filter(status__in=[Status.REGISTERED, Status.PENDING], checked_in_at__isnull=True)
    absent, pending = _numbers(gone), _numbers(gone.filter(status=Status.PENDING))
    playing = _numbers(event.registrations.to_be_paired())
    before = {"swiss_rounds": event.swiss_rounds, "lists_open": event.lists_locked_at is None, "pending": pending}
    gone.update(status=Status.ABSENT)
    if event.swiss_rounds is None:
        event.swiss_rounds = event.format.advised_rounds(count_to_pair(event))
    if event.lists_required and event.lists_locked_at is None:
        lock_lists(event, who=who)
    pin_facts(event, who=who)
    withdrawn = _numbers(event.registrations.filter(pk__in=playing, status=Status.WITHDRAWN))
    after: dict[str, JsonValue] = {"swiss_rounds": event.swiss_rounds, "absent": absent, "withdrawn": withdrawn}
    event.start_snapshot = {**after, **before}
    record("rounds-begun", who=who, subject=event, scope=event, before=before, after=after)


def undo_start(event: Event, who: User) -> None:
    """Return to check-in; players who arrived, left or submitted a list since the start are not affected."""
    for unpublished in event.rounds.all():
        discard_round(event, unpublished, who)
    begun, gone = event.start_snapshot or {}, gone_at_the_start(event)
    withdrawn = list(gone.filter(status=Status.WITHDRAWN).named())
    gone.filter(pk__in=begun.get("pending", [])).update(status=Status.PENDING)
    gone.update(status=Status.REGISTERED)
    event.registrations.update(entered_round=1)
    event.swiss_rounds = begun.get("swiss_rounds", event.swiss_rounds)
    if begun.get("lists_open"):
        unlock_lists(event)
    for player in withdrawn:
        player.status = Status.REGISTERED
        notify_registration(player)
    event.start_snapshot = None
    live.notify(*event.topics("players", "lists"))


def _numbers(players: RegistrationQuerySet) -> list[int]:
    return list(players.values_list("pk", flat=True))


def reopen_cut(event: Event, *, who: User, why: str) -> None:
    """Return to the cut if a correction after the end requires another match (a second final). Call under the event's
    lock."""
    if event.state == EventState.FINISHED and is_unfinished(bracket_of(event)):
        set_state(event, EventState.CUT, who, why)


def set_state(event: Event, to: str, who: User, why: str) -> None:
    was, event.state = event.state, to
    event.save()
    hide_names_while_unconfirmed(event)
    record("event-moved", who=who, subject=event, scope=event, before=was, after=to, why=why)
    live.notify(*event.topics("state"))


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
def open_check_in(*, event_id: int, who: User, key: str = "") -> Event:
    """Opens registration and at once the check-in: on the day, of an event that was not announced before."""
    event = change_event_state(event_id=event_id, who=who, to=EventState.REGISTRATION, key=key)
    if event.state != EventState.REGISTRATION:
        return event  # the same form was sent twice
    return change_event_state(event_id=event_id, who=who, to=EventState.CHECK_IN)


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
