"""The bound of a round beyond sixteen players, against the exact answer where there is one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.fours.plain_seating import best_score
from tests.tournaments.fours.test_seating import after, issues
from tournaments.core.fours.bound import least_cost_in_points
from tournaments.core.fours.kernel import best_split, fours_of
from tournaments.core.fours.players import Player
from tournaments.core.fours.proof import prove
from tournaments.core.fours.search import cost_of
from tournaments.core.fours.seating import seat


@pytest.mark.check
@settings(max_examples=60)
@given(st.lists(st.integers(-9, 30), min_size=6, max_size=11))
def test_points_cost_least_at_tables_one_after_the_other(points):
    players = [Player(f"p{number}", each) for number, each in enumerate(points)]
    *_others, cost, _clubs = best_score(players)
    assert least_cost_in_points(sorted(points), -len(points) % 4) == cost


@st.composite
def costs_of_pairs(draw, places):
    rows = np.array(draw(st.lists(st.integers(0, 40), min_size=places**2, max_size=places**2))).reshape(places, places)
    return np.triu(rows, 1) + np.triu(rows, 1).T


@pytest.mark.ci
@settings(max_examples=30)
@given(st.sampled_from([8, 12, 16]).flatmap(costs_of_pairs))
def test_the_proof_ends_at_the_cheapest_split(costs):
    best = cost_of(costs, best_split(costs))
    allowed = np.ones(len(fours_of(len(costs))), bool)
    worse = prove(costs, allowed, best + 30)
    assert worse.bound <= best
    assert worse.tables is None or sorted(worse.tables.ravel()) == list(range(len(costs)))
    assert worse.tables is None or best <= cost_of(costs, worse.tables) < best + 30
    proved = prove(costs, allowed, best)
    assert proved.bound <= best and proved.tables is None


@pytest.mark.ci
@pytest.mark.parametrize(("count", "played"), [(20, 3), (18, 2)])
def test_rounds_to_twenty_are_proved_with_their_rematches(count, played):
    players = after(count, played, count)
    seating = seat(players, seed=1)
    assert seating.is_best_possible and not seating.is_exact
    assert {issue.code for issue in issues(players, seating)} <= {"rematch"}


@pytest.mark.ci
def test_a_round_of_forty_is_proved():
    assert seat(after(40, 3, 1), seed=1).is_best_possible


def test_costs_too_large_to_prove_use_the_plain_bound():
    players = [Player(f"p{number}", points=(number % 7) * 100_000 // 6) for number in range(20)]
    seating = seat(players, seed=1)
    assert seating.bound < seating.cost or seating.is_best_possible


@pytest.mark.ci
def test_forbidden_pairs_and_open_byes_are_not_proved():
    forbidden = [(f"p{number}", f"p{number + 1}") for number in range(0, 18, 2)]
    everybody = [(f"p{one}", f"p{other}") for one in range(18) for other in range(one)]
    players = after(18, 1, 5)
    assert seat(players, seed=1, forbidden=forbidden).forbidden == 0
    assert not seat(players, seed=1, forbidden=everybody).is_best_possible
    open_byes = seat([Player(f"p{number}", 6 * (number == 0)) for number in range(18)], seed=1, with_threes=False)
    assert open_byes.bound <= open_byes.cost
