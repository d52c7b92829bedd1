"""The staff's table of pools."""

import dataclasses

from core.text.names import as_sorted
from teams.models import Pool
from tournaments.models import Event, Registration


@dataclasses.dataclass(frozen=True, slots=True)
class PoolRow:
    player: Registration
    pool: Pool | None
    level: int | None


def pool_rows(event: Event, *, sees_level: bool) -> list[PoolRow]:
    players = event.registrations.registered().named().select_related("pool__registered_by")
    return [_row(player, sees_level) for player in sorted(players, key=lambda row: as_sorted(row.full_name))]


def _row(player: Registration, sees_level: bool) -> PoolRow:
    best = player.pool.reachable() if sees_level and player.pool else None
    return PoolRow(player, player.pool, best.level if best else None)


def players_without_pool(event: Event) -> int:
    """Count the players who cannot submit a limited list yet."""
    return event.registrations.registered().filter(pool__locked_at__isnull=True).count() if event.is_limited else 0
