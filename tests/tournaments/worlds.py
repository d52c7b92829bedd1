"""Small events for tests, made through the models where the services are not the matter."""

import datetime as dt
import itertools
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from core.pages.page_cache import page_cache
from tournaments.models import Event, EventState, ListReader, Match, Registration, Role, Round, RoundState, Seat, Staff
from tournaments.players.services.registration import release_places

numbers = itertools.count(1)


def a_user(name: str = "", **fields: Any) -> User:
    name = name or f"user{next(numbers)}"
    fields = {"public_name": name.title(), **fields}
    user = User.objects.create(username=name, email=f"{name}@example.org", **fields)
    EmailAddress.objects.create(user=user, email=user.email.lower(), verified=True, primary=True)
    return user


def an_event(state: str = EventState.RUNNING, **fields: Any) -> Event:
    number = next(numbers)
    fields = {
        "name": f"Event {number}",
        "slug": f"event-{number}",
        "starts_at": timezone.now() + dt.timedelta(hours=1),
        "lists_required": False,
        **fields,
    }
    return Event.objects.create(state=state, **fields)


def staff(event: Event, role: str = Role.ORGANISER, name: str = "") -> User:
    """Somebody on the staff who has said that they do not play, and has just opened all lists."""
    user = a_user(name)
    Staff.objects.create(event=event, user=user, role=role)
    opens_lists(event, user)
    return user


def opens_lists(event: Event, *people: User) -> None:
    for user in people:
        reader, _new = ListReader.objects.get_or_create(event=event, user=user)
        reader.readings.create()


def a_player(event: Event, name: str = "", **fields: Any) -> Registration:
    fields.setdefault("checked_in_at", timezone.now())
    return Registration.objects.create(event=event, user=a_user(name), lot=next(numbers), **fields)


def a_round(event: Event, *pairs: tuple[Registration, Registration | None], state: str = RoundState.PUBLISHED) -> Round:
    number = event.rounds.count() + 1
    published_at = None if state == RoundState.UNPUBLISHED else timezone.now()
    played = Round.objects.create(
        event=event, number=number, state=state, minutes=event.round_minutes, published_at=published_at
    )
    for place, (a, b) in enumerate(pairs, start=1):
        seat(a, b, round=played, table=place if b else None, state="open" if b else "done")
    return played


def seat(*players: Registration | None, **fields: Any) -> Match:
    """A match with these players; a single player or crew has the bye."""
    seated = [player for player in players if player is not None]
    match = Match.objects.create(bye=len(seated) == 1, **fields)
    partners = {player.pk: [one.pk for one in player.partners] for player in seated if player.partners}
    Seat.objects.bulk_create(match.seats_for([player.pk for player in seated], partners))
    return match


def a_match(event: Event | None = None) -> Match:
    """Two players at table 1 of a published round."""
    event = event or an_event()
    return a_round(event, (a_player(event), a_player(event))).matches.get()


def undo_time_is_over(event: Event) -> None:
    """Those who left can no longer undo it, and their places have gone to those who wait."""
    long_ago = timezone.now() - dt.timedelta(hours=1)
    for player in event.registrations.filter(left_from__isnull=False):
        player.left_from = {**(player.left_from or {}), "at": long_ago.isoformat()}
        player.held_until = player.held_until and long_ago
        player.save(update_fields=["left_from", "held_until"])
    release_places()
    page_cache.clear()  # pages that show places are made anew each minute
