"""python -m tournaments.core.pairing: the document in, one line of JSON out, and a clear word about bad documents."""

import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from tools.document_schemas import path_of
from tournaments.core.pairing.__main__ import main

GOOD = {
    "seed": 7,
    "players": [
        {"id": "p1", "points": 6, "met": ["p4"], "byes": 0, "floats": [], "club": "X", "rating": None, "late": False},
        {"id": "p4", "points": 3, "met": ["p1"]},
        {"id": "p7"},
    ],
    "forbidden": [["p1", "p7"]],
}


@pytest.fixture
def run(tmp_path, capsys):
    def run_on(document, *options):
        file = tmp_path / "round.json"
        file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        code = main([str(file), *options])
        out = capsys.readouterr()
        return code, out.out, out.err

    return run_on


def with_player(**fields):
    return {"seed": 1, "players": [{"id": "a"}, {"id": "b"} | fields]}


def test_the_answer_has_pairs_bye_rematches_and_cost(run):
    code, out, _ = run({"seed": 7, "players": [{"id": "a", "points": 6}, {"id": "b", "points": 3}, {"id": "c"}]})
    assert code == 0
    assert json.loads(out) == {"pairs": [["a", "b"]], "bye": "c", "rematches": 0, "cost": 9}


def test_a_forbidden_pair_moves_the_bye(run):
    _, out, _ = run(GOOD)
    assert json.loads(out) == {"pairs": [["p4", "p7"]], "bye": "p1", "rematches": 0, "cost": 9}


def test_explain_adds_the_reasons_of_each_pair(run):
    code, out, _ = run(GOOD, "--explain")
    assert code == 0
    assert [item["about"] for item in json.loads(out)["reasons"]] == [["p4", "p7"], ["p1"]]


def test_an_unavoidable_rematch_is_reported_on_stderr(run):
    code, out, err = run({"players": [{"id": "a", "met": ["b"]}, {"id": "b", "met": ["a"]}]})
    assert code == 0
    assert json.loads(out)["rematches"] == 1
    assert "rematch" in err


def test_dropped_opponents_are_a_warning(run):
    code, _, err = run(with_player(met=["gone"]))
    assert code == 0
    assert "gone" in err


def test_a_one_sided_meeting_counts(run):
    players = [{"id": "a", "met": ["b"]}, {"id": "b"}, {"id": "c"}, {"id": "d", "met": ["c"]}]
    code, out, err = run({"seed": 1, "players": players})
    assert code == 0
    assert json.loads(out)["rematches"] == 0
    met = {frozenset(couple) for couple in json.loads(out)["pairs"]}
    assert not met & {frozenset("ab"), frozenset("cd")}
    assert "a and b" in err
    assert "d and c" in err


def test_one_sided_meetings_weigh_as_much_as_mutual_ones(run):
    def document(one, other):
        return {"players": [{"id": "a", "met": one}, {"id": "b", "met": other}]}

    answers = {run(document(*met))[1] for met in ((["b"], ["a"]), (["b"], []), ([], ["a"]))}
    assert {json.loads(answer)["rematches"] for answer in answers} == {1}
    assert len(answers) == 1


def test_one_sided_meetings_have_no_round_number(run):
    """A one-sided meeting is at the end of the list, whatever the round was."""
    late = {"id": "a", "points": 6, "met": ["x"]}
    players = [late, {"id": "b", "points": 6, "met": ["a"]}, {"id": "c", "points": 3}, {"id": "d", "points": 3}]
    _, out, _ = run({"players": players}, "--explain")
    assert "round 2" not in out


def test_ids_may_be_numbers_and_come_back_as_numbers(run):
    players = [{"id": 1, "met": [2]}, {"id": 2, "met": [1]}, {"id": 3, "points": 3}]
    code, out, _ = run({"seed": 1, "players": players, "forbidden": [[1, 3]]}, "--explain")
    answer = json.loads(out)
    assert code == 0
    assert (answer["pairs"], answer["bye"]) == ([[3, 2]], 1)
    assert [item["about"] for item in answer["reasons"]] == [[3, 2], [1]]


def test_numeric_and_text_ids_are_the_same_player(run):
    status, _, err = run({"players": [{"id": 1}, {"id": "1"}]})
    assert status == 2
    assert "(player-twice)" in err


def test_unknown_fields_are_a_warning(run):
    players = [{"id": "a", "bye": 1}, {"id": "b"}]
    code, out, err = run({"players": players, "forbiden": [["a", "b"]]})
    assert code == 0
    assert json.loads(out)["pairs"]
    assert "forbiden, players/bye" in err


def test_a_clean_document_gives_no_warnings(run):
    assert run(GOOD)[2] == ""


def test_earlier_floats_may_be_words_or_differences(run):
    assert run(with_player(floats=["down", "up", -3, 3]))[0] == 0


BAD = {
    "not-json": b"{",
    "not-utf8": b'{"players": "\xff"}',
    "not-an-object": b"[]",
    "missing": {"seed": 1},
    "duplicate-key": b'{"players": [], "players": []}',
    "not-finite": b'{"players": [{"id": "a", "points": NaN}]}',
    "too-deep": b"[" * 50 + b"]" * 50,
    "not-a-list": {"players": {}},
    "not-a-name": with_player(id=5.5),
    "player-twice": with_player(id="a"),
    "not-a-whole-number": with_player(points="6"),
    "out-of-range": with_player(byes=-1),
    "not-true-or-false": with_player(late=1),
    "met-oneself": with_player(met=["b"]),
    "not-a-float": with_player(floats=["sideways"]),
    "not-a-pair": GOOD | {"forbidden": [["a"]]},
    "pair-of-one": GOOD | {"forbidden": [["a", "a"]]},
    "unknown-opening": GOOD | {"opening": "alphabetical"},
    "too-large": b" " * (16 * 2**20 + 1),
    "too-many-players": {"players": [{"id": str(i)} for i in range(16_001)]},
}


@pytest.mark.parametrize("code", BAD)
def test_a_bad_document_is_refused_with_its_code(run, code):
    status, out, err = run(BAD[code])
    assert (status, out) == (2, "")
    assert f"({code})" in err
    assert len(err.splitlines()) == 1


def test_the_schema_accepts_what_is_read():
    schema = Draft202012Validator(json.loads(path_of("krosmaster-pairing-1").read_text("utf-8")))
    assert schema.is_valid(GOOD)
    beyond_shape = {"player-twice", "met-oneself", "pair-of-one", "too-many-players"}
    shapes = [document for code, document in BAD.items() if isinstance(document, dict) and code not in beyond_shape]
    assert not any(map(schema.is_valid, shapes))


@pytest.mark.parametrize("points", [True, 1.5, [], None, 10**9])
def test_points_are_whole_numbers_within_reason(run, points):
    assert run(with_player(points=points))[0] == 2


def test_a_file_that_is_not_there_is_an_answer_too(capsys, tmp_path):
    assert main([str(tmp_path / "nothing.json")]) == 2
    assert main([str(tmp_path)]) == 2


@pytest.mark.check
def test_every_process_gives_the_same_answer_with_the_same_reasons(tmp_path):
    """Whatever the order in which sets happen to be walked through there."""
    names = [f"p{n}" for n in range(60)]
    players = [{"id": name, "points": n % 7, "club": f"c{n % 9}"} for n, name in enumerate(names)]
    forbidden = [[one, other] for one, other in zip(names, names[14:], strict=False)]
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"seed": 3, "players": players, "forbidden": forbidden}))
    command = [sys.executable, "-m", "tournaments.core.pairing", str(file), "--explain"]
    answers = {
        subprocess.run(command, capture_output=True, check=True, env={"PYTHONPATH": ".", "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


@pytest.mark.check
def test_the_command_runs_without_the_site(tmp_path):
    file = tmp_path / "round.json"
    file.write_text(json.dumps(GOOD))
    environment = {"PYTHONPATH": "."}
    command = [sys.executable, "-m", "tournaments.core.pairing", str(file)]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bye"] == "p1"
    modules = [sys.executable, "-c", "import sys, tournaments.core.pairing.__main__; print('django' in sys.modules)"]
    assert subprocess.run(modules, capture_output=True, env=environment, check=True).stdout.strip() == b"False"
