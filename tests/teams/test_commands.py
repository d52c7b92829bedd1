"""validate_team and starting_glory, run as an organiser runs them."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

LEGAL = {
    "format": "krosmaster-team/1",
    "name": "Stasis",
    "team_format": "constructed",
    "legality": "season-2018-01",
    "figures": ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"],
    "pool": None,
}


@pytest.fixture
def file(tmp_path):
    def write(content, name="team.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


def run(*arguments):
    """What the command says, and with which code it leaves."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as leaving:
        return out.getvalue(), leaving.code
    return out.getvalue(), 0


def test_a_legal_list_leaves_with_nought(file):
    out, code = run("validate_team", file(LEGAL), "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer | {"notes": [], "file": ""} == {
        "file": "",
        "verdict": "legal",
        "level": 12,
        "initiative": 24,
        "violations": [],
        "notes": [],
        "errors": [],
        "reachable": None,
    }


def test_an_illegal_list_leaves_with_one_and_names_every_article(file):
    out, code = run("validate_team", file(LEGAL | {"figures": ["percedal", "percedal", "poochan"]}), "--json")
    answer = json.loads(out)
    assert code == 1
    assert {violation["article"] for violation in answer["violations"]} == {"1.1.1.b", "1.1.1.c", "1.1.1.h"}
    assert {"article", "code", "message", "figures"} <= set(answer["violations"][0])


def test_a_limited_list_below_its_pool_shows_the_reachable_level(file):
    low = {
        "team_format": "limited",
        "figures": ["ush", "kivin", "kivin"],
        "pool": ["ush", "kivin", "kivin", "bill-tell"],
    }
    answer = json.loads(run("validate_team", file(LEGAL | low), "--json")[0])
    assert answer["reachable"] == {"level": 9, "figures": ["ush", "kivin", "kivin", "bill-tell"]}


def test_each_file_gets_its_own_line_and_the_worst_decides(file):
    names = [file(LEGAL), file(b"Bill Tell\n", "team.txt"), file(b"{", "broken.json")]
    out, code = run("validate_team", *names, "--json")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["legal", "illegal", "malformed"]
    assert code == 1


def test_a_missing_file_exits_with_two_after_checking_the_others(file, tmp_path):
    out, code = run("validate_team", str(tmp_path / "none.json"), str(tmp_path), file(LEGAL), "--json")
    assert json.loads(out)["verdict"] == "legal"
    assert code == 2


def test_without_json_the_answer_is_for_people(file):
    out, _ = run("validate_team", file(LEGAL | {"figures": ["percedal", "percedal", "bill-tel"]}))
    assert "malformed" in out
    assert "bill-tell" in out
    out, _ = run("validate_team", file(LEGAL | {"figures": ["percedal"]}))
    assert "1.1.1.a" in out
    assert "1.1.1.b" in out


def test_a_list_is_read_from_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(LEGAL).encode())))
    assert run("validate_team", "-")[1] == 0


def test_a_pasted_text_is_checked_against_the_named_profile(file):
    text = file(b"Poochan\nGoultard\nVampyro\n", "team.txt")
    assert run("validate_team", text)[1] == 0
    assert run("validate_team", text, "--legality", "season-2018-01")[1] == 1


def test_a_list_of_two_is_checked_with_the_requested_level(file):
    four = file(LEGAL | {"team_format": "four-player", "figures": ["kivin", "bill-tell"]})
    answer = json.loads(run("validate_team", four, "--json")[0])
    assert ({broken["article"] for broken in answer["violations"]}, answer["level"]) == ({"9.1.2"}, 4)
    assert run("validate_team", four, "--level", "4")[1] == 0
    text = file(b"Kivin\nBill Tell\n", "team.txt")
    assert run("validate_team", text, "--format", "four-player", "--level", "4")[1] == 0
    assert run("validate_team", text)[1] == 1


def test_an_option_that_a_list_cannot_take_is_refused(file):
    text, four = file(b"Bill Tell\n", "team.txt"), LEGAL | {"team_format": "four-player"}
    for arguments in ([file(LEGAL), "--level", "4"], [text, "--level", "4"]):
        with pytest.raises(CommandError, match="constructed list: --level is for lists for four players") as refused:
            run("validate_team", *arguments)
        assert refused.value.returncode == 2
    unnamed = file(four, "list")
    for option in (["--format", "constructed"], ["--format", "four-player"], ["--legality", "none"]):
        for name in (file(LEGAL), unnamed):
            with pytest.raises(CommandError, match="is JSON and says this itself"):
                run("validate_team", name, *option)
    assert run("validate_team", text, "--format", "constructed", "--legality", "none")[1] == 1
    assert run("validate_team", file(LEGAL))[1] == 0


@pytest.mark.parametrize(
    "content",
    [b"null", b"5", b'"ush"', b"NaN", b"\0\0", b"[" * 100_000, b'{"a":1,"a":2}', b"\xff\xfe{\0", b" " * 2_000_000],
)
def test_a_hostile_file_gets_a_verdict(file, content):
    out, code = run("validate_team", file(content), "--json")
    assert (json.loads(out)["verdict"], code) == ("malformed", 1)


@pytest.mark.parametrize(
    ("arguments", "glory"),
    [
        (["--levels", "12", "11"], [6, 6]),
        (["--levels", "12", "9", "--format", "limited"], [5, 7]),
        (["--levels", "5", "6", "--format", "limited"], [3, 3]),
    ],
)
def test_starting_glory_prints_what_each_side_takes(arguments, glory):
    assert json.loads(run("starting_glory", *arguments, "--json")[0]) == {"glory": glory}
    assert run("starting_glory", *arguments)[0].split() == [str(glory[0]), "GG", "against", str(glory[1]), "GG"]


def test_a_level_that_no_team_has_cannot_be_answered():
    with pytest.raises(CommandError) as refusal:
        run("starting_glory", "--levels", "13", "12")
    assert refusal.value.returncode == 2
