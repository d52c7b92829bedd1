"""What is known of cards that were seen in part makes no legal game illegal."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.cards import catalogue
from rules.arena.texts import load
from tests.partly_seen import TEXTS
from tests.rules.logs import Action, do
from tests.rules.test_partly_seen_cards import answer, of_play

HALF_KNOWN = [
    (slug, spell)
    for slug, text in load(TEXTS).figures.items()
    for spell in {id(each): each for each in text.spells.values()}.values()
    if spell.unknown & {"attack", "effects", "name"}
]


def test_a_spell_of_another_name_is_no_spell_too_many(tmp_path: Path) -> None:
    """The card of Elogio was read in French only: four spells of other names may be the four on it."""
    names = ("whipping claw", "crackstone call", "third", "fourth")
    casts = [do("cast", spell=name, target="K2", declared={"cost": {"ap": 1}}) for name in names]
    assert of_play(answer(tmp_path, "elogio", *casts)) == []


def test_a_partly_seen_spell_may_stand_on_another_card(tmp_path: Path) -> None:
    cast = do("cast", spell="clock", target="K2", declared={"cost": {"ap": 1}})
    assert of_play(answer(tmp_path, "nox", cast)) == []


@pytest.mark.parametrize(("slug", "spell"), HALF_KNOWN, ids=lambda value: getattr(value, "slug", value))
def test_a_whole_declaration_of_a_partly_seen_spell_is_believed(tmp_path: Path, slug: str, spell: Any) -> None:
    """Within what was seen of it: its damage where it attacks, markers and a summon where they are not known."""
    card = catalogue().get(slug)
    assert card
    cost = {"ap": spell.ap or 0, "mp": spell.mp, "injuries": spell.injuries}
    declared: dict[str, Any] = {"markers": {"b1": {"mp": -1}}, "summoned": {"never-seen": "J2"}}
    if spell.control == 1:
        del declared["summoned"]  # 4.19.9.c: its own summon is all that it may bring
    declared |= {"cost": cost} if "cost" in spell.unknown and not spell.kamas else {}
    cast: Action = do("cast", spell=spell.slug, target="K3", declared=declared, critical={"successes": 0})
    if spell.kind == "special":
        del cast["critical"]
    assert of_play(answer(tmp_path, slug, cast)) == []
