"""Powers of cards that nobody has entered, logged where they act (2.7), and held to one meaning for the game."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.engine.legal import legal_actions
from tests.rules.logs import END, Action, do
from tests.rules.table import Table
from tests.rules.validated import THREE_TURNS, Answer, errors, said, validated

NEXT = [END, do("tension", dice=["lock", "dodge"]), END, do("tension", dice=["lock", "dodge"])]
STEPS = [do("move", to=cell) for cell in ("K3", "L3", "L4", "L5")]
SWIFT = {"power": "swift", "gained": {"a1": {"mp": 1}}}


def after(folder: Path, *actions: Action, **changes: Any) -> Answer:
    return validated(folder, *THREE_TURNS[:-1], *actions, **changes)


def activate(unit: str = "a1", **fields: Any) -> Action:
    return do("activate", unit=unit, **fields)


@pytest.mark.article("2.7.1", "6.3.2")
def test_an_unseen_cards_power_may_give_more_mp_than_printed(tmp_path: Path) -> None:
    """Evangelyne has 3 MP."""
    answer = after(tmp_path, activate(declared=SWIFT), *STEPS)
    assert (answer["verdict"], errors(answer), answer["unverified_cards"]) == ("unverified", [], ["evangelyne"])
    late = {**STEPS[3], "declared": SWIFT}
    assert errors(after(tmp_path, activate(), *STEPS[:3], late)) == []


@pytest.mark.article("6.3.2", "2.7.1", breaks=True)
def test_more_mp_without_an_unseen_cards_power_is_a_fault(tmp_path: Path) -> None:
    assert errors(after(tmp_path, activate(), *STEPS)) == [("6.3.2", "too-few-mp")]
    declared = {"power": "swift", "gained": {"a2": {"mp": 1}}}
    assert errors(after(tmp_path, activate("a2", declared=declared))) == [("2.7.1", "no-such-power")]
    assert errors(after(tmp_path, activate("a2", declared=declared | {"by": "a1"}))) == []


@pytest.mark.article("2.7.1", breaks=True)
@pytest.mark.parametrize("other", [{"gained": {"a1": {"mp": 2}}}, {"gained": {"a1": {"ap": 1}}}, {"kamas": {"A": 1}}])
def test_a_power_has_one_meaning_for_the_game(tmp_path: Path, other: dict[str, Any]) -> None:
    again = [activate(declared=SWIFT), *NEXT]
    assert errors(after(tmp_path, *again, activate(declared=SWIFT))) == []
    answer = after(tmp_path, *again, activate(declared={"power": "swift", **other}))
    assert errors(answer) == [("2.7.1", "another-text")]
    varies = {**SWIFT, "varies": True}
    assert errors(after(tmp_path, activate(declared=varies), *NEXT, activate(declared={**SWIFT, **other}))) == []


@pytest.mark.article("4.18.1", breaks=True)
def test_what_no_cause_is_named_for_is_a_fault(tmp_path: Path) -> None:
    answer = after(tmp_path, activate(), do("move", to="K3", declared={"injuries": {"b4": 1}}))
    assert errors(answer) == [("4.18.1", "cause-missing")]


@pytest.mark.article("4.18.1", "4.18.3.d")
@pytest.mark.article("4.18.1", breaks=True)
def test_a_spell_goes_on_acting_once_it_was_cast(tmp_path: Path) -> None:
    curse = do("cast", spell="curse", target="K2", declared={"cost": {"ap": 2}})
    later = do("move", to="K3", declared={"spell": "curse", "injuries": {"b4": 1}})
    answer = after(tmp_path, activate(), curse, later)
    assert (answer["verdict"], errors(answer)) == ("unverified", [])
    assert errors(after(tmp_path, activate(), later)) == [("4.18.1", "cause-missing")]


SHIELD = {"power": "shield", "by": "b2", "damage_change": {"b2": -1}}
SLASH = {"cost": {"ap": 1}, "element": "air", "damage": 1}


@pytest.mark.article("4.18.4.g", breaks=True)
@pytest.mark.parametrize(
    ("lost", "dice", "more", "fault"),
    [
        (True, 1, [SHIELD], "4.18.4.g"),
        (["shield"], 1, [SHIELD], "4.18.4.g"),
        (True, 2, [{"power": "armour", "by": "b2"}], "4.18.4.g"),
        (True, 2, [], "7.2.6.a"),
        (["armour"], 2, [], None),  # the other power that adds a die
        (["armour"], 3, [], "7.2.6.a"),
    ],
)
def test_powers_that_nobody_has_seen_can_be_lost(
    tmp_path: Path, lost: Any, dice: int, more: list[Any], fault: str | None
) -> None:
    """Those of Percedal, in the turn in which a spell has taken them away."""
    curse = do("cast", spell="curse", target="B12", declared={"cost": {"ap": 1}, "lost_powers": {"b2": lost}})
    slash = do("cast", spell="slash", target="B12", critical=["critical"], armour={"b2": ["lock"] * dice})
    slash["declared"] = [SLASH, *more]
    assert errors(after(tmp_path, activate(), slash)) == []
    found = errors(after(tmp_path, activate(), curse, slash))
    assert [article for article, _code in found][:1] == ([fault] if fault else [])


ARROW = do("cast", spell="plaguing-arrow", target="B12", critical=["critical"], armour={"b2": ["lock"]})


def shots(*arrows: dict[str, Any]) -> list[Action]:
    """Bill Tell shoots at Percedal, who has 10 HP and was never seen."""
    return [activate("a2"), do("cast", spell="long-shot", target="B1"), *({**ARROW, **more} for more in arrows)]


@pytest.mark.article("4.9.8.a", "7.2.7.c")
def test_a_resistance_of_the_target_holds_from_then_on(tmp_path: Path) -> None:
    """2 damage of AIR: 1 with the resistance, so that 9 injuries more do not KO Percedal; as he acts again, no value
    within what the log shows has him KO'd."""
    resists = {"declared": {"power": "resistance-air", "by": "b2"}}
    finish = do("cast", spell="blow", target="B12", declared={"cost": {"ap": 1}, "injuries": {"b2": 8}})
    nine = [*shots(resists), activate("a3"), END, do("tension", dice=["lock", "dodge"]), activate("b2")]
    assert errors(after(tmp_path, activate(), finish, *nine)) == []
    answer = after(tmp_path, activate(), finish, *shots({}), activate("a3"), *nine[-3:])
    assert (errors(answer), answer["verdict"], answer["proof"]["decisive"]) == ([], "unverified", False)


@pytest.mark.article("7.2.7.c")
def test_a_shield_with_its_own_name_takes_damage_off(tmp_path: Path) -> None:
    shield = {"declared": {"power": "shield", "by": "b2", "damage_change": {"b2": -2}}}
    answer = after(tmp_path, *shots(shield))
    assert (errors(answer), answer["unverified_cards"]) == ([], ["percedal"])
    more = {"declared": {"power": "shield", "by": "b2", "damage_change": {"b2": -7}}}
    assert errors(after(tmp_path, *shots(more))) == [("4.18.1", "beyond-any-card")]


@pytest.mark.article("4.9.15.a", "7.2.9.a")
def test_a_counter_of_an_unseen_card_is_believed_and_stays(tmp_path: Path) -> None:
    counter = {"standby": [{"effect": "counter", "by": "b2"}]}
    answer = after(tmp_path, *shots(counter))
    assert (answer["verdict"], errors(answer), answer["unverified_cards"]) == ("unverified", [], ["percedal"])


@pytest.mark.article("4.9.15.a", breaks=True)
def test_no_counter_follows_without_an_injury_or_an_unseen_card(tmp_path: Path) -> None:
    counter = {"standby": [{"effect": "counter", "by": "b2"}], "armour": {"b2": ["armour"]}, "critical": ["lock"]}
    assert errors(after(tmp_path, *shots(counter))) == [("4.9.15.a", "no-such-effect")]
    other = {"standby": [{"effect": "counter", "by": "b4"}]}
    assert errors(after(tmp_path, *shots(other))) == [("4.9.15.a", "no-such-effect")]


@pytest.mark.article("7.2.9.a", "4.18.3.a")
def test_a_triggered_power_is_on_standby_with_what_it_does(tmp_path: Path) -> None:
    flame = {"effect": "ember-return", "by": "b2", "declared": {"injuries": {"a2": 1}}}
    answer = after(tmp_path, *shots({"standby": [flame]}))
    assert (errors(answer), answer["unverified_cards"]) == ([], ["percedal"])
    known = {**flame, "by": "b4"}
    assert errors(after(tmp_path, *shots({"standby": [known]}))) == [("7.2.9.a", "no-such-effect")]


@pytest.mark.article("4.9.29.a", "4.5.3")
def test_an_unseen_card_may_loot_and_a_power_cheapen_prices(tmp_path: Path) -> None:
    finish = {"cost": {"ap": 1}, "injuries": {"b2": 10}}
    loot = {"power": "loot-2", "by": "b2"}
    struck = [activate(), do("cast", spell="blow", target="B12", declared=[finish, loot]), do("move", to="J2")]
    buy = do("buy-reward", rank="jade", pile=1, face="down", reward="glue", to="a1")
    assert errors(after(tmp_path, *struck, do("collect"), buy)) == []
    without = [activate(), do("cast", spell="blow", target="B12", declared=finish), do("move", to="J2")]
    assert errors(after(tmp_path, *without, do("collect"), buy)) == [("4.5.3", "too-few-kamas")]
    cheaper = {**buy, "declared": {"power": "haggler", "cost_change": {"kamas": -2, "ap": -1}}}
    assert errors(after(tmp_path, *without, do("collect"), cheaper)) == []


@pytest.mark.article("4.18.3.c", "4.18.4.g")
def test_declared_powers_are_lost_for_the_turn(tmp_path: Path) -> None:
    """Bad Aboum has Dodge and Lock; King of the Gobballs has Armour and rolls one die without it."""
    fraud = do("cast", spell="fraud", target="F11", declared={"cost": {"ap": 1}, "lost_powers": {"b3": True}})
    punch = do("cast", spell="blow", target="F11", critical=["lock"], armour={"b3": ["lock"]})
    punch["declared"] = {"cost": {"ap": 3}, "element": "neutral", "damage": 1}
    assert errors(after(tmp_path, activate(), fraud, punch)) == []
    some = {**fraud, "declared": {"cost": {"ap": 1}, "lost_powers": {"b3": ["lock"]}}}
    none = {**punch, "armour": {}}  # Pierce Armour, which nobody has seen of the spell, takes one die away at most
    assert errors(after(tmp_path, activate(), fraud, none)) == []
    assert errors(after(tmp_path, activate(), some, none)) == [("7.2.6.a", "armour-dice")]


@pytest.mark.article("6.4.1", "4.18.4.g")
def test_a_power_that_was_named_comes_back_after_the_turn(tmp_path: Path) -> None:
    fraud = do("cast", spell="fraud", target="F11", declared={"cost": {"ap": 1}, "lost_powers": {"b3": ["armour"]}})
    claim = {"cost": {"ap": 3}, "element": "neutral", "damage": 1}
    without, again = (
        do("cast", spell="blow", target="F11", critical=["lock"], armour={"b3": ["lock"] * dice}, declared=claim)
        for dice in (0, 2)
    )
    assert errors(after(tmp_path, activate(), fraud, without, *NEXT, activate(), again)) == []
    stale = after(tmp_path, activate(), fraud, without, *NEXT, activate(), without)
    assert errors(stale) == [("7.2.6.a", "armour-dice")]


@pytest.mark.article("1.4.3", "1.3.9")
def test_nobody_is_the_last_one_standing_while_figures_are_placed(tmp_path: Path) -> None:
    """A GG that a power of Evangelyne brings as the first figure is placed."""
    head_start = {"power": "head-start", "by": "a1", "glory": {"A": 1}}
    first, *others = THREE_TURNS
    answer = validated(tmp_path, {**first, "declared": head_start}, *others)
    assert (errors(answer), said(answer), answer["ended"]) == ([], ["declared-glory"], False)
    assert answer["glory"] == {"A": 7, "B": 6}


@pytest.mark.article("2.7.1", breaks=True)
def test_a_known_power_does_nothing_else_that_is_declared(tmp_path: Path) -> None:
    known = {"power": "dodge", "gained": {"a2": {"mp": 1}}}
    assert errors(after(tmp_path, activate("a2", declared=known))) == [("2.7.1", "declared-against-the-text")]


@pytest.mark.article("6.3.3", "7.1.4.a")
def test_a_power_changes_the_price_of_one_action_only() -> None:
    table = Table("q . K", q="goultard", K="bill-tell").activate("q")
    table["q"].ap = 4
    cheap = {"power": "discount", "cost_change": {"ap": -3}}
    punch = {"spell": "punch", "target": "B1", "critical": ["lock"]}
    assert table.does("cast", **punch, declared=cheap) == []
    assert table["q"].ap == 2
    options = {option.action["spell"]: option for option in legal_actions(table.game) if option.action["do"] == "cast"}
    refusal = options["punch"].refusal
    assert refusal is not None
    assert refusal.article in ("4.8.1", "7.1.4.a")


def claims(board: Table, name: str, power: str) -> None:
    """A power that the log names of a card that was never seen."""
    assert board.does("cast", spell="long-shot", target=board.at("q"), declared={"power": power, "by": name}) == []
    board.game.index, board["q"].mp = 2, 3


def shooter(drawing: str) -> Table:
    """Bill Tell and, on the other side, Percedal, who was never seen, Anna Tommy and Oscar Kass."""
    board = Table(drawing, q="bill-tell", P="percedal", X="anna-tommy", Y="oscar-kass").activate("q")
    board.game.index = 1
    return board


@pytest.mark.article("4.9.29.a", "4.5.3")
@pytest.mark.parametrize(("power", "given"), [("loot-6", 6), ("lock", 0)])
def test_kamas_by_a_loot_that_the_opponent_claims_are_believed(power: str, given: int) -> None:
    board = shooter("q . . P X Y")
    claims(board, "P", power)
    board["P"].injuries = (board["P"].hp or 0) - 1
    arrow = {"spell": "plaguing-arrow", "target": "D1", "critical": ["critical"], "armour": {"P": ["lock"]}}
    assert board.does("cast", **arrow) == []
    assert board["P"].fallen
    assert (board.game.kamas["A"], board.game.given_kamas["A"]) == (given, given)


@pytest.mark.article("4.14.7", "4.14.1")
@pytest.mark.parametrize("locked", [False, True])
def test_to_move_past_an_enemy_declared_itty_bitty_is_believed(*, locked: bool) -> None:
    """Alone beside it, or with another one that still locks."""
    board = shooter(". . . . .\nq P . . .\nX . . . Y" if locked else ". . . . .\nq P . . .\n. . X . Y")
    claims(board, "P", "itty-bitty")
    blocks = [{"by": "X", "lock": ["critical"], "dodge": ["critical", "dodge"]}] if locked else []
    assert board.does("move", to="A3", blocks=blocks) == []
    assert (2 in board.game.basis.resting, board["q"].believed.cells) == (True, 1)


@pytest.mark.article("4.14.1")
def test_to_leave_the_side_of_who_locks_is_proved() -> None:
    """Anna Tommy rolls for Lock; that Percedal, further away, is Itty-Bitty makes no difference."""
    board = shooter("q . . P .\nX . . . Y")
    claims(board, "P", "itty-bitty")
    assert board.does("move", to="B2", blocks=[{"by": "X", "lock": ["critical"], "dodge": ["critical", "dodge"]}]) == []
    assert (2 in board.game.basis.resting, board["q"].believed.cells) == (False, 0)
