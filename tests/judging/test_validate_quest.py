"""validate_log and validate_team on documents of Quest, beside those of Arena, with a pack of facts for each game."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from django.core.management import CommandError, call_command

from tests.judging.test_validate_log import run, written
from tests.rules.logs import TWO_TURNS
from tests.rules.logs import document as arena_log
from tests.rules.quest.logs import do, document, pack, turn

A, B = turn("A"), turn("B")
OVER: dict[str, Any] = {"winners": [], "gg": {"A": 3, "B": 3, "C": 3}, "ending": "time"}
HERO = {"format": "krosmaster-quest-hero/1", "hero": "Ana Harbour"}
ANA = {
    "format": "krosmaster-facts/1",
    "game": "arena",
    "facts": [
        {
            "kind": "card",
            "slug": "ana-harbour",
            "body": {
                "name": "Ana Harbour",
                "expansion": "Harbour",
                "boss": "no",
                "level": 3,
                "initiative": 9,
                "mp": 3,
                "hp": 7,
            },
        }
    ],
}


def team(*arguments: str) -> tuple[list[dict[str, Any]], int]:
    out, code = io.StringIO(), 0
    try:
        call_command("validate_team", *arguments, "--json", stdout=out)
    except SystemExit as end:
        code = int(str(end.code))
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_a_ledger_exits_with_0_and_says_who_has_what(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "q.json", document(A, do("time"), result=OVER)))
    assert (code, ": ledger, 5 actions, no winner, GG A 3, B 3, C 3" in out) == (0, True)


def test_a_fault_is_shown_with_its_article(tmp_path: Path) -> None:
    out, _, code = run(written(tmp_path, "q.json", document(B, do("time"), result=OVER)))
    assert code == 1
    assert "Q-3.6 Whose turn" in out


def test_files_of_several_games_are_checked_in_one_call(tmp_path: Path, partly_seen: None) -> None:
    quest = document(A, do("time"), result=OVER)
    files = [written(tmp_path, "a.json", arena_log(*TWO_TURNS)), written(tmp_path, "q.json", quest)]
    malformed = written(tmp_path, "m.json", {**quest, "mode": "duel"})
    out, _, code = run(*files, malformed, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [(each["verdict"], each["engine"]) for each in answers] == [
        ("valid", answers[0]["engine"]),
        ("ledger", "quest-1/1"),
        ("malformed", "quest-1/1"),
    ]
    assert answers[2]["findings"][0]["pointer"] == "/mode"


def test_each_log_is_held_to_the_facts_of_its_game(tmp_path: Path) -> None:
    packs = ["--facts", written(tmp_path, "f.json", pack().decode()), "--facts", written(tmp_path, "a.json", ANA)]
    bought = written(tmp_path, "q.json", document(A, do("buy-gg", kamas=3), heroes={"A": "ana-harbour"}))
    out, _, code = run(bought, *packs, "--json")
    report = json.loads(out)
    assert (code, [each["article"] for each in report["findings"] if each["severity"] == "error"]) == (1, ["Q-4.2"])
    assert report["facts"]
    unknown, _, _code = run(bought, "--json")
    assert "Q-3.2" in {each["article"] for each in json.loads(unknown)["findings"]}


def test_facts_may_be_toml(tmp_path: Path) -> None:
    text = tomli_w.dumps(json.loads(pack()))
    log = written(tmp_path, "q.json", document(A, do("buy-gg", kamas=4), do("time")))
    _out, _, code = run(log, "--facts", written(tmp_path, "f.toml", text))
    assert code == 0


@pytest.mark.parametrize("content", [pack([{"kind": "board", "slug": "x", "body": {}}]), pack([], game="chess")])
def test_facts_that_cannot_be_read_stop_the_command(tmp_path: Path, content: bytes) -> None:
    log, facts = written(tmp_path, "q.json", document(A)), written(tmp_path, "f.json", content.decode())
    with pytest.raises(CommandError) as stopped:
        run(log, "--facts", facts)
    assert stopped.value.returncode == 2
    with pytest.raises(CommandError):
        team(written(tmp_path, "h.json", HERO), "--facts", facts)


def test_one_game_has_one_file_of_facts(tmp_path: Path) -> None:
    facts = written(tmp_path, "f.json", pack().decode())
    with pytest.raises(CommandError) as stopped:
        run(written(tmp_path, "q.json", document(A)), "--facts", facts, "--facts", facts)
    assert stopped.value.returncode == 2


def test_an_amended_copy_may_be_corrected(tmp_path: Path) -> None:
    corrected = document(
        A, do("correct", set={"gg": {"A": 5}}), do("time"), result={**OVER, "gg": {**OVER["gg"], "A": 5}}
    )
    file = written(tmp_path, "q.json", corrected)
    assert [run(file)[2], run(file, "--amended")[2]] == [1, 0]


def test_hero_lists_are_checked_beside_team_lists(tmp_path: Path) -> None:
    facts = written(tmp_path, "a.json", ANA)
    files = [
        written(tmp_path, "h.json", HERO),
        written(tmp_path, "r.json", {**HERO, "hero": "royal-tofu"}),
        written(tmp_path, "t.json", {"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["nox"]}),
    ]
    answers, code = team(*files, "--facts", facts)
    assert code == 1
    assert [each["verdict"] for each in answers] == ["legal", "illegal", "illegal"]
    assert (answers[0]["start_gg"], answers[1]["violations"][0]["article"]) == (3, "Q-3.4")
    answers, code = team(files[0])
    assert (code, answers[0]["errors"][0]["pointer"]) == (1, "/hero")
