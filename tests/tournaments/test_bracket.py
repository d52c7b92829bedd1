"""The top cut: seeds, byes, both kinds of elimination, the match for third place, replacements."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.bracket import Bracket, build_bracket, select_qualifiers
from tournaments.core.bracket_plan import BracketError, seed_order


def seeds(size: int) -> list[str]:
    return [f"s{place}" for place in range(1, size + 1)]


def meetings(state: Bracket) -> list[tuple[str, str]]:
    return [(str(match.a), str(match.b)) for match in state.playable]


def play(players, choose, **options) -> tuple[Bracket, dict[str, str]]:
    """Tie by tie to the end; `choose` names the winner."""
    winners: dict[str, str] = {}
    state = build_bracket(players, winners, **options)
    while state.playable:
        match = state.playable[0]
        winners[match.slot] = choose(match)
        state = build_bracket(players, winners, **options)
    return state, winners


def test_seed_one_meets_eight_first_and_two_last():
    assert meetings(build_bracket(seeds(8))) == [("s1", "s8"), ("s4", "s5"), ("s2", "s7"), ("s3", "s6")]
    assert seed_order(16)[:8] == [1, 16, 8, 9, 4, 13, 5, 12]


@pytest.mark.parametrize("size", range(2, 65))
def test_if_higher_seeds_win_places_follow_the_seeds(size):
    state, _ = play(seeds(size), lambda match: match.a, third_place=True)
    assert state.is_over
    assert state.champion == "s1"
    places = {player: place for place, player in state.placings()}
    assert sorted(places, key=lambda name: (places[name], int(name[1:]))) == seeds(size)


@pytest.mark.parametrize("size", range(2, 65))
def test_byes_go_to_the_top_seeds(size):
    state = build_bracket(seeds(size))
    resting = {match.winner for match in state.matches if match.is_bye}
    full = len(seed_order(size))
    assert resting == set(seeds(full - size))


def test_the_higher_seed_comes_first():
    state = build_bracket(seeds(4), {"W1.1": "s4", "W1.2": "s2"})
    final = state.match("final")
    assert (final.a, final.b) == ("s2", "s4")
    assert final.sides == ("s4", "s2")


def test_the_beaten_of_the_semi_finals_play_for_third_place():
    state = build_bracket(seeds(4), {"W1.1": "s4", "W1.2": "s2"}, third_place=True)
    third = state.match("third")
    assert (third.a, third.b) == ("s1", "s3")
    done = build_bracket(seeds(4), {"W1.1": "s4", "W1.2": "s2", "third": "s3", "final": "s4"}, third_place=True)
    assert done.placings() == [(1, "s4"), (2, "s2"), (3, "s3"), (4, "s1")]


def test_without_that_match_the_semi_finalists_share_third_place():
    state, _ = play(seeds(8), lambda match: match.a)
    assert state.placings()[:5] == [(1, "s1"), (2, "s2"), (3, "s3"), (3, "s4"), (5, "s5")]


def test_remaining_players_share_first_place_during_the_cut():
    state = build_bracket(seeds(8), {"W1.1": "s1", "W1.2": "s5", "W1.3": "s2", "W2.1": "s5"})
    still_in = [(1, "s2"), (1, "s3"), (1, "s5"), (1, "s6")]
    assert state.placings() == [*still_in, (5, "s1"), (6, "s4"), (6, "s7"), (6, "s8")]


def test_a_first_defeat_in_double_elimination_decides_no_place():
    winners = {"W1.1": "s1", "W1.2": "s2", "W2.1": "s1", "L1.1": "s3"}
    state = build_bracket(seeds(4), winners, kind="double")
    assert state.placings() == [(1, "s1"), (1, "s2"), (1, "s3"), (4, "s4")]
    upset = build_bracket(seeds(4), winners | {"L2.1": "s2", "final": "s2"}, kind="double")
    assert upset.placings() == [(1, "s1"), (1, "s2"), (3, "s3"), (4, "s4")]


@pytest.mark.ci
@settings(max_examples=60, deadline=None)
@given(st.integers(2, 64), st.randoms(use_true_random=False), st.booleans())
def test_a_single_elimination_beats_everyone_but_the_champion_once(size, random, third):
    state, _ = play(seeds(size), lambda match: random.choice([match.a, match.b]), third_place=third)
    beaten = [match.loser for match in state.matches if match.loser and match.section != "third"]
    assert sorted([*beaten, state.champion]) == sorted(seeds(size))
    assert len(state.placings()) == size


@pytest.mark.ci
@settings(max_examples=60, deadline=None)
@given(st.integers(2, 64), st.randoms(use_true_random=False))
def test_a_double_elimination_beats_everyone_but_the_champion_twice(size, random):
    state, _ = play(seeds(size), lambda match: random.choice([match.a, match.b]), kind="double")
    beaten = [match.loser for match in state.matches if match.loser]
    defeats = {name: beaten.count(name) for name in seeds(size)}
    champion = state.champion
    assert defeats.pop(champion) <= 1
    assert set(defeats.values()) == {2} or (size == 2 and state.is_over)
    assert state.is_over
    assert len(state.placings()) == size


@pytest.mark.ci
@settings(max_examples=30, deadline=None)
@given(st.integers(2, 64), st.sampled_from(["single", "double"]), st.randoms(use_true_random=False))
def test_a_bracket_match_is_planned_after_its_sources(size, kind, random):
    state, _ = play(seeds(size), lambda match: random.choice([match.a, match.b]), kind=kind)
    waves = {match.slot: match.wave for match in state.matches}
    assert all(
        waves[source] < match.wave for match in state.matches for what, source in match.sources if what != "seed"
    )


def test_the_final_is_replayed_if_the_undefeated_player_loses():
    players = seeds(4)
    _, winners = play(players, lambda match: match.a, kind="double")
    upset = winners | {"final": "s2"}
    upset.pop("reset", None)
    again = build_bracket(players, upset, kind="double")
    assert [match.slot for match in again.playable] == ["reset"]
    assert again.champion is None
    assert build_bracket(players, upset | {"reset": "s1"}, kind="double").champion == "s1"
    quiet = build_bracket(players, winners, kind="double")
    assert quiet.is_over
    assert not quiet.match("reset").is_playable


def test_the_same_results_give_the_same_bracket():
    _, winners = play(seeds(13), lambda match: match.b)
    assert build_bracket(seeds(13), winners) == build_bracket(seeds(13), dict(reversed(winners.items())))


@pytest.mark.parametrize(
    ("players", "winners", "code"),
    [
        (seeds(1), {}, "bad-size"),
        (seeds(65), {}, "bad-size"),
        (["a", "a"], {}, "player-twice"),
        (seeds(4), {"W1.1": "s2"}, "not-in-tie"),
        (seeds(4), {"final": "s1"}, "tie-not-ready"),
        (seeds(3), {"W1.1": "s1"}, "tie-not-ready"),
        (seeds(4), {"W9.1": "s1"}, "unknown-slot"),
    ],
)
def test_results_that_the_bracket_cannot_have_are_refused(players, winners, code):
    with pytest.raises(BracketError) as refusal:
        build_bracket(players, winners)
    assert refusal.value.code == code


RANKED = [("a", 15), ("b", 13), ("c", 12), ("d", 12), ("e", 12), ("f", 9)]


def test_enough_points_qualify_beyond_the_top_size():
    assert select_qualifiers(RANKED, top=4) == ("a", "b", "c", "d")
    assert select_qualifiers(RANKED, top=4, points=12) == ("a", "b", "c", "d", "e")
    assert select_qualifiers(RANKED, top=4, points=13) == ("a", "b", "c", "d")


def test_withdrawn_qualifiers_are_replaced_by_the_next_in_rank():
    assert select_qualifiers(RANKED, top=4, withdrawn=["b"]) == ("a", "c", "d", "e")
    assert select_qualifiers(RANKED, top=4, points=12, withdrawn=["a", "f"]) == ("b", "c", "d", "e")
