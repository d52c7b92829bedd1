"""Players of the waiting list come in while the rounds are played, and nobody passes them unasked."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, undo_time_is_over
from tournaments.models import OutgoingMail, Registration, Role, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def late():
    """A full event in round 1 of which one player is gone for good, and two wait."""
    event = an_event(capacity=4, swiss_rounds=3)
    gone, *others = [a_player(event) for _ in range(4)]
    a_round(event, (gone, others[0]), (others[1], others[2]))
    for name in ("wanda", "xavier"):
        a_player(event, name, status=Status.WAITING, queued_at=event.starts_at, checked_in_at=None)
    organiser = Person("organiser")
    event.staff.create(user=organiser.user, role=Role.ORGANISER)
    organiser.sends(f"/events/{event.slug}/manage/players/{gone.pk}/decide/", do="drop")
    return event, organiser


def of(event, name: str) -> Registration:
    return event.registrations.get(user__username=name)


def test_organisers_let_waiting_players_in_during_the_rounds(late):
    event, organiser = late
    undo_time_is_over(event)
    here = f"/events/{event.slug}/manage/players/"
    assert organiser.sees(here).count('value="let-in"') == 3  # of two rows, and for several
    assert "Wanda has waited longer. Let Xavier in before them?" in organiser.sees(here)
    organiser.sends(f"{here}{of(event, 'wanda').pk}/decide/", do="let-in")
    wanda = of(event, "wanda")
    assert (wanda.status, wanda.entered_round, wanda.is_checked_in) == (Status.REGISTERED, 2, True)
    assert "Wanda: registered." in organiser.sees(here)
    organiser.sends(f"{here}{of(event, 'xavier').pk}/decide/", 409, do="let-in")


SAYS = "Wanda plays from round 2 on; missed rounds stay lost."


def test_who_is_let_in_plays_from_a_named_round(late):
    event, organiser = late
    undo_time_is_over(event)
    here = f"/events/{event.slug}/manage/players/"
    organiser.sends(f"{here}{of(event, 'wanda').pk}/decide/", do="let-in")
    assert SAYS in organiser.sees(here)
    assert SAYS not in organiser.sees(here)


def test_the_staff_read_from_which_round_a_new_player_plays(late):
    event, organiser = late
    event.capacity = 8
    event.save()
    page = f"/events/{event.slug}/manage/players/add/"
    organiser.sends(page, guest_name="Lou", before_waiting="on")
    assert "Lou plays from round 2 on; missed rounds stay lost." in organiser.sees(page)


def test_a_late_player_reads_what_missed_rounds_count(late):
    event, organiser = late
    says = "plays? from round 2 on; missed rounds count as losses."
    players, wanda = f"/events/{event.slug}/manage/players/", Person("wanda")
    assert re.search(says, organiser.sees(f"{players}add/"))
    assert not re.search(says, wanda.sees(f"/events/{event.slug}/"))
    undo_time_is_over(event)
    organiser.sends(f"{players}{of(event, 'wanda').pk}/decide/", do="let-in")
    assert re.search(says, wanda.sees(f"/events/{event.slug}/"))
    assert re.search(says, wanda.sees(reverse("tournaments:personal", args=[of(event, "wanda").link_token])))


def test_reinstated_players_read_their_round_unless_nothing_was_missed(late):
    event, organiser = late
    here = f"/events/{event.slug}/manage/players/"
    gone = event.registrations.get(status=Status.DROPPED)
    organiser.sends(f"{here}{gone.pk}/decide/", do="reinstate")
    assert "missed rounds stay lost" not in organiser.sees(here)
    organiser.sends(f"{here}{gone.pk}/decide/", do="drop")
    undo_time_is_over(event)
    organiser.sends(f"{here}{gone.pk}/decide/", do="reinstate")
    assert f"{gone.full_name} plays from round 2 on; missed rounds stay lost." in organiser.sees(here)


def test_a_late_entry_gets_one_e_mail(late):
    event, organiser = late
    undo_time_is_over(event)
    wanda = of(event, "wanda")
    address = f"/events/{event.slug}/manage/players/{wanda.pk}/decide/"
    organiser.sends(address, do="let-in")
    organiser.sends(address, 409, do="let-in")
    letter = OutgoingMail.objects.get(event=event)
    assert (letter.to, letter.subject) == (wanda.email, f"{event.name}: you are registered")
    assert "You are registered for " in letter.body
    assert "You are checked in and play from round 2 on." in letter.body


def test_a_french_player_is_let_in_in_french(late):
    event, organiser = late
    undo_time_is_over(event)
    wanda = of(event, "wanda")
    User.objects.filter(pk=wanda.user_id).update(locale="fr")
    organiser.sends(f"/events/{event.slug}/manage/players/{wanda.pk}/decide/", do="let-in")
    assert "est validée" in OutgoingMail.objects.get(to=wanda.email).body


def test_who_comes_after_the_last_round_joins_with_a_warning(late):
    event, organiser = late
    event.capacity, event.swiss_rounds = 8, 1
    event.save()
    page = f"/events/{event.slug}/manage/players/add/"
    organiser.sends(page, guest_name="Lou", before_waiting="on")
    assert "without another round they do not play" in organiser.sees(page)


def test_a_held_place_says_until_when(late):
    event, organiser = late
    here = f"/events/{event.slug}/manage/players/"
    assert "place held until" in organiser.sees(here)
    answer = organiser.sends(f"{here}{of(event, 'wanda').pk}/decide/", 409, do="let-in")
    assert "One is held until" in answer.content.decode()
    answer = organiser.sends(f"{here}add/", 400, guest_name="Late")
    assert "One is held until" in answer.content.decode()


def test_a_late_entry_passes_waiting_players_only_on_request(late):
    event, organiser = late
    undo_time_is_over(event)
    path = f"/events/{event.slug}/manage/players/add/"
    page = organiser.sends(path, 400, guest_name="Late").content.decode()
    assert "Wanda is the first of 2 players waiting for a place" in page
    assert 'value="Late"' in page
    assert 'name="before_waiting"' in page
    organiser.sends(path, guest_name="Late", before_waiting="on")
    assert event.registrations.get(guest_name="Late").status == Status.REGISTERED


def test_places_for_all_who_wait_and_more_need_no_question(late):
    event, organiser = late
    event.capacity = 30
    event.save(update_fields=["capacity"])
    organiser.sends(f"/events/{event.slug}/manage/players/add/", guest_name="Late")
    assert event.registrations.get(guest_name="Late").entered_round == 2


def test_an_import_during_the_rounds_leaves_places_to_who_waits(late):
    event, organiser = late
    undo_time_is_over(event)
    fields = {"text": "Name\nLate\n", "do": "import"}
    page = organiser.client.post(f"/events/{event.slug}/manage/players/import/", fields).content.decode()
    assert not event.registrations.filter(guest_name="Late").exists()
    assert "waiting for a place" in page
