"""Dated profiles say what their source says, and an own profile is plain data."""

from dataclasses import replace

import pytest

from rules.arena.cards import catalogue
from rules.arena.legality import _names, differences, profile, profiles
from rules.arena.team import check
from rules.common.fields import InvalidValue
from rules.common.verdicts import Malformed


def test_no_profile_forbids_nothing():
    none = profiles()["none"]
    assert (none.outside, none.banned, none.bosses) == (frozenset(), frozenset(), frozenset())


def test_the_profiles_are_named_after_their_month():
    for name, legality in profiles().items():
        assert name == "none" or name.endswith(legality.date[:7])
        assert legality.source
        assert legality.title


def test_a_profile_names_what_there_is():
    names = _names(lambda: ("eternal-1", "frigost"))
    names.check(["frigost"])
    with pytest.raises(InvalidValue) as refusal:
        names.check(["frigost", "eternal-0"])
    assert (refusal.value.pointer, refusal.value.code) == ("/1", "unknown-name")


def test_the_lists_of_january_2018():
    season = profiles()["season-2018-01"]
    assert (len(season.bosses), len(season.banned)) == (10, 9)
    assert "henual" in season.banned - season.bosses


def test_theo_moved_from_the_boss_list_to_the_ban_list():
    first, second = profiles()["season-2015-11"], profiles()["season-2016-05"]
    assert {(each.of, each.added, each.removed) for each in differences(second, first)} == {
        ("banned", ("klor-ofil", "theo"), ()),
        ("bosses", (), ("theo",)),
    }


def test_the_list_of_may_2019_goes_by_season():
    season = profiles()["season-2019-05"]
    assert "bill-tell" in season.outside
    assert "bakara" not in season.outside


def test_the_list_of_2019_lacks_first_season_and_samurai():
    listed = profiles()["legal-2019"]
    legal = {card.slug for card in catalogue().cards if listed.allows(card)}
    assert {"bill-tell", "yugo-eternal-1", "cardboard-tube-samurai"} & legal == set()
    assert {"joris", "mopy-king", "julith", "elely"} <= legal


def test_eternal_profiles_allow_fewer_figures_with_fewer_stars():
    stars = [profiles()[f"eternal-stars-{most}"].banned for most in (3, 2, 1)]
    assert stars[0] < stars[1] < stars[2]
    assert [("bill-tell" in banned, "bill-tell-eternal-1" in banned) for banned in stars[:1]] == [(True, False)]
    assert "Inferred" in profiles()["eternal-stars-1"].notes[0]


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
def test_an_unreadable_profile_is_refused_with_its_key(facts, pointer, code):
    with pytest.raises(Malformed) as refusal:
        profile("club", facts)
    assert (refusal.value.pointer, refusal.value.code) == (pointer, code)


def brought(**changes):
    return replace(catalogue().get("bill-tell"), slug="brought", **changes)


def test_a_boss_is_printed_so_or_named_by_the_profile():
    named = profile("x", {"bosses": ["bill-tell"]})
    cards = [catalogue().get(slug) for slug in ("king-nidas", "bill-tell", "ush")]
    assert [named.is_boss(card) for card in cards] == [True, True, False]
    assert [profiles()["none"].is_boss(card) for card in cards] == [True, False, False]


def test_a_brought_card_is_legal_where_every_expansion_is():
    none, season = profiles()["none"], profiles()["season-2018-01"]
    banned, unknown = catalogue().get("henual"), brought()
    assert (none.forbidden_among([banned, unknown]), season.forbidden_among([banned, unknown])) == (
        [],
        [banned, unknown],
    )
    assert [(each.allows(banned), each.allows(unknown)) for each in (none, season)] == [(True, True), (False, False)]
    own = profile("x", {"banned": ["henual"]})
    assert (own.allows(banned), own.allows(unknown), own.forbidden_among([banned, unknown])) == (False, True, [banned])


def test_an_own_profile_states_its_name_and_the_allowed_seasons():
    assert (profile("x", {"title": "T"}).title, profile("x", {}).title) == ("T", "x")
    assert profile("x", {}).seasons is None
    seasons = profile("x", {"seasons": [1]})
    assert seasons.seasons == (1,)
    assert {card.season for card in catalogue().cards if card.slug not in seasons.outside} == {1}
