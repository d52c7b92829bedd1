"""The independent look at a round before it is published."""

import pytest
from hypothesis import given, settings

from tests.tournaments.exact_pairing import rounds
from tournaments.core.pairing import pair
from tournaments.core.round_check import PlayerEntry, check_round

HALL = [
    PlayerEntry("a", 6, frozenset({"b"})),
    PlayerEntry("b", 3),
    PlayerEntry("c", 3, byes=1),
    PlayerEntry("d", 0),
    PlayerEntry("e", 0),
]
GOOD = [("a", "c"), ("b", "d"), ("e",)]


def codes(drafted, **options):
    return [issue.code for issue in check_round(HALL, drafted, **options)]


def test_a_good_round_has_no_issues():
    assert codes(GOOD) == []


@pytest.mark.parametrize(
    ("drafted", "code", "players"),
    [
        ([*GOOD, ("a", "x")], "seated-twice", ("a",)),
        ([("a", "c"), ("b", "d")], "not-seated", ("e",)),
        ([*GOOD, ("x", "y")], "not-playing", ("x", "y")),
        ([("a", "b"), ("c", "d"), ("e",)], "rematch", ("a", "b")),
        ([("b", "a"), ("c", "d"), ("e",)], "rematch", ("b", "a")),
        ([("a", "d"), ("b", "e"), ("c",)], "bye-again", ("c",)),
        ([("a", "c"), ("d", "e"), ("b",)], "bye-not-lowest", ("b",)),
        ([("a", "c"), ("d",), ("b",), ("e",)], "too-many-byes", ("d", "b", "e")),
    ],
)
def test_each_fault_is_named_with_its_players(drafted, code, players):
    issue = next(issue for issue in check_round(HALL, drafted) if issue.code == code)
    assert issue.about == players


def test_only_a_wrong_seat_or_a_second_bye_forbids_publishing():
    stops = [issue.code for issue in check_round(HALL, [*GOOD, ("a", "x")]) if issue.is_error]
    assert stops == ["seated-twice", "not-playing"]
    assert not any(issue.is_error for issue in check_round(HALL, [("a", "b"), ("c", "d"), ("e",)]))


def test_a_forbidden_pair_is_named_whichever_way_it_was_written():
    assert codes(GOOD, forbidden=[("c", "a")]) == ["forbidden-pair"]


def test_an_avoidable_bye_on_arrival_is_an_issue():
    entries_with_late = [PlayerEntry("a", 3), PlayerEntry("b", 3), PlayerEntry("new", 0, just_arrived=True)]
    assert [issue.code for issue in check_round(entries_with_late, [("a", "b"), ("new",)])] == ["bye-on-arrival"]
    assert check_round(entries_with_late, [("a", "new"), ("b",)]) == []


@pytest.mark.ci
@settings(max_examples=60, deadline=None)
@given(rounds(largest=40))
def test_the_check_confirms_the_claims_of_the_pairing(entries_with_late):
    players, forbidden = entries_with_late
    pairing = pair(players, seed=1, forbidden=forbidden)
    entries = [PlayerEntry(p.id, p.points, frozenset(p.met), p.byes, p.just_arrived) for p in players]
    drafted = [*pairing.pairs, *([(pairing.bye,)] if pairing.bye else [])]
    found = [issue.code for issue in check_round(entries, drafted, forbidden=forbidden)]
    assert found.count("rematch") == pairing.rematches
    assert found.count("forbidden-pair") == pairing.forbidden
    assert set(found) <= {"rematch", "forbidden-pair", "bye-again", "bye-on-arrival", "bye-not-lowest"}
