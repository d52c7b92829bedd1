"""The staff's table of players: search, filters, sorting, and a step for several players at once."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import worlds
from tournaments.models import EventState, Role, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    """An event with a fee and five players, of whom two await approval; the client is its organiser."""
    event = worlds.an_event(entry_fee="5", state=EventState.REGISTRATION)
    for name, club, status in (
        ("Ana B.", "Astrub", Status.REGISTERED),
        ("Cy", "", Status.PENDING),
        ("Dée", "Bonta", Status.REGISTERED),
        ("Li", "Astrub", Status.PENDING),
        ("O'Shun", "Bonta", Status.WAITING),
    ):
        queued = timezone.now() if status == Status.WAITING else None
        event.registrations.create(guest_name=name, club=club, status=status, queued_at=queued)
    client.force_login(worlds.staff(event))
    return event


def table(client, event, **query):
    return client.get(reverse("tournaments:manage_players", args=[event.slug]), query)


def names(answer) -> list[str]:
    rows = re.findall(r'<th scope="row" class="row-title"><a [^>]*>([^<]*)</a>', answer.content.decode())
    return [name.replace("&#x27;", "'").replace("&#39;", "'") for name in rows]


def decide(client, event, do, *players, query=""):
    address = reverse("tournaments:decide_several", args=[event.slug]) + query
    return client.post(address, {"do": do, "player": [player.pk for player in players]})


def player(event, name):
    return event.registrations.get(guest_name=name)


def status(event, name):
    return player(event, name).status


def test_players_are_found_by_name_and_club(client, hall):
    assert names(table(client, hall, q="oshun")) == ["O'Shun"]
    assert names(table(client, hall, q="astrub")) == ["Ana B.", "Li"]


def test_only_filters_that_keep_some_are_offered(client, hall):
    shown = re.findall(r'<a class="chip" href="[^"]*"[^>]*>([^<]*)</a>', table(client, hall).content.decode())
    assert shown == ["everyone", "awaiting approval", "on the waiting list", "registered", "not paid"]


def test_a_filter_and_an_order_hold_together(client, hall):
    assert names(table(client, hall, show="pending")) == ["Cy", "Li"]
    assert names(table(client, hall, sort="club")) == ["Ana B.", "Li", "Dée", "O'Shun", "Cy"]
    assert names(table(client, hall, sort="club", show="registered")) == ["Ana B.", "Dée"]


@pytest.mark.parametrize("query", [{"show": "nothing"}, {"sort": "secret"}, {"page": "x"}, {"sort": "fee", "show": ""}])
def test_an_unknown_filter_or_order_shows_everyone(client, hall, query):
    assert len(names(table(client, hall, **query))) == 5


def test_a_list_that_nobody_is_in_leads_back(client, hall):
    answer = table(client, hall, q="nobody")
    assert names(answer) == []
    assert b'href="?"' in answer.content


def test_several_players_are_approved_at_once(client, hall):
    answer = decide(client, hall, "approve", player(hall, "Cy"), player(hall, "Li"))
    assert answer.status_code == 302
    assert {status(hall, "Cy"), status(hall, "Li")} == {Status.REGISTERED}


def test_the_fee_of_several_is_noted_at_once(client, hall):
    decide(client, hall, "paid", *hall.registrations.all())
    assert all(hall.registrations.values_list("paid", flat=True))


def test_a_step_refused_for_one_is_taken_for_none(client, hall):
    answer = decide(client, hall, "approve", player(hall, "Cy"), player(hall, "Ana B."), query="?sort=club")
    assert answer.status_code == 409
    assert 'data-code="not-pending"' in answer.content.decode()
    assert status(hall, "Cy") == Status.PENDING
    ticked = re.findall(r'name="player" value="(\d+)" form="several" checked', answer.content.decode())
    assert sorted(map(int, ticked)) == sorted([player(hall, "Cy").pk, player(hall, "Ana B.").pk])
    assert names(answer)[-1] == "Cy"


@pytest.mark.parametrize("value", ["", "0", "x", "9" * 40, "\0", "1\n"])
def test_nothing_selected_is_said(client, hall, value):
    address = reverse("tournaments:decide_several", args=[hall.slug])
    answer = client.post(address, {"do": "approve", "player": [value]})
    assert (answer.status_code, b'data-code="nobody-selected"' in answer.content) == (400, True)


@pytest.mark.parametrize("do", ["", "disqualify", "note", "explode"])
def test_only_steps_for_several_are_taken(client, hall, do):
    assert decide(client, hall, do, player(hall, "Cy")).status_code == 400
    assert status(hall, "Cy") == Status.PENDING


def test_players_of_another_event_are_left_alone(client, hall):
    other = worlds.an_event(slug="other").registrations.create(guest_name="Zoe", status=Status.PENDING)
    assert decide(client, hall, "approve", other).status_code == 400
    other.refresh_from_db()
    assert other.status == Status.PENDING


def test_a_judge_decides_about_nobody(client, hall):
    client.force_login(worlds.staff(hall, role=Role.JUDGE))
    assert decide(client, hall, "approve", player(hall, "Cy")).status_code == 403


def test_a_payment_is_shown_without_a_fee(client):
    event = worlds.an_event(entry_fee="", state=EventState.REGISTRATION)
    event.registrations.create(guest_name="Ana B.")
    client.force_login(worlds.staff(event))
    event.registrations.create(guest_name="Bo", paid=True)
    page = table(client, event).content.decode()
    assert (page.count('class="fee"'), "Mark as paid" in page) == (2, True)


def test_dropping_asks_by_name_and_tells_of_the_open_table(client):
    event = worlds.an_event()
    ana, bo, cy, di = (worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    played = worlds.a_round(event, (ana, bo), (cy, di))
    played.matches.filter(table=2).update(state="done")
    client.force_login(worlds.staff(event))
    page = table(client, event).content.decode()
    assert page.count("Table 1 is still playing") == 2
    assert "Remove Ana from the event? Table 1 is still playing: it counts at once as lost for them." in page
    assert "Remove Cy from the event? For five minutes" in page
