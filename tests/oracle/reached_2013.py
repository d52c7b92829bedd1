"""Which entries of cites.toml random games by the book of 2013 come to: measured, and kept in reached_2013.toml.

    python -m tests.oracle.reached_2013 --games 40

plays games of the comparison, games with figures that the second opinion does not know, and games of four players,
spoils them, and asks which numbers of 2.7 the engine named behind those of the reports. It exits 0 when each entry that
was not reached is explained in unreached_2013.toml.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import tomli_w

from rules.arena.laws import arena_2013
from rules.games import replay
from tests import made_up
from tests.oracle import comparing
from tests.oracle.mutants import mutant
from tests.oracle.reached import MUTATORS, TRIES, bold_game, explained_game, mixed_game
from tools.selfplay.game import random_game
from tools.selfplay.mutation import OF_TABLES, places
from tools.selfplay.rng import Rng

HERE = Path(__file__).parent
REACHED, UNREACHED = HERE / "reached_2013.toml", HERE / "unreached_2013.toml"
BLIND = 6


def reached() -> dict[str, str]:
    """The entries, each with the log that comes to it."""
    return tomllib.loads(REACHED.read_text())


def unreached() -> dict[str, str]:
    """The others, each with its reason."""
    return {entry: each["why"] for each in tomllib.loads(UNREACHED.read_text())["unreached"] for entry in each["cites"]}


class Asked(dict[str, str]):
    """The table of numbers, which remembers the entries that it was asked for."""

    def __init__(self, entries: dict[str, str]) -> None:
        super().__init__(entries)
        self.found: set[str] = set()

    def get(self, entry: str, default: str = "") -> str:  # type: ignore[override]
        self.found |= {entry} & self.keys()
        return super().get(entry, default)


@contextmanager
def asking() -> Iterator[Asked]:
    asked = Asked(arena_2013.CITES)
    with patch.object(arena_2013, "CITES", asked):
        yield asked


def entries_of(log: comparing.Log) -> set[str]:
    """Those whose number the report names."""
    with asking() as asked:
        report = replay(json.dumps(log).encode())
    named = {finding.article for finding in report.findings}
    return {entry for entry in asked.found if asked[entry] in named}


def four(number: int, ruleset: str) -> comparing.Log:
    rng = Rng(f"four/{number}")
    mode = "two-v-two" if number % 2 else "free-for-all"
    pairs = [made_up.known_pair(rng) for _ in "ABCD"]
    return random_game(f"four/{number}", pairs, ruleset=ruleset, mode=mode, players=4)


KINDS: dict[str, Callable[[int, str], comparing.Log]] = {
    "game": lambda number, _ruleset: comparing.game_of_2013(number),
    "mixed game": mixed_game,
    "bold game": bold_game,
    "explained game": explained_game,
    "table": four,
}


def one_figure_alone(log: comparing.Log) -> list[comparing.Log]:
    """p30.10."""
    player = log["players"]["A"]
    name, *_others = player["timeline"]
    alone = {**player, "team": {name: player["team"][name]}, "timeline": [name]}
    return [{**log, "players": {**log["players"], "A": alone}}]


def rerolled(log: comparing.Log) -> list[comparing.Log]:
    """p22.2."""
    found = [place for place, action in enumerate(log["actions"]) if action["do"] == "tension"][:1]
    return [_with(log, place, {**log["actions"][place], "reroll": "armour"}) for place in found]


def replaced(log: comparing.Log) -> list[comparing.Log]:
    """p21.7: another token on the pile from which an open one was bought."""
    bought = [(place, each) for place, each in enumerate(log["actions"]) if each.get("face") == "up"][:1]
    fresh = {"do": "flip", "reward": "a-forgotten-token"}
    return [
        _with(log, place, action, {**fresh, "rank": action["rank"], "pile": action["pile"]}) for place, action in bought
    ]


def bought_twice(log: comparing.Log) -> list[comparing.Log]:
    """p21.7: the open token of a pile that shows none any more."""
    up = [(place, each) for place, each in enumerate(log["actions"]) if each.get("face") == "up"]
    twice = [(place, first) for _at, first in up for place, then in up if first["pile"] != then["pile"]][:1]
    return [
        _with(log, place, {**log["actions"][place], **{name: first[name] for name in ("rank", "pile", "reward")}})
        for place, first in twice
    ]


def no_glory_lost(log: comparing.Log) -> list[comparing.Log]:
    """p20.8, p22.2: a result in which nobody has paid for doubles."""
    rolls = [[die.split(">")[-1] for die in each["dice"]] for each in log["actions"] if each["do"] == "tension"]
    lost = sum(one == other for one, other in rolls)
    glory = {player: left + lost for player, left in log["result"]["glory"].items()}
    return [{**log, "result": {**log["result"], "glory": glory}}] if lost else []


def _with(log: comparing.Log, place: int, *actions: Any) -> comparing.Log:
    return {**log, "actions": [*log["actions"][:place], *actions, *log["actions"][place + 1 :]]}


OWN: dict[str, Callable[[comparing.Log], list[comparing.Log]]] = {
    change.__name__.replace("_", "-"): change
    for change in (one_figure_alone, rerolled, replaced, bought_twice, no_glory_lost)
}
CHANGES = {**MUTATORS, **{f"{mutator.name} at a table": mutator for mutator in OF_TABLES}}


@lru_cache(maxsize=4)
def _played(kind: str, number: int) -> comparing.Log:
    return KINDS[kind](number, arena_2013.ARENA_2013.slug)


def mutated(kind: str, number: int, missing: set[str]) -> Iterator[tuple[str, comparing.Log]]:
    """A game with blind changes, and with each mutator whose number is still missing; with the name of each log."""
    whole, named = _played(kind, number), f"{kind} {number}"
    if kind != "table":
        yield from ((f"{named}, {place}", mutant(whole, Rng(f"{named}/{place}"))) for place in range(BLIND))
        yield from ((f"{named}, {name}, 0", log) for name, of_log in OWN.items() for log in of_log(whole))
    for name, mutator in CHANGES.items():
        if any(entry.split()[0] == mutator.article for entry in missing) and (name in MUTATORS) != (kind == "table"):
            yield from ((f"{named}, {name}, {place}", log) for place, log in enumerate(_broken(kind, number, name)))


def _broken(kind: str, number: int, name: str) -> list[comparing.Log]:
    spots = Rng(f"{number}/{name}").shuffled(places(_played(kind, number), CHANGES[name]))[:TRIES]
    return [spot.document for spot in spots]


def comes_to(name: str) -> set[str]:
    """The entries to which the log of that name comes."""
    named, *change = name.split(", ")
    kind, _, number = named.rpartition(" ")
    with made_up.made_up_cards():
        if change[0] in OWN:
            return entries_of(OWN[change[0]](_played(kind, int(number)))[0])
        if len(change) == 2:
            return entries_of(_broken(kind, int(number), change[0])[int(change[1])])
        return entries_of(mutant(_played(kind, int(number)), Rng(f"{named}/{change[0]}")))


def measured(games: int, kept: dict[str, str]) -> dict[str, str]:
    found = dict(kept)
    for number in range(games):
        missing = arena_2013.CITES.keys() - found.keys() - unreached().keys()
        if not missing:
            break
        with made_up.made_up_cards():
            for kind in KINDS:
                for name, log in mutated(kind, number, missing - found.keys()):
                    found |= dict.fromkeys(entries_of(log) - found.keys(), name)
        left = sorted(arena_2013.CITES.keys() - found.keys() - unreached().keys())
        sys.stderr.write(f"{number + 1} games, {len(left)} entries left: {', '.join(left)}\n")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--more", action="store_true", help="look only for what was not reached before")
    options = parser.parse_args()
    found = measured(options.games, reached() if options.more else {})
    head = "# Written by `python -m tests.oracle.reached_2013`.\n"
    REACHED.write_text(head + tomli_w.dumps(dict(sorted(found.items()))))
    left = arena_2013.CITES.keys() - found.keys() - unreached().keys()
    sys.stdout.writelines(f"{entry} is neither reached nor explained.\n" for entry in sorted(left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
