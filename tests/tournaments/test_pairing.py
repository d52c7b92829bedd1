"""Swiss pairing: the order of importance of tournaments/core/pairing/swiss.py, and that nothing better exists."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.exact_pairing import (
    after,
    best_by_trying_everything,
    best_of_the_complete_graph,
    of_pairing,
    rounds,
)
from tournaments.core.pairing import CannotPair, Player, Players, explain, pair


def event(size: int, played: int, *, seed: int = 1, clubs: int = 0) -> list[Player]:
    """An event of so many players after so many rounds, with results drawn by lot."""
    random = Random(seed)
    players = [Player(f"p{i}", club=f"c{random.randrange(clubs)}" if clubs else None) for i in range(size)]
    for _ in range(played):
        pairing = pair(players, seed=seed)
        players = after(players, pairing, [random.random() < 0.5 for _ in pairing.pairs])
    return players


def seated(pairing) -> list[str]:
    return sorted([name for couple in pairing.pairs for name in couple] + ([pairing.bye] if pairing.bye else []))


@pytest.mark.check
@settings(max_examples=150, deadline=None)
@given(rounds(largest=8), st.integers())
def test_the_pairing_is_optimal_among_all_for_eight_players(hall, seed):
    players, forbidden = hall
    assert of_pairing(players, pair(players, seed=seed, forbidden=forbidden), forbidden) == best_by_trying_everything(
        players, forbidden
    )


@settings(max_examples=3, deadline=None)
@given(rounds(smallest=9, largest=10))
def test_the_pairing_is_optimal_among_all_for_ten_players(hall):
    players, forbidden = hall
    assert of_pairing(players, pair(players, seed=1, forbidden=forbidden), forbidden) == best_by_trying_everything(
        players, forbidden
    )


@pytest.mark.check
@settings(max_examples=60, deadline=None)
@given(rounds(smallest=8, largest=70))
def test_the_pairing_matches_the_optimum_of_the_complete_graph(hall):
    players, forbidden = hall
    assert of_pairing(players, pair(players, seed=3, forbidden=forbidden), forbidden) == best_of_the_complete_graph(
        players, forbidden
    )


@pytest.mark.parametrize(("size", "played", "clubs"), [(120, 4, 0), (151, 7, 12), (200, 9, 3)])
def test_realistic_pairings_match_the_optimum_of_the_complete_graph(size, played, clubs):
    players = event(size, played, clubs=clubs)
    assert of_pairing(players, pair(players, seed=5), []) == best_of_the_complete_graph(players, [])


@pytest.mark.check
@settings(max_examples=60, deadline=None)
@given(rounds(largest=60), st.integers(), st.randoms(use_true_random=False))
def test_the_pairing_depends_on_the_seed_not_on_input_order(hall, seed, random):
    players, forbidden = hall
    shuffled = random.sample(players, len(players))
    turned = [(other, one) for one, other in reversed(forbidden)]
    assert pair(players, seed=seed, forbidden=forbidden) == pair(shuffled, seed=seed, forbidden=turned)


@pytest.mark.check
@settings(max_examples=60, deadline=None)
@given(rounds(largest=80))
def test_everyone_is_paired_once_and_only_odd_counts_have_byes(hall):
    players, forbidden = hall
    pairing = pair(players, seed=1, forbidden=forbidden)
    assert seated(pairing) == sorted(player.id for player in players)
    assert (pairing.bye is not None) == (len(players) % 2 == 1)


def test_another_seed_draws_another_first_round():
    players = [Player(f"p{i}") for i in range(40)]
    assert pair(players, seed=1).pairs != pair(players, seed=2).pairs


def test_one_seed_gives_a_different_order_each_round():
    first = pair([Player(f"p{i}") for i in range(40)], seed=1)
    second = pair([Player(f"p{i}", byes=1) for i in range(40)], seed=1)
    assert first.pairs != second.pairs


def test_nobody_meets_twice_in_a_whole_event_of_thirty_three():
    players = event(33, 9)
    assert all(len(set(player.met)) == len(player.met) for player in players)
    assert all(len(player.met) + player.byes == 9 for player in players)
    assert max(player.byes for player in players) == 1


def test_unavoidable_rematches_are_minimal_and_reported():
    players = [Player("a", met=("b",)), Player("b", met=("a",))]
    assert pair(players, seed=1).rematches == 1


def test_a_second_bye_is_better_than_a_rematch():
    met = {"a": ("b",), "b": ("a",), "c": ()}
    players = [Player(name, met=met[name], byes=name == "b") for name in "abc"]
    pairing = pair(players, seed=1)
    assert (pairing.rematches, pairing.bye) == (0, "a")
    rested = [Player("a", met=("b", "c")), Player("b", met=("a",), byes=1), Player("c", met=("a",), byes=1)]
    assert (pair(rested, seed=1).bye, pair(rested, seed=1).rematches) == ("a", 0)
    stuck = [Player("a", met=("b", "c"), byes=1), Player("b", met=("a",)), Player("c", met=("a",))]
    assert (pair(stuck, seed=1).bye, pair(stuck, seed=1).rematches) == ("a", 0)


def test_the_bye_goes_to_the_lowest_score_without_a_bye():
    players = [Player("a", 3), Player("b", 1, byes=1), Player("c", 2), Player("d", 6), Player("e", 9)]
    assert pair(players, seed=1).bye == "c"


def test_the_bye_is_not_traded_for_smaller_differences():
    players = [Player("a", 9), Player("b", 3), Player("c", 2)]
    assert pair(players, seed=1).bye == "c"
    assert pair(players, seed=1).cost == 36


def test_late_arrivals_get_no_bye_if_avoidable():
    players = [Player("a", 3), Player("b", 1, met=("z",)), Player("new", 0, late=True)]
    assert pair(players, seed=1).bye == "b"
    assert pair([Player("new", late=True)], seed=1).bye == "new"
    settled = [Player("a", 3), Player("b", 1, met=("z",)), Player("new", 0, met=("z",), late=True)]
    assert pair(settled, seed=1).bye == "new"


def test_two_small_differences_are_better_than_a_large_one():
    players = [Player("a", 12), Player("b", 9), Player("c", 9, met=("b",)), Player("d", 6)]
    players[1] = Player("b", 9, met=("c",))
    assert pair(players, seed=1).cost == 18


def test_players_who_floated_before_are_spared():
    players = [Player("top", 3)] + [Player(name, 0, floats=("up",)) for name in "abcd"] + [Player("fresh", 0)]
    assert pair(players, seed=1).pairs[0] == ("top", "fresh")


def test_forbidden_pairs_stay_apart_even_at_a_greater_difference():
    players = [Player("a", 9), Player("b", 9), Player("c", 0), Player("d", 0)]
    pairing = pair(players, seed=1, forbidden=[("b", "a")])
    assert (pairing.cost, pairing.forbidden) == (162, 0)
    assert pair(players[:2], seed=1, forbidden=[("b", "a")]).forbidden == 1


def test_clubs_are_separated_in_round_one_if_requested():
    players = [Player(f"p{i}", club=f"c{i % 3}") for i in range(60)]
    club = {player.id: player.club for player in players}
    assert all(club[one] != club[other] for one, other in pair(players, seed=1).pairs)
    together = pair(players, seed=1, separate_clubs=False).pairs
    assert any(club[one] == club[other] for one, other in together)


def test_a_majority_club_has_minimal_internal_pairings():
    players = [Player(f"p{i}", club="big" if i < 700 else "small") for i in range(1000)]
    club = {player.id: player.club for player in players}
    assert sum(club[one] == club[other] for one, other in pair(players, seed=1).pairs) == 200


def test_a_first_round_by_rating_is_folded():
    players = [Player(f"p{i}", rating=1000 - i) for i in range(8)] + [Player("unrated")]
    pairing = pair(players, seed=1, opening="rating")
    assert set(pairing.pairs) == {("p0", "p4"), ("p1", "p5"), ("p2", "p6"), ("p3", "p7")} or {
        frozenset(couple) for couple in pairing.pairs
    } == {frozenset((f"p{i}", f"p{i + 4}")) for i in range(4)}
    assert pairing.bye == "unrated"


def test_a_first_round_by_rating_separates_forbidden_pairs_and_clubs():
    players = [Player(f"p{i}", rating=100 - i, club="x" if i in (1, 5) else None) for i in range(8)]
    couples = {frozenset(couple) for couple in pair(players, seed=1, opening="rating", forbidden=[("p0", "p4")]).pairs}
    assert frozenset(("p0", "p4")) not in couples
    assert frozenset(("p1", "p5")) not in couples


def test_an_unfoldable_first_round_by_rating_is_optimal():
    players = [Player(f"p{i}", rating=4 - i) for i in range(4)]
    apart = [("p0", "p2"), ("p0", "p3"), ("p1", "p2")]
    assert pair(players, seed=1, opening="rating", forbidden=apart).forbidden == 0


def test_a_player_with_only_forbidden_pairs_costs_little_time():
    players = [Player(f"p{i}", i % 4) for i in range(1000)]
    pairing = pair(players, seed=1, forbidden=[("p0", f"p{i}") for i in range(1, 1000)])
    assert (pairing.forbidden, pairing.rematches) == (1, 0)


def test_no_players_give_no_pairs_and_one_player_a_bye():
    assert pair([], seed=1).pairs == ()
    assert pair([Player("alone")], seed=1).bye == "alone"


@pytest.mark.parametrize("size", [0, 1, 41])
def test_players_as_columns_are_paired_like_one_by_one(size):
    players = [Player(f"p{i}", i % 3, ("x",) * (i % 2), late=i % 5 == 0) for i in range(size)]
    columns = Players.of(players)
    assert [*columns.each()] == players
    assert columns.bye_orders() == [player.bye_order for player in players]
    assert pair(columns, seed=1) == pair(players, seed=1)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([Player("a"), Player("a")], "player-twice"),
        ([Player("a", 10**9)], "points-out-of-range"),
        ([Player("a", floats=("up",) * 31)], "too-many-floats"),
        ([Player(str(i)) for i in range(16_001)], "too-many-players"),
    ],
)
def test_players_that_make_no_sense_are_refused(players, code):
    with pytest.raises(CannotPair) as refusal:
        pair(players, seed=1)
    assert refusal.value.code == code


def test_the_reasons_name_the_meeting_and_the_earlier_float():
    players = [
        Player("a", 9, met=("x", "b"), floats=("down",)),
        Player("b", 9, met=("y", "a")),
        Player("c", 6),
        Player("d", 6),
    ]
    pairing = pair(players, seed=1)
    codes = {reason.code: reason for item in explain(players, pairing) if "a" in item.about for reason in item.reasons}
    assert codes["met-in-round"].other == "b"
    assert codes["met-in-round"].number == 2
    assert str(codes["floated-down"]) == "a has been paired down 1 time before"
    assert codes["paired-down"].number == 3


@pytest.mark.check
@settings(max_examples=40, deadline=None)
@given(rounds(largest=30))
def test_every_pair_and_bye_has_readable_reasons(hall):
    players, forbidden = hall
    pairing = pair(players, seed=1, forbidden=forbidden)
    explanations = explain(players, pairing, forbidden=forbidden)
    assert len(explanations) == len(pairing.pairs) + (pairing.bye is not None)
    assert all(str(reason) for item in explanations for reason in item.reasons)
    assert all(item.reasons for item in explanations)
