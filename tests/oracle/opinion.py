"""The second opinion on a log: legal, or the first illegal action and its article; the final GG and the winner.

Where the rules leave something open that no log tells (which of two pieces fell first), every reading is tried.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.data import CannotTell, Card, Library, board
from tests.oracle.table import OTHER, Illegal, Unit
from tests.oracle.turns import Turns

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
MOST_READINGS = 200
COPIES = {"gold": 1, "white": 2, "black": 3}


@dataclass(frozen=True)
class Opinion:
    says: str  # legal, illegal or cannot tell
    action: int | None = None  # the first illegal one; None: the header or the result
    article: str | None = None
    glory: dict[str, int] | None = None
    winner: str | None = None


def opinion(log: Card, library: Library) -> Opinion:
    best: tuple[int, Opinion] | None = None
    waiting: list[list[int]] = [[]]
    for _ in range(MOST_READINGS):
        if not waiting:
            break
        script = waiting.pop()
        asked: list[int] = []
        reached, answer = _reading(log, library, script, asked)
        if answer.says != "illegal":
            return answer
        taken = [*script, *[0] * (len(asked) - len(script))]
        waiting += [[*taken[:at], n] for at in range(len(script), len(asked)) for n in range(1, asked[at])]
        if best is None or reached > best[0]:
            best = reached, answer
    assert best
    return best[1]


def _reading(log: Card, library: Library, script: list[int], asked: list[int]) -> tuple[int, Opinion]:
    def pick(many: int) -> int:
        if many > 1:
            asked.append(many)
        return script[len(asked) - 1] if many > 1 and len(asked) <= len(script) else 0

    index: int | None = None
    try:
        game = _set_up(log, library, pick)
        for index, action in enumerate(log["actions"]):
            game.coming = log["actions"][index + 1 :]
            game.do(action)
        index = None
        _result(game, log.get("result") or {})
    except CannotTell:
        return 0, Opinion("cannot tell", index)
    except Illegal as found:
        reached = len(log["actions"]) if index is None else index
        return reached, Opinion("illegal", index, found.article)
    return 0, Opinion("legal", None, None, dict(game.glory), game.winner)


def _set_up(log: Card, library: Library, pick: Any) -> Turns:
    ground = board(log["arena"])
    if ground is None:
        raise Illegal("1.2.1")
    game = Turns(library, ground, pick)
    game.ranks = ("granite", "jade", "gold") if log.get("rewards") == "original" else game.ranks
    for side in "AB":
        _team(game, side, log["players"][side], log.get("team_format", "constructed"))
    game.sides = log["sides"]
    if OPPOSITE[game.sides["A"]] != game.sides["B"]:
        raise Illegal("1.3.2")
    _initiative(game, log["first_player"])
    game.glory = _glory(game, log.get("team_format", "constructed"))
    game.begin()
    return game


def _team(game: Turns, side: str, player: Card, form: str) -> None:
    units = {name: game.library.figure(card) for name, card in player["team"].items()}
    cards = [*units.values()]
    if not 3 <= len(cards) <= 8:
        raise Illegal("1.1.1.a")
    levels = sum(card["level"] for card in cards)
    if form == "constructed":
        names = Counter(card["name"] for card in cards if card["colour"] == "gold")
        copies = Counter(card["slug"] for card in cards)
        few = all(many <= COPIES.get(game.library.cards[card]["colour"], 3) for card, many in copies.items())
        bosses = sum(card.get("boss") == "yes" for card in cards)
        if levels != 12 or max(names.values(), default=0) > 1 or not few or bosses > 1:
            raise Illegal("1.1.1")
    elif levels > 12:
        raise Illegal("1.1.2.b")
    line = player["timeline"]
    order = [units[name]["initiative"] for name in line if name in units]
    if sorted(line) != sorted(units) or order != sorted(order, reverse=True):
        raise Illegal("1.3.8")
    game.timelines[side] = [Unit(name, side, units[name], units[name]["level"]) for name in line]
    game.units |= {unit.name: unit for unit in game.timelines[side]}


def _initiative(game: Turns, first: str) -> None:
    scores = {side: sorted((u.card["initiative"] for u in game.timelines[side]), reverse=True) for side in "AB"}
    ranked = {side: (sum(scores[side]), scores[side]) for side in "AB"}
    if ranked[first] < ranked[OTHER[first]]:
        raise Illegal("1.3.1")
    game.player = first


def _glory(game: Turns, form: str) -> dict[str, int]:
    if form == "constructed":
        return {"A": 6, "B": 6}
    levels = {side: sum(unit.level or 0 for unit in game.timelines[side]) for side in "AB"}
    each = sum(sum(levels.values()) >= bound for bound in (12, 16, 20)) + 3
    gap = abs(levels["A"] - levels["B"])
    stolen = (gap >= 2) + (gap >= 4)
    low = min("AB", key=lambda side: levels[side])
    return {low: each + stolen, OTHER[low]: each - stolen}


def _result(game: Turns, result: Card) -> None:
    if result.get("glory") not in (None, game.glory):
        raise Illegal("4.6.2")
    if "winner" in result and result["winner"] != game.winner:
        raise Illegal("1.4.1")
