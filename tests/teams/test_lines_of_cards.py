"""A spell typed in one line is read into the same fields, and is written back from them."""

from typing import Annotated, Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.facts_document import KINDS, read_fact
from rules.arena.text_tables import PowerTable, SpellTable
from rules.common.binding import Vocabulary, fields_of
from rules.common.signatures import Count
from teams.cards.editor.fields import Form, inputs_of, sent_as
from teams.cards.editor.line_reading import read_line
from teams.cards.editor.line_writing import line_of
from teams.cards.editor.lines import read_lines
from teams.cards.editor.reading import body_sent, built_in_bodies
from teams.models import FactRevision
from tests.teams.sent_forms import fields_sent
from tests.teams.test_card_editor import editor

SHOVE = "Shove / Poussée: 3 AP, blue, ranged 1-4 alterable, cross, air 2, push 2, markers -1 MP to self"


def lines_for(kind: str, body: dict[str, Any]) -> dict[str, list[str]]:
    """What is sent where a browser shows empty fields and somebody types every line."""
    sent = {}
    for name, table in (("spells", SpellTable), ("own-powers", PowerTable)):
        for place, row in enumerate(body.get(name, [])):
            sent[f"{name}-{place}-line"] = [line_of(table, row)]
            sent[f"{name}-{place}-was"] = [row["name"]]
    return sent | ({"line": [line_of(KINDS[kind], body)]} if kind != "text" else {})


@pytest.mark.parametrize("key", built_in_bodies())
def test_the_line_of_each_spell_reads_back_as_the_same(key):
    kind, slug = key.split(":")
    body = built_in_bodies()[key]
    of_card = sent_as(inputs_of(KINDS[kind], "", {**body, "spells": [], "own-powers": []}, Form({}, {})))
    read = read_lines(kind, (of_card if kind == "text" else {}) | lines_for(kind, body), empty_rows=False)
    assert read.errors == {}
    facts = [
        read_fact({"kind": kind, "slug": slug, "body": each}).printed
        for each in (body, body_sent(kind, read.post, body))
    ]
    assert facts[0] == facts[1]


@pytest.mark.parametrize(
    ("line", "word", "place"),
    [
        ("Shove: 3 AP, bluu, close", "bluu", 14),
        ("Shove: push 2 cells sideways", "sideways", 21),
        ("Shove: push two", "two", 13),
        ("Shove: coins 2 heads (push 1", None, None),
        ("Shove: air x", "x", 12),
        ("Shove: 3 PA, blue", "3 PA", 8),
        ('"Shove" x: 3 AP', "Shove", 1),
        ("", None, None),
    ],
)
def test_the_first_word_that_is_not_understood_is_named(line, word, place):
    unread = read_line(line, SpellTable).unread
    assert (unread and unread.value, unread and unread.place) == (word, place)


def test_what_stands_before_that_word_is_read():
    assert read_line("Shove: 3 AP, blue, bluu", SpellTable).body["limit"] == "turn"


def test_a_new_primitive_is_read_from_its_signature():
    def whirl(cast: Any, *, turns: Count, wide: bool = False) -> None:
        """1.1: never played."""

    whirls = Vocabulary("whirls", {**EFFECTS.primitives, "push": whirl}, EFFECTS.conditions)

    def spell(*, effects: tuple[Annotated[Any, whirls.kind], ...] = ()) -> None:
        """A table of such effects."""

    assert fields_of(spell)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("teams.cards.editor.fields.VOCABULARIES", {"whirls": whirls})
        read = read_line("Spin: push 3 turns wide again", spell)
    assert read.unread is None
    assert read.body["effects"] == [{"do": "push", "turns": 3, "wide": True, "again": True}]


def test_a_line_may_be_typed_in_french():
    with override("fr"):
        body = read_line("Poussée : 3 PA, bleu, corps à corps, feu 2", SpellTable).body
    assert body["cost"] == {"ap": 3}
    assert (body["limit"], body["attack"]) == ("turn", {"element": "fire", "damage": 2})


# -- on the page ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_line_is_read_by_its_button_without_scripts(as_ana):
    page = as_ana.post(editor(), {"spells-0-line": SHOVE, "read": "spells-0-line"}).content.decode()
    sent = fields_sent(page)
    assert (sent["spells-0-name"], sent["spells-0-range-max"], sent["spells-0-limit"]) == (["Shove"], ["4"], ["turn"])
    assert sent["spells-0-effects-1-mp"] == ["-1"]
    body = saved(as_ana, sent)
    assert body["spells"][0]["effects"] == [{"do": "push", "cells": 2}, {"do": "markers", "mp": -1, "to": "self"}]


@pytest.mark.django_db
def test_the_preview_names_each_field_that_is_missing(as_ana):
    page = as_ana.post(editor(), {"spells-0-line": "Shove: 3 AP", "check": ""}).content.decode()
    assert '<a href="#spells-0-limit">Limit: the colour of the AP cost: Fill this in.</a>' in page
    assert '<a href="#spells-0-range">Range: Fill this in.</a>' in page


@pytest.mark.django_db
def test_a_typed_line_is_read_when_the_card_is_proposed(as_ana):
    assert saved(as_ana, {"spells-0-line": SHOVE})["spells"][0]["french"] == "Poussée"


@pytest.mark.django_db
def test_a_field_changed_after_its_line_counts(as_ana):
    sent = fields_sent(as_ana.post(editor(), {"spells-0-line": SHOVE, "read": "1"}).content.decode())
    assert saved(as_ana, sent | {"spells-0-attack-damage": ["5"]})["spells"][0]["attack"]["damage"] == 5


@pytest.mark.django_db
def test_a_line_with_an_unknown_word_is_not_proposed(as_ana):
    line = "Shove: 3 AP, blue, close, air 1, shoove 2"
    sent = {"spells-0-line": line}
    for _again in range(2):
        answer = as_ana.post(editor(), sent | {"save": "1"})
        assert answer.status_code == 400
        assert [*answer.context["errors"]] == ["spells-0-line"]
        sent = fields_sent(answer.content.decode())
        assert sent["spells-0-line"] == [line]
    assert not FactRevision.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "line", "named"),
    [
        ("summon", 'Big Frog: mob, families "Frog", 3 MP, 2 HP, 4 AP, lock', {"mp": 3, "powers": ["lock"]}),
        ("reward", "Long Cape: equipment, weapon, jade, 2 HP, dodge", {"rank": "jade", "bonus": {"hp": 2}}),
    ],
)
def test_a_summon_or_a_token_is_entered_in_one_line(as_ana, kind, line, named):
    answer = as_ana.post(reverse("teams:new-fact", args=[kind]), {"line": line, "save": "1"})
    assert answer.status_code == 302, answer.context["errors"]
    assert named.items() <= FactRevision.objects.get().body.items()


def saved(client: Any, sent: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(editor(), sent | {"save": "1"})
    assert answer.status_code == 302, answer.context["errors"]
    body: dict[str, Any] = FactRevision.objects.latest("pk").body
    return body
