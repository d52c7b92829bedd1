"""Prizes by rank, as the organiser wrote them: “1: trophy”, “1st: trophy”, “2-4: booster”."""

import dataclasses
import math
import re
from collections.abc import Sequence
from itertools import count

from tournaments.core.scoring import records
from tournaments.cut.services.bracket import places_played_for
from tournaments.cut.services.seeding import final_ranks
from tournaments.models import Event, EventState, Registration, Status
from tournaments.standings.services.pairing_input import results_of, results_of_cut

ORDINAL = r"(?:st|nd|rd|th|er|re|ère|e|ème)?"  # "1st", "1er"
LINE = re.compile(
    rf"\s*(?P<first>\d{{1,5}}){ORDINAL}\s*(?:[-–]\s*(?P<last>\d{{1,5}}){ORDINAL})?\s*[:.]\s*(?P<prize>.+)",
    re.IGNORECASE,
)


@dataclasses.dataclass(frozen=True, slots=True)
class ReportRow:
    rank: int
    player: Registration
    prizes: list[str]
    waits: bool = False  # whether this place is not decided yet


@dataclasses.dataclass(frozen=True, slots=True)
class PlayedRow:
    """A place of the final ranking, with what was done for it in all rounds, those of the cut included."""

    rank: int
    player: Registration
    prizes: list[str]
    record: str
    points: int
    tally: int


def prizes_for(text: str, rank: int) -> list[str]:
    found = [match for line in text.splitlines() if (match := LINE.fullmatch(line))]
    return [m["prize"].strip() for m in found if rank in _ranks(m)]


def prize_lines(text: str) -> list[tuple[int, int, str]]:
    """Return first rank, last rank and prize of each line; older free text gives (0, 0, line)."""
    lines = [(line.strip(), LINE.fullmatch(line)) for line in text.splitlines() if line.strip()]
    return [
        (_ranks(match).start, _ranks(match).stop - 1, match["prize"].strip())
        if match and _ranks(match)
        else (0, 0, line)
        for line, match in lines
    ]


def lines_for_nobody(text: str) -> list[str]:
    """Return the lines without a valid rank: “first: x”, “4-2: x”."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [line for line in lines if not ((match := LINE.fullmatch(line)) and _ranks(match))]


def _ranks(line: re.Match[str]) -> range:
    first = max(int(line["first"]), 1)
    return range(first, int(line["last"] or line["first"]) + 1)


def undecided_places(event: Event) -> float:
    """Return how many of the first places are still undecided: all during the Swiss rounds, then those of the cut."""
    if event.has_final_ranking or event.state == EventState.CUT:
        return places_played_for(event)
    return math.inf


def final_report(event: Event) -> list[ReportRow]:
    """Return the final ranking with prizes.

    Prizes go by position in the list, so that two players who share a rank do not both get a single prize. A
    disqualified player keeps the rank, and the prize goes to the next one. Prizes of undecided places are withheld.
    """
    places, played_for = count(1), undecided_places(event)
    rows = [
        ReportRow(rank, player, prizes_for(event.prizes, next(places)) if player.status != Status.DISQUALIFIED else [])
        for rank, player in final_ranks(event)
    ]
    return [dataclasses.replace(row, prizes=[], waits=True) if row.rank <= played_for else row for row in rows]


def with_what_was_played(event: Event, report: Sequence[ReportRow]) -> list[PlayedRow]:
    """Return the places with record, points and tally of each; nothing of somebody who was in no round."""
    done = records([*results_of(event), *results_of_cut(event)], event.scoring)
    rows = [(row, done[row.player.pk]) for row in report]
    return [
        PlayedRow(row.rank, row.player, row.prizes, "-".join(map(str, own.counts)), own.points, own.glory_scored)
        for row, own in rows
    ]
