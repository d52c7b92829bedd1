"""Lists of events: those that a reader may see, by state, with what a list shows of each."""

from typing import Any, NamedTuple

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


def event_lists(reader: Any) -> EventLists:
    """Return running, coming and past events that the reader may see, like `EventQuerySet.visible_to`."""
    public, closed = Event.objects.public(), _closed_to_others(reader)
    running = [*_shown(public.running()), *[event for event in closed if event.state in EventQuerySet.RUNNING]]
    coming = [*_shown(public.coming()), *[event for event in closed if event.state in EventQuerySet.COMING]]
    past = [*_shown(public.past()[:PAST_SHOWN]), *[event for event in closed if event.is_over]]
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
        return list(_shown(Event.objects.closed()))
    if not reader.is_authenticated:
        return []
    roles = Staff.objects.filter(user=reader).order_by().values_list("event", "event__staff_second_factor").distinct()
    may_see = [event for event, asks_factor in roles if may_run(reader, asks_factor=asks_factor)]
    return list(_shown(Event.objects.closed().filter(pk__in=may_see)))


def next_events() -> list[Event]:
    """Return the first running and coming events that everybody may see."""
    public = Event.objects.public()
    return count_places([*_shown(public.running()[:SOON_SHOWN]), *_shown(public.coming()[:SOON_SHOWN])])


def events_run_by(user: Any) -> list[Event]:
    run = Event.objects.filter(pk__in=Staff.objects.filter(user=user).values("event"))
    return count_places(_shown(run[:RUN_SHOWN]))


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
