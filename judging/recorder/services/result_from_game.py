"""Reporting the result of a game that was recorded to its end."""

from typing import Any

from judging.models import Recording
from judging.recorder.services.recording import account_of, game_of
from judging.recorder.services.table_score_from_game import score_of_crews, table_score
from judging.rights import plays_in
from rules.games import Account, Position
from tournaments.models import Ending, Match, Outcome
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import has_reported, report_result
from tournaments.results.services.scores import Score

OUTCOMES = {"A": Outcome.A, "B": Outcome.B}
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
