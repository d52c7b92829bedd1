"""The result that the log claims, held against the position in which its actions end (1.4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.arena.engine.glory import article_of_victory, named, winners
from rules.arena.engine.possible_glory import has_all, last_one_standing, possible_glory
from rules.arena.engine.state import Game
from rules.arena.engine.stocks import glory_of
from rules.arena.laws.seats import DUEL
from rules.arena.log import Result
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Issue


def findings(game: Game, result: Result | None) -> Iterator[Issue]:
    """After an error the position is a guess: a result that does not follow from it is no slip of its own."""
    if result is None:
        yield Issue("warning", "no-result", _("The log states no result."))
        return
    after_errors = any(finding.severity == "error" for finding in game.findings)
    for article, code, message, expected, logged in _differences(game, result):
        severity, number = ("note", None) if after_errors else ("error", article)
        yield Issue(severity, code, message, article=number, expected=expected, logged=logged)


def follows(game: Game, result: Result | None) -> bool:
    return result is None or not any(_differences(game, result))


Difference = tuple[str, str, Message, dict[str, object], dict[str, object]]


def _differences(game: Game, result: Result) -> Iterator[Difference]:
    if any(_fits(end, game, result) for end in _ends(game)):
        return
    if side_claimed(game, result) not in [end.side for end in _ends(game)]:
        nobody = _("nobody") if game.over else _("nobody yet")
        facts = {"winner": named(game, game.winner) or nobody, "logged": ", ".join(result.winners) or _("nobody")}
        message = _("The winner is {winner}; the log says {logged}.", **facts)
        yield (
            _article_of_winner(game, result),
            "wrong-winner",
            message,
            _as_documented(game, winners(game)),
            _as_documented(game, result.winners),
        )
    elif result.glory is not None:
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


def _stocks(game: Game) -> Message:
    if game.mode is DUEL:
        return _("The game ends with {a} GG for A and {b} for B.", a=game.glory["A"], b=game.glory["B"])
    return _("The game ends with these GG: {glory}.", glory=[f"{player} {left}" for player, left in game.glory.items()])


def side_claimed(game: Game, result: Result) -> str | None:
    """The side whose players the result names; players who are no side stand for one that nobody has."""
    if not result.winners:
        return None
    named_ones = sorted(result.winners)
    return next((side for side in game.seats.sides if [*game.seats.on(side)] == named_ones), ",".join(named_ones))


@dataclass(frozen=True, slots=True)
class End:
    """How the game may have ended: in the order of KOs that the engine took, or in another one (1.7.1)."""

    glory: Mapping[str, int]
    side: str | None
    won_by: str | None


def settle(game: Game, result: Result | None) -> Issue | None:
    """1.7.1: no log says which of those who fell at once fell first, but the result shows it, and is then the game's.
    Where that order decides who has won, a judge may want to look."""
    ends = _ends(game)
    end = next((end for end in ends if result is None or _fits(end, game, result)), None)
    if end is None:
        return None
    game.glory, game.winner, game.won_by = dict(end.glory), end.side, end.won_by
    game.over = game.won_by is not None
    if len({each.side for each in ends}) == 1:
        return None
    message = _(
        "Who fell first of those who fell at once decides who has won: the result shows which order was chosen."
    )
    return Issue("warning", "order-decides", message)


def _ends(game: Game) -> list[End]:
    """The engine's own comes first."""
    first, *others = possible_glory(game)
    own = End(first, game.winner, game.won_by) if game.over or not others else _end_with(game, first)
    return [own, *(_end_with(game, stocks) for stocks in others)]


def _end_with(game: Game, stocks: Mapping[str, int]) -> End:
    if has_all(game, stocks):
        return End(stocks, next(side for side in game.seats.sides if glory_of(game.seats, side, stocks)), "glory")
    last = last_one_standing(game, stocks)
    if last is not None:
        return End(stocks, game.seats.side_of[last], "last-standing")
    if game.won_by == "glory":
        return End(stocks, None, None)
    return End(stocks, game.winner, game.won_by)


def _fits(end: End, game: Game, result: Result) -> bool:
    return side_claimed(game, result) == end.side and result.glory in (None, end.glory)


def _no_other_has_any(game: Game, side: str, glory: Mapping[str, int]) -> bool:
    return not any(glory_of(game.seats, other, glory) for other in game.seats.sides if other != side)


def _article_of_winner(game: Game, result: Result) -> str:
    """Where time ran out or a judge decides, the rules name no winner, so no log does either."""
    if game.won_by == "judge" and not any(map(game.has_krosmasters, game.seats.players)):
        return "1.4.3"
    if game.won_by:
        return article_of_victory(game)
    claimed = side_claimed(game, result)
    if claimed in game.seats.sides and game.wild and _no_other_has_any(game, claimed, game.glory):
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
