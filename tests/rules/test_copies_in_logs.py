"""How often a card of unknown lettering stands in the team of a log (1.1.1.c, 1.1.1.f)."""

import json

import pytest

from rules.arena.cards import catalogue
from rules.common.verdicts import Report
from rules.games import replay
from tests.rules.logs import document

UNSEEN = "theodore-ifor"  # of level 1; nobody knows the colour of its name
TO_TWELVE = {
    1: ["queen-of-the-tofus", "bill-tell", "oscar-kass", "maskun-john"],
    3: ["queen-of-the-tofus", "bill-tell", "oscar-kass"],
    4: ["queen-of-the-tofus", "bill-tell", "maskun-john"],
    6: ["queen-of-the-tofus", "bill-tell"],
}


def played_with(copies: int) -> Report:
    """An empty log of player A with so many copies, and figures up to level 12 whose lettering is known."""
    cards = [card for slug in [UNSEEN] * copies + TO_TWELVE[copies] if (card := catalogue().find(slug))]
    assert sum(card.level for card in cards) == 12
    cards.sort(key=lambda card: -card.initiative)
    team = {f"a{number}": card.slug for number, card in enumerate(cards, start=1)}
    log = document()
    log["players"]["A"] = {"name": "Ana", "team": team, "timeline": list(team)}
    log["first_player"] = "A" if sum(card.initiative for card in cards) > 17 else "B"
    return replay(json.dumps(log).encode())


@pytest.mark.article("1.1.1.f", breaks=True)
@pytest.mark.parametrize("copies", [4, 6])
def test_more_copies_than_any_lettering_allows_are_an_error(copies: int) -> None:
    found = played_with(copies)
    assert [(each.article, each.code) for each in found.errors] == [("1.1.1.f", "too-many-copies")]


def test_two_or_three_copies_are_believed_and_one_is_proved() -> None:
    three = played_with(3)
    assert (three.errors, three.verdict, three.unverified_cards) == ((), "unverified", (UNSEEN,))
    assert "unique-hero-repeated" in {each.code for each in three.findings if each.severity == "warning"}
    assert (played_with(1).errors, played_with(1).unverified_cards) == ((), ())
