"""The score of a table from its recorded game: for players by seat, absent ones included, or for two crews."""

from collections.abc import Mapping
from typing import Any

from judging.cases.comparison.seat_matching import seating
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.services.recording import game_of
from rules.games import Position, ruleset_of
from tournaments.core.places import Finish, places
from tournaments.models import Ending, Match
from tournaments.results.services.scores import Score

Left = tuple[tuple[str, ...], ...]  # groups of eliminated players, the first to go first


def table_score(recording: Recording, match: Match, endings: Mapping[str, Ending]) -> Score | None:
    """Return the score; None if the rules name no winner."""
    log, game = log_of_recording(recording), game_of(recording)
    report = ruleset_of(log).replay(log)
    winners = report.winners or ()
    if not game.over or len(winners) != 1 or game.won_by is None or game.won_by not in endings:
        return None
    seats = [player.pk for player in match.seats()]
    seat_of = {player: seats.index(seat.pk) for player, seat in seating(recording.header, match).items()}
    ranks = _places(game, report.out, winners[0])
    return Score(
        tuple(_each_seat(seat_of, ranks, len(seats), absent=len(seats))),
        tuple(_each_seat(seat_of, game.glory, len(seats), absent=0)),
        endings[game.won_by],
        tuple(seat for seat in range(len(seats)) if seat not in seat_of.values()),
    )


def score_of_crews(recording: Recording, match: Match, endings: Mapping[str, Ending]) -> Score | None:
    """Return the score of two crews. Partners win together, with the GG of both (9.3.2). None if the rules name no
    winner."""
    log, game = log_of_recording(recording), game_of(recording)
    crew_of = {player: match.side_of(seat) for player, seat in seating(recording.header, match).items()}
    winners = {crew_of[player] for player in ruleset_of(log).replay(log).winners or ()}
    if not game.over or len(winners) != 1 or game.won_by is None or game.won_by not in endings:
        return None
    glory = {crew: sum(game.glory[player] for player in crew_of if crew_of[player] == crew) for crew in ("a", "b")}
    return Score.duel(winners.pop(), glory["a"], glory["b"], endings[game.won_by])


def _places(game: Position, out: Left, winner: str) -> dict[str, int]:
    """Rank remaining players by GG, then by levels in play, and eliminated ones below, the last first
    (tournaments/core/places.py)."""
    left = {player: number for number, together in enumerate(out, start=1) for player in together}
    players = list(game.seats.order)
    finishes = [
        Finish(glory=game.glory[player], levels=_levels(game, player), out=left.get(player)) for player in players
    ]
    return dict(zip(players, places(finishes, players.index(winner)), strict=True))


def _levels(game: Position, player: str) -> int:
    return sum(unit.level for unit in game.in_play(player) if unit.is_krosmaster)


def _each_seat(seat_of: Mapping[str, int], values: Mapping[str, Any], seats: int, *, absent: int) -> list[int]:
    by_seat = {seat_of[player]: value for player, value in values.items()}
    return [by_seat.get(seat, absent) for seat in range(seats)]
