"""The second phone joins the game that is being recorded; locked lists are what is played."""

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.models import Recording
from tests.judging.people import a_hall, listed, table_1, user

pytestmark = pytest.mark.django_db
TEAMS = {"team_a": "Queen of the Tofus", "team_b": "Anna Tommy"}
FORM = TEAMS | {"arena": "the-pit", "side_of_a": "south"}


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def address() -> str:
    return reverse("judging:record_match", args=[table_1().pk])


def test_the_second_phone_joins_at_once(client):
    client.force_login(user("ana"))
    client.post(address(), FORM)
    client.force_login(user("bo"))
    recording = Recording.objects.get()
    assert client.get(address()).headers["Location"] == recording.get_absolute_url()
    assert client.get(f"{address()}?new").status_code == 200
    client.post(f"{address()}?new", FORM)
    assert client.get(address()).status_code == 200  # of two games the player chooses


@pytest.mark.parametrize("locked", [True, False])
def test_a_locked_list_is_not_edited(client, locked):
    listed("ana", "bill-tell", locked_at=timezone.now() if locked else None, commitment="x" if locked else "")
    client.force_login(user("ana"))
    page = client.get(address())
    letter = "a" if str(table_1().a) == "Ana" else "b"
    assert page.context["form"].fields[f"team_{letter}"].disabled is locked
    client.post(address(), FORM)
    played = Recording.objects.get().header["players"][letter.upper()]["team"].values()
    assert ("bill-tell" in played) is locked
