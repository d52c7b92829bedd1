"""The cross table: a row for each player in the order of the standings, a column for each round."""

import dataclasses

from tournaments.models import Event
from tournaments.players.models.crews import entrants
from tournaments.standings.services.ranking import standings


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
