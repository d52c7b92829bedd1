"""Facts, hero lists, articles and schemas of Quest."""

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from launch import ROOT
from rules.common.verdicts import Malformed
from rules.games import QUEST, replay
from rules.quest import herolist
from rules.quest.facts import READER, known_from
from rules.quest.heroes import Figures
from rules.quest.log import BOOK, articles
from tests.rules.quest.logs import FACTS, pack
from tests.rules.quest.random_games import Game
from tools.document_schemas import path_of

KNOWN: Figures = QUEST.catalogue()


def where(kind: str, **body: Any) -> str | None:
    _facts, problems = READER.read_all(json.loads(pack([{"kind": kind, "slug": "x", "body": body}])))
    return problems[0].pointer if problems else None


MOB = {"name": "Imp", "family": "tofu", "type": "normal", "hp": 1, "loot": {}}
ITEM = {"name": "Hat", "type": "headgear", "price": 1}


@pytest.mark.parametrize(
    ("kind", "body", "pointer"),
    [
        ("dashboard", {"geegee_path": 6}, "/geegee_path"),
        ("dashboard", {"geegee_path": 7, "prices": [1]}, "/prices"),
        ("dashboard", {"geegee_path": 7, "prices": [100] * 7}, "/prices/0"),
        ("dashboard", {"geegee_path": 7, "slots": [1, 2, 3]}, "/slots"),
        ("dashboard", {"geegee_path": 7, "hats": 1}, "/hats"),
        ("scenario", {}, ""),
        ("scenario", {"name": "x", "adventure_path": 9}, "/adventure_path"),
        ("scenario", {"name": "x", "quest": {"gg": 4}}, "/quest/gg"),
        ("scenario", {"name": "x", "quest": {"gp": 1}}, "/quest/gp"),
        ("scenario", {"name": "x", "repeatable": -1}, "/repeatable"),
        ("mob", {**MOB, "family": "larva"}, "/family"),
        ("mob", {**MOB, "hp": 0}, "/hp"),
        ("mob", {**MOB, "loot": {"gold": 1}}, "/loot/gold"),
        ("mob", {**MOB, "type": "figure"}, "/type"),
        ("item", {**ITEM, "price": 100}, "/price"),
        ("item", {**ITEM, "type": "hat"}, "/type"),
        ("item", {**ITEM, "recipe": {"wood": "one"}}, "/recipe/wood"),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused(kind, body, pointer):
    assert where(kind, **body) == f"/facts/0/body{pointer}"


def test_facts_of_the_right_shape_are_known():
    facts, problems = READER.read_all(json.loads(pack()))
    assert (len(facts), problems) == (len(FACTS), [])
    known = known_from(pack())
    assert known.dashboard is not None
    assert known.dashboard.geegee_path == 13
    assert known.digest
    assert {"war-chief", "chief-of-all"} == known.mobs.keys()
    assert known_from(b"").mobs.keys() == {"war-chief"}


def test_a_kind_of_another_game_is_refused():
    _facts, problems = READER.read_all(json.loads(pack([{"kind": "board", "slug": "x", "body": {}}])))
    assert [(each.code, each.pointer) for each in problems] == [("not-a-choice", "/facts/0/kind")]
    with pytest.raises(Malformed) as refused:
        READER.read_all(json.loads(pack([], game="arena")))
    assert refused.value.pointer == "/game"


def test_one_dashboard_is_enough():
    two = [{"kind": "dashboard", "slug": slug, "body": {"geegee_path": 13}} for slug in ("a", "b")]
    _facts, problems = READER.read_all(json.loads(pack(two)))
    assert [each.pointer for each in problems] == ["/facts/1/kind"]


# -- hero lists ------------------------------------------------------------------------------------------------------


def judged(**changes: Any) -> dict[str, Any]:
    content = {"format": "krosmaster-quest-hero/1", "hero": "raul-bak", **changes}
    try:
        data = json.dumps({name: value for name, value in content.items() if value is not ...}).encode()
        return herolist.parse_json(data).check(KNOWN).as_dict()
    except herolist.UnreadableHeroError as unreadable:
        return unreadable.verdict.as_dict()


@pytest.mark.article("Q-3.4", "Q-3.5", breaks=True)
@pytest.mark.article("Q-3.4", "Q-3.5")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"hero": "Raoul Bak", "name": "Mine"}, []),
        ({"hero": "royal-tofu"}, ["Q-3.4"]),
        ({"hero": "the-nun", "level": 5}, ["Q-3.4"]),
        ({"hero": "harry-sah"}, ["Q-3.5"]),
        ({"hero": "harry-sah", "level": 5}, []),
        ({"hero": "harry-sah", "level": None}, []),
        ({"hero": "the-nun"}, ["Q-3.4", "Q-3.5"]),
    ],
)
def test_a_hero_is_held_to_boss_and_level(changes, found):
    answer = judged(**changes)
    assert [broken["article"] for broken in answer["violations"]] == found
    assert answer["verdict"] == ("illegal" if found else "legal")


def test_a_hero_starts_with_six_gg_less_the_level():
    assert judged()["start_gg"] == 3
    assert judged(hero="katar", level=6)["start_gg"] == 0
    assert (judged()["level"], judged()["initiative"]) == (3, 8)


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"hero": "nobody-at-all"}, "/hero"),
        ({"hero": 7}, "/hero"),
        ({"hero": ...}, "/hero"),
        ({"level": 7}, "/level"),
        ({"level": "3"}, "/level"),
        ({"format": "krosmaster-team/1"}, "/format"),
        ({"name": 3}, "/name"),
    ],
)
def test_a_hero_list_of_the_wrong_shape_is_malformed(changes, pointer):
    answer = judged(**changes)
    assert (answer["verdict"], answer["start_gg"]) == ("malformed", None)
    assert [error["pointer"] for error in answer["errors"]] == [pointer]


def test_notes_name_unknown_fields_and_bosses():
    answer = judged(hero="toxine", mood="good")
    assert {note["code"] for note in answer["notes"]} == {"boss-not-known", "unknown-field"}


def test_an_unknown_hero_is_answered_with_the_nearest():
    assert "raul-bak" in judged(hero="raul bakk")["errors"][0]["nearest"]


# -- articles --------------------------------------------------------------------------------------------------------


def test_every_article_has_its_line_in_both_languages():
    assert BOOK.french.exists()
    for number, article in articles().items():
        french = articles("fr")[number]
        assert 0 < len(article.title) <= 60
        assert 0 < len(article.line) <= 160, number
        assert 0 < len(french.line) <= 175, number
        assert french.line != article.line
        assert article.ruleset == "quest-1"
    assert re.findall(r".{10}(?:'| [:;?!])", BOOK.french.read_text("utf-8").partition("\n")[2]) == []


# -- schemas ---------------------------------------------------------------------------------------------------------


def schema_of(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(path_of(name).read_text("utf-8")))


def test_random_games_fit_the_schemas_of_log_and_report():
    log, report = schema_of("krosmaster-quest-1"), schema_of("krosmaster-quest-report-1")
    for seed in range(8):
        document = Game(seed).document()
        log.validate(document)
        report.validate(replay(json.dumps(document).encode()).as_dict())
    report.validate(replay(b'{"format": "krosmaster-quest/1"}').as_dict())


@pytest.mark.parametrize(
    "action",
    [
        {"do": "demon", "events": ["rain"], "mobs": False},
        {"do": "quest", "kind": "personal", "place": 1},
        {"do": "kill", "mob": 3},
        {"do": "turn", "player": "F", "mode": "combat"},
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(action):
    content = {**Game(1).document(), "actions": [action]}
    assert not schema_of("krosmaster-quest-1").is_valid(content)
    assert replay(json.dumps(content).encode()).verdict == "malformed"


def test_facts_and_heroes_fit_their_schemas():
    schema_of("krosmaster-quest-facts-1").validate(json.loads(pack()))
    schema_of("krosmaster-quest-hero-1").validate({"format": "krosmaster-quest-hero/1", "hero": "nox", "level": None})
    assert not schema_of("krosmaster-quest-facts-1").is_valid(json.loads(pack([], game="arena")))
    assert not schema_of("krosmaster-quest-hero-1").is_valid({"format": "krosmaster-quest-hero/1", "level": 3})


def test_the_example_of_the_documents_is_a_ledger():
    text = (ROOT / "docs" / "quest.md").read_text("utf-8")
    example = text.partition("```json\n")[2].partition("\n```")[0]
    assert replay(example.encode()).verdict == "ledger"
