"""What is typed from a slip: the GG of both sides, as in `6-0 k`, or all by place with GG, as in `Gus 6 Ana Joe`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.text.names import name_words
from tournaments.core.places import is_draw
from tournaments.models import Ending
from tournaments.results.services.scores import Score, fits_glory

ENDINGS = {
    "g": Ending.GLORY,
    "k": Ending.KROSMASTERS,
    "t": Ending.TIME,
    "c": Ending.CONCESSION,
    "i": Ending.INTENTIONAL_DRAW,
}
Letters = Mapping[str, Ending]  # those of the endings that players can have
BOTH = re.compile(
    r"(?P<a>\d{1,2})\s*[-:/ ]\s*(?P<b>\d{1,2})\s*(?P<how>[a-z]?)\s*(?P<winner>[12]?)\s*(?P<late>[a-z]?)", re.IGNORECASE
)
GLORY = re.compile(r"\d{1,2}")
SHARED = "="  # before a player who shares the place of the one before
MOST_WORDS = 6  # that name one player


class Placed(NamedTuple):
    """A player in the line: the seat, the GG if they are typed, and at which word the name and all of it end."""

    seat: int
    glory: int | None
    is_shared: bool  # the place, with the player before
    end_of_name: int = 0
    end: int = 0


class Reading(NamedTuple):
    placed: tuple[Placed, ...]
    ending: Ending
    is_typed: bool  # the ending

    @property
    def leaves_ending_open(self) -> bool:
        """Whether it is read as won by glory, which it cannot be: first place is shared, or others have GG left."""
        score = self.score()
        fits = not is_draw(score.places) and fits_glory(list(zip(score.places, score.tallies, strict=True)))
        return self.ending == Ending.GLORY and not self.is_typed and not fits

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


def read_both(result: str, letters: Letters) -> Iterator[Reading]:
    """Read the GG of the two sides, a letter for the ending, and the number of the winner, which else has more GG."""
    found = BOTH.fullmatch(result)
    letter = (found["how"] + found["late"]).lower() if found else ""
    if found is None or letter not in {"", *letters}:
        return
    glory = int(found["a"]), int(found["b"])
    first = int(found["winner"]) - 1 if found["winner"] else int(glory[1] > glory[0])
    is_shared = not found["winner"] and glory[0] == glory[1]
    placed = Placed(first, glory[first], False), Placed(1 - first, glory[1 - first], is_shared)
    yield Reading(placed, letters.get(letter, Ending.GLORY), bool(letter))


def read_names(words: Sequence[str], seats: Sequence[Sequence[str]], letters: Letters) -> Iterator[Reading]:
    """Yield each way to read the words as everyone at the table by place, with GG, and a letter for the ending.

    `seats`: the words of each name. A last letter can be an ending or the beginning of a name. A number after a name is
    GG, unless the name has it.
    """
    ways = [(words, Ending.GLORY, False)]
    if words and words[-1].lower() in letters:
        ways.append((words[:-1], letters[words[-1].lower()], True))
    for named, ending, is_typed in ways:
        for placed in _placed(named, seats, ()):
            yield Reading(placed, ending, is_typed)


def unknown_words(words: Sequence[str], seats: Sequence[Sequence[str]], letters: Letters) -> list[str]:
    """Return the words that fit nobody at the table. Numbers are GG, and a last letter may be an ending."""
    is_ending = bool(words) and words[-1].lower() in letters
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
