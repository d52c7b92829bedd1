"""Lists of figures of Krosmaster Blast: handed in, checked, locked, compared with the table and printed."""

import json
from typing import Any

import pytest
from django.urls import reverse

from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, FactsPin, Registration, Role, SubmittedList

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event() -> Event:
    """With the made-up cards, and lists still open."""
    event = an_event(game=BLAST.game, ruleset=BLAST.slug, slug="duels", lists_required=True)
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    a_player(event, "ana")
    staff(event, Role.OWNER, "owner")
    return event


def door(event: Event) -> str:
    return reverse("tournaments:my_list", args=[event.slug])


def hands_in(event: Event, text: str, status: int = 302) -> Any:
    return Person("ana").sends(door(event), status, text=text)


def stored() -> SubmittedList:
    return SubmittedList.objects.current().get()


def test_a_pair_is_handed_in_by_name(event):
    hands_in(event, "Adèle\nbea\n")
    assert (stored().figures, stored().legal, stored().level) == (["ada", "bea"], True, 0)
    page = Person("ana").sees(door(event))
    assert "Ada" in page and "Bea" in page
    assert "Level" not in page and "ban list" not in page and "builder" not in page


@pytest.mark.parametrize(
    ("text", "article"),
    [("ada", "B-1.1"), ("ada\nbea\ncal", "B-1.1"), ("2x bea", "B-11.2"), ("imp\nada", "B-1.1")],
)
def test_a_list_against_the_rules_names_its_article(event, text, article):
    hands_in(event, text)
    assert not stored().legal
    assert article in Person("ana").sees(door(event))


def test_messages_say_names_as_entered(event):
    hands_in(event, "2x bea")
    assert "Bea is 2 times in one team." in Person("ana").sees(door(event))
    hands_in(event, "ada\nbe")
    assert "Closest matches: Bea" in Person("ana").sees(door(event))


def test_a_common_figure_may_come_twice(event):
    hands_in(event, "2x ada")
    assert stored().legal


def test_an_unknown_figure_is_a_warning(event):
    hands_in(event, "ada\nNobody Known")
    assert (stored().figures, stored().legal) == (["ada", "nobody-known"], True)
    page = Person("ana").sees(door(event))
    assert 'data-code="noted"' in page and "unknown figure (nobody known)" in page


def test_the_event_says_how_many_are_in_a_team(event):
    Event.objects.update(team_size=3)
    hands_in(event, "ada\nbea\ncal")
    assert stored().legal


@pytest.mark.parametrize("text", ["", "{", '{"format": "krosmaster-blast-team/1"}', "x\n" * 60])
def test_a_list_that_cannot_be_read_stays_in_the_field(event, text):
    hands_in(event, text, 400)
    assert not SubmittedList.objects.exists()


def test_a_document_is_taken_and_one_of_another_game_refused(event):
    document = {"format": BLAST.lists.document_format, "figures": ["ada", "bea"]}
    hands_in(event, json.dumps(document))
    other = {"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["nox"]}
    answer = hands_in(event, json.dumps(other), 400)
    assert [fault.code for fault in answer.context["form"].errors.as_data()["__all__"]] == ["ruleset-differs"]


def test_lists_are_locked_checked_and_printed(event):
    hands_in(event, "ada\nbea")
    owner = Person("owner")
    owner.sends(reverse("tournaments:lock_lists", args=[event.slug]), 302)
    assert stored().commitment
    player = Registration.objects.get(user__username="ana")
    assert "Ada" in owner.sees(reverse("tournaments:deck_check", args=[event.slug, player.pk]))
    assert "☐ Bea" in owner.sees(reverse("tournaments:print_lists", args=[event.slug]))


def test_lists_with_unknown_figures_survive_an_export(event):
    hands_in(event, "ada\nnobody-known")
    copy = import_event(data=json.dumps(export_event(event)).encode(), who=Person("owner").user)
    assert SubmittedList.objects.get(registration__event=copy).figures == ["ada", "nobody-known"]
