"""The public page of an event: places, waiting list, contact, map, prizes as text, one sentence about it."""

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_player, a_user, an_event, undo_time_is_over
from tournaments.models import Event, EventState
from tournaments.players.services import dropping, registration

pytestmark = pytest.mark.django_db


def shown(client, event) -> str:
    return " ".join(client.get(event.get_absolute_url()).content.decode().split())


def test_places_left_and_people_waiting_are_counted(client):
    half, full = (an_event("registration", capacity=2) for _event in range(2))
    for event in (half, full, full):
        a_player(event)
    a_player(full, status="waiting", queued_at=timezone.now())
    assert "1 of 2 left" in shown(client, half)
    assert "all 2 are taken, 1 waiting" in shown(client, full)
    assert "Join waiting list" in shown(client, full)
    assert "Join waiting list" not in shown(client, half)


@pytest.mark.parametrize("state", ["cut", "finished"])
def test_no_places_are_left_once_nobody_can_enter(client, state):
    page = shown(client, an_event(state, capacity=64))
    assert "<dd>64" in page
    assert "of 64 left" not in page


def cards(client) -> str:
    return " ".join(client.get("/events/").content.decode().split())


def test_list_and_page_of_an_event_count_places_alike(client):
    event = an_event("registration", capacity=4)
    first, second = (a_player(event) for _player in range(2))
    a_player(event, status="pending")
    registration.withdraw(registration=second, who=second.user)
    assert "3 of 4 places taken" in cards(client) and "1 of 4 left" in shown(client, event)
    undo_time_is_over(event)
    assert "2 of 4 places taken" in cards(client) and "2 of 4 left" in shown(client, event)
    Event.objects.update(state="running")
    event.registrations.filter(status="pending").update(status="registered")
    dropping.drop(registration=first, who=first.user)
    assert "2 of 4 places taken" in cards(client) and "2 of 4 left" in shown(client, event)
    undo_time_is_over(event)
    assert "1 of 4 places taken" in cards(client) and "3 of 4 left" in shown(client, event)
    Event.objects.update(state="finished")
    assert "2 players" in cards(client)


def test_the_list_of_events_asks_once_for_all(client, django_assert_num_queries):
    for state in ("registration", "running", "finished"):
        for _event in range(3):
            a_player(an_event(state))
    with django_assert_num_queries(5):
        client.get("/events/")


def test_who_waits_sees_their_position(signed_in):
    event = an_event("registration", capacity=2)
    for name in ("first", "second"):
        last = a_player(event, name, status="waiting", queued_at=timezone.now())
    assert "You are number 2 on the waiting list." in shown(signed_in(last.user), event)
    guest = event.registrations.create(guest_name="Guest", status="waiting", queued_at=timezone.now())
    page = signed_in(a_user()).get(reverse("tournaments:personal", args=[guest.link_token])).content.decode()
    assert "You are number 3 on the waiting list." in page


def test_the_organiser_enters_a_contact_that_everybody_sees(signed_in, client):
    fields = event_fields(contact="cup@example.org", place="Salle des fêtes, Lyon")
    assert signed_in(a_user()).post(reverse("tournaments:create"), fields).status_code == 302
    event = Event.objects.get(contact="cup@example.org")
    Event.objects.update(state="announced")
    client.logout()
    assert 'href="mailto:cup@example.org"' in shown(client, event)
    assert "openstreetmap.org/search?query=Salle+des+f%C3%AAtes%2C+Lyon" in shown(client, event)


@pytest.mark.parametrize("place", ["", "Online", "https://play.example.org"])
def test_an_event_without_an_address_has_no_map(client, place):
    assert "openstreetmap" not in shown(client, an_event("announced", place=place))


def test_a_contact_is_text_and_never_markup(client):
    page = shown(client, an_event("announced", contact="<b>x</b> javascript:alert(1)"))
    assert "<b>x</b>" not in page
    assert 'href="javascript' not in page


def test_prizes_are_shown_as_text(client):
    page = shown(client, an_event("announced", prizes="1: trophy\n2-4: booster\nfree drinks"))
    assert "<strong>1st place:</strong> trophy" in page
    assert "<strong>Places 2 to 4:</strong> booster" in page
    assert "<li>free drinks</li>" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"cut_size": 4},
            "Bring your own team, 5 Swiss rounds of 60 minutes, then the top 4; a win is worth 3, a draw 1, a loss 0.",
        ),
        (
            {"team_format": "limited", "limited_kind": "draft"},
            "Teams are built here (draft), 5 Swiss rounds of 60 minutes; a win is worth 3, a draw 1, a loss 0.",
        ),
    ],
)
def test_one_sentence_gives_format_and_rules(client, fields, sentence):
    assert sentence in shown(client, an_event("announced", swiss_rounds=5, **fields))


def test_a_booster_draft_has_a_french_word_of_its_own(client):
    event = an_event("announced", team_format="limited", limited_kind="draft")
    with translation.override("fr"):
        assert event.get_limited_kind_display() != str(EventState.DRAFT.label)
