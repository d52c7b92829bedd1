"""How well a report shows one mistake: whether its first error is at the first action that no legal reading explains,
and how many errors it names.

`python -m tests.oracle.findings --logs 700 --seed spring` falsifies so many random games, each in one place, and
counts. Strict play says which action is the first that the rules refuse. What a single source says of a card may be
wrong: such a log opens "card text disputed" there, which counts as what is named, for no player is blamed for it.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.arena.engine import header, outcome
from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.log import Log, read
from rules.arena.replay import replay
from rules.arena.texts import facts_of
from rules.common.verdicts import DISPUTED, Illegal, Issue, Malformed
from tests.oracle.mutants import mutant
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

Document = dict[str, Any]
RESULT = 1_000_000  # after all actions
HEADER = -1


@dataclass(frozen=True, slots=True)
class Falsified:
    kind: str
    document: Document


@dataclass(frozen=True, slots=True)
class Judged:
    kind: str
    place: int  # the first action that the rules refuse
    errors: tuple[int, ...]  # the places of the errors of the report, in order
    codes: tuple[str, ...]

    @property
    def is_at_its_place(self) -> bool:
        return bool(self.errors) and self.errors[0] == self.place

    @property
    def is_before(self) -> bool:
        return bool(self.errors) and self.errors[0] < self.place

    @property
    def is_one(self) -> bool:
        return len(self.errors) == 1


def falsified(seed: str) -> Iterator[Falsified]:
    """Random games, each made illegal in one place: by a mutator that knows a rule, or blindly."""
    number = 0
    while True:
        number += 1
        rng = Rng(f"{seed} {number}")
        players = rng.one_of((2, 2, 2, 3, 4))
        mode = {} if players == 2 else {"mode": "free-for-all", "players": players}
        document = random_game(f"{seed} {number}", **mode)  # type: ignore[arg-type]
        how = rng.one_of(("rule", "rule", "blind", "blind", "activate", "turn"))
        if how == "rule":
            mutated = mutate(document, rng)
            if mutated is not None:
                yield Falsified(mutated.mutator, mutated.document)
        elif how == "blind":
            yield Falsified("blind", mutant(document, rng))
        elif how == "activate":
            yield Falsified("another unit", _another_unit(document, rng))
        else:
            yield Falsified("turn left out", _without_a_turn(document, rng))


def _another_unit(document: Document, rng: Rng) -> Document:
    """One activation names another unit of the game."""
    actions = [*document["actions"]]
    places = [index for index, action in enumerate(actions) if action["do"] == "activate"]
    units = sorted({action["unit"] for action in actions if action["do"] == "activate"})
    place = rng.one_of(places)
    other = rng.one_of([unit for unit in units if unit != actions[place]["unit"]])
    actions[place] = {**actions[place], "unit": other}
    return {**document, "actions": actions}


def _without_a_turn(document: Document, rng: Rng) -> Document:
    """All actions of one player's turn are missing, its end too."""
    actions = document["actions"]
    ends = [index for index, action in enumerate(actions) if action["do"] == "end-turn"]
    if len(ends) < 4:
        return document
    number = 1 + rng.pick(len(ends) - 2)
    return {**document, "actions": [*actions[: ends[number - 1] + 1], *actions[ends[number] + 1 :]]}


def judged(each: Falsified) -> Judged | None:
    """None for a log that is still legal, or is no log."""
    try:
        log = read(each.document)
    except Malformed:
        return None
    place = first_refused(log)
    if place is None:
        return None
    errors = [issue for issue in replay(log).findings if issue.severity == "error" or issue.code == DISPUTED]
    places = sorted(_place(issue, place) for issue in errors)
    return Judged(each.kind, place, tuple(places), tuple(issue.code for issue in errors))


def _place(issue: Issue, first: int) -> int:
    if issue.action is not None:
        return issue.action
    return HEADER if first == HEADER else RESULT


def first_refused(log: Log) -> int | None:
    if any(issue.severity == "error" for issue in header.findings(log)):
        return HEADER
    try:
        game = new_game(log, facts_of(log), glory=glory_at_the_start(log))
    except Illegal:
        return HEADER
    for index, action in enumerate(log.actions):
        game.index = index
        try:
            play(game, action)
        except Illegal:
            return index
    return None if log.result is None or outcome.follows(game, log.result) else RESULT


def measured(seed: str, logs: int) -> list[Judged]:
    found: list[Judged] = []
    for each in falsified(seed):
        one = judged(each)
        if one is not None:
            found.append(one)
        if len(found) == logs:
            return found
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    found = measured(options.seed, options.logs)
    kinds: dict[str, list[Judged]] = defaultdict(list)
    for each in found:
        kinds[each.kind].append(each)
        if options.show and not (each.is_at_its_place and each.is_one):
            sys.stdout.write(f"{each.kind}: at {each.place}: {[*zip(each.errors, each.codes, strict=True)][:8]}\n")
    for kind, of_kind in sorted({**kinds, "all": found}.items()):
        counts = Counter(at=0)
        for each in of_kind:
            counts.update(at=each.is_at_its_place, before=each.is_before, one=each.is_one, none=not each.errors)
        shares = ", ".join(f"{name} {count}" for name, count in counts.items())
        sys.stdout.write(f"{kind}: {len(of_kind)} logs, {shares}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
