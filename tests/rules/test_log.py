"""Reading logs: what is refused, where it points, and what nothing can bring out of step."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.log import ACTIONS
from rules.arena.replay import frames
from rules.common.dice_fields import DICE
from rules.common.verdicts import Malformed
from rules.games import parse, replay
from tests.rules.logs import PLACED, TWO_TURNS, do, document

SCHEMA = Path(__file__).parents[2] / "rules" / "arena" / "data" / "krosmaster-log-1.schema.json"


def refusal(changed: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(Malformed) as refused:
        parse(json.dumps(changed).encode())
    return refused.value.pointer, refused.value.code


@pytest.mark.parametrize(
    ("action", "pointer", "code"),
    [
        ({"do": "dance"}, "/actions/0/do", "unknown-action"),
        ({"do": ["move"]}, "/actions/0/do", "unknown-action"),
        ({"do": "move"}, "/actions/0", "missing-field"),
        ({"do": "move", "to": 3}, "/actions/0/to", "wrong-type"),
        ({"do": "tension", "dice": ["skull"]}, "/actions/0/dice/0", "unknown-face"),
        ({"do": "tension", "dice": [["lock"]]}, "/actions/0/dice/0", "unknown-face"),
        ({"do": "inspire", "die": True, "unit": "a1"}, "/actions/0/die", "wrong-type"),
        (
            {"do": "buy-reward", "rank": 1, "pile": 1, "face": "up", "reward": "x", "to": "a1"},
            "/actions/0/rank",
            "not-a-choice",
        ),
        ({"do": "move", "to": "A1", "blocks": [{"by": "b1", "lock": []}]}, "/actions/0/blocks/0", "missing-field"),
        ({"do": "cast", "spell": "x", "target": "A1", "armour": {"a/b": 1}}, "/actions/0/armour/a~1b", "wrong-type"),
        (
            {"do": "correct", "set": {"units": {"a1": {"ap": -1}}}, "reason": "x"},
            "/actions/0/set/units/a1/ap",
            "out-of-bounds",
        ),
        ("end-turn", "/actions/0", "wrong-type"),
    ],
)
def test_an_action_of_the_wrong_shape_is_pointed_at(action: Any, pointer: str, code: str) -> None:
    assert refusal(document(action)) == (pointer, code)


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"format": "krosmaster-log/3"}, "/format"),
        ({"ruleset": "arena-3"}, "/ruleset"),
        ({"sides": {"A": "south"}}, "/sides"),
        ({"first_player": "C"}, "/first_player"),
        ({"players": {"A": {"team": {}, "timeline": []}, "B": {"team": [], "timeline": []}}}, "/players/B/team"),
        ({"result": {"winner": "me", "glory": {"A": 1, "B": 2}}}, "/result/winner"),
        ({"actions": [do("time")] * 5001}, "/actions"),
    ],
)
def test_a_header_of_the_wrong_shape_is_pointed_at(changes: dict[str, Any], pointer: str) -> None:
    assert refusal(document(**changes) if "actions" not in changes else {**document(), **changes})[0] == pointer


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"{", b"\xff", b'{"a": NaN}', b'{"a":1,"a":2}', b"[" * 100])
def test_what_is_no_log_gets_a_report_all_the_same(data: bytes) -> None:
    report = replay(data).as_dict()
    assert report["verdict"] == "malformed"
    assert {"pointer", "severity", "code", "message"} <= report["findings"][0].keys()


def test_fields_that_mean_nothing_are_a_warning() -> None:
    log = document(*PLACED, do("end-turn", colour="blue", rank=3))
    findings = replay(json.dumps(log).encode()).findings
    assert [(f.action, f.severity, f.code) for f in findings] == [(8, "warning", "unknown-field")] * 2


def test_the_same_log_gives_the_same_bytes() -> None:
    data = json.dumps(document(*TWO_TURNS, do("activate", unit="a9"), do("move", to="A1"))).encode()
    assert len({replay(data).to_json() for _ in range(3)}) == 1


def test_at_most_two_hundred_findings_and_a_note() -> None:
    log = document(*[do("place", unit="a1", cell="E5") for _ in range(400)])
    findings = replay(json.dumps(log).encode()).findings
    assert (len(findings), findings[-1].code) == (201, "more-findings")


def test_frames_show_what_happened_after_each_action() -> None:
    log = parse(json.dumps(document(*TWO_TURNS)).encode())
    film = list(frames(log))
    assert len(film) == len(TWO_TURNS) + 1
    assert film[1]["units"]["a1"]["cell"] == "B1"
    assert film[1]["words"] == ["a1 is placed on B1."]
    json.dumps(film)


def test_the_schema_names_the_same_fields() -> None:
    definitions = json.loads(SCHEMA.read_text())["$defs"]
    for name, shape in ACTIONS.items():
        assert definitions[name]["properties"].keys() == shape.keys()
        assert set(definitions[name]["required"]) == {field for field, (_, required) in shape.items() if required}


def test_the_schema_leaves_the_turning_of_dice_to_the_rules() -> None:
    assert set(json.loads(SCHEMA.read_text())["$defs"]["die"]["enum"]) == DICE


@pytest.mark.check
def test_the_rules_need_no_django() -> None:
    code = "import rules.games, sys; sys.exit(any(name.partition('.')[0] == 'django' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.sampled_from(["a1", "b2", "C3", "Z99", "lock", "dofus>lock", "jade", "glue", "punch", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a1", "by", "effect", "cell", "lock"]), inner, max_size=3)
    ),
    max_leaves=5,
)
FIELDS = sorted({field for shape in ACTIONS.values() for field in shape} - {"do"})
WILD = st.builds(
    lambda name, fields: {"do": name, **fields},
    st.sampled_from(sorted(ACTIONS)),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6),
)
PLAUSIBLE = st.one_of(
    st.builds(lambda unit: do("activate", unit=unit), st.sampled_from(["a1", "a4", "b1", "b4", "a1/tofu-1"])),
    st.builds(lambda cell: do("move", to=cell), st.sampled_from(["B2", "B3", "C2", "D2", "A13", "E2"])),
    st.builds(
        lambda spell, cell: do("cast", spell=spell, target=cell, critical=["lock"], armour={"b1": ["lock"]}),
        st.sampled_from(["summon-tofu", "punch", "dan-to-fu", "water-bomb-throw", "retreat-shot", "nothing"]),
        st.sampled_from(["B2", "B3", "C1", "E3"]),
    ),
    st.sampled_from([do("end-turn"), do("collect"), do("tension", dice=["lock", "lock"]), do("buy-glory"), do("time")]),
)


@pytest.mark.ci
@settings(max_examples=60, deadline=None)
@given(st.lists(WILD | PLAUSIBLE, max_size=12))
def test_no_list_of_actions_makes_anything_but_a_report(actions: list[dict[str, Any]]) -> None:
    report = replay(json.dumps(document(*PLACED, *actions)).encode())
    assert report.verdict in ("valid", "unverified", "invalid", "malformed")
