"""Win and in, a draw is safe, out: held against every way the tables can end."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.clinch import Cut, clinch

OUTCOMES = ((3, 0), (1, 1), (0, 3))


def test_the_statuses_of_a_last_round():
    points = {"a": 12, "b": 9, "c": 8, "d": 6, "e": 6, "f": 0}
    words = clinch(points, [("a", "b"), ("c", "d"), ("e", "f")], Cut(top=2))
    assert words == {"a": "in", "b": "win-and-in", "c": "alive", "d": "alive", "e": "alive", "f": "out"}


def test_a_tie_on_points_is_not_yet_safe():
    points = {"a": 12, "b": 9, "c": 9, "d": 6}
    assert clinch(points, [("a", "b"), ("c", "d")], Cut(top=2))["b"] == "alive"


def test_enough_points_are_enough_however_many_have_them():
    words = clinch({"a": 9, "b": 9, "c": 8, "d": 6}, [("a", "b"), ("c", "d")], Cut(top=1, points=9))
    assert words == {"a": "in", "b": "in", "c": "draw-is-safe", "d": "win-and-in"}


def test_with_more_rounds_to_come_fewer_things_are_certain():
    points = {"a": 12, "b": 6, "c": 6, "d": 0}
    tables = [("a", "b"), ("c", "d")]
    assert clinch(points, tables, Cut(top=1))["a"] == "in"
    assert clinch(points, tables, Cut(top=1), rounds_after=1)["a"] == "draw-is-safe"
    assert clinch(points, tables, Cut(top=1))["d"] == "out"
    assert clinch(points, tables, Cut(top=1), rounds_after=4)["d"] == "alive"


@st.composite
def last_rounds(draw):
    count = draw(st.integers(2, 9))
    points = {f"p{n}": draw(st.integers(0, 12)) for n in range(count)}
    names = list(points)
    tables = list(zip(names[::2], names[1::2], strict=False))[: draw(st.integers(0, 4))]
    bar = draw(st.none() | st.integers(3, 15))
    return points, tables, Cut(draw(st.integers(1, count)), bar)


@pytest.mark.check
@settings(max_examples=150, deadline=None)
@given(last_rounds())
def test_every_status_agrees_with_all_outcomes(case):
    points, tables, cut = case
    words = clinch(points, tables, cut)
    ends = [_final(points, tables, ends) for ends in product(OUTCOMES, repeat=len(tables))]
    for player in points:
        assert words[player] == _word(player, points, tables, ends, cut)


def _final(points, tables, ends):
    final = dict(points)
    for (one, other), (mine, theirs) in zip(tables, ends, strict=True):
        final[one] += mine
        final[other] += theirs
    return final


def _word(player, points, tables, ends, cut):
    seated = any(player in table for table in tables)
    in_by_gain = {
        gain: all(_in(player, final, cut, lucky=False) for final in ends if final[player] - points[player] == gain)
        for gain in ((0, 1, 3) if seated else (0,))
    }
    for gain, word in ((0, "in"), (1, "draw-is-safe"), (3, "win-and-in")):
        if in_by_gain.get(gain):
            return word
    return "alive" if any(_in(player, final, cut, lucky=True) for final in ends) else "out"


def _in(player, final, cut, *, lucky):
    if cut.points is not None and final[player] >= cut.points:
        return True
    before = [name for name in final if name != player and final[name] + (not lucky) > final[player]]
    return len(before) < cut.top


@pytest.mark.check
@settings(max_examples=40, deadline=None)
@given(last_rounds(), st.randoms(use_true_random=False))
def test_clinch_statuses_hold_for_any_later_results(case, random):
    points, tables, cut = case
    words = clinch(points, tables, cut, rounds_after=1)
    for _ in range(10):
        final = _final(points, tables, [random.choice(OUTCOMES) for _ in tables])
        last = _final(final, [], [])
        names = random.sample(list(points), len(points))
        for one, other in zip(names[::2], names[1::2], strict=False):
            mine, theirs = random.choice(OUTCOMES)
            last[one] += mine
            last[other] += theirs
        for player, word in words.items():
            if word == "in":
                assert _in(player, last, cut, lucky=False)
            if word == "out":
                assert not _in(player, last, cut, lucky=True)
