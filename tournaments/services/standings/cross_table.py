"""The cross table: a row for each player in the order of the standings, a cell for each round."""

import dataclasses

from tournaments.models import Event
from tournaments.models.crews import entrants
from tournaments.services.standings.pairing_input import records_of
from tournaments.services.standings.ranking import standings

SYMBOL = {"win": "+", "draw": "=", "loss": "-"}


@dataclasses.dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    name: str
    player: int
    points: int
    cells: list[str]


def cross_table(event: Event) -> tuple[list[int], list[CrossRow]]:
    """Cells as chess players write them: “+7”, won against the seventh; “+” alone is a bye."""
    names = {player.pk: player.shown_name for player in entrants(event)}
    found, ranked = records_of(event), standings(event)
    place = {row.player: number for number, row in enumerate(ranked, start=1)}
    rounds = sorted({game.round for record in found.values() for game in record.games})
    rows = []
    for row in ranked:
        games = {game.round: f"{SYMBOL[game.outcome]}{place.get(game.opponent or 0, '')}" for game in row.record.games}
        cells = [games.get(number, "") for number in rounds]
        rows.append(CrossRow(place[row.player], names[int(row.player)], int(row.player), row.points, cells))
    return rounds, rows
