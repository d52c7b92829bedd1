"""The result that the log claims, held against the position in which its actions end (1.4)."""

from collections.abc import Iterator

from rules.arena.engine.glory import ARTICLE_OF_VICTORY, possible_glory
from rules.arena.engine.state import OTHER, Game
from rules.arena.log import Result
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.messages import sentence as _


def findings(game: Game, result: Result | None) -> Iterator[Issue]:
    """After an error the position is a guess: a result that does not follow from it is no slip of its own."""
    if result is None:
        yield Issue("warning", "no-result", _("The log states no result."))
        return
    after_errors = any(finding.severity == "error" for finding in game.findings)
    for article, code, said, expected, logged in _differences(game, result):
        severity, number = ("note", None) if after_errors else ("error", article)
        yield Issue(severity, code, said, article=number, expected=expected, logged=logged)


def follows(game: Game, result: Result | None) -> bool:
    return result is None or not any(_differences(game, result))


Difference = tuple[str, str, Sentence, dict[str, object], dict[str, object]]


def _differences(game: Game, result: Result) -> Iterator[Difference]:
    if not _may_have_won(game, result.winner):
        nobody = _("nobody") if game.over else _("nobody yet")
        facts = {"winner": game.winner or nobody, "logged": result.winner or _("nobody")}
        said = _("The winner is {winner}; the log says {logged}.", **facts)
        yield (
            _article_of_winner(game, result),
            "wrong-winner",
            said,
            {"winner": game.winner},
            {"winner": result.winner},
        )
    elif result.glory is not None and dict(result.glory) not in possible_glory(game):
        said = _("The game ends with {a} GG for A and {b} for B.", a=game.glory["A"], b=game.glory["B"])
        yield (
            _article_of_glory(game, result.glory),
            "wrong-glory",
            said,
            {"glory": dict(game.glory)},
            {"glory": dict(result.glory)},
        )


def _may_have_won(game: Game, side: str | None) -> bool:
    """In the order of KOs that the engine took, or in the other one (1.7.1)."""
    if side == game.winner:
        return True
    undecided = game.winner is None and game.slips.doubted_glory and not game.wild
    return bool(undecided) and side in OTHER and any(not glory[OTHER[side]] for glory in possible_glory(game))


def _article_of_winner(game: Game, result: Result) -> str:
    """Where time ran out or a judge decides, the rules name no winner, so no log does either."""
    if game.won_by == "judge" and not any(game.has_krosmasters(side) for side in OTHER):
        return "1.4.3"
    if game.won_by:
        return ARTICLE_OF_VICTORY[game.won_by]
    claimed = result.winner
    if claimed in OTHER and game.wild and not game.glory[OTHER[claimed]]:
        return "1.4.2"
    return "1.4.1"


def _article_of_glory(game: Game, glory: object) -> str:
    """Both sides too high by the same: doubles that nobody paid for. Otherwise how GG are won."""
    if isinstance(glory, dict):
        a, b = glory["A"] - game.glory["A"], glory["B"] - game.glory["B"]
        if 0 < a == b <= game.doubles:
            return "5.2.3"
    return "4.6.2"
