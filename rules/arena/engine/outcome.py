"""The result that the log claims, held against the position in which its actions end (1.4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.arena.engine.glory import article_of_victory, glory_of, named, possible_glory, winners
from rules.arena.engine.state import Game
from rules.arena.laws.seats import DUEL
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
    if not _may_have_won(game, side_claimed(game, result)):
        nobody = _("nobody") if game.over else _("nobody yet")
        facts = {"winner": named(game, game.winner) or nobody, "logged": ", ".join(result.winners) or _("nobody")}
        said = _("The winner is {winner}; the log says {logged}.", **facts)
        yield (
            _article_of_winner(game, result),
            "wrong-winner",
            said,
            _as_documented(game, winners(game)),
            _as_documented(game, result.winners),
        )
    elif result.glory is not None and dict(result.glory) not in possible_glory(game):
        yield (
            _article_of_glory(game, result.glory),
            "wrong-glory",
            _stocks(game),
            {"glory": dict(game.glory)},
            {"glory": dict(result.glory)},
        )


def _as_documented(game: Game, players: Sequence[str]) -> dict[str, object]:
    """As the result of such a log says who has won."""
    if game.mode is DUEL:
        return {"winner": players[0] if players else None}
    return {"winners": [*players]}


def _stocks(game: Game) -> Sentence:
    if game.mode is DUEL:
        return _("The game ends with {a} GG for A and {b} for B.", a=game.glory["A"], b=game.glory["B"])
    return _("The game ends with these GG: {glory}.", glory=[f"{player} {left}" for player, left in game.glory.items()])


def side_claimed(game: Game, result: Result) -> str | None:
    """The side whose players the result names; players who are no side stand for one that nobody has."""
    if not result.winners:
        return None
    named_ones = sorted(result.winners)
    return next((side for side in game.seats.sides if [*game.seats.on(side)] == named_ones), ",".join(named_ones))


def _may_have_won(game: Game, side: str | None) -> bool:
    """In the order of KOs that the engine took, or in another one (1.7.1)."""
    if side == game.winner:
        return True
    undecided = game.winner is None and game.slips.doubted_glory and not game.wild
    return (
        bool(undecided)
        and side in game.seats.sides
        and any(_has_all(game, side, glory) for glory in possible_glory(game))
    )


def _has_all(game: Game, side: str, glory: Mapping[str, int]) -> bool:
    return not any(glory_of(game, other, glory) for other in game.seats.sides if other != side)


def _article_of_winner(game: Game, result: Result) -> str:
    """Where time ran out or a judge decides, the rules name no winner, so no log does either."""
    if game.won_by == "judge" and not any(map(game.has_krosmasters, game.seats.players)):
        return "1.4.3"
    if game.won_by:
        return article_of_victory(game)
    claimed = side_claimed(game, result)
    if claimed in game.seats.sides and game.wild and _has_all(game, claimed, game.glory):
        return "1.4.2"
    return game.mode.won_by_all or "1.4.1"


def _article_of_glory(game: Game, glory: Mapping[str, int]) -> str:
    """GG too many: doubles that nobody paid for, or what a player who is out had left. Otherwise how GG are won."""
    over = {player: glory[player] - left for player, left in game.glory.items()}
    if any(over[player] > 0 for player in game.out) and game.mode.takes_all:
        return "9.2.3"
    return UNPAID[game.mode.doubles](over, game.doubles) or "4.6.2"


def _unpaid_by_each(over: Mapping[str, int], doubles: int) -> str | None:
    """5.2.3: all too high by the same."""
    return "5.2.3" if len({*over.values()}) == 1 and 0 < max(over.values()) <= doubles else None


def _unpaid_by_some(over: Mapping[str, int], doubles: int) -> str | None:
    """9.2.6: nobody too low, and not more too high than doubles have cost."""
    return "9.2.6" if min(over.values()) >= 0 and 0 < sum(over.values()) <= 2 * doubles else None


UNPAID: Mapping[str, Callable[[Mapping[str, int], int], str | None]] = {
    "each": _unpaid_by_each,
    "named": _unpaid_by_some,
}
