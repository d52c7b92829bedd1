"""Who may still stand, and who may have fallen, by Demonic Rewards that nobody has entered.

A log holds no injuries. Where a token of which nothing is said may have added HP, taken damage off or added some, what
the log shows later is believed: a figure that acts again has not fallen, one that is no longer in the way has.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from rules.arena.engine.declarations import claims_in
from rules.arena.engine.state import OTHER, Game
from rules.arena.engine.units import Reward, Unit
from rules.arena.engine.unknown_tokens import is_open, most_of, with_printings

NOT_ON_THE_BOARD = ("concede", "time", "correct")
MOST_DOUBTS = 8  # of a result: each doubles the readings

Glory = tuple[int, int, int]  # of A, of B, and the wild one


# -- what the log shows ---------------------------------------------------------------------------------


def look_ahead(game: Game, actions: Iterable[Mapping[str, Any]]) -> None:
    """The last action that shows each unit to be in the arena, the last one that is played on the board, and the moves
    after which the unit moves again in the same turn."""
    shown: dict[str, int] = {}
    acting, moved, moves_on = "", -1, set()
    for index, action in enumerate(actions):
        if action["do"] in NOT_ON_THE_BOARD:
            continue
        game.claims.last = index
        if action["do"] in ("activate", "end-turn"):
            acting, moved = action.get("unit", ""), -1
        if action["do"] == "move":
            moves_on.add(moved)
            moved = index
        shown.update(dict.fromkeys((acting, *_in_the_arena(action)), index))
    game.claims.shown, game.claims.moves_on = shown, frozenset(moves_on)


def _in_the_arena(action: Mapping[str, Any]) -> Iterator[str]:
    """Read are the fields that mean something in their place, as elsewhere."""
    if action["do"] in ("activate", "inspire"):
        yield action["unit"]
    elif action["do"] == "buy-reward" and action.get("to") is not None:
        yield action["to"]
    elif action["do"] == "move":
        yield from (block["by"] for block in action.get("blocks") or ())
    elif action["do"] == "cast":
        yield from (name for name, dice in (action.get("armour") or {}).items() if dice)
        for claim in claims_in(action):
            yield from (name for outcome in ("injuries", "healed") for name in claim.get(outcome) or {})


def is_shown_later(game: Game, unit: Unit) -> bool:
    return game.index is not None and game.claims.shown.get(unit.name, -1) > game.index


# -- may still stand ------------------------------------------------------------------------------------


def survives(game: Game, unit: Unit) -> bool:
    """It has as many injuries as HP (4.10.2), but the log goes on with it, and one of its tokens may be the reason."""
    tokens = [token for token in unit.rewards if _hp_of(token) > 0] if not game.strict else []
    if not tokens or not (is_shown_later(game, unit) or the_log_goes_on(game, unit)):
        return False
    missing = 1 + unit.beyond
    if sum(map(_hp_of, tokens)) < missing:
        return False
    unit.more_hp += missing
    unit.injuries += unit.beyond
    unit.beyond = 0
    for token in tokens:
        part = min(missing, _hp_of(token))
        if part:
            token.drawn = {**token.drawn, "hp": token.drawn.get("hp", 0) + part}
            game.trust(token.slug)
            missing -= part
    unit.refresh()
    return True


def _hp_of(token: Reward) -> int:
    """What it may add to HP beyond what is known: an open token, or another printing of a known one."""
    if not token.face_up:
        return 0
    most = most_of(token, "hp") if is_open(token) else with_printings(token.text)
    return most - token.drawn.get("hp", 0)


def the_log_goes_on(game: Game, unit: Unit) -> bool:
    """Its fall would end the game (1.4.1, 1.4.3), and more is played."""
    if game.index is None or game.claims.last <= game.index:
        return False
    last_standing = not any(other.in_play for other in game.timelines[unit.side] if other is not unit)
    return last_standing or game.glory[unit.side] <= unit.level - game.wild


def note_the_fall(game: Game, unit: Unit, worth: int) -> None:
    """That it fell is not sure: the result may say otherwise."""
    token = next((token for token in unit.rewards if _hp_of(token) > unit.beyond), None)
    if token is not None and unit.is_krosmaster:
        game.claims.perhaps.append((OTHER[unit.side], -worth, token.slug))


# -- may have fallen ------------------------------------------------------------------------------------


def doubt_the_damage(caster: Unit, targets: Iterable[Unit]) -> None:
    """7.2.7.c: open tokens of the caster may have added to what it did."""
    more = sum(most_of(token, "damage") for token in caster.rewards if is_open(token))
    for unit in targets:
        if more and unit.in_play:
            unit.unsure += more


def may_have_fallen(game: Game, unit: Unit) -> bool:
    hurt = unit.hp is not None and unit.unsure > 0 and unit.injuries + unit.unsure >= unit.hp
    return hurt and unit.in_play and not game.strict and not is_shown_later(game, unit)


def trust_the_tokens_of(game: Game, side: str) -> None:
    for whose, slug in game.claims.open_tokens:
        if whose == side:
            game.trust(slug)


# -- the end of the game --------------------------------------------------------------------------------


def is_won_in_doubt(game: Game, winner: str) -> bool:
    """1.4.1: the log plays on, and a token may have brought the other side a GG or kept one of its figures standing."""
    if game.strict or game.index is None or game.claims.last <= game.index:
        return False
    doubts = [token for side, amount, token in game.claims.perhaps if (side == winner) == (amount < 0)]
    for token in doubts:
        game.trust(token)
    return bool(doubts)


# -- the result -----------------------------------------------------------------------------------------


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
