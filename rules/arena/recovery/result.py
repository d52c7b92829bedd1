"""The result that a log claims, where tokens that nobody has entered leave it in doubt."""

from collections.abc import Iterator, Mapping
from itertools import product

from rules.arena.engine import outcome
from rules.arena.engine.state import OTHER, Game
from rules.arena.log import Result
from rules.arena.recovery.survival import may_have_fallen, trust_the_tokens_of
from rules.common.issues import Issue
from rules.common.messages import sentence as _

MOST_DOUBTS = 8  # of a result: each doubles the readings

Glory = tuple[int, int, int]  # of A, of B, and the wild one


def findings(game: Game, result: Result | None) -> Iterator[Issue]:
    """Where it follows only from such a token, that is said in place of the fault."""
    if result is not None and not outcome.follows(game, result) and by_tokens(game, result.winner, result.glory):
        said = _("The result follows only from what tokens that nobody has entered may have done.")
        yield Issue("warning", "result-rests-on-tokens", said)
        return
    yield from outcome.findings(game, result)


def by_tokens(game: Game, winner: str | None, glory: Mapping[str, int] | None) -> bool:
    """The result follows if tokens that nobody has entered did what they may have done: then that is believed."""
    fallen = [unit for unit in game.units.values() if unit.is_krosmaster and may_have_fallen(game, unit)]
    doubts = [*game.claims.perhaps, *((OTHER[unit.side], unit.level, "") for unit in fallen)]
    if not doubts:
        return False
    start = (game.glory["A"], game.glory["B"], game.wild)
    for chosen in product((False, True), repeat=min(len(doubts), MOST_DOUBTS)):
        believed = [doubt for doubt, taken in zip(doubts, chosen, strict=False) if taken]
        for after in _outcomes(start, believed) if believed else ():
            if _fits(game, after, winner, glory):
                _believe(game, after, winner, believed)
                return True
    return False


def _outcomes(start: Glory, changes: list[tuple[str, int, str]]) -> set[Glory]:
    reached = {start}
    for side, amount, _token in changes:
        reached = {after for before in reached for after in _changed(before, side, amount)}
    return reached


def _changed(glory: Glory, side: str, amount: int) -> Iterator[Glory]:
    """4.6.2, and back: what was not won comes out of the winner's, the wild GG may lie there again."""
    ours, theirs = (glory[0], glory[1]) if side == "A" else (glory[1], glory[0])
    wild = glory[2]
    ways = []
    if amount >= 0:
        from_wild = min(amount, wild)
        stolen = min(amount - from_wild, theirs)
        ways.append((ours + from_wild + stolen, theirs - stolen, wild - from_wild))
    else:
        ways.append((ours + amount, theirs - amount, wild))
        ways.append((ours + amount, theirs - amount - 1, wild + 1))
    for mine, yours, left in ways:
        if min(mine, yours, left) >= 0:
            yield (mine, yours, left) if side == "A" else (yours, mine, left)


def _fits(game: Game, after: Glory, winner: str | None, glory: Mapping[str, int] | None) -> bool:
    if glory is not None and (glory["A"], glory["B"]) != after[:2]:
        return False
    if winner is not None and winner == game.winner and game.won_by != "glory":
        return True  # by concession, or as the last one standing: the GG do not decide
    poor = [side for side, left in zip("AB", after, strict=False) if not left]
    if winner is None:
        return len(poor) != 1 or bool(after[2])
    return not after[2] and poor == [OTHER[winner]]


def _believe(game: Game, after: Glory, winner: str | None, believed: list[tuple[str, int, str]]) -> None:
    game.basis.decisive = winner != game.winner
    game.glory, game.wild = {"A": after[0], "B": after[1]}, after[2]
    game.winner, game.won_by = winner, "glory" if winner else None
    game.over = winner is not None
    for side, amount, token in believed:
        if amount > 0:
            game.tell("glory", player=side, amount=amount, why="tokens", worth=amount)
        if token:
            game.trust(token)
        else:
            trust_the_tokens_of(game, "A")
            trust_the_tokens_of(game, "B")
