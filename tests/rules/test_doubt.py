"""Doubt follows effects: a fact that is missing is open, and only what another value of it would change rests on it."""

import pytest

from rules.arena.cards import Card, catalogue
from rules.arena.facts_document import known_with, read_fact
from rules.arena.other_values import of_one_source
from rules.common.verdicts import DISPUTED, Report
from tests.rules.logs import TEAM_A, TENSION, TWO_TURNS, Action, do, report

TOO_NEAR = do("correct", set={"units": {"a2": {"cell": "B3"}, "b1": {"cell": "B5"}}}, reason="a test")
NO_DICE = {"critical": {"successes": 0}, "armour": {"b1": {"successes": 0}}}
SHOT = do("cast", spell="plaguing-arrow", target="B5", **NO_DICE)
GAME = [*TWO_TURNS, TENSION, do("activate", unit="a2"), TOO_NEAR, SHOT]


def test_what_two_sources_say_is_held_against_the_players() -> None:
    found = report(*GAME)
    assert (found.verdict, [each.code for each in found.errors]) == ("invalid", ["out-of-range"])


def test_a_log_against_one_source_disputes_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plaguing Arrow reaches from 3 cells on, as one source has it: who shoots 2 cells far breaks no rule."""
    of_one_source = property(lambda card: frozenset({"text"} if card.slug == "bill-tell" else ()))
    monkeypatch.setattr(Card, "fields_of_one_source", of_one_source)
    found = report(*GAME)
    (disputed,) = [each for each in found.findings if each.code == DISPUTED]
    assert (found.verdict, found.errors, disputed.action) == ("unverified", (), len(GAME) - 1)
    assert disputed.logged == {"fact": "text:bill-tell", "field": "least", "value": 2, "spell": "plaguing-arrow"}
    assert [(each.fact.field, each.decides) for each in found.proof.open_facts] == [("least", "legality")]
    assert not found.proof.decisive


def test_fronts_that_were_cut_off_leave_their_text_one_source() -> None:
    cards = catalogue().by_slug
    numbers_too = {card.slug for card in cards.values() if "numbers" in card.fields_of_one_source}
    assert numbers_too == {
        f"{name}-eternal-1" for name in ("count-harebourg", "count-frigost", "captain-amakna", "merkator")
    }
    assert cards["mint-king"].fields_of_one_source == {"text"}
    assert cards["bill-tell"].fields_of_one_source == set()


def test_a_corrected_number_has_more_than_one_source() -> None:
    slug = "merkator-eternal-1"
    fact = read_fact({"kind": "text", "slug": slug, "body": {"spells": [], "front": {"hp": 3}}})
    doubted = of_one_source(known_with([fact]), known_with([]), [slug], ())
    assert {found.field for found, _values in doubted} == {"ap", "mp"}


ADA_AND_OTHERS = {"b1": "ada-embosq", "b2": "anna-tommy", "b3": "king-of-the-gobballs", "b4": "veronica-sino"}
NEXT_TO_FALL = do(
    "correct",
    set={"units": {"a2": {"cell": "B3"}, "b1": {"cell": "B6", "injuries": 10}}},
    reason="a test",
)
LAST_INJURY = do(
    "cast",
    spell="plaguing-arrow",
    target="B6",
    critical={"successes": 0},
    armour={"b1": {"successes": 0}},
)


def against_ada(*after: Action) -> Report:
    """Her front has 11 HP, her other side 12 and a level more."""
    team_b = {"name": "Bo", "team": ADA_AND_OTHERS, "timeline": ["b2", "b1", "b4", "b3"]}
    team_a = {"name": "Ana", "team": TEAM_A, "timeline": [*TEAM_A]}
    game = [*TWO_TURNS, TENSION, do("activate", unit="a2"), NEXT_TO_FALL, LAST_INJURY]
    return report(*game, *after, players={"A": team_a, "B": team_b})


def test_a_card_with_another_side_falls_by_belief() -> None:
    found = against_ada()
    assert (found.verdict, found.errors) == ("unverified", ())
    assert ("ada-embosq", "characteristics") in {(each.fact.card, each.fact.field) for each in found.proof.open_facts}


def test_a_card_with_another_side_may_outlive_its_front() -> None:
    found = against_ada(do("end-turn"), TENSION, do("activate", unit="b1"), do("move", to="B7"))
    assert (found.verdict, found.errors) == ("unverified", ())
    assert ("ada-embosq", "characteristics") in {(each.fact.card, each.fact.field) for each in found.proof.open_facts}
