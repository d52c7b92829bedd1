"""Setting up a table: typed figures are shown before the table is there, those of a closed list never."""

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.models import Recording
from tests.judging.people import a_hall, listed, table_1, user
from tournaments.events.models.settings import ListsDuring

pytestmark = pytest.mark.django_db
FORM = {"name_a": "Ana", "name_b": "Bo", "team_a": "Bill Tell", "team_b": "Oscar Kass"}
FORM |= {"arena": "the-pit", "side_of_a": "west", "detail": "full", "dice": "recorded"}


def figures(page) -> list[list[str]]:
    return [[each.name for each in player.figures] for player in page.context["form"].players()]


def test_typed_figures_are_shown_before_the_table_is_set_up(client):
    page = client.post(reverse("judging:practice"), FORM | {"look": "1"})
    assert (page.status_code, figures(page)) == (200, [["Bill Tell"], ["Oscar Kass"]])
    assert not Recording.objects.exists()
    page = client.post(reverse("judging:practice"), FORM | {"look": "1", "team_b": "Nobody of that name"})
    assert figures(page) == [["Bill Tell"], []]
    assert page.context["form"].has_error("team_b")
    client.post(reverse("judging:practice"), FORM)
    assert Recording.objects.get().header["sides"] == {"A": "west", "B": "east"}


@pytest.mark.parametrize("address", ["/practice/", "/practice/?players=3", "/practice/?players=4"])
def test_every_arena_has_a_picture_with_its_trees(client, address):
    sketches = [sketch for _radio, sketch in client.get(address).context["form"].arenas()]
    assert all(sketch["tree"] and sketch["demon"] for sketch in sketches)


def test_at_set_up_nobody_sees_a_closed_list(client):
    a_hall(lists_during=ListsDuring.PRIVATE)
    for name, figure in (("ana", "bill-tell"), ("bo", "oscar-kass")):
        listed(name, figure, locked_at=timezone.now(), commitment="x")
    client.force_login(user("ana"))
    address = reverse("judging:record_match", args=[table_1().pk])
    for page in (client.get(address), client.post(address, {"look": "1", "arena": "the-pit", "side_of_a": "south"})):
        assert sorted(figures(page)) == [[], ["Bill Tell"]]
        assert "Oscar" not in page.content.decode()
