"""Games that others follow while they are played: the event allows it, every player agrees, and no hidden list is
revealed. Of the delays that event and players have chosen, the most cautious counts.
"""

import datetime as dt
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from core.errors import NotAllowed, Refused
from core.pages import live
from core.records import audit
from judging.models import Case, Recording
from tournaments.base.services.locking import event_lock
from tournaments.events.models.settings import EventState, ListsDuring, LiveGames
from tournaments.models import Event, Registration, RoundState, Seat, players_of
from tournaments.results.services.asking import live_delay

MINUTES = dt.timedelta(minutes=5)


def agree_to_live_games(*, registration_id: int, who: Any, delay: str) -> Registration:
    """Note how the player lets others follow their games. Only they can, not even the organiser; at any time."""
    event_id = Registration.objects.values_list("event_id", flat=True).get(pk=registration_id)
    with event_lock(event_id) as event:
        player = Registration.objects.named().select_for_update(of=("self",)).get(pk=registration_id)
        if not player.belongs_to(who):
            raise NotAllowed("not-yours", _("Only the player can decide this."))
        if delay not in LiveGames:
            raise Refused("no-such-delay", _("Choose when others may see your games."))
        if delay != LiveGames.NONE and event.live_games == LiveGames.NONE:
            raise Refused("games-not-live", _("Games of this event cannot be followed live."))
        if player.live_games != delay:
            player.live_games = delay
            player.save(update_fields=["live_games"])
            audit.record("live-games-chosen", who=who, subject=player, scope=event)
            live.notify(topic_of(event))
        return player


def topic_of(event: Event) -> str:
    """Return the topic of which games of the event can be followed."""
    return event.topic_of("live")


def live_recordings() -> QuerySet[Recording]:
    """Return the recordings that strangers may follow now. Any condition can cease to hold."""
    event = "match__round__event__"
    playing = {f"{event}state__in": [EventState.RUNNING, EventState.CUT], "match__round__state": RoundState.PUBLISHED}
    unsettled = Case.objects.unsettled().filter(match=OuterRef("match"))
    return _open_to_others().filter(~Exists(unsettled), **playing).order_by("match__table", "pk")


def ended_game(uuid: UUID) -> Recording | None:
    """Return a game that is over and that others could follow, even if its round is over or judges look at it."""
    return _open_to_others().filter(replay_uuid=uuid, submission__isnull=False).select_related("submission").first()


def _open_to_others() -> QuerySet[Recording]:
    event = "match__round__event__"
    shown = Q(**{f"{event}lists_required": False}) | Q(**{f"{event}lists_during": ListsDuring.PUBLIC})
    every_move = Q(header__detail__isnull=True) | Q(header__detail="full")
    return (
        Recording.objects.filter(shown, every_move, **{f"{event}hidden_by_moderators": False})
        .exclude(**{f"{event}live_games": LiveGames.NONE})
        .filter(~Exists(_seats_without_consent()), hidden_by_moderators=False, match__bye=False)
        .select_related("match__round__event")
        .prefetch_related(players_of("match"))
    )


def _seats_without_consent() -> QuerySet[Seat]:
    """Return seats of players who let nobody follow. Suspended accounts do not consent to anything."""
    active = Q(registration__user__isnull=True) | Q(registration__user__is_active=True)
    willing = {"registration__live_games__in": [LiveGames.MINUTES, LiveGames.TURN]}
    return Seat.objects.filter(match=OuterRef("match")).exclude(active, **willing)


def delay_of(recording: Recording) -> LiveGames:
    assert recording.match is not None
    return live_delay(recording.match)


def actions_shown(recording: Recording, delay: LiveGames, now: dt.datetime) -> int:
    """Return how many of the actions others see: whole turns that are over, or what is older than five minutes."""
    actions = recording.actions
    if delay == LiveGames.MINUTES:
        return sum(1 for _each in takewhile(lambda action: _seen_at(recording, action) <= now, actions))
    if recording.is_closed:
        return len(actions)
    return next((count for count in range(len(actions), 0, -1) if actions[count - 1]["do"] == "end-turn"), 0)


def next_change(recording: Recording, delay: LiveGames, shown: int) -> dt.datetime | None:
    """Return when the next action is shown, where the time alone decides it."""
    if delay != LiveGames.MINUTES or shown == len(recording.actions):
        return None
    return _seen_at(recording, recording.actions[shown])


def _seen_at(recording: Recording, action: dict[str, Any]) -> dt.datetime:
    return recording.started_at + dt.timedelta(seconds=action.get("at") or 0) + MINUTES
