"""“Check in” at the desk brings back no-shows and players who dropped, and can be undone until they are paired."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused
from core.records.audit import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event, Registration, Role, Staff, Status
from tournaments.players.models.players import UNDO_TIME
from tournaments.players.services import check_in, dropping
from tournaments.results.services.entry import settle_by_rule
from tournaments.rounds.services.pairing import pair_round

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    event = an_event("running", swiss_rounds=3, capacity=50)
    played = a_round(event, *((a_player(event), a_player(event)) for _table in range(2)))
    for match in played.matches.all():
        settle_by_rule(match, outcome="a", ending="concession", who=staff(event), why="")
    return event


@pytest.fixture
def desk(event) -> Person:
    person = Person("desk")
    Staff.objects.create(event=event, user=person.user, role=Role.ORGANISER)
    return person


def gone(event: Event, status: Status) -> Registration:
    if status == Status.ABSENT:
        return a_player(event, status=status, checked_in_at=None)
    player = event.registrations.registered()[0]
    player.status, player.left_after_round = status, 1
    player.left_from = {"at": (timezone.now() - 2 * UNDO_TIME).isoformat(), "status": "registered", "forfeited": []}
    player.save()
    return player


def state_of(player: Registration) -> dict[str, Any]:
    names = ("status", "checked_in_at", "entered_round", "left_after_round")
    return Registration.objects.filter(pk=player.pk).values(*names).get()


def press(desk: Person, player: Registration, status: int = 200, **fields: str) -> str:
    there = reverse("tournaments:tick", args=[player.event.slug, player.pk])
    answer = desk.client.post(there, fields, headers=HTMX)
    assert answer.status_code == status
    return answer.content.decode()


GONE = pytest.mark.parametrize("status", [Status.ABSENT, Status.DROPPED])


@GONE
def test_one_tap_brings_a_player_back_and_one_undoes_it(event, desk, status):
    player = gone(event, status)
    before = state_of(player)
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert page.count("data-press") == 1 and 'data-code="late"' in page
    page = press(desk, player)
    assert state_of(player)["status"] == Status.REGISTERED and player in event.registrations.to_be_paired()
    entry = AuditEntry.objects.get(action="checked-in")
    assert (entry.before, entry.after) == ({"status": status}, {"status": "registered"})
    assert page.count('name="undo"') == 2, "in the row, and beside who came in last"
    press(desk, player, undo="1")
    assert state_of(player) == before
    assert AuditEntry.objects.filter(action="check-in-undone").count() == 1


@GONE
def test_who_came_back_is_paired_in_the_next_round(event, desk, status):
    player = gone(event, status)
    press(desk, player)
    played = pair_round(event_id=event.pk, who=desk.user)
    assert played.matches.filter(seat_rows__registration=player).exists()


def test_once_the_next_round_is_paired_it_is_not_undone(event, desk):
    player = gone(event, Status.ABSENT)
    press(desk, player)
    pair_round(event_id=event.pk, who=desk.user)
    assert 'name="undo"' not in desk.sees(f"/events/{event.slug}/check-in/")
    press(desk, player, 409, undo="1")
    assert state_of(player)["status"] == Status.REGISTERED


def test_who_dropped_by_mistake_gets_the_match_back(event, desk):
    one, other = event.registrations.registered()[:2]
    match = a_round(event, (one, other)).matches.get()
    dropping.drop(registration=one, who=desk.user)
    assert match.results.current().exists()
    press(desk, one)
    assert state_of(one)["status"] == Status.REGISTERED
    assert not match.results.current().exists()


def test_a_full_event_takes_nobody_back(event, desk):
    player = gone(event, Status.ABSENT)
    Event.objects.update(capacity=4)
    press(desk, player, 409)
    assert state_of(player)["status"] == Status.ABSENT


@pytest.mark.parametrize("state", ["cut", "finished"])
@GONE
def test_after_the_swiss_rounds_nobody_comes_back(event, desk, status, state):
    player = gone(event, status)
    Event.objects.update(state=state)
    assert "data-press" not in desk.sees(f"/events/{event.slug}/check-in/")
    press(desk, player, 409)
    assert state_of(player)["status"] == status


def test_who_was_disqualified_does_not_come_back_here(event, desk):
    player = gone(event, Status.DISQUALIFIED)
    press(desk, player, 409)
    assert state_of(player)["status"] == Status.DISQUALIFIED


def test_players_do_not_bring_themselves_back(event):
    player = gone(event, Status.ABSENT)
    with pytest.raises(Refused) as caught:
        check_in.check_in(registration=player, who=player.user)
    assert caught.value.code == "check-in-closed"


def test_a_no_show_who_is_here_before_round_1_plays(desk):
    event = an_event("check-in")
    Staff.objects.create(event=event, user=desk.user, role=Role.ORGANISER)
    player = a_player(event, status=Status.ABSENT, checked_in_at=None)
    press(desk, player)
    assert player in event.registrations.to_be_paired()


def test_who_dropped_does_not_count_as_expected(event, desk):
    gone(event, Status.DROPPED)
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert 'data-count="3"' in page and "of 3 checked in" in page


def test_a_scanned_code_brings_a_player_back_too(event, desk):
    player = gone(event, Status.DROPPED)
    there = reverse("tournaments:check_in_code", args=[event.slug, player.link_token])
    desk.sends(there)
    assert state_of(player)["status"] == Status.REGISTERED
    assert 'name="undo"' in desk.sees(there)
