"""Which articles random games come to: measured, and kept in tools/reached.toml for docs/rules-coverage.md.

    python -m tests.oracle.reached --games 120

plays games of the comparison until each article was reached or there are no more games. An enforced article is reached
when the report of a game that was spoiled names it, an applied one when the replay of a legal game runs through its
place in tests/oracle/witnesses.py. It exits 0 when whatever was not reached is explained in tools/unreached.toml.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from rules.arena.articles import articles
from rules.games import DEFAULT, replay
from tests import made_up
from tests.oracle import comparing
from tests.oracle.tracing import watched
from tools import rules_coverage
from tools.selfplay import claiming, of_cards, seldom
from tools.selfplay.game import random_game
from tools.selfplay.mutation import ALL, places
from tools.selfplay.options import boldly
from tools.selfplay.rng import Rng

GAMES = 120
LEGAL = ("game", "bold game", "explained game")  # in which applied articles are looked for
BLIND = 3  # logs with a blind change that are read of each game, beside those that break a rule on purpose
MUTATORS = {mutator.name: mutator for mutator in (*ALL, *of_cards.MUTATORS, *seldom.MUTATORS, *claiming.MUTATORS)}
NAME = re.compile(r"(game|mixed game|bold game|explained game) (\d+)(?:, (.*))?")
MOST_LISTED = 12
TRIES = 3  # places of one game at which a mutator is tried


def enforced() -> set[str]:
    return {number for number, article in articles().items() if article.treatment == "enforced"}


def applied() -> set[str]:
    return {number for number, article in articles().items() if article.treatment == "applied"}


def articles_named(log: comparing.Log) -> set[str]:
    return {finding.article or "" for finding in replay(json.dumps(log).encode()).findings}


def mixed_game(number: int, ruleset: str = DEFAULT.slug) -> comparing.Log:
    """Figures of which nobody knows the text among known ones: for what a log says of them."""
    rng = Rng(f"mixed/{number}")
    return random_game(f"mixed/{number}", (made_up.mixed_team(rng), made_up.mixed_team(rng)), ruleset=ruleset)


def bold_game(number: int, ruleset: str = DEFAULT.slug) -> comparing.Log:
    """Traps, turrets, and powers taken from those who strike back, between players who aim at anybody."""
    rng = Rng(f"bold/{number}")
    teams = made_up.team_with(rng, "trap-maker", "villain-knight"), made_up.team_with(rng, "border-guard")
    return random_game(f"bold/{number}", teams, ruleset=ruleset, worth=boldly)


def explained_game(number: int, ruleset: str = DEFAULT.slug) -> comparing.Log:
    """Figures with powers that their cards explain, which the second opinion does not know."""
    guards = ["grudge-bearer", "choir-monk", "choir-novice", "standard-bearer", "mirror-knight"]
    hunters = ["night-watch", "coin-diver", "pack-leader", "big-hunter", "silent-nun"]
    return random_game(f"explained/{number}", (guards, hunters), ruleset=ruleset)


KINDS: dict[str, Callable[[int], comparing.Log]] = {
    "game": comparing.game,
    "mixed game": mixed_game,
    "bold game": bold_game,
    "explained game": explained_game,
}


@lru_cache(maxsize=8)
def played(kind: str, number: int) -> comparing.Log:
    """Only while `made_up_cards()` lasts. The same game is asked for by each of its articles."""
    return KINDS[kind](number)


def broken(kind: str, number: int, name: str) -> Iterator[comparing.Log]:
    """A game in which a rule is broken on purpose, at a few of the places where it can be."""
    spots = [*places(played(kind, number), MUTATORS[name])]
    yield from (spot.document for spot in Rng(f"{number}/{name}").shuffled(spots)[:TRIES])


def mutated(number: int, missing: set[str]) -> Iterator[tuple[str, comparing.Log]]:
    """Games spoiled blindly, and by each mutator whose article is still missing; with the name of each log."""
    if missing:
        yield from [*mutated_blindly(number).items()][1::2]
    for kind in KINDS:
        for name in [name for name, mutator in MUTATORS.items() if mutator.article in missing]:
            yield from ((f"{kind} {number}, {name}", log) for log in broken(kind, number, name))


def reached_by(number: int, missing: set[str]) -> dict[str, str]:
    """The missing articles to which this game comes, each with the name of the log that does."""
    found: dict[str, str] = {}
    with made_up.made_up_cards():
        for kind in LEGAL:
            found |= dict.fromkeys(at_work(kind, number, (missing & applied()) - found.keys()), f"{kind} {number}")
        for name, log in mutated(number, missing - found.keys()):
            for article in articles_named(log) & missing & enforced():
                found.setdefault(article, name)
    return found


def at_work(kind: str, number: int, missing: set[str]) -> list[str]:
    """The applied articles that the replay of this game comes to."""
    found: list[str] = []
    log = json.dumps(played(kind, number)).encode() if missing else b""
    with watched(missing, found.append):
        replay(log)
    return found


def comes_to(article: str, name: str) -> bool:
    """Whether the log of that name still does."""
    return article in articles_of(name)


@lru_cache(maxsize=8)
def articles_of(name: str) -> frozenset[str]:
    """Every article to which the log of that name comes; several are kept with the same log."""
    read = NAME.fullmatch(name)
    assert read
    kind, number, change = read.groups()
    with made_up.made_up_cards():
        if change is None:
            return frozenset(at_work(kind, int(number), applied()))
        logs = broken(kind, int(number), change) if change in MUTATORS else [mutated_blindly(int(number))[name]]
        return frozenset(article for log in logs for article in articles_named(log))


@lru_cache(maxsize=4)
def mutated_blindly(number: int) -> dict[str, comparing.Log]:
    return dict(comparing.logs(comparing.game(number), number, 2 * BLIND))


def measured(games: int, kept: Mapping[str, str]) -> dict[str, str]:
    found = dict(kept)
    missing = enforced() | applied()
    for number in range(games):
        found |= reached_by(number, missing - found.keys())
        left = missing - found.keys() - rules_coverage.unreached().keys()
        sys.stderr.write(f"{number + 1} games, {len(left)} articles left: {' '.join(sorted(left)[:MOST_LISTED])}\n")
        if not left:
            break
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument(
        "--more", action="store_true", help="look only for what was not reached when it was last measured"
    )
    options = parser.parse_args()
    found = measured(options.games, rules_coverage.reached() if options.more else {})
    rules_coverage.keep_reached(found)
    wrong = rules_coverage.badly_explained(found)
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
