"""Closed lists: who may open them, what it takes, and who may still play afterwards."""

import datetime as dt

import pytest
from django.utils import timezone

from core.records.audit import AuditEntry
from tests.expected_errors import refused
from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.lists.services.submission import submit_list
from tournaments.models import ListReader, ListReading, Registration, Right, Role, Staff, Status, rights_of
from tournaments.players.services.links import claim
from tournaments.players.services.registration import add_player, edit_player, register, withdraw
from tournaments.privacy import export

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
CARDS = ("Bad Aboum", "bad-aboum", 'id="known"')  # as a name, in a document, among the cards of all teams
DOORS = ("lists/", "lists.csv", "lists.json", "event.json", "print/lists/", "card-texts/")


@pytest.fixture
def event():
    return worlds.an_event("registration", lists_required=True)


@pytest.fixture
def player(event):
    someone = worlds.a_player(event)
    submit_list(registration=someone, who=someone.user, figures=LEGAL)
    return someone


@pytest.fixture
def owner(event, player):
    """Somebody who has said nothing yet."""
    person = Person("olive")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


def page(event, rest=""):
    return f"/events/{event.slug}/{rest}"


def doors(event, player):
    return [page(event, door) for door in (*DOORS, f"lists/{player.pk}/", f"lists/{player.pk}/check/")]


def shown_at(person, event, player):
    """The doors at which this person sees the player's list."""
    pages = {door: person.client.get(door).content.decode() for door in doors(event, player)}
    return [door for door, text in pages.items() if any(card in text for card in CARDS)]


@pytest.mark.parametrize("status", Status.values)
def test_who_had_a_place_sees_no_closed_list(event, owner, status):
    queued = timezone.now() if status == Status.WAITING else None
    Registration.objects.create(event=event, user=owner.user, status=status, queued_at=queued, lot=1)
    worlds.opens_lists(event, owner.user)
    assert rights_of(event, owner.user).isdisjoint({Right.OPEN_LISTS, Right.SEE_LISTS, Right.READ_LISTS})
    assert owner.client.post(page(event, "lists/not-playing/")).status_code == 403
    assert owner.client.post(page(event, "lists/open/")).status_code == 403


def test_a_superuser_who_played_sees_no_closed_list(event):
    root = worlds.a_user(is_superuser=True)
    Registration.objects.create(event=event, user=root, status=Status.WITHDRAWN, lot=1)
    worlds.opens_lists(event, root)
    assert Right.SEE_LISTS not in rights_of(event, root)


def test_a_guest_with_my_address_is_me(event, owner):
    guest = Registration.objects.create(event=event, guest_name="Olive", guest_email="OLIVE@example.org", lot=1)
    worlds.opens_lists(event, owner.user)
    assert Right.SEE_LISTS not in rights_of(event, owner.user)
    guest.guest_email = "other@example.org"
    guest.save()
    assert Right.SEE_LISTS in rights_of(event, owner.user)


def test_no_list_is_seen_before_the_declaration(event, owner, player):
    assert shown_at(owner, event, player) == []
    owner.sends(page(event, "lists/open/"), status=403)
    owner.sends(page(event, f"lists/{player.pk}/open/"), status=403)


def test_no_list_is_seen_before_it_is_opened(event, owner, player):
    owner.sends(page(event, "lists/not-playing/"))
    assert shown_at(owner, event, player) == []


def test_opening_all_lists_opens_every_door_and_is_an_entry(event, owner, player):
    owner.sends(page(event, "lists/not-playing/"))
    owner.sends(page(event, "lists/open/"))
    assert shown_at(owner, event, player) == doors(event, player)
    entry = AuditEntry.objects.get(action="lists-opened")
    assert (entry.who, entry.scope) == (owner.user, f"event:{event.pk}")


def test_opening_one_list_opens_no_other(event, owner, player):
    other = worlds.a_player(event)
    submit_list(registration=other, who=other.user, figures=LEGAL)
    owner.sends(page(event, "lists/not-playing/"))
    owner.sends(page(event, f"lists/{player.pk}/open/"))
    assert shown_at(owner, event, player) == doors(event, player)[-2:]
    assert shown_at(owner, event, other) == []
    assert AuditEntry.objects.get(action="list-opened").subject == f"registration:{player.pk}"


def test_lists_close_again_after_a_while(event, owner, player):
    worlds.opens_lists(event, owner.user)
    assert shown_at(owner, event, player)
    ListReading.objects.update(at=timezone.now() - dt.timedelta(hours=1))
    assert shown_at(owner, event, player) == []


def test_a_deck_check_needs_an_opened_list(event, owner, player):
    owner.sends(page(event, "lists/not-playing/"))
    fields = {"outcome": "matches", "list": player.lists.get().pk}
    answer = owner.sends(page(event, f"lists/{player.pk}/check/"), status=403, **fields)
    assert CARDS[0] not in answer.content.decode()


def test_a_second_declaration_is_no_entry(event, owner):
    for _again in range(2):
        owner.sends(page(event, "lists/not-playing/"))
    assert AuditEntry.objects.filter(action="does-not-play").count() == 1


def test_who_does_not_play_registers_only_with_an_owners_reason(event, owner):
    judge = Person("jo")
    Staff.objects.create(event=event, user=judge.user, role=Role.JUDGE)
    judge.sends(page(event, "lists/not-playing/"))
    judge.sends(page(event, "lists/open/"))
    judge.sends(page(event, "register/"), status=400)
    reader = ListReader.objects.get(user=judge.user)
    judge.sends(page(event, f"staff/may-play/{reader.pk}/"), status=403, why="I want to")
    owner.sends(page(event, f"staff/may-play/{reader.pk}/"), status=400, why=" ")
    owner.sends(page(event, f"staff/may-play/{reader.pk}/"), why="We are seven")
    assert Right.SEE_LISTS not in rights_of(event, judge.user)
    judge.sends(page(event, "register/"))
    mine = event.registrations.get(user=judge.user)
    shown = Person("anna").sees(page(event, f"players/{mine.pk}/"))
    assert 'data-code="read-lists"' in shown and "We are seven" in shown


def test_no_way_into_the_event_forgets_who_reads(event, owner, player):
    judge = worlds.staff(event, Role.JUDGE, "jo")
    own = {"guest_name": "Jo", "guest_email": "Jo@example.org"}
    refused("does-not-play", lambda: register(event_id=event.pk, who=judge))
    refused("does-not-play", lambda: add_player(event_id=event.pk, who=owner.user, about=own))
    guest = add_player(event_id=event.pk, who=owner.user, about={"guest_name": "Someone"})
    refused("does-not-play", lambda: edit_player(registration=guest, who=owner.user, about=own))
    refused("does-not-play", lambda: claim(token=guest.claim_token, who=judge))


def test_withdrawing_opens_no_list(event, owner, player):
    mine = register(event_id=event.pk, who=owner.user)
    withdraw(registration=mine, who=owner.user)
    owner.sends(page(event, "lists/not-playing/"), status=403)
    assert shown_at(owner, event, player) == []


def test_links_of_guests_are_for_who_does_not_play(event, owner):
    guest = worlds.Registration.objects.create(event=event, guest_name="Gus", lot=1)
    pages = [page(event, where) for where in (f"players/{guest.pk}/", f"manage/players/{guest.pk}/")]
    assert not any(guest.link_token in owner.sees(where) for where in pages)
    assert "Gus" not in owner.sees(page(event, "print/links/"))
    owner.sends(page(event, "lists/not-playing/"))
    assert all(guest.link_token in owner.sees(where) for where in pages)
    assert "Gus" in owner.sees(page(event, "print/links/"))


def test_an_event_that_is_over_is_exported_without_closed_lists(event, owner, player):
    mine = register(event_id=event.pk, who=owner.user)
    event.state, event.lists_after = "finished", "private"
    event.save()
    document = owner.client.get(page(event, "event.json")).json()
    assert document["lists"] == [] and {row["id"] for row in document["registrations"]} == {player.pk, mine.pk}


@pytest.mark.parametrize(("state", "says_so"), [("registration", True), ("finished", False)])
def test_no_event_that_is_over_speaks_of_playing_later(event, owner, player, state, says_so):
    event.state, event.lists_after = state, "private"
    event.save()
    shown = owner.sees(page(event, "lists/"))
    assert 'data-code="declare-first"' in shown
    assert ("only an owner can let you play" in shown) == says_so


def test_who_reads_is_in_their_own_data(event, owner):
    worlds.opens_lists(event, owner.user)
    assert len(export(owner.user)["lists_opened"]) == 1


def test_staff_who_play_print_links_without_lists(event, owner, player):
    for takes_lists, submitted, answer in ((True, True, 403), (False, True, 403), (False, False, 200)):
        if not submitted:
            player.lists.all().delete()
        type(event).objects.filter(pk=event.pk).update(lists_required=takes_lists)
        worlds.Registration.objects.get_or_create(event=event, user=owner.user, defaults={"lot": 1})
        answers = {door: owner.client.get(page(event, door)).status_code for door in ("print/links/", "event.json")}
        assert set(answers.values()) == {answer}, answers
    assert Right.SEE_LISTS not in rights_of(event, owner.user)
