"""Facts are a door like any other: whatever a document says, it is read or refused, and a log gets its report."""

import copy
import json
from functools import cache
from typing import Any, cast, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.arena.facts_document import content_of, document_of, parse, read_all
from rules.arena.text_tables import MOMENTS, OF
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, built_in, tables_of
from rules.common.verdicts import Malformed
from rules.games import replay
from tests.made_up import HERE
from tests.rules.test_fuzz import mutate, places, values
from tools.selfplay.game import random_game

OFTEN = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FIGURES = ("queen-of-the-tofus", "bill-tell", "oscar-kass", "king-of-the-gobballs", "anna-tommy", "bad-aboum")


@cache
def games() -> list[bytes]:
    team = [*FIGURES[:4]]
    return [json.dumps(random_game(f"facts/{seed}", (team, team))).encode() for seed in range(3)]


@cache
def entries() -> list[dict[str, Any]]:
    kinds = {SUMMONS: "summon", REWARDS: "reward"}
    return [
        {"kind": kinds.get(file, "text"), "slug": slug, "body": body, "source": "the data"}
        for file, tables in tables_of(FOLDER).items()
        for slug, body in tables.items()
    ]


@cache
def effects() -> list[dict[str, Any]]:
    """Every effect that a real or a made-up card prints."""
    found: list[dict[str, Any]] = []

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            found.extend([value] if "do" in value else [])
            value = [*value.values()]
        for inner in value if isinstance(value, list) else []:
            gather(inner)

    for folder in (FOLDER, HERE / "texts"):
        files = tables_of(folder)
        gather([table for file, tables in files.items() if file != REWARDS for table in tables.values()])
    summons = built_in().texts.summons
    return [effect for effect in found if {effect.get("summon"), effect.get("by")} <= {*summons, None}]


@pytest.mark.ci
@OFTEN
@given(st.data())
def test_a_slightly_broken_document_is_read_or_refused(data: st.DataObject) -> None:
    chosen = data.draw(
        st.lists(st.sampled_from(entries()), min_size=1, max_size=4, unique_by=lambda each: each["slug"])
    )
    document = copy.deepcopy(document_of(chosen))
    del document["digest"]
    for _ in range(data.draw(st.integers(1, 4))):
        where = places(document)
        how = data.draw(st.sampled_from(("set", "drop", "again", "swap", "rename")))
        mutate(document, data.draw(st.sampled_from(where)), how, data.draw(values))
    try:
        facts = parse(json.dumps(document).encode("utf-8", "replace"))
    except Malformed:
        return
    held = content_of(fact.as_dict() for fact in facts)
    assert replay(games()[0], held).to_json() == replay(games()[0], held).to_json()


@cache
def own_powers() -> Any:
    answer = {
        "when": st.sampled_from([*MOMENTS]),
        "who": st.sampled_from(["self", "team"]),
        "effects": st.lists(st.sampled_from(effects()), max_size=3),
        "may": st.booleans(),
    }
    limits = {"once": st.sampled_from(["turn", "game"]), "turn": st.sampled_from(["own", "opposing"])}
    lasting = {
        "of": st.sampled_from(get_args(cast(Any, OF))),
        "per": st.sampled_from(["Cra", "Boss"]),
        "bonus": st.fixed_dictionaries({"hp": st.integers(-99, 99)}, optional={"ap": st.integers(-9, 9)}),
        "powers": st.lists(st.sampled_from(["armour", "invisibility", "all-types", "itty-bitty", "profanation"])),
        "lose-powers": st.booleans(),
        "no-healing": st.booleans(),
        "suffers": st.integers(-2, 2),
        "only-beside": st.booleans(),
        "any-rewards": st.booleans(),
        "while": st.fixed_dictionaries({"injured": st.integers(1, 3)}, optional={"team-has": st.sampled_from(["Cra"])}),
        "for-each": st.sampled_from(["injury", "fallen-krosmaster", "reward"]),
        "every": st.integers(1, 3),
        "shares": st.sampled_from(["Cra", "Boss"]),
        "dice": st.integers(-2, 2),
        "loses": st.lists(st.sampled_from(["unfazed", "lock"]), max_size=2),
        "pierce": st.booleans(),
        "lost-after": st.integers(1, 9),
    }
    kinds = st.fixed_dictionaries(answer, optional=limits) | st.fixed_dictionaries({}, optional=lasting)
    return st.builds(lambda name, body: {"name": name, **body}, st.sampled_from(["Ire", "Vow", "Oath"]), kinds)


@pytest.mark.ci
@settings(OFTEN, max_examples=20)  # a game each: of all tests of a busy machine this one took longest
@given(st.data())
def test_a_game_gets_a_report_whatever_powers_its_cards_explain(data: st.DataObject) -> None:
    real = {entry["slug"]: entry["body"] for entry in entries()}
    several = st.lists(own_powers(), max_size=3)
    facts = [
        {"kind": "text", "slug": slug, "body": {**dict(real[slug]), "own-powers": data.draw(several)}}
        for slug in FIGURES
    ]
    assert read_all(document_of(facts))[1] == []
    report = replay(data.draw(st.sampled_from(games())), content_of(facts))
    assert report.verdict in ("valid", "unverified", "invalid")
