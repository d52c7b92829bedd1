"""Practice tables need no account: how many there are, how large, and how long they are kept."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from judging.models import Recording
from judging.recorder.services import practice
from judging.tasks import delete_old_practice_tables
from rules.games import DEFAULT, FIRST_BOX, MAX_BYTES

pytestmark = pytest.mark.django_db
TEAMS = {"team_a": "Queen of the Tofus", "team_b": "Anna Tommy", "name_a": "Ana", "name_b": "Bo"}
FORM = TEAMS | {"arena": "the-pit", "side_of_a": "south", "dice": "recorded"}
HALL, HOME = "203.0.113.7", "198.51.100.9"


def set_up(client, address=HALL) -> int:
    return client.post(reverse("judging:practice"), FORM, REMOTE_ADDR=address).status_code


def aged(days: int, **fields) -> Recording:
    table = Recording.objects.create(header={"players": {"A": {}, "B": {}}}, **fields)
    Recording.objects.filter(pk=table.pk).update(changed_at=timezone.now() - dt.timedelta(days=days))
    return table


def test_one_address_sets_up_so_many_tables_a_day(client, monkeypatch):
    monkeypatch.setitem(practice.TABLES_A_DAY, "address", 2)
    assert [set_up(client) for _ in range(3)] == [302, 302, 429]
    assert set_up(client, HOME) == 302
    client.force_login(User.objects.create_user("ana", "ana@example.org"))
    assert set_up(client) == 302
    assert Recording.objects.count() == 4


def test_unused_and_forgotten_tables_are_deleted():
    ana = User.objects.create_user("ana", "ana@example.org")
    played = [{"do": "time"}]
    kept = [aged(0), aged(29, actions=played), aged(400, actions=played, started_by=ana)]
    aged(2)
    aged(2, started_by=ana)
    aged(31, actions=played)
    delete_old_practice_tables()
    assert set(Recording.objects.all()) == set(kept)


def test_tables_without_an_account_have_a_limit(monkeypatch):
    monkeypatch.setattr(practice, "MOST_ANONYMOUS_TABLES", 2)
    tables = [aged(days, actions=[{"do": "time"}]) for days in (3, 1, 2)]
    assert practice.delete_old_tables() == 1
    assert set(Recording.objects.all()) == set(tables[1:])


def test_no_more_is_recorded_than_can_be_submitted(client):
    set_up(client)
    table = Recording.objects.get()
    note = "x" * (MAX_BYTES - 300)
    Recording.objects.update(actions=[{"do": "place", "unit": "a1", "cell": "C1", "note": note}])
    entry = {"id": "1", "by": "guest", "version": 1, "action": {"do": "concede", "player": "A"}}
    address = reverse("judging:record_enter", args=[table.uuid])
    refused = client.post(address, entry, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "too-long")


@pytest.mark.parametrize("players", [2, 3])
def test_practice_by_the_book_of_2013_may_break_scenery(client, players):
    teams = {f"team_{letter}": figure for letter, figure in zip("abc", ("Goultard", "Nox", "Bill Tell"), strict=True)}
    sent = FORM | teams | {"name_c": "Cy", "ruleset": FIRST_BOX.slug, "scenery": "breakable"}
    there = f"{reverse('judging:practice')}?players={players}"
    assert client.post(there, sent).status_code == 302
    assert Recording.objects.get().header["scenery"] == "breakable"
    refused = client.post(there, sent | {"ruleset": DEFAULT.slug, "name_a": "Kept"})
    assert [fault.code for fault in refused.context["form"].errors.as_data()["scenery"]] == ["scenery-of-other-rules"]
    assert "Kept" in refused.content.decode()


def test_practice_by_other_rules_says_nothing_of_scenery(client):
    assert client.post(reverse("judging:practice"), FORM | {"scenery": "fixed"}).status_code == 302
    assert "scenery" not in Recording.objects.get().header
