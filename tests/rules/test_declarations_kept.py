"""What a game claims of cards that nobody has entered: whom it is heard for, what is kept, and how far it goes."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.basis import Basis
from rules.arena.engine.claims.assumptions import claim_power
from rules.arena.engine.claims.learning import learn
from rules.arena.engine.claims.meaning import held
from rules.arena.engine.claims.names import is_of_the_rules
from rules.arena.engine.claims.powers import adopt, read_claims
from rules.arena.engine.policy import STRICT
from rules.arena.engine.possible_glory import Gain, doubt_the_order
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import Reward
from rules.arena.log_claims import LONGEST_POWER
from tests.rules.duels import MISS, duel, endow, spell
from tests.rules.table import Table


def unseen() -> Table:
    """Goultard was never seen; Oscar Kass, Bill Tell and Anna Tommy were."""
    return Table("q . K\n. . .\nx . X", q="goultard", K="bill-tell", x="oscar-kass", X="anna-tommy").activate("q")


def heard(table: Table, power: str, **claimed: Any) -> tuple[list[str], list[str]]:
    """The codes of what is said, and the powers that then happen."""
    before = len(table.game.findings)
    read_claims(table.game, {"do": "move", "declared": [{"power": power, **claimed}]})
    said = [finding.code for finding in table.game.findings[before:]]
    return said, [claim["power"] for claim, _owner in table.game.claims.now.powers]


@pytest.mark.article("2.7.1", breaks=True)
def test_only_a_power_that_the_card_may_have_happens() -> None:
    table = unseen()
    assert heard(table, "Bloodlust", kamas={"A": 1}) == ([], ["Bloodlust"])
    assert heard(table, "Bloodlust", by="x", kamas={"A": 1}) == (["no-such-power"], [])
    assert heard(table, "Armour", by="x", kamas={"A": 1}) == ([], [])
    assert heard(table, "Armour", by="x") == ([], [])
    for number in range(5):
        assert heard(table, f"Bloodlust {number}")[0] == []
    assert heard(table, "Bloodlust the last", kamas={"A": 1}) == (["too-many-powers"], [])
    assert heard(table, "Bloodlust", kamas={"A": 1}) == ([], ["Bloodlust"])


@pytest.mark.article("2.7.1")
def test_adopted_powers_stay_and_other_cards_powers_take_no_place() -> None:
    table = unseen()
    table.add("y", "yugo", [])
    for number in range(6):
        table.game.claims.statements[("another-card", "power", f"bloodlust-{number}")] = held(
            table.game, table["q"], "spell", f"Blow {number}", {}
        )
    assert heard(table, "Bloodlust", kamas={"A": 1}) == ([], ["Bloodlust"])
    adopt(table.game, table["q"], "lock")
    adopt(table.game, table["q"], "dodge")
    assert table.game.claims.powers["goultard"] == {"lock", "dodge"}
    assert table["q"].powers == {"lock", "dodge"}


def test_a_power_belongs_to_the_rules_if_they_read_it() -> None:
    assert is_of_the_rules("lock")
    assert not is_of_the_rules("bloodlust")
    assert not is_of_the_rules("l" * (LONGEST_POWER + 1))
    assert not is_of_the_rules("loot-" + "9" * 9_000)
    assert not is_of_the_rules("claw-attack")  # the data has nothing but its name


def test_claims_of_a_game_narrow_or_add_up() -> None:
    basis = Basis()
    for values, narrows in ((["1", "2", "3"], True), (["2", "3", "4"], True), (["9"], True)):
        basis.claim("card", "blow", "damage", values, narrows=narrows)
    assert basis.claims["card", "blow"]["damage"] == {"2", "3", "9"}  # 9 leaves nothing, so it is added
    for values in (["ap 1"], ["ap 1"], ["ap 2"], ["ap 1"]):
        basis.claim("card", "blow", "cost", values, narrows=False)
    assert basis.claims["card", "blow"]["cost"] == {"ap 1", "ap 2"}


def struck(table: Table, target: str = "C3", **declared: Any) -> list[str]:
    """The codes of what is said of a blow of Goultard, which costs nothing."""
    blow = {"cost": {"ap": 0}, "range": {"kind": "unseen", "min": 0, "max": 12}, **declared}
    return [found.code for found in table.says("cast", spell="blow", target=target, declared=blow)]


def test_an_unseen_spells_damage_is_read_from_its_standing_target() -> None:
    table = unseen()
    table["q"].profile = replace(table["q"].profile, lacks=frozenset({"spells"}))
    assert struck(table, "A1", injuries={"x": 2}) == []
    assert "damage" not in table.game.basis.claims["goultard", "blow"]
    assert struck(table, injuries={"K": 2, "X": 0}) == []
    assert table.game.basis.claims["goultard", "blow"]["damage"] == {"1", "2", "3"}


def test_a_roll_shows_a_power_only_without_another_reason() -> None:
    table = unseen()
    for more in (0, 1, 0):
        claim_power(table.game, table["q"], "lock", more)
    assert table.game.basis.claims == {("goultard", None): {"lock": {"no", "yes"}}}
    for change in ("powerless", "quiet", "too many", "seen"):
        table = unseen()
        unit = table["x"] if change == "seen" else table["q"]
        unit.powerless, table.game.quiet = change == "powerless", change == "quiet"
        claim_power(table.game, unit, "lock", 2 if change == "too many" else 0)
        assert table.game.basis.claims == {}, change


def test_a_die_error_is_doubtful_until_the_players_next_turn() -> None:
    uncertain = Uncertain(doubtful={"lock": 5})
    assert [uncertain.is_doubtful("lock", turn) for turn in (5, 6, 7)] == [True, True, False]
    assert not uncertain.is_doubtful("dodge", 5)


def test_summons_of_an_unknown_unit_are_as_unknown_as_it() -> None:
    uncertain = Uncertain(strangers={"b9"})
    assert all(uncertain.is_unheard_of(name) for name in ("b9", "b9/tofu-1", "b9/tofu-1/gobball-1"))
    assert not uncertain.is_unheard_of("b1/tofu-1")


@pytest.mark.article("1.7.1", "4.6.2")
def test_falls_have_a_doubtful_order_only_for_the_wild_gg() -> None:
    gains = [Gain("A", "B", 3, last=False), Gain("B", "A", 2, last=False)]
    table = unseen()
    doubt_the_order(table.game, gains)
    assert table.game.uncertain.other_orders == [{"A": 8, "B": 5}]  # and not 7 and 6
    for change in ("strict", "no wild gg", "one side"):
        table = unseen()
        if change == "strict":
            table.game.policy = STRICT
        table.game.wild = 0 if change == "no wild gg" else 1
        doubt_the_order(table.game, gains if change != "one side" else gains[:1] * 2)
        assert table.game.uncertain.other_orders == [], change


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(
    ("cause", "did", "does", "code"),
    [
        ("spell", {"injuries": {"K": 1}}, {"injuries": {"K": 3}}, ""),
        ("spell", {"injuries": {"K": 1}}, {"injuries": {"K": 4}}, "another-text"),
        ("spell", {"healed": {"x": 1}}, {"healed": {"x": 2}}, ""),
        ("spell", {"healed": {"x": 1}}, {"healed": {"x": 5}}, "another-text"),
        ("spell", {"injuries": {"x": 1}}, {"healed": {"x": 3}}, "another-text"),
        ("spell", {"healed": {"x": 1}}, {"injuries": {"x": 1}}, ""),
        ("spell", {"kamas": {"A": 1}}, {"kamas": {"A": 2}}, "another-text"),
        ("power", {"injuries": {"K": 1}}, {"injuries": {"K": 2}}, "another-text"),
    ],
)
def test_a_text_prints_one_value_for_all_that_it_did(
    cause: str, did: dict[str, Any], does: dict[str, Any], code: str
) -> None:
    table = unseen()
    table["x"].injuries = 5
    target = "A1" if "x" in str(did) else "C3"
    for claim in (did, does):
        if cause == "spell":
            struck(table, target, **claim)
        else:
            learn(table.game, table["q"], cause, "blow", claim | {"power": "Blow"})
    assert [found.code for found in table.game.findings if found.severity != "note"] == ([code] if code else [])


def ignored(table: Table, spell: str, target: str = "B1", **fields: Any) -> list[str]:
    """The codes of what is said of a cast for which something is declared."""
    dice = {"critical": MISS, "armour": {"K": MISS}}
    found = table.says("cast", spell=spell, target=target, declared={"kamas": {"A": 1}}, **dice, **fields)
    return [finding.code for finding in found]


@pytest.mark.article("2.5.2")
def test_nothing_is_believed_of_a_spell_whose_text_is_known() -> None:
    table = duel()
    assert ignored(table, "con") == ["declared-against-the-text"]
    table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    assert ignored(table, "con") == ["declared-against-the-text"]
    assert table.game.kamas["A"] == 0
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    table["q"].profile = replace(table["q"].profile, spells={})
    assert ignored(table, "punch") == ["declared-against-the-text"]
    table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    table.activate("q")
    assert ignored(table, "punch") == []
    assert table.game.kamas["A"] == 1


@pytest.mark.article("4.9.7.a", "4.10.4")
def test_an_unknown_element_is_noted_where_a_resistance_would_matter() -> None:
    for powers, codes in (((), []), (("resistance-water",), ["element-not-known"])):
        table = Table("q K", q="anna-tommy", K="bill-tell").activate("q")
        endow(table["K"], *powers)
        found = table.says("cast", spell="assault", target="B1", critical=MISS, armour={"K": MISS})
        assert [finding.code for finding in found] == codes


@pytest.mark.article("7.5.18.a")
def test_an_unseen_spell_steals_as_much_health_as_it_placed() -> None:
    table = unseen()
    table["q"].injuries, table["K"].injuries = 5, 2
    steals = [{"effect": "steals-health"}]
    blow = {"spell": "blow", "target": "C3", "declared": {"cost": {"ap": 1}, "injuries": {"K": 2}}}
    assert table.does("cast", **blow, standby=steals) == []
    assert (table["q"].injuries, table["K"].injuries) == (3, 4)
    for by, article in (("q", []), ("x", ["7.2.9.a"]), ("nobody", ["7.2.9.a"])):
        blow["declared"] = {"cost": {"ap": 1}, "injuries": {"K": 1}}
        table["K"].injuries = 0
        assert table.does("cast", **blow, standby=[{**steals[0], "by": by}]) == article


@pytest.mark.article("7.1.5", breaks=True)
def test_no_open_token_lengthens_a_range_that_nothing_alters() -> None:
    table = Table("q . . K", q="anna-tommy", K="bill-tell").activate("q")
    table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    assert table.does("cast", spell="assault", target="D1", critical=MISS, armour={"K": MISS}) == ["7.1.5"]


@pytest.mark.article("4.14.2.b", breaks=True)
@pytest.mark.parametrize(("enemy", "dice", "expected"), [("oscar-kass", 2, 1), ("goultard", 3, [1, 2])])
def test_the_report_says_how_many_dice_a_block_may_have(enemy: str, dice: int, expected: int | list[int]) -> None:
    table = Table("m E .", m="anna-tommy", E=enemy).activate("m")
    blocks = [{"by": "E", "lock": ["lock"] * dice, "dodge": ["dodge"]}]
    found = [each for each in table.says("move", to="A2", blocks=blocks) if each.severity == "error"]
    assert [(each.code, each.expected, each.logged) for each in found] == [
        ("lock-dice", {"lock": expected}, {"lock": dice})
    ]


@pytest.mark.article("7.2.6.b", "4.9.4.a")
def test_armour_dice_show_only_unseen_powers_against_known_elements() -> None:
    for card, element, dice, kept in (
        ("percedal", "neutral", 1, {"armour": {"no"}}),
        ("percedal", "neutral", 2, {"armour": {"yes"}}),
        ("percedal", "unknown", 1, None),
        ("bill-tell", "neutral", 1, None),
    ):
        table = Table("q K . X", q="oscar-kass", K=card, X="bill-tell").activate("q")
        table["K"].rewards += (Reward("granite-1", None, face_up=card == "bill-tell"),)
        spell(table, element=element)
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS * dice}) == []
        assert table.game.basis.claims.get((card, None)) == kept, (card, element, dice)


def test_dice_of_one_game_narrow_down_an_unknown_element() -> None:
    table = Table("q K . X", q="anna-tommy", K="bill-tell", X="bill-tell").activate("q")
    table["q"].ap = 20
    for power, left in (("chance", {"water"}), ("agility", {"water"})):
        endow(table["q"], power)
        assault = {"spell": "assault", "target": "B1", "critical": MISS * 2, "armour": {"K": MISS}}
        assert table.does("cast", **assault) == []
        table.game.put(table["K"], table.game.cell("B1"))
        table.game.put(table["q"], table.game.cell("A1"))
        assert table.game.basis.claims["anna-tommy", "assault"]["element"] == left


@pytest.mark.article("2.5.2", breaks=True)
def test_the_report_says_which_values_contradict() -> None:
    """1 injury is of 2 at most, by a die; 4 are of 3 at least."""
    table = unseen()
    table["q"].profile = replace(table["q"].profile, lacks=frozenset({"spells"}))
    for claim in ({"injuries": {"K": 1}}, {"injuries": {"K": 4}, "markers": {"K": {"ap": -2}}}):
        struck(table, **claim)
    assert [(found.expected, found.logged) for found in table.game.findings] == [
        ({"injuries": 2, "markers ap-": 0}, {"injuries": 3, "markers ap-": 2})
    ]


@pytest.mark.article("2.7.1", breaks=True)
@pytest.mark.parametrize(("printed", "tokens", "fits"), [(0, 0, 6), (2, 0, 4), (0, 2, 8)])
def test_printed_powers_fill_a_card_and_open_tokens_give_room(printed: int, tokens: int, fits: int) -> None:
    table = unseen()
    endow(table["q"], *("lock", "dodge")[:printed])
    table["q"].rewards += tuple(Reward(f"granite-{number}", None, face_up=True) for number in range(tokens))
    said = [heard(table, f"Bloodlust {number}")[0] for number in range(fits + 1)]
    assert said == [[]] * fits + [["too-many-powers"]]


@pytest.mark.article("2.7.1", "4.18.4.g")
@pytest.mark.article("2.7.1", "4.18.4.g", breaks=True)
def test_a_power_lost_known_or_of_another_card_does_nothing() -> None:
    table = unseen()
    assert heard(table, "Krowsome", kamas={"A": 1}) == (["power-of-another-card"], [])
    assert heard(table, "Loot and Plunder", kamas={"A": 1}) == ([], ["Loot and Plunder"])
    for power in ("Lock", "resistance-air", "loot-2"):
        assert heard(table, power, kamas={"A": 1}) == ([], []), power
    table["q"].powerless = True
    assert heard(table, "Bloodlust", kamas={"A": 1}) == (["power-lost"], [])
    choosing = Table("q . K", q="otomai", K="bill-tell").activate("q")
    assert heard(choosing, "Bloodlust", kamas={"A": 1}) == ([], ["Bloodlust"])


def test_claims_narrow_a_spells_element_and_damage_and_add_costs() -> None:
    table = unseen()
    table["q"].profile = replace(table["q"].profile, lacks=frozenset({"spells"}))
    first: Any = {"cost": {"ap": 1}, "element": "fire", "injuries": {"K": 1}}
    other: Any = {"cost": {"ap": 2}, "element": "water", "injuries": {"K": 3}, "healed": {"q": 1}}
    for claim in (first, other, first):
        struck(table, **claim)
    assert table.game.basis.claims["goultard", "blow"] == {
        "cost": {"ap 1", "ap 2"},
        "element": {"fire"},
        "effects": {"injuries", "healed"},
        "damage": {"2"},
    }
