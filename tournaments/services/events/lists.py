"""Lists of events: those that a reader may see, by state, with what a list shows of each."""

from typing import Any, NamedTuple

from core.compiled import NUMBER, Compiled, CompiledForKeys
from tournaments.models import Event, Staff
from tournaments.models.events import EventQuerySet
from tournaments.models.players import PARTICIPANT_STATUSES
from tournaments.models.run_by import may_run
from tournaments.services.players.places import places_taken_of

PAST_SHOWN = 50
SOON_SHOWN = 6
RUN_SHOWN = 100


class EventLists(NamedTuple):
    running: list[Event]
    coming: list[Event]
    past: list[Event]


def _shown(events: EventQuerySet) -> EventQuerySet:
    return events.only("name", "slug", "state", "starts_at", "time_zone", "place", "team_format", "capacity")


_running = Compiled(lambda: _shown(Event.objects.public().running()))
_coming = Compiled(lambda: _shown(Event.objects.public().coming()))
_past = Compiled(lambda: _shown(Event.objects.public().past()[:PAST_SHOWN]))
_running_first = Compiled(lambda: _shown(Event.objects.public().running()[:SOON_SHOWN]))
_coming_first = Compiled(lambda: _shown(Event.objects.public().coming()[:SOON_SHOWN]))
_closed = Compiled(lambda: _shown(Event.objects.closed()))
_closed_of = CompiledForKeys(lambda events: _shown(Event.objects.closed().filter(pk__in=events)))
_roles = Compiled(
    lambda user: (
        Staff.objects.filter(user=user).order_by().values_list("event", "event__staff_second_factor").distinct()
    ),
    NUMBER,
)
_run = Compiled(
    lambda user: _shown(Event.objects.filter(pk__in=Staff.objects.filter(user=user).values("event"))[:RUN_SHOWN]),
    NUMBER,
)


def event_lists(reader: Any) -> EventLists:
    """Return running, coming and past events that the reader may see, like `EventQuerySet.visible_to`."""
    closed = _closed_to_others(reader)
    running = [*_running.all(), *[event for event in closed if event.state in EventQuerySet.RUNNING]]
    coming = [*_coming.all(), *[event for event in closed if event.state in EventQuerySet.COMING]]
    past = [*_past.all(), *[event for event in closed if event.is_over]]
    shown = EventLists(
        sorted(running, key=lambda event: event.starts_at),
        sorted(coming, key=lambda event: event.starts_at),
        sorted(past, key=lambda event: (-event.starts_at.timestamp(), event.pk))[:PAST_SHOWN],
    )
    count_places([*shown.running, *shown.coming, *shown.past])
    return shown


def _closed_to_others(reader: Any) -> list[Event]:
    """Return drafts and events hidden by moderators that this reader may see."""
    if getattr(reader, "is_superuser", False):
        return _closed.all()
    roles = _roles.all(reader.pk) if reader.is_authenticated else []
    return _closed_of.all([event for event, asks_factor in roles if may_run(reader, asks_factor=asks_factor)])


def next_events() -> list[Event]:
    """Return the first running and coming events that everybody may see."""
    return count_places([*_running_first.all(), *_coming_first.all()])


def events_run_by(user: Any) -> list[Event]:
    return count_places(_run.all(user.pk))


def events_in(events: EventQuerySet) -> list[Event]:
    return count_places(_shown(events))


def count_places(events: Any) -> list[Event]:
    """Return the events with their numbers of taken places and of players who took part, in two queries."""
    rows: list[Any] = list(events)
    taken, number = places_taken_of(rows)
    for event in rows:
        event.taken = taken[event.pk]
        event.played = sum(number[event.pk][status] for status in PARTICIPANT_STATUSES)
    return rows
