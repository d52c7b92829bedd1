"""Names that look empty, or that people take for another player's, are refused at every door."""

import pytest
from django.urls import reverse

from core.text.lookalikes import Names
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Role

pytestmark = pytest.mark.django_db

EMPTY = ["\u200b", "\u00ad \u2060", "\u3164", "\u2800", "\u0301", "\ufe0f\u034f"]
ALIKE = [
    "JEAN MARTIN",
    "Jean  Mártin",
    "J\u0435an Martin",
    "Jean Mart\u0131n",
    "Jean\u200b Martin",
    "Jean Mart\u0456n",
]
OTHERS = ["Jean Martinez", "Jeanne Martin", "Jean Morin"]


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga):
    event = an_event("registration", capacity=50)
    event.staff.create(user=olga.user, role=Role.OWNER)
    event.registrations.create(guest_name="Jean Martin")
    return event


def codes(answer, field=None) -> list[str]:
    return [error.code for error in answer.context["form"].errors.as_data().get(field or "__all__", [])]


def named(name: str) -> Person:
    person = Person("visitor")
    person.user.public_name = name
    person.user.save()
    return person


@pytest.mark.parametrize("name", EMPTY)
def test_nobody_signs_up_or_plays_under_an_empty_looking_name(client, olga, event, name):
    fields = {"email": "new@example.org", "password1": "a long sentence of words", "public_name": name}
    assert codes(client.post(reverse("account_signup"), fields), "public_name") in (["looks-empty"], ["required"])
    answer = olga.client.post(reverse("accounts:me"), {"public_name": name, "locale": "", "time_zone": ""})
    assert codes(answer, "public_name") in (["looks-empty"], ["required"])
    added = olga.client.post(reverse("tournaments:add_player", args=[event.slug]), {"guest_name": name})
    assert codes(added, "guest_name") == ["looks-empty"]


@pytest.mark.parametrize("name", ALIKE)
def test_nobody_registers_under_a_name_like_another_players(event, name):
    person = named(name)
    answer = person.sends(f"/events/{event.slug}/register/", 400)
    assert codes(answer) == ["name-like-another"]
    body = person.client.post(f"/api/v1/events/{event.slug}/register/", {}, content_type="application/json")
    assert (body.status_code, body.json()["code"]) == (409, "name-like-another")
    assert "Jean Martin" not in body.json()["detail"]


@pytest.mark.parametrize("name", OTHERS)
def test_names_that_only_resemble_another_are_taken(event, name):
    named(name).sends(f"/events/{event.slug}/register/")


def test_staff_allow_two_people_of_one_name(olga, event):
    there = reverse("tournaments:add_player", args=[event.slug])
    assert codes(olga.sends(there, 400, guest_name="jean martin"), "guest_name") == ["already-registered"]
    assert codes(olga.sends(there, 400, guest_name="J\u0435an Martin"), "name_allowed") == ["name-like-another"]
    olga.sends(there, guest_name="Jean Martin", name_allowed="on")
    guest = event.registrations.get(name_allowed=True)
    namesake = named("Jean Martin")
    namesake.sends(reverse("tournaments:claim", args=[guest.claim_token]))
    assert event.registrations.get(pk=guest.pk).user == namesake.user


def test_a_player_is_not_renamed_to_look_like_another(olga, event):
    other = event.registrations.create(guest_name="Ana Morin")
    there = reverse("tournaments:edit_player", args=[event.slug, other.pk])
    assert codes(olga.sends(there, 400, guest_name="Jean Martìn"), "name_allowed") == ["name-like-another"]
    olga.sends(there, guest_name="Jean Martìn", name_allowed="on")


@pytest.mark.parametrize("name", ["Jean Martin #1", "jean martin#2", "Jean Martin \uff03 1 #3"])
def test_a_name_typed_with_a_number_looks_like_the_name(olga, event, name):
    there = reverse("tournaments:add_player", args=[event.slug])
    assert codes(olga.sends(there, 400, guest_name=name), "name_allowed") == ["name-like-another"]
    preview = olga.sends(f"/events/{event.slug}/manage/players/import/", 200, text=f"Name\n{name}")
    assert [bool(line.errors) for line in preview.context["lines"]] == [True]
    other = event.registrations.create(guest_name="Ana Morin")
    edit = reverse("tournaments:edit_player", args=[event.slug, other.pk])
    assert codes(olga.sends(edit, 400, guest_name=name), "name_allowed") == ["name-like-another"]


def test_a_sheet_with_a_name_like_another_is_refused(olga, event):
    sheet = "Name\nJ\u0435an Martin\nAna\n\u3164a\u0301\n\u0410na"
    answer = olga.sends(f"/events/{event.slug}/manage/players/import/", 200, text=sheet)
    assert [bool(line.errors) for line in sorted(answer.context["lines"], key=lambda line: line.number)] == [
        True,
        False,
        False,
        True,
    ]


def test_no_public_name_changes_to_anothers_in_a_running_event(event):
    player = a_player(event, "mia")
    person = Person("someone")
    event.registrations.create(user=person.user)
    form = {"public_name": "Jean Martіn", "locale": "", "time_zone": ""}
    there = reverse("accounts:me")
    assert codes(person.client.post(there, form), "public_name") == ["name-like-another"]
    assert codes(person.client.post(there, form | {"public_name": "MIA"}), "public_name") == ["name-like-another"]
    event.state = "finished"
    event.save()
    assert person.client.post(there, form).status_code == 302
    assert player.full_name == "Mia"


def test_an_imported_event_distinguishes_players_of_like_names(olga, event):
    event.registrations.create(user=named("J\u0435an Martin").user)
    event.registrations.create(guest_name="JEAN MARTIN", name_allowed=True)
    copy = import_event(data=strictjson_bytes(export_event(event)), who=olga.user)
    assert sorted(copy.registrations.values_list("guest_name", flat=True)) == [
        "JEAN MARTIN",
        "Jean Martin",
        "J\u0435an Martin (2)",
    ]


def strictjson_bytes(document) -> bytes:
    import json

    from django.core.serializers.json import DjangoJSONEncoder

    return json.dumps(document, cls=DjangoJSONEncoder).encode()


def test_a_thousand_names_are_compared_at_once():
    names = Names(f"Player number {number}" for number in range(1000))
    assert names.like("player nümber 7") == "Player number 7"
    assert not names.like("Player number 1000")
