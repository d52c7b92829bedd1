"""The claimed result, where unknown tokens leave it uncertain."""

from collections.abc import Iterator, Mapping
from itertools import product

from rules.arena.engine import outcome
from rules.arena.engine.state import Game
from rules.arena.engine.stocks import glory_of, won_glory
from rules.arena.log import Result
from rules.arena.recovery.survival import may_have_fallen, trust_the_tokens_of
from rules.common.messages import message as _
from rules.common.verdicts import Issue

MOST_DOUBTS = 8  # per result: each doubles the readings

Glory = tuple[int, ...]  # of each player, and the wild ones


def findings(game: Game, result: Result | None) -> Iterator[Issue]:
    """The findings of the result. If it follows only from such a token, that is reported instead of a fault."""
    if (
        result is not None
        and not outcome.follows(game, result)
        and by_tokens(game, outcome.side_claimed(game, result), result.glory)
    ):
        message = _("The result follows only from what tokens that nobody has entered may have done.")
        yield Issue("warning", "result-rests-on-tokens", message)
        return
    order = outcome.settle(game, result)
    if order is not None:
        yield order
    yield from outcome.findings(game, result)


def by_tokens(game: Game, winner: str | None, glory: Mapping[str, int] | None) -> bool:
    """Whether the result follows if unknown tokens did what they may have done; then that is believed."""
    fallen = [unit for unit in game.units.values() if unit.is_krosmaster and may_have_fallen(game, unit)]
    doubts = [
        *game.claims.perhaps,
        *((foe, unit.level, "") for unit in fallen for foe in game.seats.foes(unit.player)),
    ]
    if not doubts:
        return False
    start = (*(game.glory[player] for player in game.seats.players), game.wild)
    for chosen in product((False, True), repeat=min(len(doubts), MOST_DOUBTS)):
        believed = [doubt for doubt, taken in zip(doubts, chosen, strict=False) if taken]
        for after in _outcomes(game, start, believed) if believed else ():
            if _fits(game, after, winner, glory):
                _believe(game, after, winner, believed)
                return True
    return False


def _outcomes(game: Game, start: Glory, changes: list[tuple[str, int, str]]) -> set[Glory]:
    reached = {start}
    for player, amount, _token in changes:
        reached = {after for before in reached for after in _changed(game, before, player, amount)}
    return reached


def _changed(game: Game, glory: Glory, player: str, amount: int) -> Iterator[Glory]:
    """4.6.2 and its reverse: GG not won are taken from the winner, and the wild GG may return."""
    players = game.seats.players
    stocks, wild = dict(zip(players, glory, strict=False)), glory[-1]
    for foe in game.seats.foes(player):
        if amount >= 0:
            after, left = won_glory(stocks, wild, player, foe, amount)
            ways = [(after, left)]
        else:
            back = {**stocks, player: stocks[player] + amount}
            ways = [
                ({**back, foe: stocks[foe] - amount}, wild),
                ({**back, foe: stocks[foe] - amount - 1}, wild + 1),
            ]
        for after, left in ways:
            if min(*after.values(), left) >= 0:
                yield (*(after[each] for each in players), left)


def _fits(game: Game, after: Glory, winner: str | None, glory: Mapping[str, int] | None) -> bool:
    stocks, wild = dict(zip(game.seats.players, after, strict=False)), after[-1]
    if glory is not None and dict(glory) != stocks:
        return False
    if winner is not None and winner == game.winner and game.won_by != "glory":
        return True  # by concession or as the last one standing, GG do not decide
    rich = [side for side in game.seats.sides if glory_of(game.seats, side, stocks)]
    if winner is None:
        return len(rich) != 1 or bool(wild)
    return not wild and rich == [winner]


def _believe(game: Game, after: Glory, winner: str | None, believed: list[tuple[str, int, str]]) -> None:
    game.basis.decisive = winner != game.winner
    game.glory, game.wild = dict(zip(game.seats.players, after, strict=False)), after[-1]
    if winner != game.winner:
        game.winner, game.won_by, game.over = winner, "glory" if winner else None, winner is not None
    for player, amount, token in believed:
        if amount > 0:
            loser = game.seats.foes(player)[0]
            game.record_event("glory", player=player, amount=amount, why="tokens", worth=amount, loser=loser)
        if token:
            game.trust(token)
        else:
            for each in game.seats.players:
                trust_the_tokens_of(game, each)
