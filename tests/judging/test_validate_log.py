"""manage.py validate_log: the report of each file, and an exit code for scripts."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from django.core.management import CommandError, call_command

from launch import ROOT
from rules.arena.boards import FOLDER as BOARDS
from rules.arena.facts_document import document_of
from tests.rules.dubious_logs import EIGHT, HONEST, REVISED_HERO, START, doubled
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TENSION, TWO_TURNS, do, document

pytestmark = pytest.mark.usefixtures("partly_seen")


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


@pytest.mark.ci
def test_a_reader_who_goes_away_sees_no_traceback(tmp_path: Path) -> None:
    file = written(tmp_path, "a.json", document(*TWO_TURNS))
    command = [sys.executable, "manage.py", "validate_log", file]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as shown:
        assert shown.stdout and shown.stderr
        shown.stdout.close()
        assert shown.stderr.read() == b""
    assert shown.returncode == 2


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(json.dumps(document(*TWO_TURNS)).encode())

    monkeypatch.setattr("sys.stdin", Input())
    out, _, code = run("-", "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "valid")


def test_a_correction_counts_only_in_an_amended_copy(tmp_path: Path) -> None:
    rich = do("correct", set={"kamas": {"A": 9}}, reason="seen by a judge")
    file = written(tmp_path, "a.json", document(*TWO_TURNS, rich))
    out, _, code = run(file, "--json")
    assert (code, [found["code"] for found in json.loads(out)["findings"]]) == (1, ["correct-not-allowed"])
    out, _, code = run(file, "--json", "--amended")
    assert (code, [found["code"] for found in json.loads(out)["findings"]]) == (0, ["corrected"])
    out, _, code = run(file)
    assert (code, "error: Only a judge can correct a log" in out) == (1, True)


def test_a_log_without_an_end_says_so(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "a.json", document(*TWO_TURNS)))
    assert (code, "the game is not over" in out) == (0, True)
    over = document(*TWO_TURNS, do("concede", player="A"), result={"winner": "B", "glory": {"A": 6, "B": 6}})
    out, _, code = run(written(tmp_path, "b.json", over))
    assert (code, "won by B (concession)" in out, "not over" in out) == (0, True, False)


def opened(*flips: tuple[str, int, str]) -> list[dict[str, Any]]:
    """The two first turns, with these tokens turned up instead of the usual ones."""
    named = {(rank, pile): reward for rank, pile, reward in flips}
    return [
        {**action, "reward": named.get((action["rank"], action["pile"]), action["reward"])}
        if action["do"] == "flip"
        else action
        for action in TWO_TURNS
    ]


HOLES = {
    "one token on two piles": (document(*opened(("jade", 1, "glue"), ("jade", 2, "glue"))), "1.3.7"),
    "an unknown token of two ranks": (document(*opened(("jade", 1, "mine"), ("silver", 2, "mine"))), "1.3.7"),
    "a face-up token of the first box unlogged": (document(*PLACED, END, TENSION, END, rewards="original"), "4.7.4"),
    "a winner where time ran out": (document(*TWO_TURNS, do("time"), result={"winner": "A", "glory": None}), "1.4.1"),
    "a winner of half a game": (document(*TWO_TURNS, result={"winner": "A", "glory": None}), "1.4.1"),
}
TWINS = {
    "a token on one pile": document(*opened(("jade", 1, "glue"), ("jade", 2, "confuse"))),
    "the first box before its second turn": document(*PLACED, END, rewards="original"),
    "time without a winner": document(*TWO_TURNS, do("time")),
    "half a game without a winner": document(*TWO_TURNS),
}


@pytest.mark.parametrize("hole", HOLES)
def test_what_was_valid_and_is_not_legal_exits_with_1(tmp_path: Path, hole: str) -> None:
    log, article = HOLES[hole]
    out, _, code = run(written(tmp_path, "a.json", log), "--json")
    errors = [found["article"] for found in json.loads(out)["findings"] if found["severity"] == "error"]
    assert (code, set(errors)) == (1, {article})


@pytest.mark.parametrize("twin", TWINS)
def test_its_honest_twin_exits_with_0(tmp_path: Path, twin: str) -> None:
    out, _, code = run(written(tmp_path, "a.json", TWINS[twin]), "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "valid")


def verdict(folder: Path, log: dict[str, Any]) -> tuple[str, int]:
    out, _, code = run(written(folder, "a.json", log), "--json")
    return json.loads(out)["verdict"], code


@pytest.mark.parametrize("place", range(START, len(HONEST)))
def test_a_stray_end_of_turn_is_refused_unlike_its_twin(tmp_path: Path, place: int) -> None:
    assert verdict(tmp_path, document(*HONEST[:place], END, *HONEST[place:])) == ("invalid", 1)
    assert verdict(tmp_path, document(*HONEST)) == ("valid", 0)


@pytest.mark.parametrize("flips", [1, 2, 3])
def test_closing_flips_before_the_last_unit_acts_are_refused(tmp_path: Path, flips: int) -> None:
    start = HONEST.index(CLOSING[0])
    last, late = HONEST[start - 1], HONEST[start + flips :]
    assert verdict(tmp_path, document(*HONEST[: start - 1], *CLOSING[:flips], last, *late)) == ("invalid", 1)


def test_eight_figures_of_legal_teams_are_not_read_as_kings(tmp_path: Path) -> None:
    assert verdict(tmp_path, doubled(*EIGHT, spell="never-seen")) == ("unverified", 0)


def test_an_honest_hero_beside_a_duplicate_is_not_accused(tmp_path: Path) -> None:
    assert verdict(tmp_path, doubled(*REVISED_HERO, spell="disgrace")) == ("unverified", 0)


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
def test_an_unknown_fact_is_named_with_action_card_and_field(
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


def test_logs_are_held_against_facts_of_a_file(tmp_path: Path) -> None:
    ruins = {"kind": "board", "slug": "ruins", "body": {"diagram": (BOARDS / "the-pit.txt").read_text()}}
    file = written(tmp_path, "a.json", document(*TWO_TURNS, arena="ruins"))
    assert run(file)[2] == 1
    for name, text in (("f.json", json.dumps(document_of([ruins]))), ("f.toml", tomli_w.dumps(document_of([ruins])))):
        out, _, code = run(file, "--json", "--facts", written(tmp_path, name, text))
        assert (code, json.loads(out)["facts"]) == (0, document_of([ruins])["digest"])


@pytest.mark.parametrize("text", ["{", "", '{"format": "krosmaster-facts/1", "game": "arena", "facts": [{}]}'])
def test_facts_that_cannot_be_read_stop_the_command(tmp_path: Path, text: str) -> None:
    file = written(tmp_path, "a.json", document(*TWO_TURNS))
    with pytest.raises(CommandError) as stopped:
        run(file, "--facts", written(tmp_path, "f.json", text))
    assert stopped.value.returncode == 2
    with pytest.raises(CommandError, match=r"nowhere\.json"):
        run(file, "--facts", str(tmp_path / "nowhere.json"))
