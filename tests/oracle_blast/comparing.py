"""Engine and second reading of Blast side by side: on random games, and on logs spoiled from them.

    python -m tests.oracle_blast.comparing --games 200 --mutants 2000

It exits 0 when the two never differ: in whether a log is legal, in the first action that is not and its number, in
winner, glyphs and Dofus.
"""

import argparse
import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from rules.games import replay
from tests.blast.games import pack
from tests.blast.random_games import FACES, random_game
from tests.oracle_blast.cards import Drawn
from tests.oracle_blast.drawn_games import DrawnGame
from tests.oracle_blast.reading import Facts, opinion

Log = dict[str, Any]
PER_GAME = 10
HOW = ("lost", "doubled", "moved", "copied", "field", "field", "field", "field", "dice", "dice", "dice", "result")
FIELDS = ("to", "target", "cell", "unit", "spell", "card", "side", "challenge", "threshold", "removes", "facing")
RAW = ("critical", "armour", "lock", "dodge", "critical/dodge", "dofus")
THREE = {"A": {"a1": "ada", "a2": "bea", "a3": "cal"}, "B": {"b1": "cal", "b2": "dot", "b3": "ada"}}
PLACES = {"a1": "D1", "a2": "E1", "a3": "G1", "b1": "D10", "b2": "E10", "b3": "G10"}
HEADERS: tuple[Log, ...] = (
    {},
    {"first_player": "B", "sides": {"A": "north", "B": "south"}},
    {"teams": THREE, "places": PLACES},
    {"options": {"advanced": False}, "challenges": []},
    {"options": {"superior": False}, "challenges": ["brawl"]},
)


def game(number: int) -> Log:
    header = HEADERS[number % len(HEADERS)]
    if "first_player" in header:
        header = {**header, "places": {"b1": "D1", "b2": "E1", "a1": "D10", "a2": "E10"}}
    return DrawnGame(number, **header).play() if is_drawn(number) else random_game(number, **header)


def is_drawn(number: int) -> bool:
    """Every second game of each header has cards of its own."""
    return number // len(HEADERS) % 2 == 1


@lru_cache(maxsize=4)
def facts(number: int) -> tuple[bytes, Facts]:
    content = Drawn(number).pack() if is_drawn(number) else pack()
    return content, Facts.read(json.loads(content))


def logs(number: int, mutants: int) -> Iterator[tuple[str, Log]]:
    whole = game(number)
    yield f"game {number}", whole
    for place in range(mutants):
        yield f"game {number}, mutant {place}", mutant(whole, Random(f"{number}/{place}"))


def mutant(log: Log, chance: Random) -> Log:
    """The log with one thing changed blindly."""
    changed = copy.deepcopy(log)
    actions = changed["actions"]
    place, how = chance.randrange(len(actions)), chance.choice(HOW)
    if how == "lost":
        del actions[place]
    elif how in ("doubled", "copied"):
        to = place if how == "doubled" else chance.randrange(len(actions))
        actions.insert(to, copy.deepcopy(actions[place]))
    elif how == "moved":
        actions.insert(chance.randrange(len(actions)), actions.pop(place))
    elif how == "field":
        _other_field(changed, chance)
    elif how == "dice":
        _other_dice(actions, chance)
    else:
        result = changed["result"]
        result["winner"] = chance.choice([each for each in ("A", "B", None) if each != result["winner"]])
    return changed


def _other_field(log: Log, chance: Random) -> None:
    """One field gets a value that it has in another place of the log."""
    tables = [table for action in log["actions"] for table in (action, action.get("choices", {}))]
    table, name = chance.choice([(table, name) for table in tables for name in FIELDS if name in table])
    values = [other[name] for other in tables if name in other and other[name] != table[name]]
    if values:
        table[name] = chance.choice(values)


def _other_dice(actions: list[Any], chance: Random) -> None:
    rolled = [action for action in actions if "roll" in action or "dodge" in action]
    if not rolled:
        return
    action = chance.choice(rolled)
    if "roll" in action:
        action["roll"] = chance.choice([*FACES, *RAW])
        if chance.random() < 0.2:
            del action["roll"]
    else:
        action["dodge"] = chance.choices([*FACES, *RAW], k=chance.choice([0, 1, 1, 2]))


def both(log: Log, number: int) -> tuple[str, str]:
    """What is said, and how the two differ."""
    content, read = facts(number)
    report = replay(json.dumps(log).encode(), {"blast": content})
    if report.verdict in ("malformed", "unverified"):
        return report.verdict, ""
    own = opinion(log, read)
    first = report.errors[0] if report.errors else None
    engine = (
        (first.action, first.article)
        if first
        else (
            "legal",
            report.more["glyphs"],
            report.winner,
            report.more["dofus"],
        )
    )
    ours = (own.action, own.number) if own.says == "illegal" else ("legal", own.glyphs, own.winner, own.dofus)
    if own.says == "cannot tell" or engine == ours:
        return own.says, ""
    return "differs", f"the engine says {engine} ({first and first.code}), the second reading {ours}"


def compared(number: int, mutants: int = PER_GAME) -> tuple[Counter[str], list[str]]:
    said: Counter[str] = Counter()
    differences = []
    for name, log in logs(number, mutants):
        verdict, difference = both(log, number)
        said[verdict] += 1
        differences += [f"{name}: {difference}"] if difference else []
    return said, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--mutants", type=int, default=2_000, help="shared among the games")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for number in range(options.first, options.first + options.games):
        said, differences = compared(number, options.mutants // options.games)
        total += said
        sys.stdout.writelines(f"{difference}\n" for difference in differences)
        sys.stdout.flush()
    sys.stdout.write(f"{dict(sorted(total.items()))}\n")
    return 1 if total["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
