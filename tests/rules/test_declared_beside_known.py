"""What is declared of a spell of which a part is known: nothing happens twice, and the known part is held to."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.engine.claims.declared import apply_outcomes
from rules.arena.engine.claims.limits import Cause
from tests.rules.duels import endow
from tests.rules.logs import do
from tests.rules.table import Table
from tests.rules.test_claimed_spells import BLOW, after_three_turns, blow
from tests.rules.test_partly_seen_cards import answer, of_play
from tests.rules.validated import errors


@pytest.mark.article("4.5.1")
@pytest.mark.parametrize(("declared", "kamas"), [({}, 1), ({"kamas": {"q": 1}}, 1), ({"kamas": {"q": 3}}, 3)])
def test_kamas_of_a_known_effect_are_not_taken_twice(declared: dict[str, Any], kamas: int) -> None:
    table = Table("q K", q="king-nidas", K="bill-tell").activate("q")
    player = table["q"].player
    claim = {"kamas": {player: declared["kamas"]["q"]}} if declared else {}
    before = table.game.kamas[player]
    assert table.does("cast", spell="pecule", target="B1", declared={"cost": {"ap": 2}, **claim}) == []
    assert table.game.kamas[player] == before + kamas


@pytest.mark.article("4.19.1.a")
def test_a_summon_of_a_known_effect_may_be_declared_too(tmp_path: Path) -> None:
    summons = do(
        "cast", spell="crackstone", target="K3", declared={"cost": {"ap": 2}, "summoned": {"crackstone": "K3"}}
    )
    assert of_play(answer(tmp_path, "elogio", summons)) == []


@pytest.mark.article("4.19.9.c", breaks=True)
@pytest.mark.parametrize(
    ("cells", "faults"), [(["K3", "J2"], []), (["K3", "J2", "L2"], [("4.19.9.c", "control-value-reached")])]
)
def test_declared_summons_stay_within_a_control_value_that_was_seen(
    tmp_path: Path, cells: list[str], faults: list[tuple[str, str]]
) -> None:
    """Elogio's Crackstone allows two."""
    claim = {"cost": {"ap": 2}, "summoned": {"crackstone": cells}}
    found = answer(tmp_path, "elogio", do("cast", spell="crackstone", target="K3", declared=claim))
    assert of_play(found) == faults


@pytest.mark.article("4.8.2")
def test_a_cost_without_ap_may_be_written_either_way(tmp_path: Path) -> None:
    free = {**BLOW, "cost": {"mp": 1}}
    found = after_three_turns(tmp_path, blow(**free), blow(**{**free, "cost": {"ap": 0, "mp": 1}}))
    assert errors(found) == []
    stowage = do("cast", spell="stowage", target="K3", declared={"cost": {"mp": 2}})
    assert of_play(answer(tmp_path, "arthur-bine", stowage)) == []


@pytest.mark.article("4.19.9.a")
def test_a_summon_that_nobody_has_entered_may_be_summoned(tmp_path: Path) -> None:
    claim: dict[str, Any] = {"cost": {"ap": 1}, "summoned": {"crobak": "J2"}}
    assert errors(after_three_turns(tmp_path, blow(**claim))) == []


@pytest.mark.article("4.19.9.a", breaks=True)
def test_no_spell_summons_a_krosmaster(tmp_path: Path) -> None:
    claim: dict[str, Any] = {"cost": {"ap": 1}, "summoned": {"royal-gobball": "J2"}}
    assert errors(after_three_turns(tmp_path, blow(**claim))) == [("4.19.9.a", "krosmaster-summoned")]


@pytest.mark.article("4.19.8.b")
def test_a_text_may_move_figures_onto_the_tombstone_it_sets() -> None:
    table = Table("q . . K", q="oscar-kass", K="bill-tell").activate("q")
    claim: Any = {"moved": {"K": "C1"}, "summoned": {"tombstone": "C1"}}
    apply_outcomes(table.game, claim, table["q"], Cause("a spell", "q"))
    assert [finding.article for finding in table.game.findings if finding.severity == "error"] == []


@pytest.mark.article("4.19.1.b", breaks=True)
def test_no_summon_is_declared_onto_a_cell_with_a_unit() -> None:
    table = Table("q . . K", q="oscar-kass", K="bill-tell").activate("q")
    claim: Any = {"summoned": {"tombstone": "C1", "tofu": "C1"}}
    apply_outcomes(table.game, claim, table["q"], Cause("a spell", "q"))
    assert [finding.article for finding in table.game.findings if finding.severity == "error"] == ["4.19.1.b"]


@pytest.mark.article("7.2.8.d", "4.9.31.a")
@pytest.mark.parametrize(("power", "placed"), [("krowsome", 3), ("profanation", 0)])
def test_it_is_said_where_a_power_cuts_a_declared_total(power: str, placed: int) -> None:
    table = Table("q K . X", q="evangelyne", K="bill-tell", X="anna-tommy").activate("q")
    endow(table["K"], power)
    claim = {"cost": {"ap": 2}, "element": "fire", "damage": 4, "injuries": {"K": 5}}
    dice = {"critical": ["critical"], "armour": {"K": ["lock"]}}
    found = table.says("cast", spell="blow", target="B1", declared=claim, **dice)
    article = {"krowsome": "7.2.8.d", "profanation": "4.9.31.a"}[power]
    assert [(each.severity, each.code, each.article) for each in found if each.code == "declared-cut"] == [
        ("warning", "declared-cut", article)
    ]
    assert table["K"].injuries == placed
