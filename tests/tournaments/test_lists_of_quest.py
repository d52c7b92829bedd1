"""Lists of Krosmaster Quest: one Krosmaster each, of the level of the event, and no Boss."""

import json
from typing import Any

import pytest
from django.urls import reverse

from rules.games import QUEST
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.events.models.formats import GAMES
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, Registration, Role, SubmittedList

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event() -> Event:
    settings = GAMES[QUEST.game].settings_of_new_event()
    event = an_event(game=QUEST.game, slug="league", **settings | {"lists_required": True})
    a_player(event, "ana")
    staff(event, Role.OWNER, "owner")
    return event


def door(event: Event) -> str:
    return reverse("tournaments:my_list", args=[event.slug])


def hands_in(event: Event, text: str, status: int = 302) -> Any:
    return Person("ana").sends(door(event), status, text=text)


def stored() -> SubmittedList:
    return SubmittedList.objects.current().get()


def test_one_krosmaster_is_handed_in_by_name(event):
    hands_in(event, "Raul Bak")
    assert (stored().figures, stored().legal, stored().level) == (["raul-bak"], True, 3)
    assert "Raul Bak" in Person("ana").sees(door(event))


@pytest.mark.parametrize(
    ("text", "article"),
    [("royal-tofu", "Q-3.4"), ("goultard", "Q-3.5"), ("raul-bak\npandalida", "Q-3.2")],
)
def test_a_list_against_the_rules_names_its_article(event, text, article):
    hands_in(event, text)
    assert not stored().legal
    assert article in Person("ana").sees(door(event))


def test_the_event_says_the_level(event):
    Event.objects.update(hero_level=None)
    hands_in(event, "goultard")
    assert stored().legal


@pytest.mark.parametrize("text", ["", "{", '{"format": "krosmaster-quest-hero/1"}', "Nobody at all", "x\n" * 60])
def test_a_list_that_cannot_be_read_stays_in_the_field(event, text):
    hands_in(event, text, 400)
    assert not SubmittedList.objects.exists()


def test_a_document_is_taken_and_one_of_another_game_refused(event):
    hands_in(event, json.dumps({"format": QUEST.lists.document_format, "hero": "raul-bak"}))
    other = {"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["nox"]}
    answer = hands_in(event, json.dumps(other), 400)
    assert [fault.code for fault in answer.context["form"].errors.as_data()["__all__"]] == ["ruleset-differs"]


def test_lists_are_locked_checked_and_printed(event):
    hands_in(event, "Raul Bak")
    owner = Person("owner")
    owner.sends(reverse("tournaments:lock_lists", args=[event.slug]), 302)
    assert stored().commitment
    player = Registration.objects.get(user__username="ana")
    assert "Raul Bak" in owner.sees(reverse("tournaments:deck_check", args=[event.slug, player.pk]))
    assert "Raul Bak" in owner.sees(reverse("tournaments:print_lists", args=[event.slug]))


def test_level_and_lists_survive_an_export(event):
    Event.objects.update(hero_level=5)
    hands_in(event, "Raul Bak")
    event.refresh_from_db()
    copy = import_event(data=json.dumps(export_event(event)).encode(), who=Person("owner").user)
    assert (copy.hero_level, SubmittedList.objects.get(registration__event=copy).figures) == (5, ["raul-bak"])


def test_the_policy_is_shown_before_round_1():
    coming = an_event("registration", game=QUEST.game, **GAMES[QUEST.game].settings_of_new_event())
    page = Person("reader").sees(coming.get_absolute_url())
    assert "the current round of turns is finished" in page
    assert "By the policy of this event" in page
