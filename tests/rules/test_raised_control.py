"""Come to Mama...: the Kamas that her player pays are the control value of Emilie Onaire's Reaping until her turn ends;
logs through `validate_log`."""

from pathlib import Path
from typing import Any

import pytest

from rules.common.actions import Action
from tests.rules.logs import do
from tests.rules.test_where_words_count import NOTHING, answer_to, at, codes

RICH = do("correct", set={"kamas": {"A": 2}}, reason="a test")


def pays(amount: str | None) -> Action:
    said = {"choices": {"option": amount}} if amount else {}
    return do("cast", spell="come-to-mama", target="G5", **said)


def reaps(cell: str | None = "F5") -> Action:
    said = {"choices": {"cell": cell}} if cell else {}
    return do("cast", spell="reaping", target="E5", critical=NOTHING, armour={"b1": NOTHING}, **said)


def answer(folder: Path, *actions: Action) -> dict[str, Any]:
    return answer_to(folder, "a4", RICH, at(a4="G5", b1="E5"), *actions, team="emilie")


@pytest.mark.article("4.19.9.c", "4.5.3")
@pytest.mark.parametrize("actions", [[pays("1"), reaps()], [pays("2")], [reaps(None)], [pays("0"), reaps(None)]])
def test_so_many_reapers_as_kamas_are_paid(tmp_path: Path, actions: list[Action]) -> None:
    found = answer(tmp_path, *actions)
    assert (codes(found), found["verdict"], found["proof"]["believed"]) == ([], "valid", 0)


@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize("amount", ["3", None, "all"])
def test_only_kamas_that_are_there_are_paid(tmp_path: Path, amount: str | None) -> None:
    assert codes(answer(tmp_path, pays(amount))) == ["option-missing"]


@pytest.mark.article("4.19.9.c")
def test_without_kamas_no_reaper_comes(tmp_path: Path) -> None:
    """What the log says of its cell is asked by nobody."""
    found = answer(tmp_path, reaps())
    assert [each["code"] for each in found["findings"] if each["severity"] == "warning"][-1:] == ["unknown-field"]
