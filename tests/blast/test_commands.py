"""validate_log and validate_team on documents of Blast, beside those of Arena, with a pack of facts."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.blast.games import cast, do, document, fact, favor, pack, plays, spell
from tests.judging.test_validate_log import run, written
from tests.rules.logs import TWO_TURNS
from tests.rules.logs import document as arena_log

GAME = [favor(), plays("a1"), do("move", to="D2"), do("time")]


def packed(folder: Path, **of_pack: Any) -> list[str]:
    file = folder / "blast-facts.json"
    file.write_bytes(pack(**of_pack))
    return ["--facts", str(file)]


def team(*arguments: str) -> tuple[list[dict[str, Any]], int]:
    out, code = io.StringIO(), 0
    try:
        call_command("validate_team", *arguments, "--json", stdout=out)
    except SystemExit as end:
        code = int(str(end.code))
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_a_whole_log_is_valid_and_says_its_glyphs(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "b.json", document(*GAME)), *packed(tmp_path))
    assert (code, ": valid, 8 actions, no winner, glyphs A 0, B 0" in out) == (0, True)


def test_without_its_pack_a_log_is_unverified(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "b.json", document(*GAME)))
    assert (code, ": unverified," in out) == (0, True)


def test_what_decides_nothing_is_listed_and_valid(tmp_path: Path) -> None:
    hum = spell("Hum", 1, 3, 1, element="unknown", limit="unknown", sight="unknown")
    one = fact("fighter", "one", name="One", rarity="common", mp=3, hp=8, ap=2, spells=[hum])
    (tmp_path / "p.json").write_bytes(pack(one))
    teams = {"A": {"a1": "one", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}
    log = document(favor("murmur"), plays("a1"), cast("hum", "D2"), do("time"), teams=teams)
    out, _, code = run(written(tmp_path, "b.json", log), "--json", "--facts", str(tmp_path / "p.json"))
    answer = json.loads(out)
    listed = [(each["card"], each["field"], each["decides"]) for each in answer["proof"]["open_facts"]]
    parts = [("murmur", "effects"), ("one", "element"), ("one", "limit"), ("one", "sight")]
    assert (code, answer["verdict"], sorted(listed)) == (0, "valid", [(*part, None) for part in parts])


def test_what_only_the_log_says_is_unverified(tmp_path: Path) -> None:
    said = do("move", to="D2", declared={"favor": "murmur", "knocked_out": ["b1"]})
    log = document(favor("murmur"), plays("a1"), said, result={"winner": "A"})
    out, _, code = run(written(tmp_path, "b.json", log), "--json", *packed(tmp_path))
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["believed"][0]["card"]) == (0, "unverified", "murmur")


@pytest.mark.article("B-6.1", breaks=True)
def test_a_fault_is_shown_with_its_article(tmp_path: Path) -> None:
    log = document(favor(), plays("a1"), cast("bolt", "D2"))
    out, _, code = run(written(tmp_path, "b.json", log), *packed(tmp_path))
    assert (code, "B-6.1 Casting" in out) == (1, True)


def test_logs_of_two_games_are_checked_in_one_call(tmp_path: Path) -> None:
    arena = written(tmp_path, "a.json", arena_log(*TWO_TURNS))
    out, _, _code = run(arena, written(tmp_path, "b.json", document(*GAME)), *packed(tmp_path))
    assert ("a.json" in out, "b.json: valid" in out) == (True, True)


def test_a_pack_that_cannot_be_read_stops_the_command(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text('{"format": "krosmaster-facts/1", "game": "blast", "facts": [{"kind": "mob"}]}')
    with pytest.raises(CommandError) as stop:
        call_command("validate_log", written(tmp_path, "b.json", document(*GAME)), "--facts", str(file))
    assert stop.value.returncode == 2


@pytest.mark.article("B-11.2", breaks=True)
def test_a_team_list_follows_the_facts_of_its_pack(tmp_path: Path) -> None:
    listed = written(tmp_path, "t.json", {"format": "krosmaster-blast-team/1", "figures": ["bea", "bea"]})
    (without,), code = team(str(listed))
    assert (without["verdict"], code, [note["code"] for note in without["notes"]]) == ("legal", 0, ["figure-not-known"])
    (answer,), code = team(str(listed), *packed(tmp_path))
    assert (answer["verdict"], code, answer["violations"][0]["article"]) == ("illegal", 1, "B-11.2")
