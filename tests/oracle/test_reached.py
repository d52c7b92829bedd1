"""Random games come to the articles as docs/rules-coverage.md says: measured, not asserted."""

import pytest

from rules.arena.articles import articles
from tests.cases import some_of
from tests.oracle import reached
from tests.oracle.tracing import line_of
from tests.oracle.witnesses import WITNESSES, Place
from tools import rules_coverage

CHUNKS = 24


def test_every_applied_article_has_a_place_in_the_engine() -> None:
    assert WITNESSES.keys() == reached.applied()
    assert all(line_of(place) for place in WITNESSES.values())


def test_a_place_that_is_gone_is_noticed() -> None:
    with pytest.raises(ValueError, match="not enough"):
        line_of(Place("damage.knock_outs", "no such line"))


def test_every_enforced_or_applied_article_is_reached_or_explained() -> None:
    assert rules_coverage.badly_explained(rules_coverage.reached()) == []
    counted = {number for number, article in articles().items() if article.treatment in rules_coverage.COUNTED}
    assert counted == rules_coverage.reached().keys() | rules_coverage.unreached().keys()


def test_what_is_not_reached_or_needlessly_explained_is_named() -> None:
    found = rules_coverage.reached()
    explained = next(iter(rules_coverage.unreached()))
    assert [line.split()[0] for line in rules_coverage.badly_explained([*found, explained])] == [explained]
    assert [line.split()[0] for line in rules_coverage.badly_explained(found.keys() - {"7.1.5"})] == ["7.1.5"]


@pytest.mark.ci
@pytest.mark.parametrize("chunk", some_of(range(CHUNKS)))
def test_the_games_that_were_kept_come_to_their_articles(chunk: int) -> None:
    """Where this fails because games are played differently now: `python -m tests.oracle.reached`."""
    by_log = sorted(rules_coverage.reached().items(), key=lambda kept: kept[1])
    kept = by_log[chunk * len(by_log) // CHUNKS : (chunk + 1) * len(by_log) // CHUNKS]
    assert [article for article, name in kept if not reached.comes_to(article, name)] == []
