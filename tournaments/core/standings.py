"""Results in, ranked rows out, each figure exact and with its workings.

A rank is decided by the first tie-break of the event's order in which two players differ. Nothing depends on the order
of the results. A player who has dropped keeps the record at the drop: only matches that were played are counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby

from tournaments.core.breakdown import Workings, shown, workings
from tournaments.core.scoring import PlayerId, Record, Result, Scoring
from tournaments.core.tiebreaks import TIE_BREAKS, Entrant, Figures

__all__ = ["DEFAULT_ORDER", "DIRECT_ENCOUNTER", "Entrant", "Row", "UnknownTieBreak", "standings"]

DEFAULT_ORDER = ("match-points", "omw", "gg-difference", "gg-scored", "random")
DIRECT_ENCOUNTER = "direct-encounter"


class UnknownTieBreak(ValueError):
    code = "unknown-tie-break"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Players whom no tie-break could tell apart share a rank."""

    rank: int
    player: PlayerId
    record: Record
    figures: Figures = field(repr=False)
    encounters: dict[PlayerId, int] = field(repr=False)

    @property
    def points(self) -> int:
        return self.record.points

    def value(self, code: str) -> Fraction:
        if code == DIRECT_ENCOUNTER:
            return Fraction(self.encounters.get(self.player, 0))
        return self.figures.column(code).of(self.player)

    def shown(self, code: str) -> str:
        return shown(code, self.value(code))

    def workings(self, code: str) -> Workings:
        return workings(self.figures, self.player, code, self.value(code))


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[Result],
    *,
    scoring: Scoring | None = None,
    order: Sequence[str] = DEFAULT_ORDER,
) -> list[Row]:
    """Everyone among the entrants in the order of the event's tie-breaks."""
    unknown = [code for code in order if code not in TIE_BREAKS and code != DIRECT_ENCOUNTER]
    if unknown:
        raise UnknownTieBreak(", ".join(unknown))
    figures = Figures(entrants, results, scoring or Scoring())
    encounters: dict[PlayerId, int] = {}
    blocks = [sorted(figures.entrants, key=str)] if figures.entrants else []
    for code in order:
        blocks = _split(figures, blocks, code, encounters)
    rows: list[Row] = []
    for block in blocks:
        rank = len(rows) + 1
        rows += [Row(rank, name, figures.records[name], figures, encounters) for name in block]
    return rows


def _split(
    figures: Figures, blocks: list[list[PlayerId]], code: str, encounters: dict[PlayerId, int]
) -> list[list[PlayerId]]:
    """Those still tied, told apart by one more figure; the larger first."""
    parts: list[list[PlayerId]] = []
    for block in blocks:
        if len(block) == 1:
            parts.append(block)
            continue
        if code == DIRECT_ENCOUNTER:
            values = _points_among_themselves(figures, block)
            encounters.update(values)
        else:
            values = figures.column(code).values
        ranked = sorted(block, key=values.__getitem__, reverse=True)
        parts += [list(part) for _, part in groupby(ranked, key=values.__getitem__)]
    return parts


def _points_among_themselves(figures: Figures, block: list[PlayerId]) -> dict[PlayerId, int]:
    """Only where all who are tied have met each other; else nobody gains by it."""
    tied = set(block)
    met = {name: {game.opponent for game in figures.records[name].met} for name in block}
    if len(block) > 1 + max(map(len, met.values())) or any(b not in met[a] for a, b in combinations(block, 2)):
        return dict.fromkeys(block, 0)
    return {name: sum(game.points for game in figures.records[name].met if game.opponent in tied) for name in block}
