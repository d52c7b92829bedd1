"""The card editor keeps what a card says that nobody touched, and takes nothing for known that was left empty."""

from typing import Any

import pytest
from django.urls import reverse

from teams.cards.editor.fields import walk
from teams.models import FactRevision
from tests.teams.facts_people import KICK, known, reviewer
from tests.teams.sent_forms import fields_sent
from tests.teams.test_card_editor import KICK as TYPED
from tests.teams.test_card_editor import editor

pytestmark = pytest.mark.django_db

WHOLE: dict[str, Any] = {
    "spells": [
        KICK
        | {"cost": {"ap": 3, "mp": 1, "injuries": 1, "kamas": 3}, "area": "cross", "track": True, "invasion": True}
        | {"also": ["boot"], "words": "It sings.", "unknown": ["effects"], "inferred": {"name": "from the French one"}}
        | {"effects": [{"do": "push", "cells": 1, "again": True}]},
        {"name": "Call", "limit": "turn", "cost": {}, "range": {"kind": "close"}, "control": 2},
    ],
    "own-powers": [
        {"name": "Echo", "when": "injured", "effects": [{"do": "gain", "mp": 1}], "inferred": {"when": "x"}}
    ],
    "missing": "the second spell",
    "lacks": ["spells"],
}


@pytest.fixture
def entered(ana):
    """A card whose text came with a file and was confirmed."""
    (row,) = known(ana, reviewer(), {"kind": "text", "slug": "goultard", "body": WHOLE, "source": "a file"})
    return row


def opened(client: Any) -> dict[str, list[str]]:
    return fields_sent(client.get(editor()).content.decode())


def saved(client: Any, sent: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(editor(), sent | {"save": "1"})
    assert answer.status_code == 302, answer.context["errors"]
    body: dict[str, Any] = FactRevision.objects.latest("pk").body
    return body


def test_every_field_of_a_card_stands_on_the_page(as_ana, entered):
    answer = as_ana.get(editor())
    page, paths = answer.content.decode(), []
    walk(answer.context["inputs"]().values(), paths.append)
    single = [each.path for each in paths if each.kind not in ("rows", "group", "effect")]
    assert [path for path in single if f'name="{path}"' not in page] == []


def test_what_nobody_touched_is_proposed_as_it_was(as_ana, entered):
    body = saved(as_ana, opened(as_ana) | {"spells-0-french": "Coup de pied"})
    first = {**WHOLE["spells"][0], "french": "Coup de pied"}
    assert body["spells"] == [first, WHOLE["spells"][1]]
    assert body["own-powers"] == WHOLE["own-powers"]
    assert (body["missing"], body["lacks"]) == (WHOLE["missing"], WHOLE["lacks"])


@pytest.mark.parametrize(
    ("typed", "cost", "unknown"), [("", {}, ["cost"]), ("–", {}, []), ("-", {}, []), ("0", {"ap": 0}, [])]
)
def test_an_empty_cost_is_unknown_and_a_dash_is_known(as_ana, typed, cost, unknown):
    spell = saved(as_ana, TYPED | {"spells-0-cost-ap": typed})["spells"][0]
    assert (spell["cost"], spell.get("unknown", [])) == (cost, unknown)


def test_a_dash_and_an_empty_cost_reappear_in_the_form(as_ana):
    for typed, shown in (("—", "–"), ("", "")):
        page = as_ana.post(editor(), TYPED | {"spells-0-cost-ap": typed, "add": "spells"}).content.decode()
        assert fields_sent(page)["spells-0-cost-ap"] == [shown]


def test_an_empty_cost_is_shown_as_not_checked(as_ana):
    typed = TYPED | {"spells-0-cost-ap": "", "check": "1"}
    page = as_ana.post(editor(), typed, headers={"HX-Request": "true"}).content.decode()
    assert '<span class="spell-ap" aria-hidden="true">?</span>' in page
    assert "all of its cost" in page


@pytest.mark.parametrize("kind", ["ranged", "line", "unseen"])
def test_a_range_without_its_end_is_asked_for(as_ana, kind):
    typed = TYPED | {"spells-0-range-kind": kind, "spells-0-range-min": "", "spells-0-range-max": ""}
    answer = as_ana.post(editor(), typed | {"save": "1"})
    assert (answer.status_code, [*answer.context["errors"]]) == (400, ["spells-0-range-max"])


def test_a_summon_without_numbers_says_whether_they_are_known(as_ana):
    frog = {"name": "Big Frog", "kind": "mob", "families": "Frog", "hp": "2", "save": "1"}
    answer = as_ana.post(reverse("teams:new-fact", args=["summon"]), frog)
    assert (answer.status_code, [*answer.context["errors"]]) == (400, ["figures"])
    assert as_ana.post(reverse("teams:new-fact", args=["summon"]), frog | {"figures": "unknown"}).status_code == 302


def test_a_renamed_spell_keeps_its_reasons_and_what_is_unknown(as_ana, ana):
    spell = KICK | {"inferred": {"limit": "from its twin"}, "cost": {}, "unknown": ["cost"]}
    body = {"spells": [KICK | {"name": "Jab"}, spell], "own-powers": WHOLE["own-powers"]}
    known(ana, reviewer(), {"kind": "text", "slug": "goultard", "body": body, "source": "a file"})
    renamed = opened(as_ana) | {"spells-1-name": "Big Kick", "own-powers-0-name": "Answer"}
    again = fields_sent(as_ana.post(editor(), renamed | {"add": "spells"}).content.decode())
    body = saved(as_ana, again | {"remove": "spells-0"})
    assert body["spells"] == [spell | {"name": "Big Kick"}]
    assert body["own-powers"] == [WHOLE["own-powers"][0] | {"name": "Answer"}]


def test_a_new_spell_has_nothing_of_the_one_it_replaces(as_ana, entered):
    sent = opened(as_ana) | {"remove": "spells-0"}
    again = fields_sent(as_ana.post(editor(), sent | {"add": "spells"}).content.decode())
    new = {"spells-1-name": "Bow", "spells-1-limit": "turn", "spells-1-range-kind": "close", "spells-1-cost-ap": "1"}
    body = saved(as_ana, again | new)
    assert "inferred" not in body["spells"][1]


@pytest.mark.parametrize("button", [{"add": "spells-0-effects"}, {"add": "spells"}, {"add": "own-powers"}])
def test_a_button_leaves_an_untouched_spell_where_it_is(as_ana, button):
    sent = fields_sent(as_ana.get(editor("nox")).content.decode())
    page = as_ana.post(editor("nox"), sent | button).content.decode()
    assert 'name="spells-0-name"' in page
    assert (button["add"] != "spells-0-effects") or 'name="spells-0-effects-0-do"' in page


def test_an_empty_second_spell_stays_until_it_is_removed(as_ana):
    page = as_ana.post(editor(), TYPED | {"add": "spells"}).content.decode()
    page = as_ana.post(editor(), fields_sent(page) | {"add": "spells-1-effects"}).content.decode()
    assert 'name="spells-1-effects-0-do"' in page
    assert "range 2–5" in page
    page = as_ana.post(editor(), fields_sent(page) | {"remove": "spells-1"}).content.decode()
    assert 'name="spells-1-name"' not in page
    assert len(saved(as_ana, fields_sent(page))["spells"]) == 1


def test_what_was_added_has_the_focus_and_nothing_at_first(as_ana):
    shown = as_ana.get(editor("nox")).content.decode()
    assert "autofocus" not in shown.split("</main>")[0]  # behind it waits a dialog with a focus of its own
    page = as_ana.post(editor(), TYPED | {"add": "spells-0-effects"}).content.decode()
    assert page.split("</main>")[0].count("autofocus") == 1
    assert "autofocus" in page.split('name="spells-0-effects-1-do"')[1].split(">")[0]
    page = as_ana.post(editor(), TYPED | {"remove": "spells-0-effects-0"}).content.decode()
    assert "autofocus" in page.split('value="spells-0-effects"')[1].split(">")[0]


def test_the_cards_to_enter_can_be_searched_in_both_languages(client):
    page = client.get(reverse("teams:facts")).content.decode()
    assert 'data-filters="lacking"' in page
    assert 'data-words="Elite Chafer Chafer D&#39;élite"' in page


def test_more_than_three_kamas_of_loot_can_be_chosen(as_ana):
    assert saved(as_ana, TYPED | {"powers": ["loot-5"]})["powers"] == ["loot-5"]
    assert 'value="loot-5"' in as_ana.get(editor("nox")).content.decode()
