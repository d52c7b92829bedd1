"""No combination of unknown tokens, cards and declared effects within the laws is illegal, and no shape crashes."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.arena.log_claims import TOKEN, declared_of
from rules.arena.printed import UNKNOWN_REWARD
from rules.arena.texts import card_texts
from rules.common.fields import InvalidValue
from rules.games import replay
from tests.rules.logs import END, TENSION, Action, do, document
from tests.rules.test_declared_tokens import bought
from tests.rules.validated import PLAYERS, errors, said, validated
from tools.selfplay.game import random_game

FREQUENT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FOES, FRIENDS = ("b1", "b2", "b3", "b4"), ("a2", "a3", "a4")

foes, friends = st.sampled_from(FOES), st.sampled_from(FRIENDS)
outcomes = st.fixed_dictionaries(
    {},
    optional={
        "injuries": st.dictionaries(foes, st.integers(0, 1), max_size=2),
        "healed": st.dictionaries(friends, st.integers(0, 9), max_size=2),
        "markers": st.dictionaries(
            foes, st.dictionaries(st.sampled_from(["ap", "mp", "range", "bleeding"]), st.integers(-1, 1), max_size=3)
        ),
        "moved": st.dictionaries(st.just("b4"), st.sampled_from(["H10", "H8", "I9"]), max_size=1),
        "lost_powers": st.dictionaries(foes, st.just(True) | st.just(["armour"]), max_size=1),
        "kamas": st.fixed_dictionaries({}, optional={"A": st.integers(0, 3), "B": st.integers(-3, 3)}),
        "gained": st.dictionaries(
            st.just("a1"), st.dictionaries(st.sampled_from(["ap", "mp", "hp"]), st.integers(0, 2))
        ),
    },
)
texts = st.fixed_dictionaries(
    {"cost": st.fixed_dictionaries({}, optional={"ap": st.integers(0, 1), "mp": st.integers(0, 1)})},
    optional={
        "range": st.just({"kind": "unseen", "max": 12}),
        "element": st.sampled_from(["water", "air", "earth", "fire", "neutral"]),
        "limit": st.sampled_from(["unlimited", "turn"]),
    },
)
summons = st.fixed_dictionaries({}, optional={"summoned": st.sampled_from(["tofu", "never-seen"])})
spells = st.builds(lambda *parts: {"varies": True} | parts[0] | parts[1] | parts[2], texts, outcomes, summons)
powers = st.builds(lambda outcome: {"power": "aura", "by": "a1", "varies": True, **outcome}, outcomes)
gives = st.fixed_dictionaries(
    {},
    optional={
        "ap": st.integers(0, 3), "mp": st.integers(0, 3), "hp": st.integers(0, 10), "range": st.integers(0, 3),
        "powers": st.lists(st.sampled_from(["armour", "lock", "resistance-fire", "loot-2"]), max_size=2),
        "damage": st.fixed_dictionaries({"amount": st.integers(1, 3)}, optional={"close": st.booleans()}),
    },
)  # fmt: skip
tokens = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["equipment"]),
        "equipment": st.sampled_from(["weapon", "set", "pet", "dofus", "trophy", "technique"]),
        "gives": gives,
        "declared": outcomes.filter(lambda claim: "gained" not in claim),
    },
)


@pytest.mark.ci
@FREQUENT
@given(st.lists(spells, max_size=2), st.lists(powers, max_size=2), tokens, st.booleans())
def test_what_is_declared_within_the_laws_is_never_illegal(
    claimed: list[dict[str, Any]], auras: list[dict[str, Any]], token: dict[str, Any], glory: bool
) -> None:
    casts = []
    for claim, name, cell in zip(claimed, ("first", "second"), ("D7", "E7"), strict=False):
        summoned = {"summoned": {claim["summoned"]: cell}} if "summoned" in claim else {}
        casts.append(do("cast", spell=name, target="F6", declared={**claim, **summoned}))
    casts += [do("cast", spell="third", target="F6", declared={"glory": {"A": 1}})] if glory else []
    steps = [do("end-turn", declared=aura) for aura in auras[:1]] or [END]
    game = bought("a2", "B3", do("reveal", reward="granite-1", **token))
    third = game.index(TENSION, len(game) - 6) + 1
    game[third:third] = [do("activate", unit="a1"), *casts]
    log = document(*game, *steps, players=PLAYERS, result=None)
    report = replay(json.dumps(log).encode())
    assert [(found.article, found.code, str(found.message)) for found in report.errors] == []


# the later ones: a token that brings a GG, injures its bearer, or keeps a figure standing that the last GG hangs on;
# the last two: one whose MP decide whether a Block holds its bearer
SEEDS = (
    *("ren/0", "ren/2", "ren/4", "ren/10", "ren/16", "ren/19", "ren/22", "ren/29"),
    *("new/66", "newer/45", "newer/82", "newer/97", "newer/237", "newer/258", "newer/269"),
    *("newer/70", "newer/143"),
)


@cache
def declared_games() -> list[dict[str, Any]]:
    """Random legal games in which every token is called as nobody in the data calls it.

    What moves a piece, summons one or brings a spell has to be declared in a log: those tokens keep their names.
    """
    stays = {"recall-potion", "osamodas-style", "sadida-style", UNKNOWN_REWARD}
    stays |= {slug for slug, text in card_texts().rewards.items() if text.spells}
    games = []
    for seed in SEEDS:
        game = copy.deepcopy(random_game(seed))
        for action in game["actions"]:
            if "reward" in action and action["reward"] in card_texts().rewards and action["reward"] not in stays:
                action["reward"] = f"box-two-{action['reward']}"
        games.append(game)
    return games


@pytest.mark.ci
@pytest.mark.article("4.7.1")
def test_a_game_with_tokens_nobody_has_entered_is_never_invalid() -> None:
    for game in declared_games():
        report = replay(json.dumps(game).encode())
        assert [(found.action, found.article, str(found.message)) for found in report.errors] == []


WRONG: list[Any] = [None, True, -1, 1.5, "x" * 9, [], [[]], {}, {"a1": []}, {"a1": {"ap": "x"}}, 10**30, ["", 7]]
NAMES = [
    "spell", "power", "by", "cost", "range", "element", "damage", "limit", "varies", "cost_change", "damage_change",
    "injuries", "healed", "moved", "markers", "summoned", "lost_powers", "gained", "glory", "kamas", "rewards",
]  # fmt: skip


def verdict(*actions: Action) -> str:
    return replay(json.dumps(document(*actions, players=PLAYERS)).encode()).verdict


def fits(check: Any, value: Any) -> bool:
    try:
        check(value)
    except InvalidValue:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_misshapen_claim_is_malformed_and_never_a_crash(name: str) -> None:
    for value in WRONG:
        expected = fits(declared_of("AB"), {name: value})
        for claim in ({name: value}, [{name: value}]):
            reported = verdict(do("time", declared=claim))
            assert (reported == "malformed") is not expected, (name, value)
    deep: tuple[Any, ...] = (
        {"cost": {"ap": []}},
        {"range": {"kind": "far"}},
        {"gained": {"a1": {"ap": "1"}}},
        [[{}]],
        7,
        "x",
    )
    for depth in deep:
        assert verdict(do("time", declared=depth)) == "malformed"
    assert verdict(do("time", declared=[{}] * 17)) == "malformed"


@pytest.mark.parametrize("do_", ["flip", "buy-reward", "reveal"])
def test_a_misshapen_token_is_malformed_and_never_a_crash(do_: str) -> None:
    action = do(do_, rank="jade", pile=1, face="down", reward="x", to="a1")
    for name in TOKEN:
        for value in WRONG:
            assert (verdict({**action, name: value}) == "malformed") is not fits(TOKEN[name][0], value), (name, value)
    wrong: tuple[Any, ...] = (
        {"powers": [7]},
        {"powers": ["loot-" + "9" * 9_000]},
        {"damage": {}},
        {"next": {"damage": "1"}},
    )
    for given_ in wrong:
        assert verdict({**action, "gives": given_}) == "malformed"


def test_unknown_names_at_any_depth_are_a_warning(tmp_path: Path) -> None:
    cast = do("cast", spell="punch", target="B2", declared=[{"cost": {"pa": 3}, "wounds": {}}], choices={"any": 1})
    moved = do("move", to="B2", blocks=[{"by": "b1", "lock": [], "dodge": [], "why": 1}])
    answer = validated(tmp_path, cast, moved, colour="blue", result={"winner": None, "glory": None, "points": 3})
    reported = [found["message"] for found in answer["findings"] if found["code"] == "unknown-field"]
    names = {message.split()[2].rstrip(":") for message in reported}
    assert names == {"colour", "result/points", "declared/0/wounds", "declared/0/cost/pa", "blocks/0/why"}
    assert said(answer).count("unknown-field") == 5
    assert errors(answer)
