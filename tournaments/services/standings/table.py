"""Standings as rows for the page: as published after a round, or as they are now."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise

from tournaments.models import Event, Registration, Round, TieBreak
from tournaments.models.crews import entrants
from tournaments.services.standings.clinch import CLINCH_LABELS, swiss_round_in_play
from tournaments.services.standings.ranking import frozen_row, order_of, standings
from tournaments.services.standings.titles import titles_of

SHORT: dict[str, str] = {TieBreak.OMW: "OMW%", TieBreak.OOMW: "OOMW%"}  # the breakdown shows the full names


@dataclasses.dataclass(frozen=True, slots=True)
class StandingRow:
    rank: int
    player: int
    name: str
    status: str
    points: int
    figures: list[str]
    clinched: str | Promise = ""


@dataclasses.dataclass(frozen=True, slots=True)
class StandingsTable:
    titles: Sequence[str | Promise]
    rows: list[StandingRow]
    was_corrected: bool


def standings_table(event: Event, shown: Round | None = None) -> StandingsTable:
    """Return the standings as published after a round, and whether a correction has changed them since."""
    up_to = shown.number if shown else None
    if not event.rounds.public().exists():
        return StandingsTable([], [], was_corrected=False)
    rows = [frozen_row(event, row) for row in standings(event, up_to=up_to)]
    was_corrected = False
    if shown and shown.frozen_standings is not None:
        was_corrected, rows = shown.frozen_standings != rows, shown.frozen_standings
    people = {player.pk: player for player in entrants(event)}
    labels = titles_of(event)
    codes = columns_of(event)
    titles = [SHORT.get(code, labels[code]) for code in codes]
    in_play = swiss_round_in_play(event) if shown is None else None
    clinch = (in_play and in_play.clinch) or {}
    lines = [_row(people, row, codes, clinch) for row in rows if row["player"] in people]
    return StandingsTable(titles, lines, was_corrected)


def columns_of(event: Event) -> list[str]:
    """Return the columns besides the points; the random order is only shown in the breakdown."""
    return [code for code in order_of(event) if code not in {TieBreak.MATCH_POINTS, "points", TieBreak.RANDOM}]


def _row(people: dict[int, Registration], row: dict[str, Any], codes: list[str], clinch: dict[str, str]) -> StandingRow:
    player = people[row["player"]]
    status = "" if player.can_play else str(player.get_status_display())
    figures = [row["figures"].get(code, "") for code in codes]
    clinched = CLINCH_LABELS.get(clinch.get(str(player.pk), ""), "")
    return StandingRow(row["rank"], player.pk, player.shown_name, status, row["points"], figures, clinched)
