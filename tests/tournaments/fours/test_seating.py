"""Tables of four: exact for small rounds, with a bound for large ones."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fours.plain_seating import best_score, rounds, score_of
from tournaments.core.fours import seating as way_of_seating
from tournaments.core.fours.players import Player
from tournaments.core.fours.seating import seat
from tournaments.core.pairing import CannotPair
from tournaments.core.round_check import PlayerEntry, Sizes, check_round


def players_of(count, **fields):
    return [Player(f"p{number}", **fields) for number in range(count)]


def after(count, played, seed, **options):
    """The players after some rounds, places drawn by lot."""
    players, rng = players_of(count), Random(seed)
    for _round in range(played):
        players = played_on(players, seat(players, seed=seed, **options), rng)
    return players


def played_on(players, seating, rng):
    """The players after this round, places drawn by lot."""
    hall = {player.id: player for player in players}
    for table in seating.tables:
        points = rng.sample((6, 3, 1, 0) if len(table) == 4 else (6, 2, 0), len(table))
        for name, won in zip(table, points, strict=True):
            old = hall[name]
            met = old.met + tuple(other for other in table if other != name)
            hall[name] = replace(old, points=old.points + won, met=met, threes=old.threes + (len(table) == 3))
    for name in seating.byes:
        hall[name] = replace(hall[name], points=hall[name].points + 3, byes=hall[name].byes + 1)
    return list(hall.values())


def issues(players, seating, **options):
    entries = [PlayerEntry(p.id, p.points, frozenset(p.met), p.byes, p.just_arrived, p.late, p.threes) for p in players]
    sizes = Sizes(full=4, with_threes=options.pop("with_threes", True))
    tables = [*seating.tables, *([player] for player in seating.byes)]
    return check_round(entries, tables, sizes=sizes, **options)


@pytest.mark.parametrize(
    ("count", "with_threes", "sizes", "byes"),
    [
        (3, True, [3], 0),
        (4, True, [4], 0),
        (5, True, [4], 1),
        (6, True, [3, 3], 0),
        (7, True, [3, 4], 0),
        (9, True, [3, 3, 3], 0),
        (14, True, [3, 3, 4, 4], 0),
        (18, True, [3, 3, 4, 4, 4], 0),
        (5, False, [4], 1),
        (7, False, [4], 3),
        (16, False, [4, 4, 4, 4], 0),
        (19, False, [4, 4, 4, 4], 3),
    ],
)
def test_everybody_plays_at_four_or_three_or_has_a_bye(count, with_threes, sizes, byes):
    seating = seat(players_of(count), seed=1, with_threes=with_threes)
    assert (sorted(map(len, seating.tables)), len(seating.byes)) == (sizes, byes)


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (players_of(2), {}, "too-few-players"),
        (players_of(3), {"with_threes": False}, "too-few-players"),
        ([], {}, "too-few-players"),
        ([*players_of(4), Player("p0")], {}, "player-twice"),
        (players_of(4, points=100_001), {}, "points-out-of-range"),
        (players_of(4), {"first_place": -1}, "points-by-place"),
        (players_of(10_001), {}, "too-many-players"),
    ],
)
def test_what_cannot_be_seated_is_refused_with_its_reason(players, options, code):
    with pytest.raises(CannotPair) as refusal:
        seat(players, seed=1, **options)
    assert refusal.value.code == code


@pytest.mark.ci
@settings(max_examples=60)
@given(rounds(most=9), st.booleans(), st.integers(0, 5))
def test_small_rounds_are_the_best_of_all_seatings(round_, with_threes, seed):
    players, forbidden = round_
    if len(players) == 3:
        with_threes = True
    seating = seat(players, seed=seed, forbidden=forbidden, with_threes=with_threes)
    assert score_of(players, seating, forbidden=forbidden) == best_score(
        players, forbidden=forbidden, with_threes=with_threes
    )
    assert seating.is_best_possible
    assert seating.bound <= seating.cost


@pytest.mark.ci
@settings(max_examples=60)
@given(rounds(most=11), st.integers(0, 5))
def test_what_is_called_best_without_weighing_all_is_the_best(round_, seed):
    """The search, the bound and the proof of large rounds, held to the optimum of small ones."""
    players, forbidden = round_
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(way_of_seating, "EXACT_UP_TO", 0)
        seating = seat(players, seed=seed, forbidden=forbidden, separate_clubs=False)
    byes, arrivals, barred, cost, _clubs = best_score(players, forbidden=forbidden)
    assert score_of(players, seating)[:2] == (byes, arrivals)
    if not seating.forbidden:
        assert seating.bound <= cost <= seating.cost
    if seating.is_best_possible:
        assert (seating.forbidden, seating.cost) == (barred, cost)


@pytest.mark.parametrize("played", [1, 2, 3, 5])
@pytest.mark.parametrize(("count", "with_threes"), [(7, True), (10, True), (11, True), (12, True), (11, False)])
def test_rounds_to_twelve_are_the_best_of_all_seatings(count, with_threes, played):
    for history in (1, 2):
        players = after(count, played, history, with_threes=with_threes)
        seating = seat(players, seed=1, with_threes=with_threes)
        assert score_of(players, seating) == best_score(players, with_threes=with_threes)


@pytest.mark.ci
@pytest.mark.parametrize("count", [13, 14, 15, 16])
def test_rounds_to_sixteen_are_the_best_of_all_seatings(count):
    players = after(count, 4, count)
    seating = seat(players, seed=1)
    assert score_of(players, seating) == best_score(players)
    assert seating.is_exact


@pytest.mark.ci
@pytest.mark.parametrize(("count", "with_threes"), [(22, True), (23, False), (61, True)])
def test_larger_rounds_have_no_fault_and_keep_to_the_bound(count, with_threes):
    players = after(count, 3, count, with_threes=with_threes)
    seating = seat(players, seed=2, with_threes=with_threes)
    found = issues(players, seating, with_threes=with_threes)
    assert {issue.code for issue in found} <= {"rematch"}
    assert len(found) == seating.rematches
    assert seating.bound <= seating.cost


@pytest.mark.ci
def test_a_thousand_players_are_seated_at_the_bound_or_near():
    players = after(1001, 3, 7)
    seating = seat(players, seed=2)
    assert issues(players, seating) == []
    assert seating.bound <= seating.cost <= 2 * seating.bound


@pytest.mark.ci
@given(rounds(most=16), st.integers(0, 9))
@settings(max_examples=20)
def test_the_order_of_the_players_plays_no_part(round_, seed):
    players, forbidden = round_
    again = seat(reversed(players), seed=seed, forbidden=[pair[::-1] for pair in forbidden])
    assert seat(players, seed=seed, forbidden=forbidden) == again


@pytest.mark.check
def test_the_same_seed_gives_the_same_tables_and_another_others():
    players = after(20, 2, 3)
    assert seat(players, seed=4) == seat(players[::-1], seed=4)
    assert seat(players_of(20), seed=4).tables != seat(players_of(20), seed=5).tables


@pytest.mark.check
def test_a_forbidden_pair_is_not_paired_whatever_it_costs():
    players = [Player("a", 60), Player("b", 60), *(Player(f"p{number}") for number in range(18))]
    seating = seat(players, seed=1, forbidden=[("a", "b")])
    assert seating.forbidden == 0
    assert not any({"a", "b"} <= {*table} for table in seating.tables)
    assert seating.cost > seating.bound and not seating.is_best_possible


def test_clubs_are_apart_only_where_it_costs_nothing():
    clubs = [Player(f"{club}{number}", club=club) for club in "WXYZ" for number in range(6)]
    seating = seat(clubs, seed=1)
    assert all(len({name[0] for name in table}) == len(table) for table in seating.tables)
    dear = [Player("a", 9, club="X"), Player("b", 9, club="X"), *players_of(14)]
    assert any({"a", "b"} <= {*table} for table in seat(dear, seed=1).tables)
    together = seat(clubs, seed=1, separate_clubs=False)
    assert any(len({name[0] for name in table}) < len(table) for table in together.tables)


def test_a_rematch_weighs_as_two_players_two_table_wins_apart():
    """Two rematches cost 288; to change places costs six pairs that are 9, or 5, points apart."""

    def tables(points):
        ids = ["a", "b", "c", "d"], ["w", "x", "y", "z"]
        met = {"a": ("b",), "b": ("a",), "w": ("x",), "x": ("w",)}
        return [Player(name, points * (group is ids[0]), met.get(name, ())) for group in ids for name in group]

    assert seat(tables(9), seed=1).rematches == 2
    assert seat(tables(5), seed=1).rematches == 0


def test_ten_players_meet_again_once_in_round_two():
    for results in range(10):
        players = after(10, 1, results)
        assert seat(players, seed=results).rematches == 1


@pytest.mark.parametrize("results", range(2, 10))
def test_leaders_of_ten_players_meet_without_the_last(results):
    players = after(10, 2, results)
    points = {player.id: player.points for player in players}
    (_lowest, low, *_others, high, _highest) = sorted(points.values())
    tables = [sorted(map(points.__getitem__, table)) for table in seat(players, seed=results).tables]
    assert any(table[-2] >= high for table in tables)
    assert not any(table[-1] >= high and table[0] <= low for table in tables)


@pytest.mark.check
@pytest.mark.parametrize("count", [6, 7, 10, 11, 13, 14, 17, 18])
def test_turns_at_three_differ_by_two_at_most(count):
    players, rng = players_of(count), Random(count)
    for number in range(2 if count > 16 else 7):
        players = played_on(players, seat(players, seed=number), rng)
        threes = [player.threes for player in players]
        assert max(threes) - min(threes) <= 2


def test_a_turn_at_three_weighs_as_two_table_wins():
    """Three who sat at three once cost 432 there again, and to spare them costs what the others' points lie apart."""

    def at_three(points):
        had = [Player(name, points, threes=1) for name in "abc"]
        fresh = [Player(name) for name in "wxyz"]
        seating = seat([*had, *fresh], seed=1)
        return next({*table} for table in seating.tables if len(table) == 3)

    assert at_three(13) == {*"abc"}
    assert not at_three(11) & {*"abc"}


def test_nobody_gets_further_ahead_at_three_than_they_are():
    """Nobody gets further ahead than they are, whatever people were exchanged by hand before."""
    rng = Random(3)
    for history in range(30):
        players = [Player(f"p{number}", rng.choice((0, 3, 6, 12)), threes=rng.randrange(6)) for number in range(10)]
        seating = seat(players, seed=history)
        threes = [player.threes for player in players]
        then = [player.threes for player in played_on(players, seating, rng)]
        assert max(then) - min(then) <= max(2, max(threes) - min(threes))


def test_late_entries_need_not_catch_up_at_tables_of_three():
    here = [Player(f"p{number}", 6, met=("q",), threes=3) for number in range(9)]
    late = Player("late", 6, met=("r",), late=True)
    drawn = [seat([*here, late], seed=seed).tables for seed in range(10)]
    assert any("late" in table for tables in drawn for table in tables if len(table) == 4)


def test_late_entries_have_neither_bye_nor_table_of_three_first():
    players = [Player("late", 0, late=True), *(Player(f"p{n}", 6, met=(f"q{n}",)) for n in range(6))]
    seating = seat(players, seed=1)
    assert any("late" in table for table in seating.tables if len(table) == 4)
    assert "late" not in seat(players, seed=1, with_threes=False).byes
