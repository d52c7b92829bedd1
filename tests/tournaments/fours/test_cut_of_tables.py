"""The cut at tables of four, from its seeds and the places at its tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.bracket_plan import BracketError
from tournaments.core.fours.cut import (
    CUT_SIZES,
    advised_rounds,
    build_cut,
    cut_rounds,
    rounds_without_rematch,
    seed_tables,
)


def seeds(size):
    return [f"s{number}" for number in range(1, size + 1)]


def seated(table, places):
    """The place of everybody at this table."""
    return dict(zip(table.players, places, strict=True))


def played(size, choose):
    """The cut as table after table is decided."""
    places = {}
    while playable := build_cut(seeds(size), places).playable:
        for table in playable:
            places[table.slot] = seated(table, choose(table))
    return build_cut(seeds(size), places)


def test_sixteen_sit_at_tables_by_the_rules_of_the_event():
    assert seed_tables(16) == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]
    assert [table.slot for table in build_cut(seeds(16)).matches] == ["T1.1", "T1.2", "T1.3", "T1.4", "final"]


@pytest.mark.parametrize("size", CUT_SIZES)
def test_every_seed_sits_once_and_the_best_meet_last(size):
    tables = seed_tables(size)
    assert sorted(seed for table in tables for seed in table) == list(range(1, size + 1))
    cut = played(size, lambda table: (1, 2, 3, 4))
    assert cut.matches[-1].players == ("s1", "s2", "s3", "s4")
    assert cut.champion == "s1"


def test_the_winner_advances_and_others_rank_by_place_then_seed():
    cut = played(16, lambda table: (2, 1, 4, 3) if table.slot == "T1.1" else (1, 2, 3, 4))
    assert cut.matches[-1].players == ("s2", "s3", "s4", "s8")
    assert cut.placings() == list(
        enumerate(
            ["s2", "s3", "s4", "s8", "s1", "s5", "s6", "s7", "s10", "s11", "s12", "s16", "s9", "s13", "s14", "s15"], 1
        )
    )


def test_those_still_in_share_a_rank():
    cut = build_cut(seeds(16), {"T1.2": {"s2": 4, "s7": 1, "s10": 2, "s15": 3}})
    assert [place for place, _player in cut.placings()][:14] == [1] * 13 + [14]
    assert cut.placings()[13:] == [(14, "s10"), (15, "s15"), (16, "s2")]
    assert not cut.is_over


def test_the_higher_seed_goes_on_from_a_shared_first_place():
    cut = build_cut(seeds(4), {"final": {"s4": 4, "s3": 1, "s2": 1, "s1": 3}})
    assert (cut.champion, cut.matches[0].places) == ("s2", (3, 1, 2, 4))


@pytest.mark.parametrize(
    ("size", "places", "code"),
    [
        (8, {}, "bad-size"),
        (0, {}, "bad-size"),
        (16, {"final": {"s1": 1, "s2": 2, "s3": 3, "s4": 4}}, "tie-not-ready"),
        (16, {"T1.5": {"s1": 1, "s2": 2, "s3": 3, "s4": 4}}, "unknown-slot"),
        (16, {"T1.1": {"s1": 1, "s2": 2, "s3": 3, "s4": 4}}, "not-in-tie"),
        (4, {"final": {"s1": 1, "s2": 2, "s3": 3}}, "not-in-tie"),
        (4, {"final": {"s1": 2, "s2": 3, "s3": 4, "s4": 4}}, "bad-places"),
        (4, {"final": {"s1": 1, "s2": 2, "s3": 3, "s4": 5}}, "bad-places"),
    ],
)
def test_what_no_cut_has_is_refused(size, places, code):
    with pytest.raises(BracketError) as refusal:
        build_cut(seeds(size), places)
    assert refusal.value.code == code


def test_if_only_one_came_the_others_rank_by_seed():
    cut = build_cut(seeds(4), {"final": {"s1": 4, "s2": 4, "s3": 1, "s4": 4}})
    assert cut.placings() == [(1, "s3"), (2, "s1"), (3, "s2"), (4, "s4")]


def test_a_player_is_seeded_once():
    with pytest.raises(BracketError, match="twice"):
        build_cut(["a", "a", "b", "c"])


@pytest.mark.check
@settings(max_examples=25)
@given(st.sampled_from(CUT_SIZES), st.randoms(use_true_random=False))
def test_every_cut_ends_with_one_champion_and_each_rank_once(size, random):
    cut = played(size, lambda table: random.sample((1, 2, 3, 4), 4))
    assert cut.is_over
    assert [place for place, _player in cut.placings()] == list(range(1, size + 1))
    assert cut.placings()[0][1] == cut.champion
    assert max(table.wave for table in cut.matches) == cut_rounds(size)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(3, 3), (16, 3), (17, 4), (64, 4), (65, 5), (128, 5), (129, 6), (208, 6), (209, 7), (10_000, 7)],
)
def test_the_advice_grows_with_the_players(players, rounds):
    assert advised_rounds(players) == rounds


def test_sixteen_players_have_five_rounds_without_a_rematch():
    assert (rounds_without_rematch(16), rounds_without_rematch(4), rounds_without_rematch(0)) == (5, 1, 0)
