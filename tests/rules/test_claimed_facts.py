"""What is said of a spell that no data has whole: held against what its card shows, and believed as far as may be."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.claims.spells import _with_what_is_seen, as_claimed
from rules.arena.engine.units import Reward
from rules.arena.printed import PUNCH
from tests.rules.duels import HIT, MISS, endow, spell
from tests.rules.table import Table
from tests.rules.test_declarations_kept import unseen
from tests.rules.test_unknown_facts import beliefs


@pytest.mark.article("4.18.1", "2.5.2")
def test_attacks_of_unclaimed_element_are_believed_and_injure_only_once() -> None:
    table = unseen()
    declared: Any = {"cost": {"ap": 1}, "damage": 1, "injuries": {"K": 2}, "markers": {"K": {"mp": -1}}}
    blow = {"spell": "blow", "target": "C3", "critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", **blow, declared=declared) == []
    assert (table["K"].mp_markers, table["K"].injuries) == (-1, 2)


@pytest.mark.article("4.7.11.e")
def test_an_open_techniques_injuries_add_to_those_of_punch() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    punch = {"spell": "punch", "target": "B1", "critical": HIT, "armour": {"K": MISS}}
    assert table.does("cast", **punch, declared={"injuries": {"K": 1}}) == []
    assert table["K"].injuries == 3


def test_declared_injuries_of_an_unknown_element_need_no_warning() -> None:
    table = Table("q K", q="anna-tommy", K="bill-tell").activate("q")
    endow(table["K"], "resistance-water")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.says("cast", spell="assault", target="B1", declared={"injuries": {"K": 0}}, **dice) == []


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(
    ("claimed", "faults"),
    [
        ({"range": {"kind": "ranged", "min": 1, "max": 8}}, ["2.5.2"]),
        ({"range": {"kind": "line", "min": 1, "max": 2, "alterable": False}}, []),
        ({"range": {"kind": "line", "min": 1, "max": 2, "alterable": True}}, ["2.5.2"]),
        ({"limit": "turn"}, ["2.5.2"]),
        ({"limit": "unlimited"}, []),
        ({"damage": 2}, ["2.5.2"]),
        ({"element": "fire"}, []),
    ],
)
def test_a_spells_claims_are_held_against_what_the_card_shows(claimed: dict[str, Any], faults: list[str]) -> None:
    table = Table("q K", q="anna-tommy", K="bill-tell").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="assault", target="B1", declared=claimed, **dice) == faults


@pytest.mark.article("2.5.2")
def test_what_nobody_has_seen_of_a_spell_may_be_said() -> None:
    table = Table("q . . K", q="naz-rael", K="bill-tell").activate("q")
    claim: Any = {"range": {"kind": "ranged", "min": 1, "max": 3}, "limit": "turn"}
    assert table.does("cast", spell="feline-leap", target="C1", declared=claim) == []


@pytest.mark.article("2.1.2", "6.3.5")
@pytest.mark.article("6.3.5", breaks=True)
@pytest.mark.parametrize(
    ("caster", "spell_", "faults"),
    [
        ("yugo-exalted", "burst-of-wakfu", []),
        ("yugo-exalted", "con", ["spell-seen-elsewhere"]),
        ("yugo-exalted", "peck", ["spell-of-another-card"]),
        ("never-seen of x", "con", []),
        ("wabbit of x", "con", ["spell-seen-elsewhere"]),
    ],
)
def test_a_spell_seen_on_other_figures_alone_is_a_warning(caster: str, spell_: str, faults: list[str]) -> None:
    table = Table("x . y . K", x="oscar-kass", y=caster, K="bill-tell")
    name = "y" if " of " not in caster else f"x/{caster.partition(' ')[0]}-1"
    table.activate(name)
    found = table.says("cast", spell=spell_, target="D1", declared={"cost": {}})
    assert [each.code for each in found if each.code.startswith("spell-")] == faults


@pytest.mark.article("4.9.7.a", "4.9.12.a")
@pytest.mark.parametrize(
    ("power", "element", "declared", "left"),
    [
        ("resistance-fire", "fire", 1, 1),
        ("resistance-fire", "fire", 2, 2),
        ("immune", "fire", 2, 0),
        ("immune", "fire", 0, 0),
        ("immune", "neutral", 1, 1),
        ("armour", "fire", 0, 0),
    ],
)
def test_declared_injuries_are_cut_by_resistance_and_immunity(
    power: str, element: str, declared: int, left: int
) -> None:
    table = unseen()
    endow(table["K"], power)
    declaration: Any = {"cost": {"ap": 1}, "element": element, "damage": 3, "injuries": {"K": declared}}
    dice = {"critical": MISS, "armour": {"K": MISS * (2 if power == "armour" else 1)}}
    found = table.says("cast", spell="blow", target="C3", declared=declaration, **dice)
    assert [each.code for each in found] == (["declared-cut"] if declared > left else [])
    assert table["K"].injuries == left


@pytest.mark.article("4.15.2", "4.15.6", "4.15.3")
@pytest.mark.article("7.1.5", breaks=True)
@pytest.mark.parametrize(
    ("range_", "reaches"),
    [
        ({"kind": "close"}, "B"),
        ({"kind": "personal"}, "A"),
        ({"kind": "ranged", "max": 2}, "BC"),
        ({"kind": "ranged", "min": 2, "max": 2}, "C"),
        ({"kind": "line"}, "B"),
    ],
)
def test_a_claimed_range_begins_beside_the_caster_unless_said_otherwise(range_: dict[str, Any], reaches: str) -> None:
    for column in "ABCD":
        table = Table("q . . . K", q="goultard", K="bill-tell").activate("q")
        claim: Any = {"cost": {"ap": 1}, "range": range_}
        faults = table.does("cast", spell="blow", target=f"{column}1", declared=claim)
        assert faults == ([] if column in reaches else ["7.1.5"]), column


@pytest.mark.article("2.5.2", "7.2.2.a")
@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(
    ("claim", "faults", "paid"),
    [
        ({}, [], (1, 0)),
        ({"cost": {"ap": 2, "injuries": 1}}, [], (1, 0)),
        ({"cost": {"ap": 2}}, [{"cost": {"injuries": 0}}], (1, 0)),
    ],
)
def test_the_seen_part_of_a_cost_is_paid_and_binding(
    claim: dict[str, Any], faults: list[dict[str, Any]], paid: tuple[int, int]
) -> None:
    table = Table("q . K", q="goultard-the-barbarian", K="bill-tell").activate("q")
    steam = replace(table["q"].profile.spells["black-steam"], injuries=1, mp=0)
    table["q"].profile = replace(table["q"].profile, spells={"black-steam": steam})
    before = table["q"].mp
    found = table.says("cast", spell="black-steam", target="B1", declared=claim)
    assert [each.logged for each in found if each.severity == "error"] == faults
    assert (table["q"].injuries, before - table["q"].mp) == paid


@pytest.mark.article("7.1.5", "7.2.2.a", breaks=True)
def test_printed_cost_and_range_hold_where_effects_were_never_seen() -> None:
    for target, faults in (("D1", []), ("E1", ["7.1.5"])):
        table = Table("q . . . . K", q="clot-the-crapulous", K="bill-tell").activate("q")
        shown = replace(table["q"].profile.spells["transfusion"], ap=2, injuries=0, range="ranged", least=1, most=3)
        shown = replace(shown, alterable=False, limit="turn", unknown=shown.unknown - {"range", "limit"})
        table["q"].profile = replace(table["q"].profile, spells={"transfusion": shown})
        before = table["q"].ap
        cast: dict[str, Any] = {"spell": "transfusion", "target": target, "declared": {"kamas": {"A": 1}}}
        assert table.does("cast", **cast) == faults
        assert table["q"].ap == before - 2
        assert table.does("cast", **cast) == ["7.1.3.a"]


def half_known(**facts: Any) -> Table:
    """A spell of Oscar Kass that hurts nobody, of which the data has neither the range nor how often it is cast."""
    table = Table("q . . . K", q="oscar-kass", K="bill-tell").activate("q")
    unseen_facts = frozenset({"limit", "range"}) | facts.pop("unknown", frozenset())
    spell(table, **{"ap": 1, "limit": "unknown", "range": "unknown", "unknown": unseen_facts, **HARMLESS, **facts})
    return table


HARMLESS: dict[str, Any] = {"kind": "special", "element": None, "effects": ()}
TWICE = ({"do": "kamas", "amount": 1}, {"do": "kamas", "amount": 1})
FROM_AFAR = ({"do": "kamas", "amount": 1}, {"do": "take-kamas"})


@pytest.mark.article("2.5.2", "7.1.3.a", "7.1.5", breaks=True)
def test_the_first_claim_about_a_half_known_spell_keeps_holding() -> None:
    table = half_known()
    claim: Any = {"range": {"kind": "ranged", "min": 1, "max": 2}, "limit": "turn"}
    before = table["q"].ap
    assert table.does("cast", spell="con", target="C1", declared=claim) == []
    assert (before - table["q"].ap, beliefs(table)) == (1, {("oscar-kass", name, "con") for name in ("limit", "range")})
    assert table.does("cast", spell="con", target="C1") == ["7.1.3.a"]
    table["q"].cast_this_turn = frozenset()
    assert table.does("cast", spell="con", target="D1") == ["7.1.5"]
    assert table.does("cast", spell="con", target="C1", declared={"limit": "game"})[0] == "2.5.2"


@pytest.mark.article("2.5.2")
def test_of_a_half_known_spell_only_the_claims_are_believed() -> None:
    table = half_known()
    claim: Any = {"range": {"kind": "ranged", "min": 1, "max": 2}}
    assert table.does("cast", spell="con", target="C1", declared=claim) == []
    assert beliefs(table) == {("oscar-kass", "range", "con")}


@pytest.mark.article("7.1.3.a", breaks=True)
def test_a_cost_that_is_claimed_takes_no_other_claim_away() -> None:
    table = half_known(unknown=frozenset({"cost"}), ap=None)
    before = table["q"].ap
    assert table.does("cast", spell="con", target="C1", declared={"cost": {"ap": 2}, "limit": "turn"}) == []
    assert before - table["q"].ap == 2
    assert table.does("cast", spell="con", target="C1") == ["7.1.3.a"]


@pytest.mark.article("4.5.1", "4.5.2")
@pytest.mark.parametrize("effects", [TWICE, FROM_AFAR])
def test_kamas_of_several_known_effects_are_not_taken_twice(effects: tuple[dict[str, Any], ...]) -> None:
    table = half_known(effects=effects, unknown=frozenset({"effects"}))
    table.game.coins[table["K"].cell] = 1
    before = table.game.kamas["A"]
    assert table.does("cast", spell="con", target="E1", declared={"kamas": {"A": 2}}) == []
    assert table.game.kamas["A"] == before + 2


@pytest.mark.article("4.19.1.a", "4.19.9.c")
@pytest.mark.parametrize(("control", "stand"), [(2, ["C1", "A2"]), (1, ["C1"])])
def test_summons_of_several_known_effects_may_all_be_declared(control: int, stand: list[str]) -> None:
    """As many come into play as the control value lets; one beside its caster is not beside the cell aimed at."""
    tofu = {"do": "summon", "summon": "tofu"}
    effects = (tofu, tofu | {"at": "beside-caster"})
    table = half_known(effects=effects, control=control, unknown=frozenset({"effects"}))
    claim: Any = {"summoned": {"tofu": stand}}
    assert table.does("cast", spell="con", target="C1", choices={"cell": "A2"}, declared=claim) == []
    assert [table.at(name) for name in table.game.units if "/" in name] == stand


@pytest.mark.article("4.15.2", "4.15.6", "4.15.7")
@pytest.mark.article("7.1.5", "4.15.7", breaks=True)
@pytest.mark.parametrize(
    ("range_", "target", "faults"),
    [
        ({"kind": "close"}, "C1", ["7.1.5"]),
        ({"kind": "personal"}, "B1", ["4.15.7"]),
        ({"kind": "ranged", "max": 1, "alterable": True}, "C1", []),
        ({"kind": "ranged", "max": 1}, "C1", []),
        ({"kind": "ranged", "max": 1, "alterable": False}, "C1", ["4.15.7"]),
    ],
)
def test_more_range_lengthens_a_claimed_range_unless_it_is_fixed(
    range_: dict[str, Any], target: str, faults: list[str]
) -> None:
    table = Table("q . . . K", q="goultard", K="bill-tell").activate("q")
    table["q"].reach = 1
    assert table.does("cast", spell="blow", target=target, declared={"cost": {"ap": 1}, "range": range_}) == faults


@pytest.mark.article("2.5.1", breaks=True)
def test_the_spells_a_card_shows_count_among_its_four() -> None:
    """The data has three of Merkator's, and one that may be what the log calls by another name until it is cast."""
    for cast, faults in ((["one", "two"], ["2.5.1"]), (["button-snap", "one"], ["2.5.1"]), (["one", "one"], [])):
        table = Table("q . K", q="merkator", K="bill-tell").activate("q")
        first, then = cast
        assert table.does("cast", spell=first, target="B1", declared={"cost": {}}) == []
        assert table.does("cast", spell=then, target="B1", declared={"cost": {}}) == faults, cast


@pytest.mark.article("2.5.1", "4.7.5.b")
@pytest.mark.parametrize(
    "declared", [{}, {"declared": {"range": {"kind": "ranged", "min": 0, "max": 2, "alterable": True}}}]
)
def test_a_tokens_spell_is_none_of_the_cards_four(declared: dict[str, Any]) -> None:
    table = Table("q . . K", q="goultard", K="bill-tell").give("q", "celestial-wand", face_up=True).activate("q")
    assert table.does("cast", spell="celestial-wand", target="A1", critical=MISS, **declared) == []
    for number in range(4):
        assert table.does("cast", spell=f"blow-{number}", target="C1", declared={"cost": {}}) == []


@pytest.mark.article("4.18.1", breaks=True)
def test_a_declaration_on_a_cast_may_name_only_its_spell() -> None:
    table = unseen()
    assert table.does("cast", spell="blow", target="B3", declared={"spell": "Blow", "cost": {}}) == []
    assert table.does("cast", spell="blow", target="B3", declared={"spell": "Curse"}) == ["4.18.1"]


@pytest.mark.article("4.9.31.a")
def test_one_declared_injury_against_profanation_is_reported_as_none() -> None:
    table = unseen()
    endow(table["K"], "profanation")
    claim: Any = {"cost": {"ap": 1}, "damage": 1, "element": "fire", "injuries": {"K": 1}}
    found = table.says("cast", spell="blow", target="C3", critical=MISS, armour={"K": MISS}, declared=claim)
    assert [(each.code, each.article) for each in found] == [("declared-cut", "4.9.31.a")]
    assert table["K"].injuries == 0


@pytest.mark.article("2.5.2")
def test_a_spell_completed_by_a_log_stays_apart_from_namesakes() -> None:
    seen = replace(PUNCH, unknown=frozenset({"attack"}))
    dearer, unsaid = replace(seen, ap=6), as_claimed("punch", {}, attack=False)
    assert _with_what_is_seen(seen, unsaid) is _with_what_is_seen(seen, unsaid)
    assert (_with_what_is_seen(seen, unsaid).ap, _with_what_is_seen(dearer, unsaid).ap) == (5, 6)
