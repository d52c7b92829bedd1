"""Adding many players without an account in a constant number of queries."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from accounts.models import User
from core.pages import live
from core.records.audit import record, record_many
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.reading import refuse_reader
from tournaments.mail.services.mail import introduce_strangers
from tournaments.models import Event, EventState, Registration, Status
from tournaments.players.services.places import (
    free_for_new,
    next_round,
    places_left,
    refuse_before_waiting,
    refuse_full,
)
from tournaments.players.services.registration import refuse_late_players


def add_guests(event: Event, *, who: User, about: Sequence[dict[str, Any]]) -> list[Registration]:
    """Add guests. Call under the event's lock, with names that are not taken."""
    refuse_late_players(event)
    refuse_reader(event, addresses=[fields.get("guest_email", "") for fields in about])
    if event.has_started and places_left(event) >= len(about):
        refuse_before_waiting(event, players=len(about))
    free = free_for_new(event)
    if free < len(about):
        refuse_full(event)
    enters = next_round(event) if event.state == EventState.RUNNING else None
    added = [_guest(event, fields, waits=place >= free, enters=enters) for place, fields in enumerate(about)]
    Registration.objects.bulk_create(added)
    _seat_in_pods(event, added, who)
    record_many("registered", who=who, subjects=added, scope=event, after=[{"status": one.status} for one in added])
    introduce_strangers(event, added)
    waiting = sum(player.status == Status.WAITING for player in added)
    after = {"players": len(added), **({"waiting": waiting} if waiting else {})}
    record("players-imported", who=who, subject=event, scope=event, after=after)
    live.notify(*event.topics("players"))
    return added


def _guest(event: Event, fields: dict[str, Any], *, waits: bool, enters: int | None) -> Registration:
    player = Registration(event=event, lot=secrets.randbits(48), **fields)
    if waits:
        player.status, player.queued_at = Status.WAITING, timezone.now()
    if enters is not None:
        player.entered_round, player.checked_in_at = enters, player.created_at
    return player


def _seat_in_pods(event: Event, added: list[Registration], who: User) -> None:
    if event.pods_seed is not None and event.state == EventState.RUNNING:
        for player in added:
            seat_late_player(event, player, who=who)
