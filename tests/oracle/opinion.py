"""The second opinion on a log: legal, or the first illegal action and its article; the final GG and the winner.

Where the rules leave something open that no log tells (which of two pieces fell first), every reading is tried.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle.data import CannotTell, Card, Library, board
from tests.oracle.table import OTHER, Illegal, Unit, must
from tests.oracle.turns import Turns

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
COPIES = {"gold": 1, "white": 2, "black": 3}
MOST_READINGS = 200


@dataclass(frozen=True)
class Opinion:
    says: str  # legal, illegal or cannot tell
    action: int | None = None  # the first illegal one; None: the header or the result
    article: str | None = None
    glory: dict[str, int] | None = None
    winner: str | None = None


def opinion(log: Card, library: Library) -> Opinion:
    """Of the first reading without a fault, or else of the one that comes furthest."""
    answers: list[tuple[int, Opinion]] = []
    waiting: list[list[int]] = [[]]
    while waiting and len(answers) < MOST_READINGS:
        script, asked = waiting.pop(), list[int]()
        reached, answer = reading(log, library, script, asked)
        if answer.says != "illegal":
            return answer
        answers.append((reached, answer))
        taken = [*script, *[0] * (len(asked) - len(script))]
        waiting += [[*taken[:at], n] for at in range(len(script), len(asked)) for n in range(1, asked[at])]
    return max(answers, key=lambda each: each[0])[1]


def reading(log: Card, library: Library, script: list[int], asked: list[int]) -> tuple[int, Opinion]:
    """One way to read it: the script says how each open question is answered, the first answer where it ends."""

    def pick(many: int) -> int:
        if many < 2:
            return 0
        asked.append(many)
        return script[len(asked) - 1] if len(asked) <= len(script) else 0

    index: int | None = None
    try:
        game = set_up(log, library, pick)
        for index, action in enumerate(log["actions"]):
            game.coming = log["actions"][index + 1 :]
            game.do(action)
        index = None
        result = log.get("result") or {}
        must(result.get("glory") in (None, game.glory), "4.6.2")
        must(result.get("winner", game.winner) == game.winner, "1.4.1")
    except CannotTell:
        return 0, Opinion("cannot tell", index)
    except Illegal as found:
        return len(log["actions"]) if index is None else index, Opinion("illegal", index, found.article)
    return 0, Opinion("legal", None, None, dict(game.glory), game.winner)


def set_up(log: Card, library: Library, pick: Callable[[int], int]) -> Turns:
    """What the header says, from the arena to the first player (1.1 to 1.3)."""
    ground, sides, first = board(log["arena"]), log["sides"], log["first_player"]
    must(ground, "1.2.1")
    game = Turns(library, ground or {}, pick)
    game.ranks = ("granite", "jade", "gold") if log.get("rewards") == "original" else game.ranks
    must(OPPOSITE[sides["A"]] == sides["B"], "1.3.2")
    game.sides, game.player = sides, first
    limited = log.get("team_format") == "limited"
    for side in "AB":
        team(game, side, log["players"][side], limited)
    scores = {side: sorted((u.card["initiative"] for u in game.timelines[side]), reverse=True) for side in "AB"}
    must((sum(scores[first]), scores[first]) >= (sum(scores[OTHER[first]]), scores[OTHER[first]]), "1.3.1")
    even = sorted(scores["A"]) == sorted(scores["B"])
    must(log.get("toss") or not even, "1.3.1.c")
    game.glory = starting_glory(game) if limited else {"A": 6, "B": 6}
    game.begin()
    return game


def team(game: Turns, side: str, player: Card, limited: bool) -> None:
    units = {name: game.library.figure(card) for name, card in player["team"].items()}
    cards = [*units.values()]
    levels = sum(card["level"] for card in cards)
    must(3 <= len(cards) <= 8 and levels <= 12, "1.1.1.a")
    names = Counter((card["name"], card["colour"]) for card in cards)
    few = all(many <= COPIES.get(colour, 3) for (_, colour), many in names.items())
    must(limited or (levels == 12 and few and sum(card.get("boss") == "yes" for card in cards) < 2), "1.1.1")
    line = player["timeline"]
    order = [units[name]["initiative"] for name in line if name in units]
    must(sorted(line) == sorted(units) and order == sorted(order, reverse=True), "1.3.8")
    game.timelines[side] = [Unit(name, side, units[name], units[name]["level"]) for name in line]
    game.units |= {unit.name: unit for unit in game.timelines[side]}


def starting_glory(game: Turns) -> dict[str, int]:
    """1.3.5.b: by the sum of the levels, and the lower team takes some from the other."""
    levels = {side: sum(unit.level or 0 for unit in game.timelines[side]) for side in "AB"}
    each = sum(sum(levels.values()) >= bound for bound in (12, 16, 20)) + 3
    gap = abs(levels["A"] - levels["B"])
    stolen = (gap >= 2) + (gap >= 4)
    low = min("AB", key=lambda side: levels[side])
    return {low: each + stolen, OTHER[low]: each - stolen}
