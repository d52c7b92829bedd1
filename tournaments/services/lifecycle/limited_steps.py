"""Steps that only a limited event has before its first round: pods, seats, pools."""

from enum import StrEnum

from tournaments.models import Event, EventState, Round
from tournaments.models.players import RegistrationQuerySet
from tournaments.services.lists.pods import FEWEST, unseated


class LimitedStep(StrEnum):
    DRAW_PODS = "draw-pods"
    SEAT_PLAYERS = "seat-players"
    LOCK_POOLS = "lock-pools"


def limited_step(event: Event, last: Round | None) -> LimitedStep | None:
    """What comes before the pairings; pools kept on paper need nothing, and a list needs a pool."""
    if not event.is_limited or last is not None or event.state not in {EventState.CHECK_IN, EventState.RUNNING}:
        return None
    if event.pod_rounds and event.pods_seed is None:
        enough = event.registrations.to_be_paired().count() >= FEWEST
        return LimitedStep.DRAW_PODS if enough else None
    if unseated(event):
        return LimitedStep.SEAT_PLAYERS
    return LimitedStep.LOCK_POOLS if _waits_for_pools(event) else None


def _waits_for_pools(event: Event) -> bool:
    """Some are locked on this site, or have to be for the lists, and others are not. Once the rounds have started only
    a pool that keeps the round from being published: the others are kept on paper."""
    if event.has_started:
        return any(player.pool and player.pool.figures and not player.locked_pool for player in _with_pools(event))
    locked, players = pools_locked(event)
    begun = event.registrations.registered().filter(pool__isnull=False).exists()
    return locked < players and (begun or event.lists_required)


def _with_pools(event: Event) -> RegistrationQuerySet:
    return event.registrations.to_be_paired().filter(pool__isnull=False).select_related("pool")


def pools_locked(event: Event) -> tuple[int, int]:
    """How many, and of how many players who are here."""
    here = event.registrations.to_be_paired()
    return here.filter(pool__locked_at__isnull=False).count(), here.count()
