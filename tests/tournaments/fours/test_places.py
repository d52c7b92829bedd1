"""The places at a table, and the points by place."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.places import Finish, ImpossibleFinish, are_places, break_ties, is_draw, places
from tournaments.core.scoring import ImpossibleScoring, PointsByPlace, Result, records

FINISHES = st.builds(Finish, st.integers(0, 15), st.integers(0, 6), st.none() | st.integers(1, 4))
TABLES = st.lists(FINISHES, min_size=3, max_size=4)


@pytest.mark.parametrize(
    ("seats", "winner", "expected"),
    [
        ([Finish(3, 6), Finish(9, 2), Finish(0, 6), Finish(3, 6)], 0, (1, 2, 4, 3)),
        ([Finish(5, 1), Finish(5, 4), Finish(5, 4), Finish(6, 0)], None, (4, 2, 2, 1)),
        ([Finish(6, 3), Finish(out=1), Finish(out=2), Finish(out=2)], 0, (1, 4, 2, 2)),
        ([Finish(4, 6), Finish(4, 6), Finish(0, 2)], None, (1, 1, 3)),
        ([Finish(0, 0), Finish(9, out=1), Finish(0, 6)], 2, (2, 3, 1)),
        ([Finish(7, 3), Finish(7, 3)], None, (1, 1)),
    ],
)
def test_places_go_to_winner_then_survivors_then_last_ones_out(seats, winner, expected):
    assert places(seats, winner) == expected


def test_a_shared_first_place_is_a_draw():
    assert is_draw((1, 1, 3, 4))
    assert not is_draw((1, 2, 2, 4))


@pytest.mark.parametrize(
    ("seats", "winner", "code"),
    [
        ([Finish()], None, "table-size"),
        ([Finish()] * 5, None, "table-size"),
        ([Finish(-1), Finish()], None, "below-zero"),
        ([Finish(out=1), Finish()], 0, "winner-is-out"),
        ([Finish(), Finish()], 2, "no-such-seat"),
    ],
)
def test_what_no_game_ends_with_is_refused(seats, winner, code):
    with pytest.raises(ImpossibleFinish) as refusal:
        places(seats, winner)
    assert refusal.value.code == code


@pytest.mark.check
@given(TABLES, st.data())
def test_places_follow_the_seats_and_leave_no_gap(seats, data):
    still_in = [seat for seat, finish in enumerate(seats) if finish.out is None]
    winner = data.draw(st.sampled_from([None, *still_in]))
    table = places(seats, winner)
    assert are_places(table)
    assert winner is None or (table[winner], table.count(1)) == (1, 1)
    order = data.draw(st.permutations(range(len(seats))))
    moved = places([seats[seat] for seat in order], None if winner is None else order.index(winner))
    assert moved == tuple(table[seat] for seat in order)


@given(TABLES, st.permutations([1, 2, 3, 4]))
def test_at_a_table_of_the_cut_the_seed_parts_equals(seats, seeds):
    table = places(seats)
    decided = break_ties(table, seeds[: len(table)])
    assert sorted(decided) == list(range(1, len(table) + 1))
    assert all(
        decided[one] < decided[other] for one, other in permutations(range(len(table)), 2) if table[one] < table[other]
    )


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ((1, 2, 3, 4), (6, 3, 1, 0)),
        ((4, 1, 2, 3), (0, 6, 3, 1)),
        ((1, 2, 3), (6, 2, 0)),
        ((1, 1, 3, 4), (4, 4, 1, 0)),
        ((1, 2, 2, 4), (6, 2, 2, 0)),
        ((1, 2, 2, 2), (6, 1, 1, 1)),
        ((1, 1, 1, 1), (2, 2, 2, 2)),
        ((1, 1, 3), (4, 4, 0)),
        ((1, 1, 1), (2, 2, 2)),
    ],
)
def test_points_by_place_with_shared_ones_rounded_down(table, points):
    assert PointsByPlace().points(table) == points


def test_who_does_not_come_has_the_last_place_and_nothing():
    scoring = PointsByPlace(by_place=(5, 4, 3, 2))
    assert scoring.points((1, 4, 2, 3), absent=[1]) == (5, 0, 4, 3)
    assert scoring.points((1, 1, 1, 1), absent=[0, 2]) == (0, 4, 0, 4)
    assert scoring.points((1, 1, 1), absent=[0, 1, 2]) == (0, 0, 0)
    (absent,) = records([Result(1, ("a", "b", "c", "d"), (1, 2, 3, 4), (9, 3, 1, 2), absent=(3,))], scoring)["d"].games
    assert (absent.points, absent.glory, absent.why) == (0, 0, "no-show")


def test_a_bye_gives_second_place_points_unless_set():
    assert records([Result.bye(1, "a")], PointsByPlace())["a"].points == 3
    assert records([Result.bye(1, "a")], PointsByPlace(bye_points=6))["a"].points == 6
    assert records([Result.missed(1, "a")], PointsByPlace())["a"].points == 0


@pytest.mark.parametrize("table", [(1, 2, 2, 3), (1, 2), (2, 3, 4, 5), (0, 1, 2, 3), (1, 2, 3, 4, 5), ()])
def test_other_places_than_a_table_can_have_are_refused(table):
    with pytest.raises(ImpossibleScoring):
        PointsByPlace().points(table)


@pytest.mark.parametrize("by_place", [(6, 3, 1), (1, 3, 1, 0), (0, 0, 0, 0), (3, 2, 1, -1)])
def test_points_that_do_not_fall_are_refused(by_place):
    with pytest.raises(ImpossibleScoring, match="fall"):
        PointsByPlace(by_place=by_place)


SCALES = st.lists(st.integers(0, 20), min_size=4, max_size=4).map(lambda points: sorted(points, reverse=True))


@pytest.mark.check
@given(SCALES.filter(lambda scale: scale[0] > 0), TABLES)
def test_a_better_place_never_gives_less(scale, seats):
    scoring, table = PointsByPlace(by_place=tuple(scale)), places(seats)
    points = scoring.points(table)
    assert sum(points) <= sum(scoring.of_table(len(table)))
    for one, other in permutations(range(len(table)), 2):
        assert table[one] >= table[other] or points[one] >= points[other]
        assert table[one] != table[other] or points[one] == points[other]
