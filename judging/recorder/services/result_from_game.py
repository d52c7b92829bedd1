"""Reporting the result of a game that was recorded to its end: of a duel, of a table for players by seat, absent ones
included, or of two crews."""

from collections.abc import Mapping
from typing import Any

from judging.cases.comparison.seat_matching import seating
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.services.recording import account_of, game_of
from judging.rights import plays_in
from rules.games import Account, Position, ruleset_of
from tournaments.core.places import Finish, places
from tournaments.models import DuelOutcome, Ending, Match
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import has_reported, report_result
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


OUTCOMES = {"A": DuelOutcome.A, "B": DuelOutcome.B}
ENDINGS = {
    "glory": Ending.GLORY,
    "tension": Ending.GLORY,
    "last-standing": Ending.KROSMASTERS,
    "concession": Ending.CONCESSION,
}


def score_from_game(game: Position | Account) -> Score | None:
    """Return the score, or None if the rules name no winner (time, or a judge decides): then the players report it
    themselves."""
    if game.winner is None or game.won_by not in ENDINGS:
        return None
    return Score.duel(
        outcome=OUTCOMES[game.winner],
        glory_a=game.glory["A"],
        glory_b=game.glory["B"],
        ending=ENDINGS[game.won_by],
    )


def _score(recording: Recording, match: Match) -> Score | None:
    if not recording.is_duel:
        return (score_of_crews if match.has_partners else table_score)(recording, match, ENDINGS)
    return score_from_game(account_of(recording) if recording.is_light else game_of(recording))


def report_result_from_game(*, recording: Recording, who: Any) -> bool:
    """Report the result for a player, or enter it for the staff. Raise Refused as those services do."""
    match = recording.match
    if match is None or match.is_done:
        return False
    score = _score(recording, match)
    if score is None:
        return False
    if plays_in(match, who):
        if not has_reported(match, who, score):  # the log was submitted twice
            report_result(match_id=match.pk, who=who, score=score)
    else:
        enter_result(match_id=match.pk, who=who, score=score)
    return True
