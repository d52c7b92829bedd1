"""Limited teams: anything goes that the pool holds, as high as the pool allows."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.arena.cards import catalogue
from rules.arena.limited import Completion, highest
from rules.arena.team import check

CARDS = st.sampled_from(catalogue().cards)
PERCEDALS = ["percedal", "percedal", "percedal", "percedal-percylax", "stasis-terminatot", "king-nidas"]


def limited(figures, pool):
    return check(figures, "limited", pool=pool)


def broken(figures, pool):
    return {violation.article for violation in limited(figures, pool).violations}


@pytest.mark.article("1.1.2.a")
@pytest.mark.article("1.1.2.b")
@pytest.mark.article("1.1.2", "1.1.2.c")
def test_copies_versions_bosses_and_bans_do_not_matter():
    verdict = limited(
        ["percedal", "percedal", "stasis-terminatot", "wakfu-terminatot"], [*PERCEDALS, "wakfu-terminatot"]
    )
    assert (verdict.verdict, verdict.level) == ("legal", 12)


@pytest.mark.article("1.1.2.a", breaks=True)
def test_a_limited_team_has_three_to_eight_figures():
    assert broken(["goultard", "goultard"], ["goultard", "goultard", "kivin"]) == {"1.1.2.a"}
    assert "1.1.2.a" in broken(["kivin"] * 9, ["kivin"] * 9 + ["ush"])


@pytest.mark.article("1.1.2.b", breaks=True)
def test_a_level_that_could_be_higher_names_level_and_team():
    verdict = limited(["kivin", "ush", "bill-tell"], ["kivin", "ush", "bill-tell", "ush", "kivin"])
    assert [violation.article for violation in verdict.violations] == ["1.1.2.b"]
    assert verdict.reachable.level == 12
    assert check(verdict.reachable.figures, "limited", pool=verdict.reachable.figures).is_legal


@pytest.mark.article("1.1.2.b")
def test_a_pool_short_of_twelve_asks_for_its_highest_level():
    pool = ["kivin", "kivin", "kivin", "bill-tell"]
    assert limited(pool, pool).is_legal
    assert limited(["kivin", "kivin", "bill-tell"], pool).reachable.level == 6


@pytest.mark.article("1.1.2.b", breaks=True)
def test_a_limited_team_does_not_pass_twelve():
    pool = ["goultard", "ush", "ush"]
    verdict = limited(pool, pool)
    assert [violation.code for violation in verdict.violations] == ["level-too-high"]
    assert verdict.reachable is None
    assert [note.code for note in verdict.notes] == ["no-team-in-pool"]


@pytest.mark.article("1.1.2", breaks=True)
def test_a_team_has_no_more_copies_than_its_pool():
    pool = ["ush", "bill-tell", "kivin", "goultard", "kivin"]
    assert broken(["ush", "ush", "ush"], pool) == {"1.1.2"}
    (found,) = limited(["ush", "ush", "ush"], pool).violations
    assert (found.code, found.about) == ("not-in-pool", ("ush", "ush"))


def test_an_unknown_name_in_the_pool_is_pointed_at():
    (error,) = limited(["ush"], ["ush", "uhs"]).errors
    assert (error.pointer, error.code) == ("/pool/1", "unknown-figure")


@pytest.mark.check
@given(st.lists(CARDS, max_size=11))
def test_the_reachable_level_agrees_with_trying_every_team(pool):
    levels = (sum(card.level for card in team) for size in range(3, 9) for team in combinations(pool, size))
    best = max((level for level in levels if level <= 12), default=None)
    found = highest(pool)
    assert (found.level if found else None) == best


@given(st.lists(CARDS, max_size=80))
def test_the_team_reaching_the_level_is_made_from_the_pool(pool):
    found = highest(pool)
    if found:
        left = [card.slug for card in pool]
        for slug in found.figures:
            left.remove(slug)
        assert 3 <= len(found.figures) <= 8
        assert sum(catalogue().get(slug).level for slug in found.figures) == found.level
        assert limited(found.figures, [card.slug for card in pool]).is_legal


@pytest.mark.check
@given(st.lists(CARDS, max_size=7), st.lists(CARDS, min_size=1, max_size=9), st.booleans())
def test_a_team_is_completable_when_some_remaining_figures_fit(team, rest, exactly):
    team, others = [*team, rest[0]], rest[1:]
    level = sum(card.level for card in team)
    totals = [
        (level + sum(card.level for card in more), len(team) + len(more))
        for size in range(len(others) + 1)
        for more in combinations(others, size)
    ]
    whole = any(3 <= count <= 8 and (total == 12 if exactly else total <= 12) for total, count in totals)
    assert Completion(rest, exactly=exactly).is_open(level, len(team), rest[0]) == whole


LEVELS = {card.level: card for card in catalogue().cards}


def of(*levels):
    return [LEVELS[level] for level in levels]


def test_a_team_of_eight_may_be_what_the_pool_reaches():
    found = highest(of(*[1] * 9))
    assert (found.level, len(found.figures)) == (8, 8)


def test_of_equal_teams_the_one_of_fewest_figures_is_named():
    assert [LEVELS[4].slug] * 3 == list(highest(of(4, 4, 4, 1, 1, 1, 1)).figures)


def test_reachable_levels_show_their_team_and_teamless_pools_are_reported():
    pool = ["kivin", "kivin", "kivin", "bill-tell"]
    low, legal = limited(["kivin", "kivin", "bill-tell"], pool), limited(pool, pool)
    assert low.as_dict()["reachable"] == {"level": 6, "figures": list(low.reachable.figures)}
    assert (legal.as_dict()["reachable"], legal.notes) == (None, ())
    assert [note.code for note in limited(["kivin"], ["kivin"]).notes] == ["no-team-in-pool"]


@pytest.mark.parametrize(
    ("rest", "exactly", "level", "count", "is_open"),
    [
        ((3,), False, 12, 3, True),  # whole already
        ((5, 3), False, 8, 2, True),  # 11, less than what is allowed
        ((5, 4), False, 8, 2, True),  # 12
        ((5, 5), False, 8, 2, False),  # 13
        ((5, 1, 1, 1, 1, 1, 1, 1), True, 5, 1, True),  # eight figures
        ((4, 1, 1, 1, 1, 1, 1, 1, 1), True, 4, 1, False),  # only nine would make 12
        ((5, 3), True, 8, 2, False),
    ],
)
def test_whether_a_team_can_still_be_completed(rest, exactly, level, count, is_open):
    assert Completion(of(*rest), exactly=exactly).is_open(level, count, LEVELS[rest[0]]) is is_open
