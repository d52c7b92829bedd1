"""Lists for a game of four players: two figures, their level, and what figures may stand side by side."""

import pytest

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.team import check

LEVEL = {card.slug: card.level for card in catalogue().cards}


def checked(figures, **how):
    return check(figures, "four-player", **how)


def broken(figures, **how):
    return [(each.article, each.code) for each in checked(figures, **how).violations]


def of_level(level):
    """A white name where there is one of this level: it may stand in a team twice."""
    cards = [card for card in catalogue().cards if card.level == level and card.colour in ("white", "gold")]
    return max(cards, key=lambda card: card.colour).slug


@pytest.mark.article("9.1.2")
def test_two_level_six_figures_are_a_team_for_four_players():
    verdict = checked([of_level(3), of_level(3)])
    assert (verdict.verdict, verdict.level, verdict.violations) == ("legal", 6, ())


@pytest.mark.article("9.1.2", breaks=True)
@pytest.mark.parametrize(
    ("levels", "codes"),
    [
        ([], ["too-few-figures", "level-too-low"]),
        ([6], ["too-few-figures"]),
        ([1, 2, 3], ["too-many-figures"]),
        ([1, 3], ["level-too-low"]),
        ([4, 3], ["level-too-high"]),
    ],
)
def test_other_numbers_of_figures_and_other_levels_are_reported(levels, codes):
    assert broken([of_level(level) for level in levels]) == [("9.1.2", code) for code in codes]


def test_an_event_may_set_another_level():
    figures = [of_level(3), of_level(4)]
    assert checked(figures, pair_level=7).is_legal
    (reported,) = checked(figures, pair_level=8).violations
    assert (reported.code, reported.message.facts) == ("level-too-low", {"level": 7, "wanted": 8, "missing": 1})


@pytest.mark.parametrize("level", [0, 1, 13, -6])
def test_a_level_that_no_two_figures_have_is_refused(level):
    with pytest.raises(ValueError, match="2 to 12"):
        checked([of_level(3)] * 2, pair_level=level)


def test_a_unique_hero_stands_once_and_banned_figures_never():
    gold = next(card.slug for card in catalogue().cards if (card.colour, card.level, card.boss) == ("gold", 3, False))
    assert {article for article, _code in broken([gold, gold])} == {"1.1.1.c"}
    season = profiles()["season-2018-01"]
    banned = min(season.banned & LEVEL.keys())
    assert ("1.1.1.h", "banned") in broken([banned, of_level(1)], legality=season)


def test_a_team_of_a_duel_is_as_before():
    assert [each.article for each in check([of_level(3), of_level(3)]).violations] == ["1.1.1.a", "1.1.1.b"]
