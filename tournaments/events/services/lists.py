"""Lists of events: those that a reader may see, by state, with what a list shows of each."""

from typing import Any

from django.db.models import Case, When

from tournaments.events.models.events import EventQuerySet
from tournaments.models import Event, Staff
from tournaments.players.models.players import PARTICIPANT_STATUSES
from tournaments.players.services.places import places_taken_of

SOON_SHOWN = 6
RUN_SHOWN = 100


def _shown(events: EventQuerySet) -> EventQuerySet:
    fields = ("name", "slug", "state", "starts_at", "time_zone", "city", "place", "game", "ruleset", "team_format")
    return events.only(*fields, "capacity")


def current_events(reader: Any) -> EventQuerySet:
    """Return the running events, then the coming ones, each by date."""
    current = Event.objects.visible_to(reader).filter(state__in=[*EventQuerySet.RUNNING, *EventQuerySet.COMING])
    is_coming = Case(When(state__in=EventQuerySet.COMING, then=1), default=0)
    return _shown(current.annotate(is_coming=is_coming).order_by("is_coming", "starts_at", "pk"))


def past_events(reader: Any) -> EventQuerySet:
    """Return the past events, beginning with the latest."""
    return _shown(Event.objects.visible_to(reader).past())


def years_of(events: EventQuerySet) -> list[int]:
    """Return the years in which these events began, by the time zone of the reader, beginning with the latest."""
    return [begins.year for begins in events.datetimes("starts_at", "year", order="DESC")]


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
    """Return the events with their numbers of taken and held places and of players who took part, in two queries."""
    rows: list[Any] = list(events)
    taken, held, number = places_taken_of(rows)
    for event in rows:
        event.taken, event.held = taken[event.pk], held[event.pk]
        event.played = sum(number[event.pk][status] for status in PARTICIPANT_STATUSES)
    return rows
