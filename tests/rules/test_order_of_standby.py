"""Which waiting effects are resolved, which are passed over, and what is counted of those listed (6.4.1, 7.2.9)."""

from typing import Any

import pytest

from rules.arena.engine.standby import end_standby, resolve, resolve_at_the_end
from rules.arena.engine.state import Pending
from tests.rules.duels import MISS, duel
from tests.rules.table import Table

WEAR = {"effect": "wear", "by": "K"}  # one injury for K
MISSING = "effect-not-resolved"


def waiting(table: Table, **facts: Any) -> Pending:
    pending = Pending("wear", table["K"], **facts)
    table.game.standby.append(pending)
    return pending


def codes(table: Table) -> list[str]:
    return [each.code for each in table.game.findings]


@pytest.mark.article("6.4.1", "4.18.3")
@pytest.mark.parametrize(
    ("facts", "entries", "injuries", "found"),
    [
        ({}, [], 1, []),
        ({}, [WEAR], 1, []),
        ({"may": True}, [], 0, []),
        ({"may": True}, [WEAR], 1, []),
        ({"rolls": True}, [], 1, [MISSING]),
        ({"rolls": True}, [WEAR], 1, []),
        ({"rolls": True}, [{**WEAR, "by": "q"}], 1, [MISSING]),
        ({"lapsed": True}, [], 0, []),
    ],
)
def test_what_the_end_of_a_turn_triggered(
    facts: dict[str, bool], entries: list[dict[str, str]], injuries: int, found: list[str]
) -> None:
    table, action = duel(), {"do": "end-turn", "standby": [*entries]}
    waiting(table, at_end=True, **facts)
    resolve_at_the_end(table.game, action)
    assert (table["K"].injuries, codes(table), action["standby"]) == (injuries, found, entries)


@pytest.mark.article("6.4.1")
def test_an_effect_that_lapsed_keeps_no_other_from_being_resolved() -> None:
    table = duel()
    waiting(table, at_end=True, lapsed=True)
    waiting(table, at_end=True)
    resolve_at_the_end(table.game, {"do": "end-turn"})
    assert table["K"].injuries == 1


@pytest.mark.article("7.2.9.a")
def test_what_the_turns_end_settled_is_not_resolved_again() -> None:
    table = duel()
    waiting(table)
    settled, listed = {"effect": "grudge"}, {**WEAR}
    table.game.settled.append(settled)
    resolve(table.game, {"do": "activate", "standby": [settled, listed]})
    assert (table["K"].injuries, table.game.resolved, codes(table)) == (1, 1, [])


@pytest.mark.article("1.4.1", "7.2.8.c", breaks=True)
@pytest.mark.parametrize(
    ("resolved", "entries", "article"), [(2, 2, None), (1, 2, "1.4.1"), (0, 1, "7.2.8.c"), (2, 3, "1.4.1")]
)
def test_once_somebody_has_won_nothing_listed_is_resolved(resolved: int, entries: int, article: str | None) -> None:
    table, action = duel(), {"do": "activate", "standby": [{**WEAR} for _ in range(entries)]}
    for _ in range(resolved):
        waiting(table)
    resolve(table.game, {**action, "standby": action["standby"][:resolved]})
    end_standby(table.game, action)
    assert [each.article for each in table.game.findings] == [article] * (article is not None)


@pytest.mark.article("4.18.3")
@pytest.mark.parametrize(
    ("do", "facts", "stands", "asked"),
    [
        ("cast", {"power": "lock"}, True, True),
        ("cast", {"power": "perfect-lock"}, True, False),  # which it has lost
        ("cast", {"power": "perfect-lock"}, False, True),  # of a piece that fell, as it fell
        ("cast", {"power": "lock", "lapsed": True}, True, False),
        ("place", {"power": "lock"}, True, False),  # which lists nothing
    ],
)
def test_an_unused_power_is_remembered_where_it_could_be_used(
    do: str, facts: dict[str, Any], stands: bool, asked: bool
) -> None:
    table = duel("lock")
    pending = waiting(table, may=True, **facts)
    if not stands:
        table.game.lift(table["K"])
    resolve(table.game, {"do": do})
    assert table.game.passed == [pending] * asked
    assert table["K"].injuries == 0


@pytest.mark.article("4.19.5", "4.19.7.c")
def test_declarations_of_a_mechanism_are_read_where_effects_are_unknown() -> None:
    trap = Table("q t . K F", q="bad-aboum", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"q": 1}}}
    assert "declaration-not-needed" not in [each.code for each in trap.says("move", to="B1", standby=[click])]
    bomb = Table("q w . . W", q="oscar-kass", W="bad-aboum", w="water-bomb of W").activate("q")
    explosion = {"effect": "explosion", "by": "W/water-bomb-1", "critical": MISS, "armour": {"q": MISS * 2}}
    said = bomb.says(
        "cast",
        spell="con",
        target="B1",
        critical=MISS,
        armour={"W/water-bomb-1": MISS},
        standby=[{**explosion, "declared": {"injuries": {"q": 1}}}],
    )
    assert "declaration-not-needed" in [each.code for each in said]
