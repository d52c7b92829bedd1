"""What would hold under other facts is tried on the pieces themselves; they are then as before, even after an error."""

from typing import Any

import pytest

from rules.arena.engine import casting, resolving, spell_damage
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit
from rules.arena.engine.unknown_spells import depends_on
from tests.rules.duels import duel, spell
from tests.rules.test_claimed_powers import claims, shooter
from tests.rules.test_unseen_parts import arrow, elemental

RESISTS = "resistance-water-air-earth-fire"


def test_of_a_spell_that_is_tried_with_each_element() -> None:
    table = duel()
    unknown = spell(table, element="unknown", amount=1)
    cast = Cast(table.game, unknown, table["q"], table["q"].cell, table["K"].cell, {})
    with pytest.raises(ZeroDivisionError):
        depends_on(cast, "element", lambda: 1 // 0)
    assert cast.spell is unknown


def test_of_damage_that_is_worked_out_without_believed_powers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(cast: Cast, target: Unit, *rolls: int) -> int:
        return known(cast, target, *rolls) // (RESISTS in target.powers)

    board, known = shooter("q . . P X Y"), spell_damage.damage
    claims(board, "P", RESISTS)
    board["q"].profile = elemental(board)
    monkeypatch.setattr(resolving, "damage", fails)
    with pytest.raises(ZeroDivisionError):
        arrow(board, [])
    assert RESISTS in board["P"].powers


def test_of_a_spell_that_is_tried_without_believed_range(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_cast: Any) -> bool:
        return bool(1 // (table["q"].reach == 2))

    table = shooter("q . . P X Y")
    table["q"].reach, table["q"].believed.reach = 2, 1
    monkeypatch.setattr(casting, "reaches", fails)
    with pytest.raises(ZeroDivisionError):
        arrow(table, [])
    assert table["q"].reach == 2
