"""Boosts and other tokens that act at once (4.7.5.a, 7.2.4.b)."""

import pytest

from rules.arena.engine.activation import end_activation
from rules.arena.engine.units import Reward
from rules.arena.texts import all_rewards
from tests.rules.duels import MISS
from tests.rules.shops import shop
from tests.rules.table import Table, believed_cards


@pytest.mark.article("4.7.5.a")
def test_a_boost_goes_into_the_next_spell_even_without_effect() -> None:
    for boost, injuries in (("aero-boost", 3), ("fire-boost", 1)):
        table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", boost).activate("q")
        assert table.does("reveal", reward=boost) == []
        fields = {"spell": "dan-to-fu", "target": "C1", "critical": MISS * 2, "armour": {"K": MISS}}
        assert table.does("cast", **fields) == []
        assert table["K"].injuries == injuries
        assert table.does("cast", **fields) == []
        assert table["K"].injuries == injuries + 1


@pytest.mark.article("4.7.5.a")
def test_a_boosts_spell_is_cast_first_or_lost() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", "glue").activate("q")
    assert table.does("reveal", reward="glue") == []
    assert table.does("cast", spell="glue", target="C1") == []
    assert (table["K"].mp_markers, table["q"].ap) == (-2, 5)
    assert table.does("cast", spell="glue", target="C1") == ["4.7.5.a"]
    table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", "glue").activate("q")
    assert table.does("reveal", reward="glue") == []
    assert table.does("cast", spell="summon-tofu", target="B1") == []
    assert table.does("cast", spell="glue", target="C1") == ["4.7.5.a"]


def test_sacrier_style_can_knock_its_own_bearer_out() -> None:
    table = (
        Table("q . K x", q="king-of-the-gobballs", K="bill-tell", x="oscar-kass")
        .give("q", "sacrier-style")
        .activate("q")
    )
    table["q"].injuries = 6
    assert table.does("reveal", reward="sacrier-style") == []
    assert (table.at("q"), table.game.glory) == (None, {"A": 4, "B": 9})


def test_recall_potion_leads_back_to_a_starting_cell() -> None:
    table = Table(". .\n. .\nq .\n. .", q="bill-tell", K="oscar-kass").give("q", "recall-potion").activate("q")
    assert table.does("reveal", reward="recall-potion", choices={"cell": "D4"}) == ["4.18.5"]
    table = Table(". .\nq .\n. .\n. .", q="bill-tell").give("q", "recall-potion").activate("q")
    assert table.does("reveal", reward="recall-potion", choices={"cell": "D2"}) == []
    assert table.at("q") == "D2"


@pytest.mark.article("7.2.4.b")
@pytest.mark.article("7.2.4.b", breaks=True)
def test_masqueraider_style_chooses_one_of_three() -> None:
    table = shop().give("q", "masqueraider-style")
    assert table.does("reveal", reward="masqueraider-style", choices={"option": "mp"}) == []
    assert table["q"].mp == 6
    assert shop().give("q", "masqueraider-style").does("reveal", reward="masqueraider-style") == ["7.2.4.b"]


def test_a_reward_of_unseen_text_is_taken_on_trust() -> None:
    table = shop()
    table["q"].rewards += (Reward("ruby-ring", None),)
    assert table.does("reveal", reward="ruby-ring", declared={"healed": {"q": 2}}) == []
    assert believed_cards(table.game) == ["ruby-ring"]


@pytest.mark.parametrize("reward", [text.slug for text in all_rewards()])
def test_every_reward_of_the_first_box_can_be_revealed(reward: str) -> None:
    table = shop().give("q", reward)
    choices = {"option": "ap", "cell": "B1" if "style" in reward else "D1"}
    assert table.does("reveal", reward=reward, choices=choices, coins=["tails"]) == []
    assert table["q"].revealed


@pytest.mark.article("4.7.5.a", breaks=True)
def test_a_boosts_spell_is_refused_after_another_spell_or_turn() -> None:
    for later in (False, True):
        table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", "glue").activate("q")
        assert table.does("reveal", reward="glue") == []
        if later:
            end_activation(table.game)
            table.activate("q")
        else:
            assert table.does("cast", spell="summon-tofu", target="B1") == []
        assert table.does("cast", spell="glue", target="C1") == ["4.7.5.a"]
