"""Tables of four: exact for small rounds, with a bound for large ones."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fours.plain_seating import best_score, rounds, score_of
from tournaments.core.fours.check import Entry, check_tables
from tournaments.core.fours.players import Player
from tournaments.core.fours.seating import seat
from tournaments.core.pairing import CannotPair


def players_of(count, **fields):
    return [Player(f"p{number}", **fields) for number in range(count)]


def after(count, played, seed, **options):
    """The players after some rounds, places drawn by lot."""
    rng = Random(seed)
    players = {player.id: player for player in players_of(count)}
    for _round in range(played):
        seating = seat(players.values(), seed=seed, **options)
        for table in seating.tables:
            points = rng.sample((6, 3, 1, 0) if len(table) == 4 else (6, 2, 0), len(table))
            for name, won in zip(table, points, strict=True):
                old = players[name]
                met = old.met + tuple(other for other in table if other != name)
                players[name] = Player(name, old.points + won, met, old.byes, old.threes + (len(table) == 3))
        for name in seating.byes:
            old = players[name]
            players[name] = Player(name, old.points + 3, old.met, old.byes + 1, old.threes)
    return list(players.values())


def issues(players, seating, **options):
    entries = [Entry(p.id, p.points, frozenset(p.met), p.byes, p.threes, p.just_arrived) for p in players]
    return check_tables(entries, seating.tables, seating.byes, **options)


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


@pytest.mark.slow
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


@pytest.mark.parametrize(("count", "with_threes"), [(10, True), (11, True), (12, True), (11, False)])
def test_rounds_to_twelve_are_the_best_of_all_seatings(count, with_threes):
    players = after(count, 3, count, with_threes=with_threes)
    seating = seat(players, seed=1, with_threes=with_threes)
    assert score_of(players, seating) == best_score(players, with_threes=with_threes)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("count", [13, 14, 15, 16])
def test_rounds_to_sixteen_are_the_best_of_all_seatings(count):
    players = after(count, 4, count)
    seating = seat(players, seed=1)
    assert score_of(players, seating) == best_score(players)
    assert seating.is_exact


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("count", "with_threes"), [(22, True), (23, False), (61, True)])
def test_larger_rounds_have_no_fault_and_keep_to_the_bound(count, with_threes):
    players = after(count, 3, count, with_threes=with_threes)
    seating = seat(players, seed=2, with_threes=with_threes)
    found = issues(players, seating, with_threes=with_threes)
    assert {issue.code for issue in found} <= {"rematch"}
    assert len(found) == seating.rematches
    assert seating.bound <= seating.cost


@pytest.mark.thorough
@pytest.mark.slow
def test_a_thousand_players_are_seated_at_the_bound_or_near():
    players = after(1001, 3, 7)
    seating = seat(players, seed=2)
    assert issues(players, seating) == []
    assert seating.bound <= seating.cost <= 2 * seating.bound


@pytest.mark.slow
@given(rounds(most=16), st.integers(0, 9))
@settings(max_examples=20)
def test_the_order_of_the_players_plays_no_part(round_, seed):
    players, forbidden = round_
    again = seat(reversed(players), seed=seed, forbidden=[pair[::-1] for pair in forbidden])
    assert seat(players, seed=seed, forbidden=forbidden) == again


@pytest.mark.slow
def test_the_same_seed_gives_the_same_tables_and_another_others():
    players = after(20, 2, 3)
    assert seat(players, seed=4) == seat(players[::-1], seed=4)
    assert seat(players_of(20), seed=4).tables != seat(players_of(20), seed=5).tables


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


def test_late_entries_have_neither_bye_nor_table_of_three_first():
    players = [Player("late", 0, late=True), *(Player(f"p{n}", 6, met=(f"q{n}",)) for n in range(6))]
    seating = seat(players, seed=1)
    assert any("late" in table for table in seating.tables if len(table) == 4)
    assert "late" not in seat(players, seed=1, with_threes=False).byes
