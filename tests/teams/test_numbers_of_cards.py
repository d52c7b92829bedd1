"""Level, numbers and colour of a figure are corrected in the card editor; a second person confirms them."""

from typing import Any

import pytest
from django.urls import reverse

from rules.arena.cards import catalogue
from teams.cards.services import facts as services
from teams.models import FactRevision
from tests.teams.facts_people import known, reviewer
from tests.teams.sent_forms import fields_sent
from tests.teams.test_card_editor import editor, proposed

pytestmark = pytest.mark.django_db

SLUG = "goultard"
REASON = "The card in my hand says 1 more."


@pytest.fixture
def rae(db):
    return reviewer()


def form(client, slug: str = SLUG, **changes: str) -> dict[str, Any]:
    """What a browser would send of the editor, with these fields changed."""
    return {**fields_sent(client.get(editor(slug)).content.decode()), **changes}


def with_hp(client, slug: str = SLUG, reason: str = REASON, **changes: str) -> dict[str, Any]:
    hp = str(catalogue().by_slug[slug].hp + 1)
    return form(client, slug, **{"front-hp": hp, "front-reason": reason}, **changes)


def test_a_number_of_two_sources_needs_a_reason(as_ana):
    assert as_ana.get(editor()).context["two_sources"]
    answer = as_ana.post(editor(), with_hp(as_ana, reason="") | {"save": "1"})
    assert answer.status_code == 400
    assert "front-reason" in answer.context["errors"]
    assert not FactRevision.objects.exists()


def test_a_number_of_one_source_needs_no_reason(as_ana):
    slug = next(card.slug for card in catalogue().cards if not card.is_printed_front_read)
    assert not as_ana.get(editor(slug)).context["two_sources"]
    assert as_ana.post(editor(slug), with_hp(as_ana, slug, reason="") | {"save": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("field", "value"),
    [("front-hp", "41"), ("front-hp", "x"), ("front-level", "0"), ("front-colour", "mauve"), ("front-ap", "-1")],
)
def test_a_number_that_cannot_be_stands_by_its_field(as_ana, field, value):
    answer = as_ana.post(editor(), form(as_ana, **{field: value, "front-reason": REASON, "save": "1"}))
    assert answer.status_code == 400
    assert field in answer.context["errors"]


def test_numbers_count_everywhere_once_they_are_confirmed(as_ana, client, rae):
    card = catalogue().by_slug[SLUG]
    colour = "white" if card.colour != "white" else "black"
    level = card.level + 1 if card.level < 6 else card.level - 1
    sent = with_hp(as_ana) | {"front-colour": colour, "front-level": str(level), "save": "1"}
    assert as_ana.post(editor(), sent).status_code == 302
    row = proposed()
    assert REASON in as_ana.get(row.get_absolute_url()).content.decode()
    assert as_ana.get(reverse("teams:card", args=[SLUG])).context["card"] == card
    client.force_login(rae)
    client.post(reverse("teams:decide-fact", args=[row.pk]), {"decision": "confirm"})
    shown = client.get(reverse("teams:card", args=[SLUG])).context["card"]
    assert (shown.hp, shown.level, shown.colour) == (card.hp + 1, level, colour)
    found = client.get(reverse("teams:cards"), {"q": card.full_name, "level": level})
    assert SLUG in [row.card.slug for row in found.context["cards"]]
    build = client.get(reverse("teams:build"), {"f": SLUG})
    assert build.context["verdict"].level == level
    assert services.current_facts().cards.by_slug[SLUG].hp == card.hp + 1  # which logs are held against
    assert catalogue().by_slug[SLUG] == card


def test_a_card_without_ap_and_with_other_types_is_corrected(as_ana, client, rae):
    card = catalogue().by_slug[SLUG]
    assert card.ap is not None and not card.boss
    changed = {"front-ap": "–", "front-types": ", ".join([*card.types, "Dragon", "boss"]), "front-reason": REASON}
    assert as_ana.post(editor(), form(as_ana, **changed) | {"save": "1"}).status_code == 302
    assert form(as_ana)["front-ap"] == [""]  # nothing is known before the second person
    client.force_login(rae)
    client.post(reverse("teams:decide-fact", args=[proposed().pk]), {"decision": "confirm"})
    shown = client.get(reverse("teams:card", args=[SLUG])).context["card"]
    assert (shown.ap, shown.types, shown.boss) == (None, (*card.types, "Dragon", "Boss"), True)
    assert form(as_ana)["front-ap"] == ["–"]
    assert SLUG in [row.card.slug for row in client.get(reverse("teams:cards"), {"type": "Dragon"}).context["cards"]]


def test_a_boss_alone_leaves_the_other_types(as_ana):
    card = catalogue().by_slug[SLUG]
    as_ana.post(editor(), form(as_ana, **{"front-boss": "yes", "front-reason": REASON}) | {"save": "1"})
    assert proposed().fact().printed.front == {"types": (*card.types, "Boss"), "boss": True}


def test_types_and_boss_that_contradict_stand_by_the_field(as_ana):
    changed = {"front-boss": "no", "front-types": "Iop, Boss", "front-reason": REASON}
    answer = as_ana.post(editor(), form(as_ana, **changed) | {"save": "1"})
    assert (answer.status_code, "front-boss" in answer.context["errors"]) == (400, True)


def test_what_the_site_says_already_is_no_correction(as_ana):
    same = str(catalogue().by_slug[SLUG].hp)
    answer = as_ana.post(editor(), form(as_ana, **{"front-hp": same, "save": "1"}))
    assert answer.status_code == 409
    assert not FactRevision.objects.exists()


def test_a_power_known_by_name_alone_gets_its_text(as_ana):
    power = {
        "own-powers-0-name": "Claw Attack",
        "own-powers-0-when": "knocks-out",
        "own-powers-0-effects-0-do": "gain",
        "own-powers-0-effects-0-ap": "1",
        "powers": "claw-attack",
        "save": "1",
    }
    answer = as_ana.post(editor(), form(as_ana, **power))
    assert answer.status_code == 302, answer.context["errors"]
    printed = proposed().fact().printed
    assert printed.powers.count("claw-attack") == 1
    assert printed.explained["claw-attack"].when == "knocks-out"


# -- a newer edit ---------------------------------------------------------------------------------------------------


def test_an_older_form_shows_the_newer_text_and_keeps_everything(as_ana, ana, bo, rae):
    sent = with_hp(as_ana, source="my own card") | {"save": "1"}
    body = {"powers": ["dodge"], "spells": []}
    (newer,) = known(bo, rae, {"kind": "text", "slug": SLUG, "body": body, "source": "their card"})
    answer = as_ana.post(editor(), sent)
    assert answer.status_code == 409
    assert answer.context["newer"] == newer
    assert "their card" in answer.content.decode()
    again = fields_sent(answer.content.decode())
    assert {name: again[name] for name in sent if name not in ("save", "seen", "csrfmiddlewaretoken", "powers")} == {
        name: value if isinstance(value, list) else [value]
        for name, value in sent.items()
        if name not in ("save", "seen", "csrfmiddlewaretoken", "powers")
    }
    assert as_ana.post(editor(), again | {"save": "1"}).status_code == 302
    assert FactRevision.objects.filter(proposed_by=ana).count() == 1


def test_the_same_form_sent_twice_makes_one_proposal(as_ana):
    sent = with_hp(as_ana) | {"save": "1"}
    assert [as_ana.post(editor(), sent).status_code for _ in range(2)] == [302, 302]
    assert FactRevision.objects.count() == 1


@pytest.mark.parametrize("seen", ["", "x", "-", "9" * 400, "1-x"])
def test_a_form_with_a_strange_version_is_taken(as_ana, seen):
    assert as_ana.post(editor(), with_hp(as_ana) | {"seen": seen, "save": "1"}).status_code == 302
