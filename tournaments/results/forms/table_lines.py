"""What is typed from the slip of a table of three or four: the players by place, with GG, as in `Gus 6 Ana Joe Cid`."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.text.names import name_words
from tournaments.core.places import is_draw
from tournaments.models import Ending
from tournaments.results.services.scores import Score, fits_glory

ENDINGS = {"g": Ending.GLORY, "k": Ending.KROSMASTERS, "t": Ending.TIME, "c": Ending.CONCESSION}
GLORY = re.compile(r"\d{1,2}")
SHARED = "="  # before a player who shares the place of the one before
MOST_WORDS = 6  # that name one player


class Placed(NamedTuple):
    """A player in the line: the seat, the GG if they are typed, and at which word the name and all of it end."""

    seat: int
    glory: int | None
    is_shared: bool  # the place, with the player before
    end_of_name: int
    end: int


class TableReading(NamedTuple):
    placed: tuple[Placed, ...]
    ending: Ending

    @property
    def leaves_ending_open(self) -> bool:
        """Whether it is read as won by glory, which it cannot be: first place is shared, or others have GG left."""
        score = self.score()
        fits = not is_draw(score.places) and fits_glory(list(zip(score.places, score.tallies, strict=True)))
        return self.ending == Ending.GLORY and not fits

    @property
    def needs_glory(self) -> bool:
        """Whether GG are missing: the winner's by glory, otherwise everyone's. Others without a number have none."""
        counted = self.placed[:1] if self.ending == Ending.GLORY else self.placed
        return all(player.glory is None for player in counted)

    def score(self) -> Score:
        places: dict[int, int] = {}
        for place, player in enumerate(self.placed, start=1):
            places[player.seat] = places[self.placed[place - 2].seat] if player.is_shared else place
        glory = {player.seat: player.glory or 0 for player in self.placed}
        seats = sorted(places)
        return Score(tuple(places[seat] for seat in seats), tuple(glory[seat] for seat in seats), self.ending)


def read_table(words: Sequence[str], seats: Sequence[Sequence[str]]) -> Iterator[TableReading]:
    """Yield each way to read the words as everyone at the table by place, with GG, and a letter for the ending.

    `seats`: the words of each name. A last letter can be an ending or the beginning of a name. A number after a name is
    GG, unless the name has it.
    """
    ways = [(words, Ending.GLORY)]
    if words and words[-1].lower() in ENDINGS:
        ways.append((words[:-1], ENDINGS[words[-1].lower()]))
    for named, ending in ways:
        for placed in _placed(named, seats, ()):
            yield TableReading(placed, ending)


def unknown_words(words: Sequence[str], seats: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that fit nobody at the table. Numbers are GG, and a last letter may be an ending."""
    is_ending = bool(words) and words[-1].lower() in ENDINGS
    named = [word for word in words[: len(words) - is_ending] if word != SHARED and not GLORY.fullmatch(word)]
    return [word for word in named if not _seats_that_fit(word, seats)]


def unnamed_seats(words: Sequence[str], seats: Sequence[Sequence[str]]) -> list[int]:
    """Return the seats whose names none of the words fits."""
    named = {seat for word in words for seat in _seats_that_fit(word, seats)}
    return [seat for seat in range(len(seats)) if seat not in named]


def _seats_that_fit(word: str, seats: Sequence[Sequence[str]]) -> list[int]:
    parts = name_words(word)
    return [seat for seat, name in enumerate(seats) if parts and _is_called(name, parts, str.startswith)]


def _placed(
    words: Sequence[str], seats: Sequence[Sequence[str]], before: tuple[Placed, ...]
) -> Iterator[tuple[Placed, ...]]:
    """Yield each way to read the words after those of the players `before`."""
    begin = before[-1].end if before else 0
    if begin == len(words):
        if len(before) == len(seats):
            yield before
        return
    is_shared = bool(before) and words[begin] == SHARED
    for player in _next_placed(words, seats, begin + is_shared, is_shared):
        if player.seat not in {other.seat for other in before}:
            yield from _placed(words, seats, (*before, player))


def _next_placed(words: Sequence[str], seats: Sequence[Sequence[str]], begin: int, is_shared: bool) -> Iterator[Placed]:
    for end in range(begin + 1, min(begin + MOST_WORDS, len(words)) + 1):
        seat = _seat_called(words[begin:end], seats)
        if seat is not None:
            yield Placed(seat, None, is_shared, end, end)
            if end < len(words) and GLORY.fullmatch(words[end]) and _seat_called(words[begin : end + 1], seats) != seat:
                yield Placed(seat, int(words[end]), is_shared, end, end + 1)


def _seat_called(typed: Sequence[str], seats: Sequence[Sequence[str]]) -> int | None:
    """Return the only seat whose name has these words; without one, the only seat with words that begin with them."""
    parts = [part for word in typed for part in name_words(word)]
    for fits in (str.__eq__, str.startswith):
        called = [seat for seat, name in enumerate(seats) if parts and _is_called(name, parts, fits)]
        if called:
            return called[0] if len(called) == 1 else None
    return None


def _is_called(name: Sequence[str], parts: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    left = list(name)
    for part in parts:
        word = next((word for word in left if fits(word, part)), None)
        if word is None:
            return False
        left.remove(word)
    return True
