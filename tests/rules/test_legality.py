"""Dated profiles say what their source says, and an own profile is plain data."""

import pytest

from rules.arena.cards import catalogue
from rules.arena.legality import differences, profile, profiles
from rules.arena.team import check
from rules.common.verdicts import Malformed


def test_no_profile_forbids_nothing():
    none = profiles()["none"]
    assert (none.outside, none.banned, none.bosses) == (frozenset(), frozenset(), frozenset())


def test_the_profiles_are_named_after_their_month():
    for name, legality in profiles().items():
        assert name == "none" or name.endswith(legality.date[:7])
        assert legality.source
        assert legality.title


def test_the_lists_of_january_2018():
    season = profiles()["season-2018-01"]
    assert (len(season.bosses), len(season.banned)) == (10, 9)
    assert "henual" in season.banned - season.bosses


def test_theo_was_moved_from_the_boss_list_to_the_ban_list():
    first, second = profiles()["season-2015-11"], profiles()["season-2016-05"]
    assert {(each.of, each.added, each.removed) for each in differences(second, first)} == {
        ("banned", ("klor-ofil", "theo"), ()),
        ("bosses", (), ("theo",)),
    }


def test_the_list_of_may_2019_goes_by_season():
    season = profiles()["season-2019-05"]
    assert "bill-tell" in season.outside
    assert "bakara" not in season.outside


def test_a_profile_said_without_seasons_allows_the_same_cards():
    for legality in profiles().values():
        plain = legality.without_seasons()
        assert plain.seasons is None and plain.bosses == legality.bosses
        assert [card for card in catalogue().cards if plain.allows(card) != legality.allows(card)] == []


def test_lists_by_season_differ_in_expansions_and_bans():
    reported = differences(profiles()["season-2019-05"], profiles()["none"])
    assert {each.of for each in reported} == {"expansions", "banned", "bosses"}
    assert "season-1" in reported[0].removed or "bill-tell" in reported[1].added


def test_a_profile_that_was_pinned_is_the_same_again():
    for name, legality in profiles().items():
        assert profile(name, legality.as_facts()) == legality


@pytest.mark.article("1.1.1.h", breaks=True)
def test_an_own_profile_is_held_to_like_a_dated_one():
    own = profile("club", {"expansions": ["season-1"], "banned": ["bill-tell"], "bosses": ["nox", "goultard"]})
    verdict = check(["bill-tell", "ush", "nox", "goultard"], legality=own)
    assert {(each.article, each.code) for each in verdict.violations} == {
        ("1.1.1.b", "level-too-high"),
        ("1.1.1.g", "several-bosses"),
        ("1.1.1.h", "banned"),
        ("1.1.1.h", "expansion-not-legal"),
    }


@pytest.mark.parametrize(
    ("facts", "pointer", "code"),
    [
        ({"band": []}, "/band", "unknown-key"),
        ({"banned": "theo"}, "/banned", "wrong-type"),
        ({"banned": ["theo", 3]}, "/banned", "wrong-type"),
        ({"banned": ["theo", "teo"]}, "/banned/1", "unknown-name"),
        ({"expansions": ["season-99"]}, "/expansions/0", "unknown-name"),
        ({"seasons": 3}, "/seasons", "wrong-type"),
        ({"title": 3}, "/title", "wrong-type"),
    ],
)
def test_a_profile_that_cannot_be_read_is_refused_with_its_key(facts, pointer, code):
    with pytest.raises(Malformed) as refusal:
        profile("club", facts)
    assert (refusal.value.pointer, refusal.value.code) == (pointer, code)
