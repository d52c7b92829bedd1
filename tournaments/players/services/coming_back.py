"""No-shows and players who dropped, who arrive at the desk while Swiss rounds are played: one tap brings them back.

They play from the next round on, and missed rounds stay lost. Once it is paired, this is undone by dropping them.
"""

import datetime as dt

from django.utils import timezone

from accounts.models import User
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.submission import lock_list_of
from tournaments.models import Event, EventState, Registration, Status
from tournaments.players.services.dropping import undo_leaving
from tournaments.players.services.places import all_taken, places_left
from tournaments.players.services.registration import leaving_snapshot, readmit
from tournaments.results.services.forfeits import recount_reports

GONE = (Status.ABSENT, Status.DROPPED)
BACK = ("status", "entered_round", "left_after_round", "checked_in_at", "left_from", "held_until")


def can_come_back(event: Event, status: str) -> bool:
    return event.state == EventState.RUNNING and status in GONE


def come_back(event: Event, player: Registration, *, who: User) -> None:
    """Bring the player back. Call under the event's lock."""
    if player.can_undo_leaving:
        undo_leaving(registration=player, who=who)  # with the match that they left moments ago
        return
    before = leaving_snapshot(
        player,
        entered_round=player.entered_round,
        left_after_round=player.left_after_round,
        rounds=event.rounds.count(),
    )
    if player.status == Status.ABSENT:
        readmit(event, player)
    elif places_left(event) <= 0:
        raise all_taken(event)
    player.status, player.checked_in_at, player.left_after_round = Status.REGISTERED, timezone.now(), None
    player.left_from, player.held_until = before, None
    player.save(update_fields=BACK)
    lock_list_of(event, player, who=who)
    seat_late_player(event, player, who=who)
    recount_reports(player)


def who_can_be_sent_away(event: Event) -> set[int]:
    """Return the players who came back and for whom no round was paired since: that can be undone."""
    if event.state != EventState.RUNNING:
        return set()
    rounds = event.rounds.count()
    back = event.registrations.registered().filter(left_from__isnull=False).values_list("pk", "left_from")
    return {pk for pk, before in back if before and before.get("rounds") == rounds}


def undo_coming_back(player: Registration) -> None:
    """Give back the status, and everything with it, that the player came with."""
    before = player.left_from or {}
    here = before["checked_in_at"]
    player.status, player.checked_in_at = before["status"], dt.datetime.fromisoformat(here) if here else None
    player.entered_round, player.left_after_round = before["entered_round"], before["left_after_round"]
    player.left_from = None
    player.save(update_fields=BACK)
