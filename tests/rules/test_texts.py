"""The texts in data/texts: whole, well-formed, and within what the engine can do."""

from collections.abc import Mapping

import pytest

from rules.arena.cards import catalogue
from rules.arena.printed import ELEMENTS, Spell
from rules.arena.texts import all_rewards, figures, summons
from tests.known_texts import text_of

STARTERS = (
    *("queen-of-the-tofus", "king-of-the-gobballs", "bill-tell", "kassius-kaos"),
    *("bad-aboum", "anna-tommy", "oscar-kass", "lil-healey"),
)
OWNERS: dict[str, Mapping[str, Spell]] = {
    **{text.slug: text.spells for text in figures().values()},
    **{text.slug: text.spells for text in summons().values()},
    **{text.slug: text.spells for text in all_rewards()},
}
SPELLS = [(owner, spell) for owner, spells in OWNERS.items() for spell in spells.values()]


def test_every_text_belongs_to_a_card() -> None:
    assert [slug for slug in figures() if slug not in catalogue()] == []


@pytest.mark.parametrize("slug", STARTERS)
def test_the_first_box_has_eight_figures_with_their_spells(slug: str) -> None:
    text = text_of(slug)
    assert text is not None
    assert text.missing is None
    assert len({spell.slug for spell in text.spells.values()}) == 2


def test_sixty_rewards_of_which_one_rank_is_known() -> None:
    rewards = all_rewards()
    kinds = [reward.kind for reward in rewards]
    assert (kinds.count("boost"), kinds.count("buff"), kinds.count("equipment")) == (22, 11, 27)
    assert [reward.slug for reward in rewards if reward.rank] == ["enutrof-style"]


def test_attacks_have_an_element_or_say_it_is_unknown() -> None:
    known = {*ELEMENTS, "neutral", "unknown"}
    assert [spell.name for _, spell in SPELLS if spell.kind == "attack" and spell.element not in known] == []


def test_what_was_concluded_gives_its_reason() -> None:
    assert [spell.name for _, spell in SPELLS if not all(spell.inferred.values())] == []
