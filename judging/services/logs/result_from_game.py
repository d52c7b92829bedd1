"""From a game that was recorded to its end to the result that its player reports."""

from typing import Any

from judging.models import Recording
from judging.services.recorder.recording import account_of, game_of
from judging.services.rights import plays_in
from rules.games import Account, Position
from tournaments.models import Ending, Outcome
from tournaments.services.results.entry import enter_result
from tournaments.services.results.reporting import report_result
from tournaments.services.results.scores import Score

OUTCOMES = {"A": Outcome.A, "B": Outcome.B}
ENDINGS = {
    "glory": Ending.GLORY,
    "tension": Ending.GLORY,
    "last-standing": Ending.KROSMASTERS,
    "concession": Ending.CONCESSION,
}


def score_from_game(game: Position | Account) -> Score | None:
    """None where the rules name no winner (time, or a judge decides): that the players report themselves."""
    if game.winner is None or game.won_by not in ENDINGS:
        return None
    return Score(
        outcome=OUTCOMES[game.winner],
        glory_a=game.glory["A"],
        glory_b=game.glory["B"],
        ending=ENDINGS[game.won_by],
    )


def report_result_from_game(*, recording: Recording, who: Any) -> bool:
    """Says for the player, or enters for the staff, how the recorded game ended. Raises Refused as they do."""
    match = recording.match
    if match is None or match.is_done or not recording.is_duel:
        return False  # the places of a table its players report themselves
    score = score_from_game(account_of(recording) if recording.is_light else game_of(recording))
    if score is None:
        return False
    if plays_in(match, who):
        report_result(match_id=match.pk, who=who, score=score)
    else:
        enter_result(match_id=match.pk, who=who, score=score)
    return True
