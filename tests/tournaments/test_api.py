"""The API of the events: the same services with the same codes."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments.worlds import a_match, a_user, an_event, staff
from tournaments.models import MatchState

pytestmark = pytest.mark.django_db


def client_of(user=None) -> APIClient:
    client = APIClient()
    if user:
        client.force_authenticate(user)
    return client


def test_events_are_listed_except_unpublished_ones():
    shown, hidden = an_event(), an_event("draft")
    listed = client_of().get("/api/v1/events/").json()["results"]
    assert [event["slug"] for event in listed] == [shown.slug]
    assert client_of().get(f"/api/v1/events/{hidden.slug}/").status_code == 404


def test_a_player_registers_once_and_withdraws():
    event, user = an_event("registration"), a_user()
    door = f"/api/v1/events/{event.slug}/"
    assert client_of(user).post(f"{door}register/", {"club": "Blue"}, format="json").json()["status"] == "registered"
    again = client_of(user).post(f"{door}register/", {}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "already-registered")
    assert client_of(user).post(f"{door}withdraw/").json()["status"] == "withdrawn"
    assert client_of().post(f"{door}register/", {}, format="json").status_code in {401, 403}


OF_THE_STAFF = {
    "status": "disqualified",
    "paid": True,
    "note": "a friend",
    "fixed_table": 1,
    "manual_rank": 1,
    "name_allowed": True,
    "public_games": True,
    "checked_in_at": timezone.now(),
    "entered_round": 3,
    "lot": 7,
    "claim_token": "known",
    "guest_email": "b@example.org",
}


@pytest.mark.parametrize("away", ["", "the serializer's", "the service's"])
def test_a_player_sets_no_field_of_the_staff(monkeypatch, away):
    if away == "the serializer's":
        everything = property(lambda sent: {**sent.initial_data, **OF_THE_STAFF})
        monkeypatch.setattr("tournaments.api.serializers.RegisterSerializer.validated_data", everything)
    if away == "the service's":
        service = "tournaments.players.services.registration"
        monkeypatch.setattr(f"{service}.ABOUT_THE_PLAYER", ("club", *OF_THE_STAFF))
        monkeypatch.setattr(f"{service}._assign_place", lambda _event, player, **_more: player.save() or player)
    event = an_event("registration", needs_approval=True)
    address = f"/api/v1/events/{event.slug}/register/"
    assert client_of(a_user()).post(address, {"club": "Blue", **OF_THE_STAFF}, format="json").status_code == 201
    row = event.registrations.get()
    assert row.club == "Blue"
    assert [name for name, sent in OF_THE_STAFF.items() if getattr(row, name) == sent] == []


def test_the_status_of_a_registration_cannot_be_written():
    event, user = an_event("registration", needs_approval=True), a_user()
    door = f"/api/v1/events/{event.slug}/"
    client_of(user).post(f"{door}register/", {}, format="json")
    for method in ("put", "patch", "post"):
        sent = getattr(client_of(user), method)(f"{door}players/", {"status": "registered"}, format="json")
        assert sent.status_code == 405
    assert event.registrations.get().status == "pending"


def test_two_players_report_and_confirm():
    match = a_match()
    door = f"/api/v1/matches/{match.pk}/"
    score = {"outcome": "a", "glory_a": 4, "glory_b": 0}
    message = client_of(match.a.user).post(f"{door}report/", score, format="json").json()
    assert message["state"] == MatchState.REPORTED
    stale = client_of(match.b.user).post(f"{door}confirm/", {"version": message["version"] - 1}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    settled = client_of(match.b.user).post(f"{door}confirm/", {"version": message["version"]}, format="json").json()
    assert settled["result"]["outcome"] == "a"


def test_a_stranger_reports_nothing_and_staff_enter():
    match = a_match()
    score = {"outcome": "a", "glory_a": 4, "glory_b": 0}
    refused = client_of(a_user()).post(f"/api/v1/matches/{match.pk}/report/", score, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-match")
    keeper = staff(match.round.event, "scorekeeper")
    entered = client_of(keeper).post(f"/api/v1/matches/{match.pk}/enter/", score, format="json")
    assert entered.json()["state"] == "done"
    event = match.round.event
    assert client_of().get(f"/api/v1/events/{event.slug}/rounds/1/pairings/").json()[0]["score"] == "4 : 0"
    assert [row["points"] for row in client_of().get(f"/api/v1/events/{event.slug}/standings/").json()] == [3, 0]


@pytest.mark.parametrize(
    "score",
    [
        {},
        {"outcome": "a", "glory_a": -1, "glory_b": 0},
        {"outcome": "a", "glory_a": "x", "glory_b": 0},
        {"outcome": ["a"], "glory_a": 1, "glory_b": 0},
        {"outcome": "b", "glory_a": 4, "glory_b": 0},
        {"outcome": "a", "glory_a": 10**30, "glory_b": 0},
    ],
)
def test_nonsense_is_refused_with_a_code(score):
    match = a_match()
    answer = client_of(match.a.user).post(f"/api/v1/matches/{match.pk}/report/", score, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"]
