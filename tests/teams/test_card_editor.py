"""A card in the hand becomes a proposal: what is typed is read, shown as it will be checked, and never lost."""

import re

import pytest
from django.urls import reverse

from rules.arena.facts_document import KINDS, read_fact
from rules.arena.text_tables import VOCABULARIES
from rules.common.binding import fields_of
from teams.cards.editor.fields import Form, inputs_of, sent_as
from teams.cards.editor.reading import body_sent, built_in_bodies
from teams.cards.editor.words import EFFECTS, FIELDS
from teams.models import FactRevision
from tests.cases import some_of
from tests.nasty.values import EVERYTHING

pytestmark = pytest.mark.django_db

KICK = {
    "powers": ["dodge", "resistance-water"],
    "spells-0-name": "Kick",
    "spells-0-french": "Coup de pied",
    "spells-0-limit": "turn",
    "spells-0-cost-ap": "3",
    "spells-0-range-kind": "ranged",
    "spells-0-range-min": "2",
    "spells-0-range-max": "5",
    "spells-0-range-alterable": "yes",
    "spells-0-attack-element": "earth",
    "spells-0-attack-damage": "2",
    "spells-0-effects-0-do": "push",
    "spells-0-effects-0-cells": "1",
    "source": "the card in my hand",
}


def editor(slug: str = "goultard", kind: str = "text") -> str:
    return reverse("teams:edit-fact", args=[kind, slug])


def proposed() -> FactRevision:
    return FactRevision.objects.get()


def test_a_typed_card_is_proposed_as_the_rules_read_it(as_ana, ana):
    answer = as_ana.post(editor(), KICK | {"save": "1"})
    row = proposed()
    assert answer.headers["Location"] == row.get_absolute_url()
    assert (row.kind, row.slug, row.proposed_by, row.source) == ("text", "goultard", ana, "the card in my hand")
    spell = row.fact().printed.spells["coup-de-pied"]
    assert (spell.name, spell.ap, spell.least, spell.most, spell.amount) == ("Kick", 3, 2, 5, 2)
    assert [(each.do, dict(each.arguments)) for each in spell.effects] == [("push", {"cells": 1})]


def test_the_preview_says_what_will_be_checked(as_ana):
    page = as_ana.post(editor(), KICK | {"check": "1"}, headers={"HX-Request": "true"}).content.decode()
    said = ("once per turn", "3 AP", "range 2–5, line of sight needed, can be changed")
    assert all(each in page for each in said)
    assert not FactRevision.objects.exists()


def test_the_preview_works_out_no_form(as_ana, monkeypatch):
    monkeypatch.setattr("teams.cards.views.card_editor.inputs_of", None)
    answer = as_ana.post(editor(), KICK | {"check": "1"}, headers={"HX-Request": "true"})
    assert "Coup de pied" in answer.content.decode()


def test_what_was_not_seen_is_unknown_and_never_guessed(as_ana):
    fields = KICK | {"spells-0-range-alterable": "", "spells-0-words": "It also sings.", "save": "1"}
    as_ana.post(editor(), fields)
    spell = proposed().fact().printed.spells["kick"]
    assert spell.unknown == {"alterable", "effects"}
    assert spell.words == "It also sings."


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"spells-0-name": ""}, "spells-0-name"),
        ({"spells-0-limit": ""}, "spells-0-limit"),
        ({"spells-0-limit": "mauve"}, "spells-0-limit"),
        ({"spells-0-cost-ap": "three"}, "spells-0-cost-ap"),
        ({"spells-0-cost-ap": "100"}, "spells-0-cost-ap"),
        ({"spells-0-cost-ap": "9" * 50}, "spells-0-cost-ap"),
        ({"spells-0-range-max": "1"}, "spells-0-range-max"),
        ({"spells-0-effects-0-do": "fly"}, "spells-0-effects-0-do"),
        ({"spells-0-effects-0-cells": ""}, "spells-0-effects-0-cells"),
        ({"powers": ["wings"]}, "powers-0"),
        ({"spells-0-name": "a\u202eb"}, "spells-0-name"),
        ({"source": "x" * 501}, "source"),
        ({"source": "a\tb"}, "source"),
    ],
)
def test_an_error_stands_by_its_field_with_nothing_typed_lost(as_ana, changed, field):
    answer = as_ana.post(editor(), KICK | changed | {"save": "1"})
    assert answer.status_code == 400
    assert field in answer.context["errors"]
    assert 'value="Coup de pied"' in answer.content.decode()
    assert not FactRevision.objects.exists()


def test_every_error_of_a_card_is_reported_at_once(as_ana):
    wrong = {"spells-0-name": "", "spells-0-cost-ap": "x", "spells-0-attack-damage": ""}
    answer = as_ana.post(editor(), KICK | wrong | {"save": "1"})
    assert {"spells-0-name", "spells-0-cost-ap", "spells-0-attack-damage"} <= answer.context["errors"].keys()


@pytest.mark.parametrize(
    "other",
    [
        {"spells-0-range-max": "1"},
        {"spells-0-effects-0-cells": ""},
        {"powers": ["wings"], "source": "x" * 501},
        {"spells-0-also": "no name!"},
        {"spells-0-cost-mp": "21"},
    ],
)
def test_an_impossible_cost_is_reported_beside_every_other_mistake(as_ana, other):
    page = as_ana.post(editor(), KICK | {"spells-0-cost-ap": "99"} | other | {"save": "1"})
    assert len(page.context["errors"]) == 1 + len(other)
    assert page.content.decode().count('class="errorlist"') == 1 + len(other)


def test_the_error_of_a_second_effect_stands_beside_it_too(as_ana):
    wrong = {"spells-0-effects-0-cells": "", "spells-0-effects-1-do": "pierce", "spells-0-effects-2-do": "fly"}
    answer = as_ana.post(editor(), KICK | wrong | {"save": "1"})
    assert answer.context["errors"].keys() == {"spells-0-effects-0-cells", "spells-0-effects-2-do"}


def test_spells_and_effects_can_be_added_and_removed(as_ana):
    page = as_ana.post(editor(), KICK | {"add": "spells"}).content.decode()
    assert 'name="spells-1-name"' in page
    page = as_ana.post(editor(), KICK | {"add": "spells-0-effects"}).content.decode()
    assert 'name="spells-0-effects-1-do"' in page
    page = as_ana.post(editor(), KICK | {"remove": "spells-0"}).content.decode()
    assert 'value="Kick"' not in page


def test_the_editor_begins_with_what_the_site_already_says(as_ana):
    page = as_ana.get(editor("bill-tell")).content.decode()
    assert 'value="Plaguing Arrow"' in page


def test_what_the_site_already_says_is_no_proposal(as_ana):
    sent = sent_as(as_ana.get(editor("bill-tell")).context["inputs"]())
    answer = as_ana.post(editor("bill-tell"), sent | {"save": "1"})
    assert answer.status_code == 409
    assert not FactRevision.objects.exists()


def test_the_same_form_sent_twice_is_one_proposal(as_ana):
    first, second = (as_ana.post(editor(), KICK | {"save": "1"}) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert FactRevision.objects.count() == 1


@pytest.mark.parametrize("slug", ["nobody", "the-pit"])
def test_a_card_that_there_is_not_cannot_be_entered(as_ana, slug):
    assert as_ana.get(editor(slug)).status_code == 404
    assert as_ana.get(editor(slug, "spell")).status_code == 404


def test_new_rewards_summons_and_arenas_are_entered_by_name(as_ana):
    reward = {"name": "Long Cape", "kind": "equipment", "equipment": "set", "bonus-hp": "5", "save": "1"}
    summon = {"name": "Big Frog", "kind": "mob", "families": "Frog, Beast", "hp": "2", "figures": "known", "save": "1"}
    board = {"diagram": built_in_board().replace("name: The Pit", "name: Club arena"), "save": "1"}
    for kind, fields in (("reward", reward), ("summon", summon), ("board", board)):
        answer = as_ana.post(reverse("teams:new-fact", args=[kind]), fields)
        assert answer.status_code == 302, answer.context["errors"]
    slugs = set(FactRevision.objects.values_list("slug", flat=True))
    assert slugs == {"long-cape", "big-frog", "club-arena"}


def built_in_board() -> str:
    from rules.arena.texts import FOLDER

    return (FOLDER.parent / "boards" / "the-pit.txt").read_text("utf-8")


@pytest.mark.parametrize("key", built_in_bodies())
def test_every_text_of_the_data_goes_through_the_form_unchanged(key):
    kind, slug = key.split(":")
    body = built_in_bodies()[key]
    again = body_sent(kind, sent_as(inputs_of(KINDS[kind], "", body, Form({}, {}))), body)
    facts = [read_fact({"kind": kind, "slug": slug, "body": each}).printed for each in (body, again)]
    assert facts[0] == facts[1]


@pytest.mark.ci
def test_each_card_whose_text_is_missing_can_be_entered(as_ana):
    texts = as_ana.get(reverse("teams:facts")).content.decode()
    offered = re.findall(r'href="(/facts/edit/[^"]+)"', texts)
    assert offered
    assert [address for address in offered if as_ana.get(address).status_code != 200] == []


@pytest.mark.ci
@pytest.mark.parametrize("kind", some_of(EVERYTHING, 10))
def test_no_value_in_any_field_is_a_site_error(as_ana, kind):
    value = EVERYTHING[kind]
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    everywhere = dict.fromkeys(KICK, text)
    for fields in (everywhere, *(KICK | {name: text} for name in KICK)):
        assert as_ana.post(editor(), fields | {"save": "1"}).status_code < 500
        # as the page's script does: the part that reads the text aloud
        assert as_ana.post(editor(), fields | {"check": "1"}, headers={"HX-Request": "true"}).status_code < 500


def test_every_effect_and_its_fields_have_words_for_people():
    primitives = {word: function for each in VOCABULARIES.values() for word, function in each.primitives.items()}
    assert EFFECTS.keys() == primitives.keys()
    assert [(word, name) for word, each in primitives.items() for name in fields_of(each) if name not in FIELDS] == []
    conditions = {name for each in VOCABULARIES.values() for name in each.conditions}
    assert conditions - FIELDS.keys() == set()
