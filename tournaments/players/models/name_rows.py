"""What names of players are shown, of the columns that they are made of. Lists of hundreds read these as plain values:
model instances would cost ten times as much.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.text.names import initials
from tournaments.players.models.crew_rows import named_together, with_number

NAME_NUMBERS = ("full_name_number", "shown_name_number")
NO_ACCOUNT = (None, None, None, None)  # in the columns of an account


class NameRow(NamedTuple):
    """The columns from which `full_name` and `shown_name` of a registration follow, of the registration or from
    `values_list(*name_columns())`."""

    guest_name: str
    is_minor: bool
    is_hidden: bool
    username: str | None  # None without an account
    public_name: str | None
    account_is_minor: bool | None
    account_is_hidden: bool | None
    full_name_number: int | None = None
    shown_name_number: int | None = None

    @property
    def plain(self) -> str:
        """The full name without a number."""
        public = self.public_name and self.public_name.strip()
        return public or self.username or self.guest_name

    @property
    def full(self) -> str:
        """The full name, for the staff only."""
        return with_number(self.plain, self.full_name_number) if self.full_name_number else self.plain

    @property
    def shown(self) -> str:
        """What everyone reads."""
        own = self.shown_without_number
        return with_number(own, self.shown_name_number) if self.shown_name_number else own

    @property
    def shown_without_number(self) -> str:
        """Initials for minors and for names that moderators hide: an account hides its own, whatever the entry says."""
        of_account = self.username is not None
        hidden = (self.account_is_minor or self.account_is_hidden) if of_account else self.is_hidden
        return initials(self.plain) if self.is_minor or hidden else self.plain


# makes a NameRow of its columns without a Python call: an event has thousands of them


def name_columns(way: str = "") -> list[str]:
    """Return the columns of a NameRow. `way` is the path to the player, such as "registration__"."""
    own = ("guest_name", "is_minor", "hidden_by_moderators")
    account = ("username", "public_name", "is_minor", "hidden_by_moderators")
    columns = (*own, *(f"user__{name}" for name in account), *NAME_NUMBERS)
    return [f"{way}{name}" for name in columns]


@dataclass(slots=True)
class SideRow:
    """The players of one side of a match, from `values_list(*side_columns())` of their seats."""

    crew: str | None
    players: list[int]
    names: list[NameRow]

    @property
    def player(self) -> int:
        """The id by which results and standings refer to the side."""
        return self.players[0]

    @property
    def full(self) -> str:
        """The full names, for the staff only."""
        first, *others = self.names
        return named_together([name.full for name in self.names], self.crew) if others else first.full

    @property
    def shown(self) -> str:
        first, *others = self.names
        return named_together([name.shown for name in self.names], self.crew) if others else first.shown


def side_columns() -> list[str]:
    return ["match", "side", "registration__crew__name", "registration", *name_columns("registration__")]


def sides_of_matches(seats: Iterable[Sequence[Any]]) -> dict[int, list[SideRow]]:
    """Return the sides of each match in the order of the seats."""
    matches: dict[int, dict[int, SideRow]] = {}
    for match, number, crew, player, *columns in seats:
        sides, name = matches.setdefault(match, {}), NameRow._make(columns)
        if number in sides:
            sides[number].players.append(player)
            sides[number].names.append(name)
        else:
            sides[number] = SideRow(crew, [player], [name])
    return {match: list(sides.values()) for match, sides in matches.items()}
