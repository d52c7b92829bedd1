"""krosmaster-facts/1: what people bring is checked when it is read, and a game is held against it."""

import json
from typing import Any

import jsonschema
import pytest

from rules.arena.facts_document import content_of, document_of, known_from, named_in, parse, read_all, with_facts
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, built_in, tables_of
from rules.common.facts import LONGEST_SLUG, digest_of
from rules.common.verdicts import Malformed
from rules.games import parse as parse_log
from rules.games import replay
from tests.rules.logs import PLACED, TENSION, do, document
from tools.document_schemas import SCHEMAS

KICK = {
    "name": "Kick",
    "french": "Coup de pied",
    "limit": "turn",
    "cost": {"ap": 3},
    "range": {"kind": "close"},
    "attack": {"element": "earth", "damage": 2},
}


def fact(kind: str = "text", slug: str = "goultard", **changes: Any) -> dict[str, Any]:
    bodies: dict[str, dict[str, Any]] = {
        "text": {"powers": ["dodge"], "spells": [KICK]},
        "summon": {"name": "Frog", "kind": "mob", "families": ["Frog"], "hp": 1, "mp": 2, "ap": 3},
        "reward": {"name": "Cape", "kind": "equipment", "equipment": "set", "bonus": {"hp": 2}},
        "board": {"diagram": (FOLDER.parent / "boards" / "the-pit.txt").read_text("utf-8")},
    }
    return {"kind": kind, "slug": slug, "body": bodies[kind], "source": "the card in hand", **changes}


PUSH = {"do": "push", "cells": 1}


def kick(**changes: Any) -> dict[str, Any]:
    return fact(body={"spells": [{**KICK, **changes}]})


def refusal(facts: list[Any], **changes: Any) -> tuple[str, str]:
    whole = {"format": "krosmaster-facts/1", "game": "arena", "facts": facts, **changes}
    with pytest.raises(Malformed) as refused:
        parse(json.dumps(whole).encode())
    return refused.value.pointer, refused.value.code


def verdict(log: dict[str, Any], *facts: dict[str, Any]) -> dict[str, Any]:
    return replay(json.dumps(log).encode(), content_of(facts) if facts else b"").as_dict()


def test_each_kind_of_fact_is_read_and_known() -> None:
    facts = [fact(), fact("summon", "frog"), fact("reward", "cape"), fact("board", "club-arena")]
    known = known_from(content_of(facts))
    assert known.texts.figures["goultard"].spells["coup-de-pied"].ap == 3
    assert known.texts.summons["frog"].hp == 1
    assert known.texts.rewards["cape"].bonus.hp == 2
    assert known.board("club-arena") is not None
    assert known.board("the-pit") is built_in().board("the-pit")
    assert known.left_out == ()


def test_the_same_facts_are_the_same_bytes_in_any_order() -> None:
    one, other = [fact(), fact("reward", "cape")], [fact("reward", "cape"), fact()]
    assert content_of(one) == content_of(other)
    assert known_from(content_of(one)).digest == digest_of(other)
    assert digest_of([fact()]) != digest_of([kick(limit="game")])


@pytest.mark.parametrize(
    ("entry", "pointer", "code"),
    [
        ("text", "/facts/0", "wrong-type"),
        ({"kind": "text"}, "/facts/0", "missing-field"),
        ({**fact(), "kind": "spell"}, "/facts/0/kind", "not-a-choice"),
        ({**fact(), "kind": ["text"]}, "/facts/0/kind", "not-a-choice"),
        ({**fact(), "slug": "Goultard"}, "/facts/0/slug", "not-a-slug"),
        (fact(slug="nobody-at-all"), "/facts/0/slug", "unknown-card"),
        (fact(slug="a" * 101), "/facts/0/slug", "not-a-slug"),
        (fact(body=[]), "/facts/0/body", "wrong-type"),
        (fact(author="me"), "/facts/0/author", "unknown-field"),
        (fact(source="x" * 501), "/facts/0/source", "too-long"),
        (fact(source="a\u202eb"), "/facts/0/source", "bad-character"),
        (kick(name="a\tb"), "/facts/0/body/spells/0/name", "bad-character"),
        (kick(name=" "), "/facts/0/body/spells/0/name", "empty"),
        (kick(words="y" * 9000), "/facts/0/body/spells/0/unknown", "known-or-unknown"),
        (kick(cost={"ap": -1}), "/facts/0/body/spells/0/cost/ap", "out-of-bounds"),
        (kick(range={"kind": "ranged", "min": 5, "max": 2, "alterable": True}),
         "/facts/0/body/spells/0/range/max", "out-of-bounds"),
        (kick(effects=[{"do": "fly"}]), "/facts/0/body/spells/0/effects/0/do", "unknown-primitive"),
        (kick(effects=[{"do": "summon", "summon": "frog"}]),
         "/facts/0/body/spells/0/effects/0/summon", "unknown-summon"),
        (kick(effects=[{"do": "coins", "count": 2, "heads": {"do": "coins", "count": 2, "heads": PUSH}}]),
         "/facts/0/body/spells/0/effects/0/heads", "contradiction"),
        (fact(body={"own-powers": [{"name": "Loot all", "powers": ["lock"]}]}),
         "/facts/0/body/own-powers/0/name", "contradiction"),
        (fact(body={"own-powers": [{"name": f"Ire {n}", "powers": ["lock"]} for n in range(7)]}),
         "/facts/0/body/own-powers", "contradiction"),
        (fact("board", "x", body={"diagram": "name: X"}), "/facts/0/body/diagram", "not-a-board"),
    ],
)  # fmt: skip
def test_a_fact_that_does_not_fit_is_pointed_at(entry: Any, pointer: str, code: str) -> None:
    assert refusal([entry]) == (pointer, code)


def test_a_document_that_is_none_is_pointed_at() -> None:
    assert refusal([], format="krosmaster-log/1") == ("/format", "not-a-choice")
    assert refusal([], game="blast") == ("/game", "not-a-choice")
    assert refusal([], owner="x") == ("/owner", "unknown-field")
    assert refusal([fact(), fact()]) == ("/facts/1/slug", "twice")
    assert refusal([fact()] * 2001) == ("", "too-many-facts")
    assert refusal([fact()], digest="0" * 64) == ("/digest", "wrong-digest")


def test_a_documents_problems_are_all_reported_and_the_rest_read() -> None:
    facts, problems = read_all({**document_of([]), "digest": digest_of([fact(), 3, kick(limit="never")]),
                                "facts": [fact(), 3, kick(limit="never")]})  # fmt: skip
    assert [each.key for each in facts] == ["text:goultard"]
    assert [(each.pointer, each.code) for each in problems] == [
        ("/facts/1", "wrong-type"),
        ("/facts/2/body/spells/0/limit", "not-a-choice"),
    ]


def test_a_spell_may_summon_what_the_same_document_brings() -> None:
    spell = kick(effects=[{"do": "summon", "summon": "frog"}])
    assert len(parse(json.dumps(document_of([spell, fact("summon", "frog")])).encode())) == 2


def test_a_report_names_the_digest_of_its_facts() -> None:
    log = document(*PLACED)
    assert "facts" not in verdict(log)
    assert verdict(log, fact())["facts"] == digest_of([fact()])


def test_a_log_never_brings_facts_of_its_own() -> None:
    log = document(*PLACED, facts=document_of([kick(cost={"ap": 0})]))
    assert parse_log(json.dumps(log).encode()).facts is None


def test_a_fact_that_no_longer_fits_is_omitted_and_reported() -> None:
    old = fact(slug="bill-tell", body={"spells": [{"name": "X", "of-old": True}]})
    report = verdict(document(*PLACED), old, fact())
    assert [each["code"] for each in report["findings"]] == ["fact-left-out", "nothing-played"]
    assert report["verdict"] != "malformed"


def test_a_reward_with_its_own_words_is_taken_on_trust() -> None:
    worded = fact("reward", "cape", body={**fact("reward")["body"], "words": "It flies."})
    assert "cape" in known_from(content_of([fact("reward", "cape")])).texts.rewards
    assert "cape" not in known_from(content_of([worded])).texts.rewards


def test_a_brought_board_is_played_on() -> None:
    board = fact("board", "club-arena")
    log = document(*PLACED, arena="club-arena")
    assert "no-such-arena" in {each["code"] for each in verdict(log)["findings"]}
    assert "no-such-arena" not in {each["code"] for each in verdict(log, board)["findings"]}


def test_a_brought_token_replaces_its_namesake_under_all_its_names() -> None:
    rewards = built_in().texts.rewards
    slug = next(text.slug for text in rewards.values() if text.also)
    body = {**fact("reward")["body"], "name": slug, "french": "Cape"}
    known = known_from(content_of([fact("reward", slug, body=body)])).texts.rewards
    assert known[slug].bonus.hp == 2
    assert known["cape"] is known[slug]
    assert all(name not in known for name, text in rewards.items() if text.slug == slug and name != slug)
    assert all(known[name] is text for name, text in rewards.items() if text.slug != slug)


def test_a_name_of_another_token_stays_its_own() -> None:
    other = next(iter(built_in().texts.rewards.values()))
    body = {**fact("reward")["body"], "french": other.name}
    known = known_from(content_of([fact("reward", "cape", body=body)])).texts.rewards
    assert (known[other.slug].slug, known["cape"].slug) == (other.slug, "cape")


def test_several_boards_are_brought() -> None:
    known = known_from(content_of([fact("board", "club-arena"), fact("board", "home-arena")]))
    assert [known.board(slug) is not None for slug in ("club-arena", "home-arena")] == [True, True]


def test_a_name_longer_than_any_fact_name_is_not_sought() -> None:
    longest = "x" * (2 * LONGEST_SLUG - len("board:"))
    for arena, looked_for in ((longest, True), (longest + "x", False)):
        log = parse_log(json.dumps(document(*PLACED, arena=arena)).encode())
        assert (f"board:{arena}" in named_in(log)) is looked_for


def test_a_log_names_the_facts_it_depends_on() -> None:
    flip = do("flip", rank="granite", pile=1, reward="Cape")
    log = parse_log(json.dumps(document(*PLACED, flip, TENSION)).encode())
    named = named_in(log)
    assert {"text:bill-tell", "board:the-pit", "reward:cape"} <= set(named)
    assert with_facts(log, {}).facts is None


def built_in_facts() -> list[dict[str, Any]]:
    found = []
    for file, tables in tables_of(FOLDER).items():
        kind = {SUMMONS: "summon", REWARDS: "reward"}.get(file, "text")
        found += [{"kind": kind, "slug": slug, "body": body, "source": file} for slug, body in tables.items()]
    return found


@pytest.mark.check
def test_all_texts_of_the_data_fit_the_schema_of_facts() -> None:
    whole = json.loads(json.dumps(document_of(built_in_facts())))
    assert len(parse(json.dumps(whole).encode())) == len(whole["facts"])
    jsonschema.validate(whole, json.loads(SCHEMAS["krosmaster-facts-1"]()))


@pytest.mark.check
@pytest.mark.parametrize("changed", [kick(limit="never"), kick(cost={"ap": -1}), kick(effects=[{"do": "fly"}])])
def test_the_schema_refuses_what_the_reader_refuses(changed: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document_of([changed]), json.loads(SCHEMAS["krosmaster-facts-1"]()))
