"""A name is one line of characters that everybody sees, through whatever door it comes in."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models

from accounts.models import ApiToken, User
from core.text.names import in_one_line, one_line
from judging.recorder.forms.duels import PracticeForm
from teams.models import LegalityProfile, Pool, TeamList
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_user, an_event
from tournaments.events.services.exporting import export_event
from tournaments.models import Event, Registration, Role, Series, SubmittedList

pytestmark = pytest.mark.django_db

BROKEN = ["A\nB", "A\rB", "A\x07B", "A\u2028B", "A\x85B", "A\u202eB"]
SAID = "contains an invalid character"
NAMES: dict[type[models.Model], set[str]] = {
    User: {"public_name"},
    ApiToken: {"name"},
    TeamList: {"name"},
    Pool: {"name"},
    LegalityProfile: {"title"},
    Series: {"name"},
    Event: {"name", "place", "contact", "entry_fee"},
    Registration: {"guest_name", "club", "household"},
    SubmittedList: {"name", "why"},
}


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga) -> Event:
    event = an_event("registration", capacity=50)
    event.staff.create(user=olga.user, role=Role.OWNER)
    return event


def codes(answer, field: str, form: str = "form") -> list[str]:
    return [error.code for error in answer.context[form].errors.as_data().get(field, [])]


def test_all_names_and_titles_share_one_validator():
    for model, names in NAMES.items():
        assert {field.name for field in model._meta.fields if one_line in field.validators} == names


@pytest.mark.parametrize("name", BROKEN)
def test_no_event_is_made_with_a_broken_name(olga, name):
    answer = olga.sends("/events/new/", 400, **event_fields(name=name))
    assert codes(answer, "name") == ["invalid-character"]
    assert SAID in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("field", ["name", "place", "contact", "entry_fee"])
def test_an_invalid_name_does_not_change_the_event(olga, event, field):
    answer = olga.sends(f"/events/{event.slug}/edit/", 400, **event_fields(**{field: "A\nB"}))
    assert codes(answer, field) == ["invalid-character"]


def test_a_copy_of_an_event_takes_no_broken_name(olga, event):
    fields = {"name": "A\nB", "starts_at": "2030-10-05T10:00"}
    assert codes(olga.sends(f"/events/{event.slug}/clone/", 400, **fields), "name") == ["invalid-character"]


@pytest.mark.parametrize(("part", "field"), [("event", "name"), ("event", "place"), ("registrations", "name")])
def test_an_event_file_with_an_invalid_name_is_refused(olga, event, part, field):
    Registration.objects.create(event=event, guest_name="Ana")
    document = export_event(event)
    row = document[part] if part == "event" else document[part][0]
    row[field] = "A\nB"
    file = SimpleUploadedFile("event.json", json.dumps(document).encode())
    answer = olga.client.post("/events/import/", {"file": file, "again": "on"})
    assert answer.status_code == 400
    assert SAID in answer.content.decode()
    assert Event.objects.count() == 1


@pytest.mark.parametrize("field", ["guest_name", "club", "household"])
def test_staff_write_no_broken_name_down(olga, event, field):
    fields = {"guest_name": "Ana", field: "A\nB"}
    answer = olga.sends(f"/events/{event.slug}/manage/players/add/", 400, **fields)
    assert codes(answer, field) == ["invalid-character"]
    assert not Registration.objects.exists()


@pytest.mark.parametrize("line", ["A\x07B,x@example.org,", "A\x00B,x@example.org,", "Ana,x@example.org,O\x1bwls"])
def test_an_imported_line_with_an_invalid_name_is_an_error(olga, event, line):
    file = SimpleUploadedFile("players.csv", f"name,email,club\n{line}".encode())
    answer = olga.client.post(f"/events/{event.slug}/manage/players/import/", {"file": file})
    assert [len(found.errors) for found in answer.context["lines"]] == [1]
    assert SAID in answer.content.decode()


def test_registration_refuses_an_invalid_club_name(olga, event):
    answer = olga.sends(f"/events/{event.slug}/register/", 400, club="A\nB")
    assert codes(answer, "club") == ["invalid-character"]


def test_the_api_takes_no_broken_club(olga, event):
    answer = olga.client.post(f"/api/v1/events/{event.slug}/register/", {"club": "A\nB"}, "application/json")
    assert answer.status_code == 400
    assert SAID in answer.content.decode()


@pytest.mark.parametrize("name", BROKEN)
def test_the_api_refuses_invalid_team_and_pool_names(olga, name):
    document = {"format": "krosmaster-team/1", "team_format": "constructed", "figures": ["bill-tell"], "name": name}
    for path, sent in (("teams", {"document": document}), ("pools", {"name": name})):
        answer = olga.client.post(f"/api/v1/{path}/", sent, "application/json")
        assert (path, answer.status_code) == (path, 400)
        assert SAID in answer.content.decode()


def test_a_team_is_not_saved_under_a_broken_name(olga):
    olga.client.post("/teams/save/", {"f": "bill-tell", "name": "A\nB"})
    assert not TeamList.objects.exists()


@pytest.mark.parametrize(
    ("path", "fields", "field"),
    [
        ("/series/new/", {"name": "A\nB", "points_by_rank": "3, 2", "points_for_taking_part": 1}, "name"),
        ("/pools/", {"name": "A\nB"}, "name"),
        ("/me/", {"public_name": "A\nB"}, "public_name"),
    ],
)
def test_no_other_page_takes_a_broken_name(olga, path, fields, field):
    answer = olga.client.post(path, fields)
    assert codes(answer, field) == ["invalid-character"]


def test_nobody_signs_up_under_a_broken_name(client):
    form = {"public_name": "A\nB", "email": "eve@example.org", "password1": "a long sentence of words"}
    assert codes(client.post("/accounts/signup/", form), "public_name") == ["invalid-character"]
    assert not EmailAddress.objects.exists()


def test_players_of_a_practice_game_have_no_broken_names():
    form = PracticeForm({"name_a": "A\nB", "name_b": "B"}, user=a_user())
    assert form.errors.as_data()["name_a"][0].code == "invalid-character"


@pytest.mark.parametrize("name", BROKEN)
def test_e_mail_subjects_are_one_line_for_any_name(name):
    assert in_one_line(name) == "A B"
