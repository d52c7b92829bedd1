"""Tests that the coverage page names for an enforced article fail where the article is not enforced."""

import subprocess
import sys

import pytest

from rules.arena.articles import articles
from tests.mutants.articles import enforced, is_of, is_unnoticed, without
from tests.rules.table import Table


def faults() -> list[str]:
    """Of a unit of the other player, which then steps over three cells."""
    table = Table("q . . . K", q="bill-tell", K="anna-tommy").activate("q")
    return [*table.does("activate", unit="K"), *table.does("move", to="A1")]


def test_an_article_taken_out_is_neither_reported_nor_refused() -> None:
    as_it_is = faults()
    assert "5.5.1" in as_it_is
    with without("5.5.1"):
        assert faults() == [article for article in as_it_is if article != "5.5.1"]
    assert faults() == as_it_is


def test_an_article_without_a_test_is_unnoticed() -> None:
    assert is_unnoticed("5.5.1", [])


def test_the_sample_goes_through_the_enforced_articles() -> None:
    assert all(articles()[number].treatment == "enforced" for number in enforced())
    assert enforced(20) == enforced()[::20]


@pytest.mark.ci
@pytest.mark.parametrize("ruleset", ["arena-2.7", "arena-2013"])
def test_sampled_articles_taken_out_are_noticed(ruleset: str) -> None:
    command = [sys.executable, "-m", "tests.mutants.articles", "--sample", "20", "--ruleset", ruleset]
    assert subprocess.run(command, check=False).returncode == 0


def test_numbers_of_2013_are_broken_behind_those_of_2_7() -> None:
    assert is_of("p22.4", "5.3.1", "die-already-placed")
    assert is_of("p20.8", "5.2.3", "wrong-glory")
    assert not is_of("p20.8", "5.2.3", "wrong-doubles")
    assert not is_of("p22.4", None, "")
    assert "p22.4" in enforced(ruleset="arena-2013")
