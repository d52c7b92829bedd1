"""manage.py validate_log: the report of each file, and an exit code for scripts."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.rules.logs import CLOSING, END, OPENING, PLACED, TENSION, TWO_TURNS, do, document


def run(*arguments: str) -> tuple[str, str, int]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("validate_log", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), int(str(end.code))
    return out.getvalue(), err.getvalue(), 0


def written(folder: Path, name: str, log: dict[str, Any] | str) -> str:
    file = folder / name
    file.write_text(log if isinstance(log, str) else json.dumps(log))
    return str(file)


def test_a_valid_log_exits_with_0(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "a.json", document(*TWO_TURNS)))
    assert (code, ": valid, " in out) == (0, True)


def test_a_fault_is_shown_with_its_article_and_a_board(tmp_path: Path) -> None:
    log = document(*PLACED, do("activate", unit="a1"), do("move", to="E9"))
    out, _, code = run(written(tmp_path, "a.json", log))
    assert code == 1
    assert "action 9: error" in out
    assert "4.17.2 " in out
    assert "a1 (Queen of the Tofus): HP 8/8" in out


def test_one_report_as_json_is_the_report_itself(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "a.json", document(*PLACED, do("move", to="E9"))), "--json")
    report = json.loads(out)
    assert (code, report["verdict"], report["findings"][0]["article"]) == (1, "invalid", "6.1.1")


def test_several_reports_take_a_line_each(tmp_path: Path) -> None:
    files = [written(tmp_path, "a.json", document(*TWO_TURNS)), written(tmp_path, "b.json", "{")]
    out, _, code = run(*files, "--json")
    assert (code, [json.loads(line)["verdict"] for line in out.splitlines()]) == (1, ["valid", "malformed"])


def test_a_file_that_cannot_be_read_exits_with_2(tmp_path: Path) -> None:
    out, err, code = run(str(tmp_path / "nowhere.json"), written(tmp_path, "a.json", "{"))
    assert (code, "nowhere.json" in err, "malformed" in out) == (2, True, True)


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(json.dumps(document(*TWO_TURNS)).encode())

    monkeypatch.setattr("sys.stdin", Input())
    out, _, code = run("-", "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "valid")


OF_A = {"a1": "bill-tell", "a2": "oscar-kass", "a3": "coa-gulary", "a4": "maskun-john", "a5": "naz-rael"}
OF_A |= {"a6": "quentin-flush"}
OF_B = {"b1": "anna-tommy", "b2": "kassius-kaos", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
CELLS = ["B1", "D1", "E2", "G2", "I1", "K1", "B12", "D12", "F11", "H11"]
PLACES = [do("place", unit=unit, cell=cell) for unit, cell in zip((*OF_A, *OF_B), CELLS, strict=True)]
ROUND = [END, *OPENING, TENSION, *CLOSING, END, TENSION]
MISS = {"critical": ["lock"]}


def reported(folder: Path, *actions: dict[str, Any]) -> dict[str, Any]:
    sides = {"A": OF_A, "B": OF_B}
    players = {side: {"team": team, "timeline": list(team)} for side, team in sides.items()}
    out, _, code = run(written(folder, "a.json", document(*PLACES, *actions, players=players)), "--json")
    assert code == 0
    return json.loads(out)


def turn_of(unit: str, *actions: dict[str, Any]) -> list[dict[str, Any]]:
    return [do("activate", unit=unit), *actions]


LEAP = do("cast", spell="feline-leap", target="E8")
PUNISHES = turn_of("a3", do("cast", spell="punishment", target="E3", **MISS))
DECOY = do("cast", spell="decoy", target="G5", **MISS)


@pytest.mark.parametrize(
    ("actions", "believed"),
    [
        (turn_of("a5", LEAP), [(11, "naz-rael", "range", "feline-leap")]),
        (turn_of("a5", do("move", to="I2")), []),
        ([*PUNISHES, *ROUND, *PUNISHES], [(23, "coa-gulary", "limit", "punishment")]),
        ([*PUNISHES, *ROUND], []),
        (turn_of("a4", DECOY), []),
    ],
    ids=["leap", "step", "second cast", "first cast", "within every range"],
)
def test_a_fact_that_is_unknown_is_named_with_action_card_and_field(
    tmp_path: Path, actions: list[dict[str, Any]], believed: list[tuple[int, str, str, str]]
) -> None:
    report = reported(tmp_path, *actions)
    assert [tuple(entry.values()) for entry in report["believed"]] == believed
    assert report["verdict"] == ("unverified" if believed else "valid")
    assert report["unverified_cards"] == sorted({entry[1] for entry in believed})
    assert report["proof"]["believed"] == len(believed)


def test_the_command_says_how_much_was_proved(tmp_path: Path) -> None:
    players = {"A": {"team": OF_A, "timeline": list(OF_A)}, "B": {"team": OF_B, "timeline": list(OF_B)}}
    out, _, _ = run(written(tmp_path, "a.json", document(*PLACES, *turn_of("a5", LEAP), players=players)))
    assert "  11 proved, 1 believed, 0 not checked, 0 faulty\n" in out
    assert "  action 11: believed: naz-rael feline-leap: range" in out
