"""No document, however broken, makes anything but a report; the same one always makes the same report."""

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.arena.log import ACTIONS
from rules.arena.replay import start, step
from rules.common.verdicts import Malformed
from rules.games import parse, replay
from tests.rules.invariants import what_must_hold
from tools.selfplay.game import random_game

VERDICTS = {"valid", "unverified", "invalid", "malformed"}
LONG = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
# Words that mean something in a log, so that broken documents get past the first checks.
WORDS = [
    *ACTIONS, "A", "B", "a1", "b1", "a1/tofu-1", "b9", "C3", "M13", "punch", "con", "critical", "dofus>lock",
    "lock>dofus",
    "up", "down", "granite", "gold", "xelor-style", "heads", "fog", "north", "explosion", "", "\ud800",
]  # fmt: skip
values = (
    anything | st.sampled_from(WORDS) | st.lists(st.sampled_from(WORDS), max_size=3) | st.sampled_from([-1, 0, 10**40])
)


@cache
def games() -> list[dict[str, Any]]:
    return [random_game(f"fuzz/{number}") for number in range(6)]


def answers(data: bytes) -> str:
    report = replay(data)
    assert report.verdict in VERDICTS
    if report.verdict == "malformed":
        assert report.findings[0].pointer is not None
        assert report.findings[0].action is None
    assert (report.verdict in ("invalid", "malformed")) == bool(report.errors)
    return report.to_json()


@pytest.mark.ci
@LONG
@given(st.binary(max_size=200) | anything.map(lambda value: json.dumps(value).encode("utf-8", "replace")))
def test_whatever_comes_in_gets_a_report(data):
    assert json.loads(answers(data))["verdict"] == "malformed"
    try:
        parse(data)
    except Malformed as refusal:
        assert refusal.code


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += places(child, (*path, key))
    return found


def mutate(document: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    *above, last = path
    for key in above:
        document = document[key]
    if how == "set":
        document[last] = value
    elif how == "drop":
        del document[last]
    elif how == "again" and isinstance(document, list):
        document.insert(last, copy.deepcopy(document[last]))
    elif how == "swap" and isinstance(document, list):
        document[last], document[0] = document[0], document[last]
    elif isinstance(document, dict):
        document[str(value)[:20]] = document[last]


@pytest.mark.ci
@LONG
@given(st.data())
def test_a_slightly_broken_real_log_always_gets_the_same_report(data):
    document = copy.deepcopy(data.draw(st.sampled_from(games())))
    for _ in range(data.draw(st.integers(1, 4))):
        where = places(document)
        if where:
            how = data.draw(st.sampled_from(("set", "set", "drop", "again", "swap", "rename")))
            mutate(document, data.draw(st.sampled_from(where)), how, data.draw(values))
    encoded = json.dumps(document).encode("utf-8", "replace")
    assert answers(encoded) == answers(encoded)


FIELDS = sorted({name for fields in ACTIONS.values() for name in fields} - {"do"})
some_action = st.builds(
    lambda do, fields: {**fields, "do": do},
    st.sampled_from(sorted(ACTIONS)),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5),
)


@pytest.mark.ci
@LONG
@given(st.sampled_from(range(6)), st.integers(0, 400), st.lists(some_action, min_size=1, max_size=4))
def test_made_up_actions_in_mid_game_get_a_report(number, index, made_up):
    document = games()[number]
    actions = document["actions"]
    index = min(index, len(actions))
    answers(json.dumps({**document, "actions": [*actions[:index], *made_up, *actions[index:]]}).encode())


UNITS = ["a1", "a2", "b1", "b2", "a1/tofu-1"]
cells = st.sampled_from(["A1", "E5", "F6", "G2", "K12", "F7"])
dice = st.lists(st.sampled_from(["critical", "lock", "dodge", "armour", "dofus>lock", "dofus"]), max_size=3)
units = st.sampled_from(UNITS)
armour = st.dictionaries(units, dice, max_size=2)
standby = st.lists(
    st.fixed_dictionaries(
        {"effect": st.sampled_from(["explosion", "steals-health", "counter", "flame"])},
        optional={"by": units, "critical": dice, "armour": armour},
    ),
    max_size=2,
)
counts = st.integers(0, 9)
claim = st.fixed_dictionaries(
    {},
    optional={
        "spell": st.sampled_from(["unseen", "con"]),
        "power": st.sampled_from(["aura", "counter", "loot-2", "unfazed", "claw-attack", ""]),
        "by": units,
        "cost": st.fixed_dictionaries({}, optional=dict.fromkeys(("ap", "mp", "injuries", "kamas"), counts)),
        "range": st.fixed_dictionaries(
            {"kind": st.sampled_from(["close", "ranged", "line", "unseen", "personal"])},
            optional={"min": counts, "max": counts, "alterable": st.booleans()},
        ),
        "element": st.sampled_from(["fire", "neutral"]),
        "damage": counts,
        "limit": st.sampled_from(["unlimited", "turn", "target", "game"]),
        "varies": st.booleans(),
        "cost_change": st.dictionaries(st.sampled_from(["ap", "kamas"]), st.integers(-3, 3)),
        "damage_change": st.dictionaries(units, st.integers(-3, 3), max_size=2),
        "lost_powers": st.dictionaries(units, st.just(True) | st.just(["lock"]), max_size=2),
        "gained": st.dictionaries(
            units, st.dictionaries(st.sampled_from(["ap", "mp", "hp", "range"]), st.integers(-9, 9))
        ),
        "injuries": st.dictionaries(units, counts, max_size=2),
        "healed": st.dictionaries(units, counts, max_size=2),
        "moved": st.dictionaries(units, cells, max_size=2),
        "summoned": st.dictionaries(
            st.sampled_from(["tofu", "lethal-trap", "tombstone", "harpooner", "nobody"]), cells
        ),
        "glory": st.dictionaries(st.sampled_from("AB"), st.integers(-3, 3)),
        "kamas": st.dictionaries(st.sampled_from("AB"), st.integers(-3, 3)),
        "markers": st.dictionaries(
            units, st.dictionaries(st.sampled_from(["ap", "mp", "range", "bleeding"]), st.integers(-9, 9), max_size=2)
        ),
    },
)
declared = claim | st.lists(claim, max_size=3)
token = {
    "kind": st.sampled_from(["boost", "buff", "equipment"]),
    "equipment": st.sampled_from(["set", "technique"]),
    "gives": st.dictionaries(st.sampled_from(["ap", "mp", "hp", "range"]), st.integers(-4, 12), max_size=3),
    "declared": declared,
}
corrected = st.fixed_dictionaries(
    {},
    optional={
        "units": st.dictionaries(
            units, st.fixed_dictionaries({}, optional={"cell": st.none() | cells, "injuries": counts, "ap": counts})
        ),
        "glory": st.dictionaries(st.sampled_from("AB"), counts),
        "wild": st.integers(0, 1),
    },
)
well_formed = st.one_of(
    st.fixed_dictionaries({"do": st.just("move"), "to": cells}, optional={"standby": standby, "declared": declared}),
    st.fixed_dictionaries(
        {"do": st.just("activate"), "unit": units}, optional={"standby": standby, "declared": declared}
    ),
    st.fixed_dictionaries(
        {
            "do": st.just("cast"), "target": cells,
            "spell": st.sampled_from(["punch", "con", "dan-to-fu", "unseen", "unseen-too"]),
        },
        optional={"critical": dice, "armour": armour, "standby": standby, "declared": declared},
    ),
    st.fixed_dictionaries(
        {
            "do": st.just("buy-reward"), "rank": st.sampled_from(["granite", "gold"]), "pile": st.sampled_from([1, 2]),
            "face": st.sampled_from(["up", "down"]), "reward": st.sampled_from(["xelor-style", "hammer", "box-two"]),
            "to": st.none() | units,
        },
        optional=token,
    ),
    st.fixed_dictionaries(
        {
            "do": st.just("reveal"),
            "reward": st.sampled_from(["xelor-style", "ecaflip-style", "recall-potion", "box-two"]),
        },
        optional={**token, "coins": st.lists(st.sampled_from(["heads", "tails"]), max_size=2)},
    ),
    st.fixed_dictionaries({"do": st.just("inspire"), "die": st.integers(-2, 3), "unit": units}),
    st.fixed_dictionaries({"do": st.just("tension"), "dice": dice}, optional={"reroll": dice}),
    st.fixed_dictionaries({"do": st.just("correct"), "reason": st.just("why"), "set": corrected}),
    st.sampled_from([{"do": "end-turn"}, {"do": "collect"}, {"do": "buy-glory"}, {"do": "time"}]),
)  # fmt: skip


@pytest.mark.ci
@settings(LONG, max_examples=250)
@given(st.sampled_from(range(6)), st.integers(0, 400), st.lists(well_formed, min_size=1, max_size=8))
def test_well_formed_nonsense_in_mid_game_gets_a_report(number, index, nonsense):
    document = games()[number]
    actions = document["actions"]
    index = min(index, len(actions))
    encoded = json.dumps({**document, "actions": [*actions[:index], *nonsense, *actions[index:]]}).encode()
    answers(encoded)
    log = parse(encoded)
    game = start(log)
    for place in range(index + len(nonsense)):
        step(game, log, place)
        what_must_hold(game)
