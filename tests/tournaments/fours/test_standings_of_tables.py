"""Standings of tables of four: exact fractions, and every figure opened."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core import standings as core
from tournaments.core.scoring import ImpossibleScoring, PointsByPlace, Result
from tournaments.core.tiebreaks import Entrant
from tournaments.events.models.formats import TABLES_OF_FOUR

NAMES = ("a", "b", "c", "d", "e")
ENTRANTS = [Entrant(name, draw_order=number, manual=number) for number, name in enumerate(NAMES)]
RESULTS = [
    Result(1, ("a", "b", "c", "d"), (1, 2, 3, 4), (9, 3, 2, 1)),
    Result.bye(1, "e"),
    Result(2, ("e", "a", "b", "c"), (1, 1, 3, 4), (4, 4, 3, 0)),
    Result.bye(2, "d"),
]


def standings(entrants, results, order=TABLES_OF_FOUR.tie_breaks):
    return core.standings(entrants, results, scoring=PointsByPlace(), order=order)


def rows(results=RESULTS, **options):
    return {row.player: row for row in standings(ENTRANTS, results, **options)}


def test_points_and_ranks_follow_the_order_of_the_event():
    table = standings(ENTRANTS, RESULTS)
    assert [(row.rank, row.player, row.points) for row in table] == [
        (1, "a", 10),
        (2, "e", 7),
        (3, "b", 4),
        (4, "d", 3),
        (5, "c", 1),
    ]


def test_a_shared_first_place_counts_as_none():
    assert [int(rows()[name].value("first-places")) for name in "ae"] == [1, 0]


def test_the_opponents_share_is_a_floored_mean_over_meetings():
    """Of d: a 10/12, b 4/12, c 1/12, which counts as half the mean of 6-3-1-0 over 6."""
    floor = Fraction(10, 48)
    assert PointsByPlace().floor == floor
    assert rows()["d"].value("opponents-share") == (Fraction(10, 12) + Fraction(4, 12) + floor) / 3
    assert rows()["d"].format_value("opponents-share") == "0.4583"
    work = rows()["d"].breakdown("opponents-share")
    assert [(part.opponent, value, part.why) for part, value in zip(work.parts, work.values, strict=True)] == [
        ("a", Fraction(10, 12), ""),
        ("b", Fraction(4, 12), ""),
        ("c", floor, "floor"),
    ]
    assert (work.how, [(part.round, part.why) for part in work.left_out]) == ("mean", [(2, "bye")])


def test_a_player_without_opponents_has_the_floor():
    alone = rows([Result.bye(1, "a")])["a"]
    assert alone.value("opponents-share") == PointsByPlace().floor
    assert alone.breakdown("opponents-share").how == "floor"


def test_glory_counts_up_to_the_cap_of_a_table():
    work = rows()["a"].breakdown("gg-scored")
    assert (work.value, work.values, [part.why for part in work.parts]) == (10, (6, 4), ["9 cap", "4"])


def test_points_open_by_round_with_the_place_at_each_table():
    work = rows()["e"].breakdown("points")
    assert (work.values, [(part.round, part.why) for part in work.parts]) == ((3, 4), [(1, "bye"), (2, "1=/4")])


def test_nobody_meets_who_did_not_come():
    absent = Result(1, ("a", "b", "c", "d"), (1, 2, 3, 4), (9, 3, 2, 0), absent=(3,))
    table = rows([absent])
    assert (table["a"].record.opponents, table["d"].record.opponents) == (["b", "c"], [])
    assert table["d"].record.seated_with == ["a", "b", "c"]


def test_who_is_tied_in_everything_shares_a_rank():
    order = [code for code in TABLES_OF_FOUR.tie_breaks if code != "random"]
    assert {row.rank for row in standings(ENTRANTS, [], order=order)} == {1}
    assert [row.rank for row in standings(ENTRANTS, [])] == [1, 2, 3, 4, 5]


def test_an_order_of_the_staff_goes_where_it_is_put():
    reasoned = [Entrant("x", manual=2, manual_reason="coin"), Entrant("y", manual=1)]
    table = standings(reasoned, [], order=["points", "manual"])
    assert [row.player for row in table] == ["y", "x"]
    assert table[1].breakdown("manual").parts[0].why == "coin"


@pytest.mark.parametrize(
    "result",
    [
        Result(1, ("a", "b", "c"), (1, 2, 3), (1, 2)),
        Result(1, ("a", "b", "c"), (1, 3, 3), (1, 2, 3)),
        Result(1, ("a",), (1,), (0,), ending="walkover"),
    ],
)
def test_a_result_that_is_none_is_refused(result):
    with pytest.raises(ImpossibleScoring):
        standings(ENTRANTS, [result])


@st.composite
def events(draw):
    """Rounds of tables of four and three, byes and missed rounds."""
    names = [f"p{number}" for number in range(draw(st.integers(3, 11)))]
    rng = Random(draw(st.integers(0, 10**6)))
    results = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        rng.shuffle(names)
        free = list(names)
        while len(free) >= 3:
            size = rng.choice([3, 4]) if len(free) > 3 else 3
            table, free = free[:size], free[size:]
            strength = [rng.randrange(3) for _seat in table]
            places = tuple(1 + sum(other > own for other in strength) for own in strength)
            results.append(Result(number, tuple(table), places, tuple(rng.randrange(15) for _seat in table)))
        results += [rng.choice([Result.bye, Result.missed])(number, name) for name in free]
    return [Entrant(name, draw_order=place) for place, name in enumerate(sorted(names))], results, rng


@settings(max_examples=40)
@given(events())
def test_every_figure_is_the_sum_or_mean_of_its_parts(event):
    entrants, results, rng = event
    table = standings(entrants, results)
    for row in table:
        for code in TABLES_OF_FOUR.tie_breaks:
            work = row.breakdown(code)
            values = work.values
            if work.how == "sum":
                assert sum(values) == work.value
            elif work.how == "mean":
                assert sum(values) / len(values) == work.value
    rng.shuffle(results)
    rng.shuffle(entrants)
    assert [(row.rank, row.player) for row in standings(entrants, results)] == [(row.rank, row.player) for row in table]


@settings(max_examples=40)
@given(events())
def test_ranks_follow_the_values_in_the_events_order(event):
    entrants, results, _rng = event
    table = standings(entrants, results, order=["points", "opponents-share", "gg-scored"])
    keys = [(row.points, row.value("opponents-share"), row.value("gg-scored")) for row in table]
    assert keys == sorted(keys, reverse=True)
    assert all(row.rank == 1 + sum(other > key for other in keys) for row, key in zip(table, keys, strict=True))
    assert all(PointsByPlace().floor <= row.value("opponents-share") <= 1 for row in table)
