"""Enforced articles taken out: `python -m tests.mutants.articles` plays the rules without the refusals of one article
after the other. Each of the tests that docs/rules-coverage.md names as breaking it must fail then.

Exits 0 when they do, and each article has one; `--sample 10` takes every tenth, numbers as arguments those alone.
With `--ruleset arena-2013` the numbers are those of that book: what the engine calls so itself, or by a number of 2.7.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from rules.arena.articles import BOOKS
from rules.arena.construction import Rule, Team, violations
from rules.arena.engine.policy import PlayIssue, Policy
from rules.arena.engine.state import Game
from rules.arena.laws import LAWS
from rules.arena.recovery.policy import Recovery
from rules.common.verdicts import Illegal, Issue
from rules.games import DEFAULT
from tests.mutants.checks import OPTIONS, of_test
from tests.mutants.trial import ended_well, in_a_fork
from tools.rules_coverage import proofs

TESTS = Path(__file__).parents[1] / "rules"


@contextmanager
def without(number: str) -> Iterator[None]:
    """The rules as they are where nobody ever reports or refuses a breach of this article."""
    with (
        patch.object(Game, "report", _unless(number, Game.report, answer=False)),
        patch.object(Policy, "ask", _unless(number, Policy.ask)),
        patch.object(Policy, "refused", _unless(number, Policy.refused)),
        patch.object(Recovery, "refused", _unless(number, Recovery.refused)),
        patch.object(Issue, "__init__", _no_error(number)),
        patch("rules.arena.team.violations", _violations_without(number)),
    ):
        yield


def _unless(number: str, method: Any, answer: Any = None) -> Any:
    """The method, which does nothing with a fault of that article."""

    def as_ever(self: Any, *arguments: Any) -> Any:
        faults = (each for each in arguments if isinstance(each, PlayIssue | Illegal))
        return answer if any(is_of(number, each.article, each.code) for each in faults) else method(self, *arguments)

    return as_ever


def _no_error(number: str) -> Any:
    """Issues of that article become notes without it."""
    as_ever = Issue.__init__

    def begin(issue: Issue, *arguments: Any, **named: Any) -> None:
        as_ever(issue, *arguments, **named)
        if is_of(number, issue.article, issue.code):
            issue.severity, issue.article = "note", None

    return begin


def _violations_without(number: str) -> Callable[[Team, Sequence[Rule]], list[Issue]]:
    return lambda team, rules: [each for each in violations(team, rules) if not is_of(number, each.article, each.code)]


def is_of(number: str, article: str | None, code: str) -> bool:
    """Whether a fault breaks it, whatever the ruleset calls it."""
    return article is not None and number in (article, *(laws.cites(article, code) for laws in LAWS.values()))


class Articles:
    """A plugin of pytest that asks the tests of each article, where a session would run its tests."""

    def __init__(self, numbers: Collection[str]) -> None:
        found = proofs(TESTS)
        self.named = {number: found[number].breaking for number in numbers}
        self.unnoticed: dict[str, list[str]] = {}

    def files(self) -> list[str]:
        stems = {name.partition("::")[0] for names in self.named.values() for name in names}
        return [str(TESTS / f"{stem}.py") for stem in sorted(stems)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            items[f"{item.path.stem}::{item.name.partition('[')[0]}"].append(item)
        for number, names in self.named.items():
            silent = [name for name in names if ended_well(in_a_fork(partial(is_unnoticed, number, items[name])))]
            if silent or not names:
                self.unnoticed[number] = silent
        return True


def is_unnoticed(number: str, items: list[pytest.Item]) -> bool:
    with without(number):
        return all(of_test(item).holds() for item in items)


def enforced(one_in: int = 1, ruleset: str = DEFAULT.slug) -> list[str]:
    articles = BOOKS[ruleset].articles()
    return [number for number, article in articles.items() if article.treatment == "enforced"][::one_in]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*")
    parser.add_argument("--sample", type=int, default=1, help="one article in so many")
    parser.add_argument("--ruleset", choices=BOOKS, default=DEFAULT.slug)
    options = parser.parse_args(arguments)
    asked = Articles(options.numbers or enforced(options.sample, options.ruleset))
    pytest.main([*OPTIONS, "-q", *asked.files()], plugins=[asked])
    for number, silent in asked.unnoticed.items():
        sys.stdout.write(f"{number}: {', '.join(silent) or 'no test'} does not notice that it is gone\n")
    sys.stdout.write(f"{len(asked.unnoticed)} of {len(asked.named)} articles have a test that does not notice.\n")
    return 1 if asked.unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
