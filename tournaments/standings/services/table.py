"""Standings as rows for the page: as published after a round, or as they are now; and the cross table."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.models import Event, Round, Status, TieBreak
from tournaments.players.models.crews import entrants, names_of_entrants
from tournaments.standings.services.clinch import CLINCH_LABELS, shown_clinch
from tournaments.standings.services.ranking import (
    freeze_standings,
    order_of,
    standings,
    texts_of,
    titles_of,
)

SHORT: dict[str, str] = {TieBreak.OMW: "OMW%", TieBreak.OOMW: "OOMW%"}  # the breakdown shows the full names


class StandingRow(NamedTuple):
    """`record`: rounds won, drawn and lost; at tables of four how many ended in each place."""

    rank: int
    player: int
    name: str
    status: str
    points: int
    record: tuple[int, ...]
    figures: tuple[str, ...]
    clinched: str = ""
    is_last_in_cut: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class StandingsTable:
    record_title: str
    titles: tuple[str, ...]
    codes: tuple[str, ...]
    ranked: Sequence[Any]  # of which `lines` makes the rows of the page
    was_corrected: bool
    lines: Callable[[Sequence[Any]], list[StandingRow]]

    @property
    def rows(self) -> list[StandingRow]:
        return self.lines(self.ranked)


def standings_table(event: Event, shown: Round | None = None) -> StandingsTable:
    """Return the current standings, or those published after a round."""
    if not event.rounds.public().exists():
        return StandingsTable("", (), (), [], was_corrected=False, lines=lambda _rows: [])
    lines = _Lines(event, is_current=shown is None)
    titles = _titles(event)
    if shown is None:
        ranked = [row for row in standings(event) if row.player in lines.people]
        return StandingsTable(*titles, lines.codes, ranked, was_corrected=False, lines=lines.of_current)
    return _published(event, shown, titles, lines)


def _published(event: Event, shown: Round, titles: tuple[str, tuple[str, ...]], lines: "_Lines") -> StandingsTable:
    """Return the standings as they were published, and whether a correction has changed them since."""
    now = freeze_standings(event, shown.number)
    frozen = shown.details.frozen_standings
    rows = now if frozen is None else _with_records(frozen, now)
    ranked = [row for row in rows if row["player"] in lines.people]
    return StandingsTable(*titles, lines.codes, ranked, was_corrected=rows != now, lines=lines.of_published)


def _with_records(frozen: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Complete rows that were published before standings had records, unless a correction has changed the row."""
    rows = {row["player"]: row for row in now}
    return [row if "record" in row else _with_record(row, rows.get(row["player"], {})) for row in frozen]


def _with_record(row: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    complete = row | {"record": now.get("record", [])}
    return complete if complete == now else row | {"record": []}


def _titles(event: Event) -> tuple[str, tuple[str, ...]]:
    """Return the title of the record, and those of the tie-breaks."""
    titles = titles_of(event)
    return str(event.format.words.record), tuple([SHORT.get(code) or str(titles[code]) for code in columns_of(event)])


def columns_of(event: Event) -> list[str]:
    """Return the columns besides the points; the random order is only shown in the breakdown."""
    return [code for code in order_of(event) if code not in {TieBreak.MATCH_POINTS, "points", TieBreak.RANDOM}]


class _Lines:
    """Makes the rows of the page, with names and words; what all rows share is read once."""

    def __init__(self, event: Event, *, is_current: bool) -> None:
        self.event, self.codes = event, tuple(columns_of(event))
        self.people = _people(event)
        clinch = shown_clinch(event) if is_current and event.has_planned_cut else {}
        self.clinched = {int(player): str(CLINCH_LABELS.get(how, "")) for player, how in clinch.items()}

    def of_current(self, ranked: Sequence[Any]) -> list[StandingRow]:
        texts = texts_of(ranked, self.codes)
        people, clinched = self.people, self.clinched
        shown = [(row.rank, row.player, row.record.points, row.record.counts) for row in ranked]
        return [
            StandingRow._make((rank, player, *people[player], points, counts, figures, clinched.get(player, ""), False))
            for (rank, player, points, counts), figures in zip(shown, texts, strict=True)
        ]

    def of_published(self, ranked: Sequence[dict[str, Any]]) -> list[StandingRow]:
        return [
            StandingRow._make(
                (
                    row["rank"],
                    row["player"],
                    *self.people[row["player"]],
                    row["points"],
                    tuple(row["record"]),
                    tuple([row["figures"].get(code, "") for code in self.codes]),
                    "",
                    False,
                )
            )
            for row in ranked
        ]


def _people(event: Event) -> dict[int, tuple[str, str]]:
    """Return the name of each player, and the status in words unless they are still playing."""
    return {
        pk: (name, "" if status == Status.REGISTERED else str(Status(status).label))
        for pk, status, name in names_of_entrants(event)
    }


@dataclasses.dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    name: str
    player: int
    points: int
    cells: list[str]


def cross_table(event: Event) -> tuple[list[int], list[CrossRow]]:
    """Return the rounds and rows. Cells are as in chess, “+7” is a win against the seventh, “+” a bye; or the place at
    the table: "2/4", "1=/4" for a shared first place."""
    names = {player.pk: player.shown_name for player in entrants(event)}
    ranked = standings(event)
    place = {row.player: number for number, row in enumerate(ranked, start=1)}
    rounds = sorted({game.round for row in ranked for game in row.record.games})
    rows = []
    for row in ranked:
        games = {
            game.round: f"{event.scoring.mark(game)}{place.get(game.opponent or 0, '')}" for game in row.record.games
        }
        cells = [games.get(number, "") for number in rounds]
        rows.append(CrossRow(place[row.player], names[int(row.player)], int(row.player), row.points, cells))
    return rounds, rows
