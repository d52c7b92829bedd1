"""Each number that the book of 2013 puts for one of 2.7 is come to by random games of it, or explained."""

import pytest

from rules.arena.articles import BOOK_2013
from rules.arena.laws.arena_2013 import CITES
from tests.oracle import reached_2013

SAMPLE = 24  # one log in so many is played again


def test_each_entry_of_the_numbers_is_reached_or_explained() -> None:
    reached, unreached = reached_2013.reached(), reached_2013.unreached()
    assert CITES.keys() == reached.keys() | unreached.keys()
    assert reached.keys() & unreached.keys() == set()
    assert {*CITES.values()} <= BOOK_2013.articles().keys()


@pytest.mark.ci
def test_logs_that_were_kept_come_to_their_entries() -> None:
    """Where this fails because games are played differently now: `python -m tests.oracle.reached_2013`."""
    kept = sorted(reached_2013.reached().items(), key=lambda entry: entry[1])[::SAMPLE]
    assert [entry for entry, log in kept if entry not in reached_2013.comes_to(log)] == []
