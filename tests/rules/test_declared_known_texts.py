"""What is declared of a text that the site knows: a note where that is what happened, else an error (2.5.2, 2.7.1)."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.logs import END, TENSION, do
from tests.rules.table import Table
from tests.rules.validated import errors, said, validated

TEAM_A = {"a1": "kassius-kaos", "a2": "bill-tell", "a3": "oscar-kass"}
TEAM_B = {"b1": "anna-tommy", "b2": "king-of-the-gobballs", "b3": "lil-healey"}
PLAYERS = {
    "A": {"name": "Ana", "team": TEAM_A, "timeline": list(TEAM_A)},
    "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
}
HIT = {"critical": ["critical", "lock"], "armour": {"K": ["lock", "lock"]}}


def puff(**declared: Any) -> tuple[list[str], Table]:
    """The codes of what is said of a Puff of Kassius Kaos at the King, three cells away, which places four."""
    table = Table("q . . K . . . . X", q="kassius-kaos", K="king-of-the-gobballs", X="anna-tommy").activate("q")
    found = table.says("cast", spell="puff", target="D1", declared={"spell": "Puff", **declared}, **HIT)
    return [each.code for each in found], table


@pytest.mark.article("2.5.2")
def test_an_equal_declaration_is_a_note() -> None:
    found, table = puff(injuries={"K": 4}, moved={"K": "G1"})
    assert (found, table["K"].injuries, table.at("K")) == (["declaration-not-needed"], 4, "G1")


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(
    "declared",
    [
        {"injuries": {"K": 11}},
        {"injuries": {"nobody": 2}},
        {"injuries": {"X": 1}},
        {"glory": {"A": 1}},
        {"glory": {"A": 1, "B": -1}},
        {"kamas": {"A": 1}},
        {"healed": {"q": 1}},
        {"moved": {"K": "H1"}},
        {"markers": {"K": {"ap": -1}}},
        {"gained": {"q": {"ap": 2}}},
        {"lost_powers": {"K": True}},
        {"summoned": {"tofu": "B1"}},
        {"rewards": {"q": {}}},
    ],
)
def test_a_declaration_against_a_known_text_is_an_error(declared: dict[str, Any]) -> None:
    found, table = puff(**declared)
    assert found == ["declared-against-the-text"]
    assert (table["K"].injuries, table.at("K"), table["q"].ap) == (4, "G1", 5), "the known text has done what it does"


@pytest.mark.article("2.5.2", "7.5.18.a")
def test_health_stolen_by_a_known_spell_may_be_declared() -> None:
    table = Table("q K . X", q="oscar-kass", K="king-of-the-gobballs", X="anna-tommy").activate("q")
    table["q"].injuries = 3
    dice = {"critical": ["critical"], "armour": {"K": ["lock", "lock"]}}
    found = table.says("cast", spell="con", target="B1", declared={"injuries": {"K": 2}, "healed": {"q": 2}}, **dice)
    assert ([each.code for each in found], table["q"].injuries) == (["declaration-not-needed"], 1)


@pytest.mark.article("2.5.2", breaks=True)
def test_who_is_said_to_have_fallen_does_not_walk_on(tmp_path: Path) -> None:
    starts = {"a1": "B1", "a2": "D1", "a3": "E2", "b1": "B12", "b2": "D12", "b3": "F11"}
    placed = [do("place", unit=unit, cell=cell) for unit, cell in starts.items()]
    cast = do("cast", spell="puff", target="B2", declared={"spell": "Puff", "injuries": {"b1": 9}, "glory": {"A": 3}})
    dice = {"critical": ["lock", "lock"]}
    game = [*placed, do("activate", unit="a1"), {**cast, **dice}, END, TENSION]
    answer = validated(tmp_path, *game, players=PLAYERS)
    assert ("2.5.2", "declared-against-the-text") in errors(answer)
    assert answer["verdict"] == "invalid"
    assert "declaration-not-needed" not in said(answer, "note")
