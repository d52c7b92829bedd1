"""The independent look at a round of tables before it is published."""

import pytest

from tournaments.core.round_check import PlayerEntry, Sizes, check_round

HALL = [PlayerEntry(name, points) for name, points in zip("abcdefg", (9, 6, 6, 3, 3, 0, 0), strict=True)]
GOOD = [("a", "b", "c", "d"), ("e", "f", "g")]


def check_tables(entries, tables, byes=(), *, with_threes=True, **options):
    sizes = Sizes(full=4, with_threes=with_threes)
    return check_round(entries, [*tables, *([player] for player in byes)], sizes=sizes, **options)


def codes(tables, byes=(), entries=HALL, **options):
    return [issue.code for issue in check_tables(entries, tables, byes, **options)]


def changed(name, **fields):
    return [PlayerEntry(one.id, one.points, **(fields if one.id == name else {})) for one in HALL]


def test_a_good_round_has_no_issues():
    assert codes(GOOD) == []


@pytest.mark.parametrize(
    ("tables", "byes", "code", "players"),
    [
        ([*GOOD, ("a", "x", "y", "z")], (), "seated-twice", ("a",)),
        (GOOD[:1], (), "not-seated", ("e", "f", "g")),
        ([("a", "b", "c", "d"), ("e", "f", "x")], (), "not-playing", ("x",)),
        ([("a", "b", "c", "d", "e", "f", "g")], (), "table-size", tuple("abcdefg")),
        (GOOD[:1], ("e", "f", "g"), "too-many-byes", ("e", "f", "g")),
    ],
)
def test_what_stands_in_the_way_of_publishing(tables, byes, code, players):
    found = {issue.code: issue for issue in check_tables(HALL, tables, byes)}
    assert (found[code].about, found[code].is_error) == (players, True)


def test_fours_only_have_byes_and_no_table_of_three():
    assert codes(GOOD[:1], ("e", "f", "g"), with_threes=False) == []
    assert codes(GOOD, with_threes=False) == ["table-size"]


def test_more_tables_of_three_than_needed_are_named():
    hall = [PlayerEntry(f"p{number}") for number in range(12)]
    names = [entry.id for entry in hall]
    assert codes([names[first : first + 3] for first in range(0, 12, 3)], entries=hall) == ["too-many-threes"]


@pytest.mark.parametrize("names", ["ab", "ba"])
def test_a_rematch_is_named_from_either_list(names):
    (issue,) = check_tables(changed(names[0], met=frozenset({names[1]})), GOOD)
    assert (issue.code, issue.about, issue.is_error) == ("rematch", ("a", "b"), False)


def test_a_forbidden_pair_at_a_table_is_named():
    (issue,) = check_tables(HALL, GOOD, forbidden=[("g", "e"), ("a", "g")])
    assert (issue.code, issue.about) == ("forbidden-pair", ("e", "g"))


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"threes": 2}, "three-again"), ({"late": True, "just_arrived": True}, "three-on-arrival")],
)
def test_whose_turn_it_is_not_for_a_table_of_three(fields, code):
    assert codes(GOOD, entries=changed("g", **fields)) == [code]


@pytest.mark.parametrize("fields", [{"threes": 1}, {"threes": 2, "late": True}])
def test_who_may_sit_at_three_again(fields):
    """One turn more than another is a cost; a late entry is not compared."""
    hall = [PlayerEntry(one.id, one.points, **(fields if one.id == "a" else {})) for one in HALL]
    assert codes(GOOD, entries=hall) == []


def test_the_lowest_points_get_the_byes():
    five = HALL[:5]
    assert codes([("a", "b", "c", "d")], ("e",), entries=five) == []
    assert codes([("b", "c", "d", "e")], ("a",), entries=five) == ["bye-not-lowest"]
    had = [PlayerEntry(one.id, one.points, byes=int(one.id == "e")) for one in five]
    assert codes([("a", "b", "c", "d")], ("e",), entries=had) == ["bye-again"]
