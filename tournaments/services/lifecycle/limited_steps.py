"""Steps that only a limited event has before its first round: drawing pods, seating players, locking pools."""

from enum import StrEnum

from tournaments.models import Event, EventState, Round
from tournaments.models.players import RegistrationQuerySet
from tournaments.services.lists.pods import FEWEST, unseated


class LimitedStep(StrEnum):
    DRAW_PODS = "draw-pods"
    SEAT_PLAYERS = "seat-players"
    LOCK_POOLS = "lock-pools"


def limited_step(event: Event, last: Round | None) -> LimitedStep | None:
    """Return the step needed before the pairings, if any. Pools on paper need none, unless lists are required."""
    if not event.is_limited or last is not None or event.state not in {EventState.CHECK_IN, EventState.RUNNING}:
        return None
    if event.pod_rounds and event.pods_seed is None:
        enough = event.registrations.to_be_paired().count() >= FEWEST
        return LimitedStep.DRAW_PODS if enough else None
    if unseated(event):
        return LimitedStep.SEAT_PLAYERS
    return LimitedStep.LOCK_POOLS if _waits_for_pools(event) else None


def _waits_for_pools(event: Event) -> bool:
    """Whether pools must be locked first: some are locked, begun or required for lists, and others are not yet locked.

    Once the rounds have started, only an unlocked pool that has figures blocks the round; the others are on paper.
    """
    if event.has_started:
        return any(player.pool and player.pool.figures and not player.locked_pool for player in _with_pools(event))
    locked, players = pools_locked(event)
    begun = event.registrations.registered().filter(pool__isnull=False).exists()
    return locked < players and (begun or event.lists_required)


def _with_pools(event: Event) -> RegistrationQuerySet:
    return event.registrations.to_be_paired().filter(pool__isnull=False).select_related("pool")


def pools_locked(event: Event) -> tuple[int, int]:
    """Return the number of locked pools, and of players who are here."""
    here = event.registrations.to_be_paired()
    return here.filter(pool__locked_at__isnull=False).count(), here.count()
