"""Come to Mama...: the Kamas that her player pays are the control value of Emilie Onaire's Reaping until her turn ends;
logs through `validate_log`."""

from pathlib import Path
from typing import Any

import pytest

from rules.common.actions import Action
from tests.rules.logs import do
from tests.rules.test_where_words_count import NOTHING, answer_to, at, codes

RICH = do("correct", set={"kamas": {"A": 2}}, reason="a test")


REAPER = {"summoned": {"reaper": "F5"}}


def pays(amount: str) -> Action:
    return do("cast", spell="come-to-mama", target="G5", choices={"option": amount})


def reaps(cell: str | None = "F5") -> Action:
    said = {"choices": {"cell": cell}} if cell else {}
    return do("cast", spell="reaping", target="E5", critical=NOTHING, armour={"b1": NOTHING}, **said)


def declares(spell: str, claim: Action | None) -> Action:
    """As logs did before the data had her spells."""
    aim = (
        {"target": "G5"}
        if spell == "come-to-mama"
        else {"target": "E5", "critical": NOTHING, "armour": {"b1": NOTHING}}
    )
    return do("cast", spell=spell, **aim, **({"declared": claim} if claim else {}))


def answer(folder: Path, *actions: Action) -> dict[str, Any]:
    return answer_to(folder, "a4", RICH, at(a4="G5", b1="E5"), *actions, team="emilie")


@pytest.mark.article("4.19.9.c", "4.5.3")
@pytest.mark.parametrize("actions", [[pays("1"), reaps()], [pays("2")], [reaps(None)], [pays("0"), reaps(None)]])
def test_so_many_reapers_as_kamas_are_paid(tmp_path: Path, actions: list[Action]) -> None:
    found = answer(tmp_path, *actions)
    assert (codes(found), found["verdict"], found["proof"]["believed"]) == ([], "valid", 0)


@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize("amount", ["3", "all"])
def test_only_kamas_that_are_there_are_paid(tmp_path: Path, amount: str) -> None:
    assert codes(answer(tmp_path, pays(amount))) == ["option-missing"]


@pytest.mark.article("4.19.9.c")
def test_without_kamas_no_reaper_comes(tmp_path: Path) -> None:
    """What the log says of its cell is asked by nobody."""
    found = answer(tmp_path, reaps())
    assert [each["code"] for each in found["findings"] if each["severity"] == "warning"][-1:] == ["unknown-field"]


@pytest.mark.article("4.19.9.c")
@pytest.mark.parametrize("paid", [None, {"kamas": {"A": -2}}, {"cost": {"kamas": 1}}])
@pytest.mark.parametrize("reaped", [None, REAPER])
def test_an_old_log_without_the_payment_is_believed(tmp_path: Path, paid: Action | None, reaped: Action | None) -> None:
    found = answer(tmp_path, declares("come-to-mama", paid), declares("reaping", reaped))
    assert (codes(found), found["verdict"], found["proof"]["believed"]) == ([], "unverified", 2)


@pytest.mark.article("4.5.3", breaks=True)
@pytest.mark.parametrize("actions", [[{"cost": {"kamas": 3}}], [None, "buy-glory"]])
def test_an_old_log_spends_no_kamas_that_are_not_there(tmp_path: Path, actions: list[Any]) -> None:
    claim, *later = actions
    found = answer(tmp_path, declares("come-to-mama", claim), *map(do, later))
    assert codes(found) == ["too-few-kamas"]


@pytest.mark.article("2.5.2", breaks=True)
def test_no_reaper_comes_without_come_to_mama(tmp_path: Path) -> None:
    assert codes(answer(tmp_path, declares("reaping", REAPER))) == ["declared-against-the-text"]
