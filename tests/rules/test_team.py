"""The construction rules, article by article: a list that obeys, and a list that breaks."""

from dataclasses import replace

import pytest

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.team import check, starting_glory
from rules.arena.texts import FOLDER, load
from tests.rules.logs import TEAM_A

SEASON = profiles()["season-2018-01"]
LEGAL = list(TEAM_A.values())


def articles(verdict):
    return {violation.article for violation in verdict.violations}


def broken(figures, **how):
    return articles(check(figures, **how))


def violation(article, figures, **how):
    (found,) = [each for each in check(figures, **how).violations if each.article == article]
    return found


@pytest.mark.article("1.1.1.a")
@pytest.mark.article("1.1.1.b")
@pytest.mark.article("1.1.1.h")
def test_a_legal_team_is_legal_with_its_totals():
    verdict = check(LEGAL, legality=SEASON)
    assert (verdict.verdict, verdict.level, verdict.initiative) == ("legal", 12, 24)
    assert (verdict.violations, verdict.errors, verdict.reachable) == ((), (), None)


@pytest.mark.article("1.1.1.a", breaks=True)
def test_two_figures_are_too_few():
    assert broken(["goultard", "nox"]) == {"1.1.1.a"}
    assert violation("1.1.1.a", ["goultard", "nox"]).code == "too-few-figures"
    assert str(violation("1.1.1.a", ["goultard", "nox"]).remedy) == "Add at least 1."


@pytest.mark.article("1.1.1.a", breaks=True)
def test_nine_figures_are_too_many():
    nine = ["di-curey", "fern-sockem", "kivin", "moe-lawr", "mike-locke", "boomba", "coa-gulary", "trank", "skale"]
    assert violation("1.1.1.a", nine).code == "too-many-figures"
    assert str(violation("1.1.1.a", nine).remedy) == "Remove at least 1."
    assert broken(nine) == {"1.1.1.a", "1.1.1.b"}


@pytest.mark.article("1.1.1.a")
def test_eight_figures_are_allowed():
    eight = ["di-curey", "fern-sockem", "kivin", "moe-lawr", "trank", "skale", "krobax", "lumino"]
    assert check(eight).verdict == "legal"


GANG = ["elite-riktus", "amakna-riktus", "amakna-riktus", "bonta-riktus", "bonta-riktus"]


def test_cards_and_texts_agree_who_is_a_gang_leader():
    leaders = {slug for slug, text in load(FOLDER).figures.items() if "gang-leader" in text.powers}
    assert {card.slug for card in catalogue().cards if card.leads} == leaders


@pytest.mark.article("1.1.1.b", breaks=True)
@pytest.mark.parametrize(
    ("figures", "is_legal"),
    [
        (GANG, True),
        ([*GANG, "sufokia-riktus"], True),
        ([*GANG, "sufokia-riktus", "brakmar-riktus"], False),
        ([*GANG, "coa-gulary"], False),
        ([*GANG[1:], "sufokia-riktus", "sufokia-riktus", "brakmar-riktus"], False),
        ([*GANG[:3], "ruel-stroud", "sufokia-riktus"], False),
    ],
)
def test_a_gang_leader_brings_one_small_bandit_more(figures, is_legal):
    assert ("1.1.1.b" not in broken(figures)) is is_legal


@pytest.mark.article("1.1.1.b", breaks=True)
@pytest.mark.parametrize(
    ("figures", "level", "code"),
    [(LEGAL[:3], 9, "level-too-low"), ([*LEGAL, "kivin"], 13, "level-too-high"), ([], 0, "level-too-low")],
)
def test_the_levels_add_up_to_twelve_exactly(figures, level, code):
    assert check(figures).level == level
    assert violation("1.1.1.b", figures).code == code


@pytest.mark.article("1.1.1.c", breaks=True)
def test_a_gold_name_stands_in_a_team_once():
    figures = ["percedal", "percedal", "goultard"]
    assert broken(figures) == {"1.1.1.c"}
    assert violation("1.1.1.c", figures).about == ("percedal", "percedal")


@pytest.mark.article("1.1.1.c")
@pytest.mark.article("1.1.1.d")
def test_different_unique_heroes_stand_side_by_side():
    assert check(["percedal", "yugo", "goultard"]).is_legal


@pytest.mark.article("1.1.1.d", breaks=True)
@pytest.mark.article("2.1.2", breaks=True)
def test_two_versions_of_a_unique_hero_are_one_krosmaster_twice():
    figures = ["percedal", "percedal-percylax", "jems-blond"]
    assert broken(figures) == {"1.1.1.c", "1.1.1.d"}
    assert violation("1.1.1.d", figures).about == ("percedal", "percedal-percylax")


@pytest.mark.article("1.1.1.d", breaks=True)
def test_a_revised_card_is_a_version_of_its_hero():
    assert "1.1.1.d" in broken(["percedal", "percedal-eternal-1", "goultard"])


@pytest.mark.article("2.1.2")
def test_a_hero_whose_name_only_begins_alike_is_another_hero():
    assert check(["goultard", "goultard-the-barbarian"]).violations == check(["goultard", "nox"]).violations


@pytest.mark.article("1.1.1.e")
def test_a_white_name_may_stand_in_a_team_twice():
    assert check(["bill-tell", "bill-tell", "goultard"]).is_legal


@pytest.mark.article("1.1.1.e", breaks=True)
def test_no_white_name_stands_in_a_team_three_times():
    assert broken(["bill-tell"] * 3 + ["oscar-kass"]) == {"1.1.1.e"}


@pytest.mark.article("1.1.1.e", breaks=True)
@pytest.mark.article("2.1.2", breaks=True)
def test_the_versions_of_a_white_name_count_together():
    assert broken(["bill-tell", "bill-tell", "bill-tell-eternal-1", "oscar-kass"]) == {"1.1.1.e"}


@pytest.mark.article("1.1.1.f")
def test_a_black_name_may_stand_in_a_team_three_times():
    assert check(["trank"] * 3 + ["goultard"]).is_legal


@pytest.mark.article("1.1.1.f", breaks=True)
def test_no_black_name_stands_in_a_team_four_times():
    assert broken(["trank"] * 4 + ["percedal", "kivin"]) == {"1.1.1.f"}
    assert broken(["trank"] * 3 + ["trank-eternal-1", "percedal", "kivin"]) == {"1.1.1.f"}


@pytest.mark.article("1.1.1.g", breaks=True)
def test_two_printed_bosses_are_one_too_many_under_every_profile():
    figures = ["king-nidas", "master-vampire", "doo-rex"]
    assert [broken(figures, legality=profiles()[name]) for name in ("none", "eternal-2017-05")] == [{"1.1.1.g"}] * 2
    assert violation("1.1.1.g", figures).about == ("king-nidas", "master-vampire")


@pytest.mark.article("1.1.1.g", breaks=True)
def test_a_profiles_boss_list_counts_beside_the_printed_type():
    figures = ["gein", "king-nidas", "dark-vlad"]
    assert broken(figures) == set()
    assert broken(figures, legality=SEASON) == {"1.1.1.g"}


@pytest.mark.article("1.1.1.g")
def test_one_boss_is_allowed():
    assert check(["gein", "percedal", "bill-tell"], legality=SEASON).is_legal


@pytest.mark.article("1.1.1.h", breaks=True)
def test_a_figure_is_not_authorised_under_profiles_that_ban_it():
    figures = ["poochan", "goultard", "vampyro"]
    assert broken(figures) == set()
    assert violation("1.1.1.h", figures, legality=SEASON).code == "banned"


@pytest.mark.article("1.1.1.h", breaks=True)
def test_a_figure_of_an_illegal_expansion_is_not_authorised():
    figures = ["bill-tell-eternal-1", "queen-of-the-tofus", "goultard"]
    assert broken(figures, legality=profiles()["eternal-2017-05"]) == set()
    assert violation("1.1.1.h", figures, legality=SEASON).code == "expansion-not-legal"


def test_every_fault_of_a_list_is_reported_at_once():
    figures = [
        "poochan",
        "gein",
        "katar",
        "percedal",
        "percedal",
        "bill-tell",
        "bill-tell",
        "bill-tell",
        "yugo-exalted",
    ]
    assert broken(figures, legality=SEASON) == {
        "1.1.1.a",
        "1.1.1.b",
        "1.1.1.c",
        "1.1.1.e",
        "1.1.1.g",
        "1.1.1.h",
    }


def test_every_violation_says_what_would_mend_it():
    for found in check(["percedal", "percedal-percylax"]).violations:
        assert "{" not in str(found.message) + str(found.remedy)
        assert str(found.remedy)


@pytest.mark.article("1.1.1.c", breaks=True)
def test_an_unknown_lettering_counts_as_gold_with_a_warning():
    verdict = check(["toxine", "toxine", "goultard"])
    assert articles(verdict) == {"1.1.1.c"}
    assert ("warning", "colour-unknown") in [(note.severity, note.code) for note in verdict.notes]


def test_an_unknown_boss_counts_as_none_with_a_note():
    figures = ["roissingue", "chigno-elite", "elely"]

    def noted(bosses=()):
        verdict = check(figures, legality=replace(SEASON, bosses=frozenset(bosses)))
        assert ("1.1.1.g" in articles(verdict)) == (len(bosses) > 1)
        return [(note.severity, *note.about) for note in verdict.notes if note.code == "boss-unknown"]

    assert noted() == [("note", *figures)]
    assert noted(figures) == []


def test_french_names_and_printed_names_are_figures_too():
    verdict = check(["Roi Nidas", "Dani O'Shun", "OSCAR KASS"])
    assert verdict.figures == ("king-nidas", "dani-oshun", "oscar-kass")


def test_unknown_names_make_a_list_malformed_and_get_nearest_matches():
    verdict = check(["bill-tel", "bill-tell", "nobody at all"])
    assert (verdict.verdict, verdict.level, verdict.initiative) == ("malformed", None, None)
    assert [(error.pointer, error.code) for error in verdict.errors] == [
        ("/figures/0", "unknown-figure"),
        ("/figures/2", "unknown-figure"),
    ]
    assert "bill-tell" in verdict.errors[0].nearest


@pytest.mark.article("1.1.1.f", breaks=True)
@pytest.mark.parametrize("copies", [4, 6])
def test_no_lettering_allows_more_than_three_copies(copies: int) -> None:
    found = check(["theodore-ifor"] * copies)
    reported = [(each.article, each.code) for each in found.violations if each.article in ("1.1.1.c", "1.1.1.f")]
    assert reported == [("1.1.1.c", "unique-hero-repeated"), ("1.1.1.f", "too-many-copies")]


def test_up_to_three_copies_with_unknown_lettering_count_as_gold() -> None:
    for copies in (2, 3):
        reported = [each.article for each in check(["theodore-ifor"] * copies).violations]
        assert ("1.1.1.c" in reported, "1.1.1.f" in reported) == (True, False)


def test_the_first_unknown_names_get_near_matches_in_words() -> None:
    errors = check(["bil tell"] * 25).errors
    assert [bool(error.nearest) for error in errors] == [True] * 20 + [False] * 5
    assert str(errors[0].message).startswith("There is no figure called bil tell. Closest matches: bill-tell")
    assert str(errors[20].message) == "There is no figure called bil tell."
    (error,) = check(["\a" + "#" * 90]).errors
    assert error.message.facts["name"] == "?" + "#" * 79


@pytest.mark.article("1.3.5")
@pytest.mark.parametrize(("levels", "glory"), [((1, 1), (3, 3)), ((1, 12), (6, 2)), ((12, 1), (2, 6))])
def test_the_lowest_and_the_highest_team_start_with_glory(levels: tuple[int, int], glory: tuple[int, int]) -> None:
    assert starting_glory(*levels, "limited") == glory


@pytest.mark.parametrize("levels", [(0, 5), (5, 0), (13, 5), (5, 13)])
def test_no_team_has_another_level(levels: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="from 1 to 12"):
        starting_glory(*levels, "limited")


@pytest.mark.article("1.1.1.b", breaks=True)
def test_a_team_past_twelve_is_reported_with_its_surplus() -> None:
    found = violation("1.1.1.b", ["poochan", "goultard", "vampyro", "kivin"])
    assert found.message.facts == {"level": 13, "surplus": 1}
