"""A file holds what the game of its event has; else it is refused with place and choices, and what is saved can be
edited."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rules.games import BLAST, DEFAULT, FIRST_BOX, QUEST, RULESETS
from tests.teams.sent_forms import fields_sent
from tests.tournaments.worlds import a_user, an_event
from tournaments.events.models.formats import GAMES
from tournaments.events.services.exporting import export_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def document_of(ruleset: str, /, **changed: Any) -> dict[str, Any]:
    """A file of an event by these rules, as another site writes it."""
    rules = RULESETS[ruleset]
    fields = {"game": rules.game, **GAMES[rules.game].settings_of_new_event(ruleset), "mode": "free-for-all"}
    if rules.game == BLAST.game:
        fields["mode"] = "duel"
    document: dict[str, Any] = json.loads(json.dumps(export_event(an_event("registration", **fields)), default=str))
    Event.objects.all().delete()
    document["format"] = "krosmaster-event/2"
    document["event"] |= changed
    return document


def put(client, document: dict[str, Any], mark: bytes = b"") -> Any:
    client.force_login(a_user())
    file = SimpleUploadedFile("event.json", mark + json.dumps(document).encode())
    return client.post(reverse("tournaments:import_event"), {"file": file, "again": "on"}, follow=True)


REFUSED = [
    (BLAST.slug, {"tie_breaks": ["omw", "initiative"]}, "/event/tie_breaks/1", "omw"),
    (QUEST.slug, {"tie_breaks": ["initiative"]}, "/event/tie_breaks/0", "gg-scored"),
    (QUEST.slug, {"recorded_games": "full"}, "/event/recorded_games", "ledger, none"),
    (QUEST.slug, {"recorded_cut_games": "full"}, "/event/recorded_cut_games", "ledger, none"),
    (QUEST.slug, {"mode": "duel"}, "/event/mode", "free-for-all"),
    (QUEST.slug, {"cut_size": 8}, "/event/cut_size", "4"),
    (QUEST.slug, {"first_round": "rating"}, "/event/first_round", "at random"),
    (QUEST.slug, {"ruleset": "arena-2.7"}, "/event/ruleset", "quest-1"),
    (QUEST.slug, {"ruleset": "quest-9"}, "/event/ruleset", "quest-1"),
    (BLAST.slug, {"mode": "two-v-two"}, "/event/mode", "duel"),
    (BLAST.slug, {"game": "chess"}, "/event/game", "arena, blast, quest"),
    (BLAST.slug, {"game": ""}, "/event/game", "arena, blast, quest"),
    (BLAST.slug, {"ruleset": ""}, "/event/ruleset", "blast-1"),
    (FIRST_BOX.slug, {"team_format": "limited"}, "/event/team_format", "constructed, box"),
    (DEFAULT.slug, {"team_format": "box"}, "/event/team_format", "constructed, limited"),
    (DEFAULT.slug, {"team_format": "limited"}, "/event/team_format", "four players at a table"),
    (DEFAULT.slug, {"cut_size": 8}, "/event/cut_size", "4, 16, 64"),
    (DEFAULT.slug, {"team_level": 1}, "/event/team_level", "2"),
]


@pytest.mark.parametrize(("ruleset", "changed", "place", "said"), REFUSED)
def test_what_the_game_lacks_is_refused_with_the_choices(client, ruleset, changed, place, said):
    page = put(client, document_of(ruleset, **changed))
    assert (page.status_code, Event.objects.count()) == (400, 0)
    line = page.content.decode().partition(f"{place}: ")[2].partition("<")[0]
    assert said in line, page.content.decode()
    assert ": ," not in line


@pytest.mark.parametrize("ruleset", RULESETS)
def test_settings_of_an_imported_event_can_be_saved(client, ruleset):
    answer = put(client, document_of(ruleset))
    assert answer.status_code == 200
    event = Event.objects.get()
    assert event.ruleset == ruleset
    address = reverse("tournaments:edit", args=[event.slug])
    shown = fields_sent(client.get(address).content.decode(), "event-form")
    answer = client.post(address, shown)
    assert answer.status_code == 302, answer.context["form"].errors


def test_what_a_file_leaves_out_is_as_usual(client):
    document = document_of(QUEST.slug)
    for name in ("game", "mode", "recorded_games", "recorded_cut_games", "round_minutes", "tie_breaks", "glory_cap"):
        del document["event"][name]
    assert put(client, document).status_code == 200
    event = Event.objects.get()
    usual = GAMES[QUEST.game].settings_of_new_event()
    assert {name: getattr(event, name) for name in usual} == usual
    assert event.game == QUEST.game


def test_settings_that_the_game_lacks_are_named(client):
    page = put(client, document_of(BLAST.slug, legality="season-1", team_format="limited", challenges=["nobody"]))
    event = Event.objects.get()
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks
    assert "event/legality" in page.content.decode()
    assert "event/team_format" in page.content.decode()
    assert event.challenges == []
    assert "event/challenges/nobody" in page.content.decode()


@pytest.mark.parametrize(
    ("name", "value"), [("game", BLAST.game), ("ruleset", QUEST.slug), ("ruleset", FIRST_BOX.slug)]
)
def test_the_first_format_refuses_other_rules(client, name, value):
    document = export_event(an_event("registration"))
    assert document["format"] == "krosmaster-event/1"
    Event.objects.all().delete()
    document["event"][name] = value
    page = put(client, json.loads(json.dumps(document, default=str)))
    assert (page.status_code, Event.objects.count()) == (400, 0)
    line = page.content.decode().partition(f"/event/{name}: ")[2].partition("<")[0]
    assert "krosmaster-event/2" in line


def test_the_first_format_may_name_its_rules(client):
    document = export_event(an_event("registration"))
    Event.objects.all().delete()
    document["event"] |= {"game": DEFAULT.game, "ruleset": DEFAULT.slug}
    page = put(client, json.loads(json.dumps(document, default=str)))
    assert Event.objects.get().ruleset == DEFAULT.slug
    assert "Unknown fields" not in page.content.decode()
