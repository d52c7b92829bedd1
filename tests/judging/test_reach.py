"""What a unit could reach at an action of a game, as the replay page asks it."""

import pytest
from django.urls import reverse

from judging.models import Recording
from tests.browser import sample_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return Recording.objects.create(header=sample_game.header(), actions=sample_game.a_game(7)[:40])


def asked(client, game, **query):
    return client.get(reverse("judging:reach", args=[game.replay_uuid]), query)


@pytest.mark.ci
def test_each_spell_lists_open_cells_and_why_others_are_closed(client, game):
    answer = asked(client, game, after=40, unit="a1").json()
    names = [spell["name"] for spell in answer["spells"]]
    assert names[-1] == "Punch"
    for spell in answer["spells"]:
        cells = [*spell["reach"]["open"], *(cell for group in spell["reach"]["closed"] for cell in group["cells"])]
        assert len(cells) == len(set(cells)) == 144
        assert all(group["article"] and group["line"] for group in spell["reach"]["closed"])


def test_a_figure_that_is_not_in_the_arena_reaches_nothing(client, game):
    assert asked(client, game, after=0, unit="a1").json()["spells"] == []


@pytest.mark.parametrize(
    "query", [{}, {"after": "x", "unit": "a1"}, {"after": 9999, "unit": "a1"}, {"after": 4, "unit": "z"}]
)
def test_what_the_game_does_not_have_is_not_found(client, game, query):
    assert asked(client, game, **query).status_code == 404
