"""An event in a list of events, as plain values, so that it is cached."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from tournaments.base.views.moments import start_shown
from tournaments.events.models.settings import TeamFormat
from tournaments.models import Event


class EventCard(NamedTuple):
    address: str
    state: str
    is_playing: bool
    name: str
    starts: SafeString
    place: str
    format: TeamFormat
    accepts_players: bool
    taken: int
    capacity: int
    played: int


def card_of(request: Any, event: Event) -> EventCard:
    """`event`: with the numbers that `count_places` adds."""
    counted: Any = event
    return EventCard(
        address=event.get_absolute_url(),
        state=event.state,
        is_playing=event.is_playing,
        name=event.name,
        starts=start_shown(request, event),
        place=event.place,
        format=TeamFormat(event.team_format),
        accepts_players=event.accepts_players,
        taken=counted.taken,
        capacity=event.capacity,
        played=counted.played,
    )
