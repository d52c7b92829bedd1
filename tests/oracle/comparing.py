"""Engine and second opinion side by side: on random games between fully known figures, and on logs spoiled from them.

    python -m tests.oracle.comparing --games 2000 --mutants 20000
    python -m tests.oracle.comparing --book 2013 --games 200 --mutants 2000

are the comparison of a release, by the tournament rules and by the book of 2013; the tests run a part of it. It exits 0
when the two never differ. In half of the games the second opinion models every figure and every token; in four of ten
the teams are drawn from printed figures.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import count
from typing import Any
from unittest.mock import patch

from rules.arena.articles import BOOKS
from rules.arena.cards import Card, catalogue
from rules.arena.team import check
from rules.arena.texts import all_rewards
from rules.common.verdicts import Issue
from rules.games import replay
from tests import made_up
from tests.oracle import games_2013
from tests.oracle.data import DATA, CannotTell, Library, known
from tests.oracle.game import Opinion, opinion
from tests.oracle.mutants import mutant
from tools.selfplay import options
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tools.selfplay.teams import LEVEL

Log = dict[str, Any]
PER_GAME = 10
SHOWN_EVERY = 10  # games, on the standard error

LIMITED, FIRST_BOX, MIRRORED = 3, 5, 7  # one of ten games is a limited one, one is with the first box, ...
ANY_FIGURE = 9  # of the compared games
PRINTED = (2, 4, 6, 8)  # of them too: teams drawn evenly from all printed figures of which every fact is known


def game(number: int) -> Log:
    """Between any figures of which every fact is known."""
    rng, kind = Rng(f"teams/{number}"), number % PER_GAME
    drawn = made_up.limited_team if kind == LIMITED else made_up.known_team
    teams = drawn(rng), drawn(rng)
    if kind == MIRRORED:
        teams = teams[0], teams[0]
    fields: Log = {LIMITED: {"team_format": "limited"}, FIRST_BOX: {"rewards": "original"}}.get(kind, {})
    return random_game(f"compared/{number}", teams, **fields)


def compared_game(number: int) -> Log:
    """Mostly between figures of which the second opinion models everything, and with such tokens; some are mirrored."""
    if number % PER_GAME == ANY_FIGURE:
        return game(number)
    if number % PER_GAME in PRINTED:
        return printed_game(number)
    rng = Rng(f"modelled/{number}")
    first, second = (made_up.known_team(rng, partial(modelled, "texts")) for _ in "AB")
    teams = first, first if number % PER_GAME == MIRRORED else second
    tokens = [text for text in all_rewards() if modelled("rewards", text.slug)]
    with patch.object(options, "all_rewards", lambda: tokens):
        games = (random_game(f"modelled/{number}/{attempt}", teams) for attempt in count())
        return next(log for log in games if not _reveals_the_unknown(log))


def game_of_2013(number: int) -> Log:
    known_cards = [card for card in catalogue().cards if modelled("texts", card.slug)]
    printed = [card for card in known_cards if card.slug in _printed()]
    return games_2013.played(number, {"printed": printed, "made up": known_cards}, modelled)


def printed_game(number: int) -> Log:
    """With printed tokens."""
    rng = Rng(f"printed/{number}")
    tokens = [text for text in all_rewards() if text.slug in _printed("rewards")]
    with patch.object(options, "all_rewards", lambda: tokens):
        return random_game(f"printed/{number}", (printed_team(rng), printed_team(rng)))


def printed_team(rng: Rng) -> list[str]:
    pool = [card for card in catalogue().cards if card.slug in _printed() and _is_known(card.slug)]
    while True:
        team: list[Card] = []
        for card in rng.shuffled([*pool, *pool]):
            if sum(member.level for member in team) + card.level <= LEVEL:
                team.append(card)
        if check(slugs := [card.slug for card in team]).is_legal:
            return slugs


@cache
def _printed(kind: str = "cards") -> frozenset[str]:
    return frozenset(Library(DATA).of[kind])


@cache
def _is_known(slug: str) -> bool:
    """Every fact of the card, and the numbers of its summons."""
    card, text = library().of["cards"][slug], library().of["texts"].get(slug, {"missing": True})
    written = json.dumps([card, text, [library().of["summons"][name] for name in _summons_of(text)]])
    return not re.search('"unknown"|"missing"|"words"', written)


def _summons_of(text: Log) -> list[str]:
    return re.findall(r'"summon": "([a-z-]+)"', json.dumps(text))


def _reveals_the_unknown(log: Log) -> bool:
    return any(action["do"] == "reveal" and not modelled("rewards", action["reward"]) for action in log["actions"])


def modelled(kind: str, name: str) -> bool:
    """Whether the second opinion knows all words of this text."""
    try:
        text = known(library().of[kind].get(name))
        summons = [library().of["summons"][each] for each in _summons_of(text)]
        mobs = all(known(summon).get("kind") == "mob" and "figures" not in summon for summon in summons)
        return mobs and (kind != "texts" or bool(library().figure(name)))
    except CannotTell:
        return False


def logs(whole: Log, number: int, mutants: int = PER_GAME) -> Iterator[tuple[str, Log]]:
    """A game, and what was spoiled in it: every second time a rule on purpose, the others blindly."""
    yield f"game {number}", whole
    for place in range(mutants):
        rng = Rng(f"spoiled/{number}/{place}")
        on_purpose = mutate(whole, rng) if place % 2 else None
        yield f"game {number}, mutant {place}", on_purpose.document if on_purpose else mutant(whole, rng)


GAMES: dict[str, Callable[[int], Log]] = {"2.7": compared_game, "2013": game_of_2013}


def compared(number: int, mutants: int = PER_GAME, book: str = "2.7") -> tuple[Counter[str], list[str]]:
    """What was said of a game and its mutants, and where the two differ."""
    said: Counter[str] = Counter()
    differences = []
    with made_up.made_up_cards():
        for name, log in logs(GAMES[book](number), number, mutants):
            verdict, difference = _both(log, library())
            said[verdict] += 1
            differences += [f"{name}: {difference}"] if difference else []
    return said, differences


@cache
def library() -> Library:
    return Library(DATA, made_up.HERE)


def _both(log: Log, facts: Library) -> tuple[str, str]:
    """What the second opinion cannot tell is not played by the engine, which would look at every doubt of it."""
    own = opinion(log, facts)
    if own.says == "cannot tell":
        return own.says, ""
    report = replay(json.dumps(log).encode())
    strangers = {each.article for each in report.findings if each.article} - BOOKS[log["ruleset"]].articles().keys()
    if strangers:
        return "differs", f"the engine cites {strangers}, which are not of the book"
    if report.verdict in ("malformed", "unverified"):
        return report.verdict, ""
    first = report.errors[0] if report.errors else None
    if any(finding.code == "card-text-disputed" for finding in report.findings):
        return "cannot tell", ""
    if (own.says == "legal") != (first is None):
        return "differs", f"the engine says {report.verdict} ({first}), the second opinion {own}"
    if first is None and (own.glory, own.winner) != (report.glory, report.winner):
        return "differs", f"the engine ends with {report.glory} for {report.winner}, the second opinion with {own}"
    if first is not None and own.action != first.action and not _dated_back(own, first):
        return "differs", f"the engine blames action {first.action} ({first}), the second opinion {own}"
    return own.says, ""


def _dated_back(own: Opinion, first: Issue) -> bool:
    """That a flip is missing or came too early shows when play goes on; the engine then blames what came before."""
    return own.article == first.article == "4.7.4" and (own.action or 0) > (first.action or 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--mutants", type=int, default=20_000, help="shared among the games")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--book", choices=GAMES, default="2.7")
    options = parser.parse_args()
    work = partial(compared, mutants=options.mutants // options.games, book=options.book)
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, (said, differences) in enumerate(
            pool.map(work, range(options.first, options.first + options.games)), start=1
        ):
            total += said
            if done % SHOWN_EVERY == 0:
                sys.stderr.write(f"{done} of {options.games} games, {total.total()} logs, {total['differs']} differ\n")
            for difference in differences:
                sys.stdout.write(f"{difference}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{dict(sorted(total.items()))}\n")
    return 1 if total["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
