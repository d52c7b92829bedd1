"""Who confirms a card sees all of what they confirm, and two that differ in anything are said to disagree."""

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from rules.arena.boards import FOLDER as BOARDS
from rules.arena.facts_document import Fact, read_fact
from rules.common.fields import InvalidValue
from teams.cards.editor.of_games import differences
from teams.cards.editor.preview import card_read
from teams.cards.services.facts import propose
from tests.made_up import HERE
from tests.teams.facts_people import KICK, reviewer
from tests.teams.test_card_editor_keeps import WHOLE

REWARD: dict[str, Any] = {
    "name": "Long Cape",
    "french": "Longue cape",
    "also": ["cape"],
    "kind": "equipment",
    "equipment": "technique",
    "rank": "jade",
    "bonus": {"hp": 5},
    "printings": [{"hp": 6}],
    "powers": ["dodge"],
    "damage": [{"amount": 1, "elements": ["water", "air"], "close": True}],
    "effects": [{"do": "gain", "mp": 1}],
    "punch": [{"do": "push", "cells": 1}],
    "spells": [KICK],
    "words": "It also sings.",
    "inferred": {"rank": "its pile"},
}
BOOST = {"name": "Air Boost", "kind": "boost", "next": {"damage": 2, "elements": ["air", "fire"], "wait": True}}
FROG = {"name": "Frog", "kind": "mob", "families": ["Frog", "Beast"], "mp": 1, "hp": 2, "ap": 3, "spells": [KICK]}
PIT = {"diagram": (BOARDS / "the-pit.txt").read_text("utf-8")}
POINT_BLANK = {
    "spells": [
        KICK | {"attack": {"element": "air", "damage": 0}, "range": {"kind": "line", "max": 3, "alterable": False}}
    ]
}


def made_up() -> Iterator[tuple[str, dict[str, Any]]]:
    for file, kind in (("figures", "text"), ("answers", "text"), ("summons", "summon"), ("rewards", "reward")):
        for body in tomllib.loads(Path(HERE / "texts" / f"{file}.toml").read_text("utf-8")).values():
            yield kind, body


BODIES = [
    *(("text", WHOLE), ("text", POINT_BLANK), ("reward", REWARD), ("reward", BOOST), ("summon", FROG), ("board", PIT)),
    *made_up(),
]


def fact_of(kind: str, body: Any) -> Fact | None:
    slug = "goultard" if kind == "text" else "thing"
    try:
        return read_fact({"kind": kind, "slug": slug, "body": body}, _Any())
    except InvalidValue:
        return None


class _Any(set[str]):
    """Every summon is known."""

    def __contains__(self, _name: object) -> bool:
        return True


def changed(body: Any) -> Iterator[Any]:
    """The body with one place of it left out, or saying something else."""
    for path in _paths(body):
        for change in (lambda _value: None, _another):
            other = copy.deepcopy(body)
            inside = other
            for step in path[:-1]:
                inside = inside[step]
            new = change(inside[path[-1]])
            if new is None:
                del inside[path[-1]]
            else:
                inside[path[-1]] = new
            yield other


def _paths(value: Any) -> Iterator[list[Any]]:
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in places:
        yield [name]
        yield from ([name, *rest] for rest in _paths(inner))


def _another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    words = {"water": "fire", "fire": "air", "cross": "square", "turn": "game", "self": "team", "ranged": "line"}
    return words.get(value, f"{value}x") if isinstance(value, str) else None


@pytest.mark.parametrize("place", range(len(BODIES)))
def test_all_a_text_says_is_seen_and_differs_from_others(place):
    kind, body = BODIES[place]
    fact = fact_of(kind, body)
    assert fact is not None, body
    with translation.override("fr"):
        read = card_read(fact)
        for each in changed(body):
            other = fact_of(kind, each)
            if other is not None and _says_otherwise(fact, other):
                assert card_read(other) != read, each
                assert differences([fact, other]), each


def _says_otherwise(one: Fact, other: Fact) -> bool:
    return one.printed != other.printed or getattr(one.table, "words", None) != getattr(other.table, "words", None)


def test_the_same_text_in_other_words_is_no_difference():
    one = fact_of("text", {"powers": ["dodge", "lock"], "spells": [KICK, KICK | {"name": "Jab"}]})
    same = KICK | {"effects": [], "track": False, "range": {"kind": "close", "min": 1}}
    other = fact_of("text", {"powers": ["lock", "dodge"], "spells": [KICK | {"name": "Jab"}, same]})
    assert one is not None
    assert other is not None
    assert differences([one, other]) == []


@pytest.mark.django_db
def test_reviewers_see_the_whole_text_and_what_differs(ana, bo):
    area = {"spells": [KICK | {"area": "cross", "control": 2, "track": True}], "powers": ["dodge"]}
    row = propose(who=ana, entry={"kind": "text", "slug": "toxine", "body": {"spells": [KICK]}})
    propose(who=bo, entry={"kind": "text", "slug": "toxine", "body": area})
    client = Client()
    client.force_login(reviewer())
    answer = client.get(row.get_absolute_url())
    assert answer.context["differing"] == ["Powers", "Kick (Area, Control value, Track)"]
    page = answer.content.decode()
    for words in ("They disagree about: Powers, Kick (Area, Control value, Track).", "Area: cross", "Control value: 2"):
        assert words in page


@pytest.mark.django_db
def test_reviewers_see_the_drawing_of_an_arena(ana):
    row = propose(who=ana, entry={"kind": "board", "slug": "ruins", "body": PIT})
    client = Client()
    client.force_login(reviewer())
    page = client.get(row.get_absolute_url()).content.decode()
    assert PIT["diagram"].splitlines()[-1] in page
