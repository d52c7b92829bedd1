"""The picture that other sites show for a link to an event."""

import io
import re

import pytest
from PIL import Image

from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event
from tournaments.services.events.preview_picture import Poster, draw
from tournaments.services.lifecycle.transitions import change_event_state
from tournaments.services.results.entry import enter_result
from tournaments.services.results.scores import Score
from tournaments.views.events.preview_picture import poster_of


def a_finished_event() -> Event:
    event = an_event(swiss_rounds=1, name="Coupe de Lyon", place="Lyon")
    match = a_round(event, (a_player(event, "élodie"), a_player(event, "ben"))).matches.get()
    who = staff(event)
    enter_result(match_id=match.pk, who=who, score=Score("a", 3, 0))
    change_event_state(event_id=event.pk, who=who, to="finished")
    event.refresh_from_db()
    return event


@pytest.mark.django_db
def test_the_event_page_names_a_picture_that_is_there(client):
    event = an_event("registration")
    page = client.get(f"/events/{event.slug}/").content.decode()
    named = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)
    assert named
    answer = client.get(named[1])
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) < 60_000
    assert client.get(named[1], headers={"If-None-Match": answer["ETag"]}).status_code == 304


@pytest.mark.django_db
def test_the_picture_of_a_finished_event_names_the_winner():
    event = a_finished_event()
    poster = poster_of(event)
    assert (poster.above, poster.title) == ("Coupe de Lyon", "Élodie wins")
    assert poster.below[0].endswith("Lyon")
    assert poster.below[1] == "2 players"


@pytest.mark.django_db
def test_the_picture_of_a_draft_is_for_its_staff(client):
    event = an_event("draft")
    assert client.get(f"/events/{event.slug}/preview.png").status_code == 404


@pytest.mark.parametrize("name", ["", "W" * 120, "word " * 24, "Łódź Ștefan", "日本", "a\u0301" * 40, "\u202e🎲"])
def test_any_name_can_be_drawn(name):
    assert Image.open(io.BytesIO(draw(Poster(name, name, (name, name))))).size == (1200, 630)
