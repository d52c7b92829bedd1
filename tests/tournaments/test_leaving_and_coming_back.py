"""Leaving asks first, and its undo gives the place back; chairs of dropped players go to late entries."""

import datetime as dt

import pytest
from django.utils import timezone

from core.models import AuditEntry
from tests.expected_errors import refused
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff, undo_time_is_over
from tournaments.lifecycle.services import number_of_rounds as numbers
from tournaments.models import Event, Match, MatchState, Registration, Role, Round, Status
from tournaments.players.services import dropping, registration
from tournaments.rounds.services import pairing

pytestmark = pytest.mark.django_db


def again(player: Registration) -> Registration:
    return Registration.objects.get(pk=player.pk)


def test_leaving_asks_on_a_page_of_its_own(signed_in):
    event = an_event("registration", capacity=1)
    me = registration.register(event_id=event.pk, who=a_user())
    other = registration.register(event_id=event.pk, who=a_user())
    client = signed_in(me.user)
    assert f'href="/events/{event.slug}/withdraw/"' in client.get(f"/events/{event.slug}/").content.decode()
    assert "1 player is on the waiting list" in client.get(f"/events/{event.slug}/withdraw/").content.decode()
    assert again(me).status == Status.REGISTERED
    client.post(f"/events/{event.slug}/withdraw/")
    assert (again(me).status, again(other).status) == (Status.WITHDRAWN, Status.WAITING)


def test_the_undo_gives_place_and_check_in_back(signed_in):
    event = an_event("check-in", capacity=2)
    me, waits = a_player(event), a_player(event, status=Status.WAITING, queued_at=event.starts_at)
    a_player(event)
    client = signed_in(me.user)
    client.post(f"/events/{event.slug}/withdraw/")
    assert f'action="/events/{event.slug}/withdraw/undo/"' in client.get(f"/events/{event.slug}/").content.decode()
    client.post(f"/events/{event.slug}/withdraw/undo/")
    assert again(me).status == Status.REGISTERED
    assert again(me).is_checked_in
    undo_time_is_over(event)
    assert again(waits).status == Status.WAITING


def test_after_the_undo_time_the_place_goes_to_the_queue():
    event = an_event("registration", capacity=1)
    me, waits = (registration.register(event_id=event.pk, who=a_user()) for _ in range(2))
    registration.withdraw(registration=me, who=me.user)
    undo_time_is_over(event)
    assert again(waits).status == Status.REGISTERED
    refused("too-late-to-undo", lambda: dropping.undo_leaving(registration=me, who=me.user))


def test_undoing_a_drop_reopens_the_forfeited_match(signed_in):
    event = an_event()
    match = a_round(event, (a_player(event), a_player(event))).matches.get()
    client = signed_in(match.a.user)
    client.post(f"/events/{event.slug}/withdraw/")
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    client.post(f"/events/{event.slug}/withdraw/undo/")
    match.refresh_from_db()
    assert (match.state, again(match.a).status) == (MatchState.OPEN, Status.REGISTERED)


def test_an_undone_drop_changes_nothing_that_followed_it():
    event = an_event(swiss_rounds=3)
    match = a_round(event, (a_player(event), a_player(event)), (a_player(event), None)).matches.get(bye=False)
    dropping.drop(registration=match.a, who=match.a.user)
    pairing.pair_round(event_id=event.pk, who=staff(event))
    dropping.undo_leaving(registration=match.a, who=match.a.user)
    match.refresh_from_db()
    assert match.state == MatchState.DONE


def test_a_late_entry_takes_the_chair_of_a_dropped_player():
    event = an_event(capacity=2)
    owner = staff(event, Role.OWNER)
    gone, _stays = a_player(event), a_player(event)
    add = lambda: registration.add_player(event_id=event.pk, who=owner, about={"guest_name": "Late"})  # noqa: E731
    refused("full", add)
    dropping.drop(registration=gone, who=gone.user)
    refused("full", add)
    undo_time_is_over(event)
    assert add().status == Status.REGISTERED
    refused("full", lambda: dropping.reinstate(registration=again(gone), who=owner))


@pytest.fixture
def running() -> Event:
    event = an_event(swiss_rounds=3, round_minutes=60, break_minutes=0)
    a_round(event, (a_player(event), a_player(event)), (a_player(event), a_player(event)))
    return event


def organiser_of(event: Event) -> Person:
    person = Person("organiser")
    event.staff.create(user=person.user, role=Role.ORGANISER)
    return person


def test_rounds_are_added_and_cut_with_the_consequences_shown(running):
    organiser = organiser_of(running)
    path = f"/events/{running.slug}/run/rounds/"
    assert f'href="{path}"' in organiser.sees(f"/events/{running.slug}/run/")
    page = organiser.sees(path)
    for reported in (
        "1 round more than announced",
        "2 rounds fewer than announced",
        "pairs meet again",
        "no further round",
    ):
        assert reported in page
    organiser.sends(path, rounds=4, seen=3)
    running.refresh_from_db()
    assert running.swiss_rounds == 4
    organiser.sends(path, 409, rounds=2, seen=3)
    organiser.sends(path, rounds=1, seen=4)
    running.refresh_from_db()
    assert running.swiss_rounds == 1


@pytest.mark.parametrize("rounds", [0, 31, 999])
def test_no_round_that_is_paired_can_be_cut(running, rounds):
    a_round(running, (running.registrations.all()[0], running.registrations.all()[2]))
    organiser_of(running).sends(f"/events/{running.slug}/run/rounds/", 400, rounds=rounds)


def test_an_option_after_the_venue_closes_says_so(running):
    running.ends_at = timezone.now() + running.time_for(3) + dt.timedelta(minutes=30)
    expected = {option.rounds: option.consequences for option in numbers.rounds_options(running)}
    assert "after the hall closes" in expected[4]
    assert "after the hall closes" not in expected[3]


def test_the_number_stands_once_the_cut_has_begun(running):
    Event.objects.update(state="cut")
    organiser = organiser_of(running)
    assert organiser.client.get(f"/events/{running.slug}/run/rounds/").status_code == 409
    assert Round.objects.count() == 1
    assert Match.objects.count() == 2


def test_leaving_gives_no_reason_of_its_own():
    event = an_event("running")
    player = a_player(event)
    dropping.drop(registration=player, who=staff(event))
    assert AuditEntry.objects.get(action="dropped").why == ""


def test_french_speaks_of_registrations_not_of_men(signed_in):
    event = an_event("registration")
    me = registration.register(event_id=event.pk, who=a_user())
    client = signed_in(me.user)
    french = {"headers": {"accept-language": "fr"}}
    page = client.get(f"/events/{event.slug}/", **french).content.decode()
    assert "inscription validée" in page
    assert f'href="/events/{event.slug}/withdraw/">Annuler l’inscription</a>' in page
    event.registrations.update(checked_in_at=event.starts_at)
    assert "présence confirmée" in client.get(f"/events/{event.slug}/", **french).content.decode()
    client.post(f"/events/{event.slug}/withdraw/")
    assert "inscription annulée" in client.get(f"/events/{event.slug}/", **french).content.decode()


def test_french_sets_a_space_before_a_semicolon(client):
    page = client.get(an_event("registration").get_absolute_url(), headers={"accept-language": "fr"}).content.decode()
    assert "\u202f; barème" in page
