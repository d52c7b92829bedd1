"""The players of an event as plain values, for pages that list all of them: instances would cost five times as much."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.events.models.events import Event
from tournaments.players.models.name_rows import NameRow, name_columns
from tournaments.players.models.players import Status

COLUMNS = ("pk", "user_id", "status", "club", "checked_in_at", "held_until", "paid", "fixed_table")


class PlayerRow(NamedTuple):
    """What `Registration` says of a player, by the same names."""

    pk: int
    user_id: int | None
    status: str
    club: str
    checked_in_at: dt.datetime | None
    held_until: dt.datetime | None
    paid: bool
    fixed_table: int | None
    name: NameRow

    @property
    def full_name(self) -> str:
        """The full name, for the staff only."""
        return self.name.full

    @property
    def shown_name(self) -> str:
        return self.name.shown

    @property
    def is_checked_in(self) -> bool:
        return self.checked_in_at is not None

    @property
    def can_play(self) -> bool:
        return self.status == Status.REGISTERED


def notes_who_paid(event: Event, players: Iterable[PlayerRow]) -> bool:
    """Whether the staff note who has paid: there is a fee, or an imported file says of somebody that they paid."""
    return bool(event.entry_fee) or any(player.paid for player in players)


def player_rows(event: Event) -> list[PlayerRow]:
    known = len(COLUMNS)
    rows = event.registrations.values_list(*COLUMNS, *name_columns())
    return [PlayerRow._make((*row[:known], NameRow._make(row[known:]))) for row in rows]
