"""Every event names its game and the rules that it is played by."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from core.errors import Invalid, Refused
from rules.games import DEFAULT, ON_SITE, RULESETS
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.core.exports.event_document import UNNAMED
from tournaments.events.models import formats
from tournaments.events.models.formats import GAMES
from tournaments.events.services.editing import clone_event, edit_event
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db
OTHER = "other-rules"


@pytest.fixture
def _other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second ruleset of the game, as if the site could run it."""
    game = GAMES[DEFAULT.game]
    monkeypatch.setitem(formats.GAMES, DEFAULT.game, replace(game, rulesets={**game.rulesets, OTHER: "Other rules"}))
    monkeypatch.setitem(RULESETS, OTHER, replace(DEFAULT, slug=OTHER))


def test_each_game_on_the_site_has_its_record():
    on_site = {(ruleset.game, ruleset.slug) for ruleset in ON_SITE.values()}
    assert {(game, ruleset) for game, record in GAMES.items() for ruleset in record.rulesets} == on_site
    assert all(game.list_format == DEFAULT.lists.document_format for game in GAMES.values())


def test_an_event_that_names_no_game_is_of_the_first():
    Person("owner").sends("/events/new/", **event_fields())
    event = Event.objects.get()
    assert (event.game, event.ruleset, event.rules) == (DEFAULT.game, DEFAULT.slug, DEFAULT)


@pytest.mark.usefixtures("_other_rules")
def test_the_form_asks_for_the_game_first_and_keeps_it():
    Person("owner").sends("/events/new/", **event_fields(ruleset=OTHER))
    assert Event.objects.get().ruleset == OTHER
    answer = Person("other").sends("/events/new/?from=constructed-cut", 400)
    assert answer.context["form"].groups()[0].fields[0].name == "ruleset"


def test_an_unknown_game_is_refused_with_those_there_are():
    answer = Person("owner").sends("/events/new/", 400, **event_fields(ruleset="chess"))
    [fault] = answer.context["form"].errors.as_data()["ruleset"]
    assert fault.code == "invalid_choice"
    assert str(GAMES[DEFAULT.game].rulesets[DEFAULT.slug]) in fault.messages[0]


def test_rules_of_another_game_are_refused():
    event = an_event("draft")
    event.ruleset = OTHER
    with pytest.raises(ValidationError) as refused:
        event.clean()
    assert refused.value.error_dict["ruleset"][0].code == "other-game"


@pytest.mark.usefixtures("_other_rules")
@pytest.mark.parametrize("state", ["running", "cut"])
def test_a_started_event_keeps_its_game(state):
    event = an_event(state)
    with pytest.raises(Refused) as refused:
        edit_event(event_id=event.pk, who=staff(event, "owner"), changes={"ruleset": OTHER})
    assert (refused.value.code, refused.value.details["fields"]) == ("fixed-at-the-start", ["ruleset"])


@pytest.mark.usefixtures("_other_rules")
def test_the_second_of_two_tabs_does_not_undo_the_game(signed_in):
    event = an_event("registration")
    browser = signed_in(staff(event, "owner"))
    address = reverse("tournaments:edit", args=[event.slug])
    form = browser.get(address).context["form"]
    typed = {name: value for name in form.fields if (value := form[name].value()) not in (None, False)}
    fields = event_fields(**{"initial-ruleset": DEFAULT.slug, "name": event.name, "legality": typed["legality"]})
    assert browser.post(address, {**fields, "ruleset": OTHER}).status_code == 302
    assert browser.post(address, {**fields, "ruleset": DEFAULT.slug}).status_code == 409
    event.refresh_from_db()
    assert event.ruleset == OTHER


@pytest.mark.usefixtures("_other_rules")
def test_a_copy_is_of_the_same_game():
    event = an_event("registration", ruleset=OTHER)
    copy = clone_event(event=event, who=staff(event, "owner"), name="Again", starts_at=event.starts_at)
    assert copy.ruleset == OTHER


def test_page_and_api_name_the_game(client, signed_in):
    event = an_event("registration")
    assert str(GAMES[event.game].rulesets[event.ruleset]) in client.get(event.get_absolute_url()).content.decode()
    answer = client.get(f"/api/v1/events/{event.slug}/").json()
    assert (answer["game"], answer["ruleset"]) == (DEFAULT.game, DEFAULT.slug)
    assert client.get("/api/v1/events/", {"game": "chess"}).status_code == 400


# -- documents -------------------------------------------------------------------------------------------------------


def imported(document: dict[str, Any]) -> Event:
    return import_event(data=json.dumps(document, default=str).encode(), who=a_user())


def test_documents_of_duels_are_of_the_first_game():
    document = export_event(an_event("registration"))
    assert document["format"] == "krosmaster-event/1"
    assert not set(UNNAMED) & document["event"].keys()
    assert imported(document).ruleset == DEFAULT.slug


def test_later_documents_name_game_and_ruleset():
    document = export_event(an_event("registration", mode="free-for-all"))
    assert (document["event"]["game"], document["event"]["ruleset"]) == (DEFAULT.game, DEFAULT.slug)
    assert imported(document).ruleset == DEFAULT.slug


def test_a_document_from_before_games_is_of_the_first():
    document = export_event(an_event("registration", mode="free-for-all"))
    for name in UNNAMED:
        del document["event"][name]
    event = imported(document)
    assert (event.game, event.ruleset) == (DEFAULT.game, DEFAULT.slug)


@pytest.mark.usefixtures("_other_rules")
def test_a_duel_under_other_rules_is_a_later_document():
    document = export_event(an_event("registration", ruleset=OTHER))
    assert (document["format"], document["event"]["ruleset"]) == ("krosmaster-event/2", OTHER)


@pytest.mark.parametrize("name", UNNAMED)
def test_an_unknown_game_in_a_document_names_field_and_choices(name):
    document = export_event(an_event("registration", mode="free-for-all"))
    document["event"][name] = "chess"
    with pytest.raises(Invalid) as refused:
        imported(document)
    assert refused.value.code == "broken-export"
    assert f"/event/{name}" in str(refused.value)
    assert getattr(DEFAULT, {"game": "game", "ruleset": "slug"}[name]) in str(refused.value)
    assert not Event.objects.filter(**{name: "chess"}).exists()
