"""What is typed from a slip: the tallies of both sides, as in `6-0 k`, or all by place, as in `Gus 6 Ana Joe`."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.text.names import name_words
from tournaments.events.models.formats import Format
from tournaments.results.services.scores import Score

BOTH = re.compile(
    r"(?P<a>\d{1,2})\s*[-:/ ]\s*(?P<b>\d{1,2})\s*(?P<how>[a-z]?)\s*(?P<winner>[12]?)\s*(?P<late>[a-z]?)", re.IGNORECASE
)
GLORY = re.compile(r"\d{1,2}")
SHARED = "="  # before a player who shares the place of the one before
MOST_WORDS = 6  # that name one player


class Placed(NamedTuple):
    """A player in the line: the seat, the tally if it is typed, and at which word the name and all of it end."""

    seat: int
    glory: int | None
    is_shared: bool  # the place, with the player before
    end_of_name: int = 0
    end: int = 0


class Reading(NamedTuple):
    placed: tuple[Placed, ...]
    format: Format
    typed_ending: str  # "" where the line leaves it open
    in_cut: bool

    @property
    def ending(self) -> str:
        """The ending, or of the usual ones the first that fits."""
        usual = self.format.usual_endings
        return self.typed_ending or next((each for each in usual if self._fits(each)), usual[0])

    @property
    def leaves_ending_open(self) -> bool:
        """Whether it is read as a usual ending, which it cannot be."""
        return not self.typed_ending and not self._fits(self.ending)

    def _fits(self, ending: str) -> bool:
        return self.format.checks[ending].fits(self._finish(), self.in_cut)

    @property
    def needs_glory(self) -> bool:
        """Whether tallies are missing: the winner's if the ending is a usual one, otherwise everyone's. Others without
        a number have none."""
        counted = self.placed[:1] if self.ending in self.format.usual_endings else self.placed
        return all(player.glory is None for player in counted)

    def score(self) -> Score:
        finish = self._finish()
        return Score(tuple(place for place, _glory in finish), tuple(glory for _place, glory in finish), self.ending)

    def _finish(self) -> list[tuple[int, int]]:
        """Return place and tally of each seat."""
        places: dict[int, int] = {}
        for place, player in enumerate(self.placed, start=1):
            places[player.seat] = places[self.placed[place - 2].seat] if player.is_shared else place
        glory = {player.seat: player.glory or 0 for player in self.placed}
        return [(places[seat], glory[seat]) for seat in sorted(places)]


def read_both(result: str, format_: Format, *, in_cut: bool) -> Iterator[Reading]:
    """Read the tallies of the two sides, a letter for the ending, and the number of the winner, who else has more."""
    found = BOTH.fullmatch(result)
    letter = (found["how"] + found["late"]).lower() if found else ""
    if found is None or letter not in {"", *format_.letters}:
        return
    glory = int(found["a"]), int(found["b"])
    first = int(found["winner"]) - 1 if found["winner"] else int(glory[1] > glory[0])
    is_shared = not found["winner"] and glory[0] == glory[1]
    placed = Placed(first, glory[first], False), Placed(1 - first, glory[1 - first], is_shared)
    yield Reading(placed, format_, format_.letters.get(letter, ""), in_cut)


def read_names(
    words: Sequence[str], seats: Sequence[Sequence[str]], format_: Format, *, in_cut: bool
) -> Iterator[Reading]:
    """Yield each way to read the words as everyone at the table by place, with tallies, and a letter for the ending.

    `seats`: the words of each name. A last letter can be an ending or the beginning of a name. A number after a name is
    a tally, unless the name has it.
    """
    ways = [(words, "")]
    if words and words[-1].lower() in format_.letters:
        ways.append((words[:-1], format_.letters[words[-1].lower()]))
    for named, ending in ways:
        for placed in _placed(named, seats, ()):
            yield Reading(placed, format_, ending, in_cut)


def unknown_words(words: Sequence[str], seats: Sequence[Sequence[str]], format_: Format) -> list[str]:
    """Return the words that fit nobody at the table. Numbers are tallies, and a last letter may be an ending."""
    is_ending = bool(words) and words[-1].lower() in format_.letters
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
