"""Standings as rows for the page: as published after a round, or as they are now."""

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, Registration, Round, Status, TieBreak
from tournaments.models.crews import entrants
from tournaments.models.name_rows import NameRow, name_columns
from tournaments.services.standings.clinch import CLINCH_LABELS, swiss_round_in_play
from tournaments.services.standings.ranking import freeze_standings, order_of, titles_of

SHORT: dict[str, str] = {TieBreak.OMW: "OMW%", TieBreak.OOMW: "OOMW%"}  # the breakdown shows the full names


@dataclasses.dataclass(frozen=True, slots=True)
class StandingRow:
    rank: int
    player: int
    name: str
    status: str
    points: int
    figures: tuple[str, ...]
    clinched: str = ""


class RankedPlayer(NamedTuple):
    status: str
    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class StandingsTable:
    titles: Sequence[str | Promise]
    rows: list[StandingRow]
    was_corrected: bool


def standings_table(event: Event, shown: Round | None = None) -> StandingsTable:
    """Return the standings as published after a round, and whether a correction has changed them since."""
    up_to = shown.number if shown else None
    if not _public.all(event.pk):
        return StandingsTable([], [], was_corrected=False)
    rows = freeze_standings(event, up_to)
    was_corrected = False
    if shown and shown.frozen_standings is not None:
        was_corrected, rows = shown.frozen_standings != rows, shown.frozen_standings
    people = _people(event)
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


def _people(event: Event) -> dict[int, RankedPlayer]:
    if event.is_for_crews:
        return {crew.pk: RankedPlayer(crew.status, crew.shown_name) for crew in entrants(event)}
    return {pk: RankedPlayer(status, NameRow(*name).shown) for pk, status, *name in _players.all(event.pk)}


_public = Compiled(lambda event: Round.objects.filter(event=event).public().values_list("pk")[:1], NUMBER)
_players = Compiled(
    lambda event: Registration.objects.filter(event=event).taking_part().values_list("pk", "status", *name_columns()),
    NUMBER,
)


def _row(people: dict[int, RankedPlayer], row: dict[str, Any], codes: list[str], clinch: dict[str, str]) -> StandingRow:
    player = people[row["player"]]
    status = "" if player.status == Status.REGISTERED else str(Status(player.status).label)
    figures = tuple([row["figures"].get(code, "") for code in codes])
    clinched = str(CLINCH_LABELS.get(clinch.get(str(row["player"]), ""), "")) if clinch else ""
    return StandingRow(row["rank"], row["player"], player.name, status, row["points"], figures, clinched)
