"""The cut at tables of four: 4, 16 or 64 players; the winner of each table advances, up to a final of four.

Sixteen players sit at 1-8-9-16, 2-7-10-15, 3-6-11-14 and 4-5-12-13. The winners are then seated as if the number of
their table were their seed. Only the seeds and the places at each table are stored; everything else is computed. A
`Cut` offers pages the same interface as the `Bracket` of duels.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tournaments.core.bracket_plan import BracketError
from tournaments.core.places import PlayerId, break_ties

# The recommended number of rounds at tables of four, and of a cut.
CUT_SIZES = (4, 16, 64)
# (most players, rounds)
ADVICE = ((16, 3), (64, 4), (128, 5), (208, 6))
LARGEST = 7


def advised_rounds(players: int) -> int:
    return next((rounds for most, rounds in ADVICE if players <= most), LARGEST)


def rounds_without_rematch(players: int) -> int:
    """Return how many rounds can be played without a rematch: everyone meets three others per round."""
    return max(players - 1, 0) // 3


def cut_rounds(size: int) -> int:
    """Return the number of rounds of a cut of this size."""
    return CUT_SIZES.index(size) + 1


SEATS = 4
FINAL = "final"


@dataclass(frozen=True, slots=True)
class CutTable:
    """One table of the cut, the highest seed first; players who are not yet known are None."""

    slot: str  # "T1.3" is the third table of the first round; the last table is the "final"
    wave: int
    players: tuple[PlayerId | None, ...]
    places: tuple[int, ...] | None = None  # 1 to 4 without ties, or None while the table is open
    seats: ClassVar = SEATS

    @property
    def section(self) -> Literal["winners", "final"]:
        return "final" if self.slot == FINAL else "winners"

    @property
    def number(self) -> int:
        return self.wave

    @property
    def is_bye(self) -> bool:
        return False

    @property
    def is_playable(self) -> bool:
        return self.places is None and None not in self.players

    @property
    def winner(self) -> PlayerId | None:
        return None if self.places is None else self.players[self.places.index(1)]


@dataclass(frozen=True, slots=True)
class Cut:
    seeds: tuple[PlayerId, ...]
    matches: tuple[CutTable, ...]

    def match(self, slot: str) -> CutTable:
        return next(table for table in self.matches if table.slot == slot)

    def drawing_order(self, tables: int) -> Sequence[int]:
        """Return the positions of a round's tables so that those whose winners meet next are adjacent."""
        if tables < SEATS:
            return range(tables)
        return [number - 1 for table in seed_tables(tables) for number in table]

    @property
    def playable(self) -> tuple[CutTable, ...]:
        return tuple(table for table in self.matches if table.is_playable)

    @property
    def is_over(self) -> bool:
        return self.champion is not None

    @property
    def champion(self) -> PlayerId | None:
        return self.matches[-1].winner

    def placings(self) -> list[tuple[int, PlayerId]]:
        """Rank players by how far they came, then by the place at their last table, then by seed; all remaining players
        share a place."""
        rank = {player: place for place, player in enumerate(self.seeds)}
        left: dict[PlayerId, tuple[int, int, int]] = {}
        for table in self.matches:
            for player, place in zip(table.players, table.places or (), strict=False):
                if player is not None and (place > 1 or table.slot == FINAL):
                    left[player] = (-table.wave, place, rank[player])
        still_in = (-len(self.matches) - 1, 0, 0)
        ranked = sorted(self.seeds, key=lambda player: (left.get(player, still_in), rank[player]))
        keys = [left.get(player, still_in) for player in ranked]
        return [(1 + keys.index(key), player) for key, player in zip(keys, ranked, strict=True)]


def seed_tables(size: int) -> list[tuple[int, ...]]:
    """Return the seeds at each table of the first round."""
    if size not in CUT_SIZES:
        raise BracketError("bad-size", f"a cut of tables of four has 4, 16 or 64 players, not {size}")
    tables = size // SEATS
    return [(k, 2 * tables + 1 - k, 2 * tables + k, 4 * tables + 1 - k) for k in range(1, tables + 1)]


Places = Mapping[PlayerId, int]  # of all players at a table


def build_cut(seeds: Sequence[PlayerId], places: Mapping[str, Places] | None = None) -> Cut:
    """Return the cut of these seeds (highest first), given the places at decided tables by slot.

    Where two players share a place, the higher seed advances.
    """
    if len(set(seeds)) < len(seeds):
        raise BracketError("player-twice", "a player is seeded twice")
    seed_tables(len(seeds))
    decided = dict(places or {})
    tables = tuple(_tables(seeds, decided))
    if decided:
        raise BracketError("unknown-slot", f"no table of this cut is called {', '.join(sorted(decided))}")
    return Cut(tuple(seeds), tables)


def _tables(seeds: Sequence[PlayerId], decided: dict[str, Places]) -> Iterator[CutTable]:
    rank = {player: place for place, player in enumerate(seeds, start=1)}
    entrants: list[PlayerId | None] = list(seeds)
    wave = 0
    while len(entrants) > 1:
        wave += 1
        winners = []
        for number, its in enumerate(seed_tables(len(entrants)), start=1):
            slot = FINAL if len(entrants) == SEATS else f"T{wave}.{number}"
            players = sorted(
                (entrants[seed - 1] for seed in its), key=lambda one: len(seeds) + 1 if one is None else rank[one]
            )
            table = _table(slot, wave, players, decided.pop(slot, None), rank)
            winners.append(table.winner)
            yield table
        entrants = winners


def _table(
    slot: str,
    wave: int,
    players: Sequence[PlayerId | None],
    places: Places | None,
    rank: Mapping[PlayerId, int],
) -> CutTable:
    if places is None:
        return CutTable(slot, wave, tuple(players))
    known = [player for player in players if player is not None]
    if len(known) < SEATS:
        raise BracketError("tie-not-ready", f"{slot} is not there to be played yet")
    if set(places) != set(known):
        raise BracketError("not-in-tie", f"{slot} is played by others than {', '.join(map(str, places))}")
    found = [places[player] for player in known]
    if min(found) != 1 or max(found) > SEATS:
        raise BracketError("bad-places", f"no table of four ends with the places {found}")
    return CutTable(slot, wave, tuple(known), break_ties(found, [rank[player] for player in known]))
