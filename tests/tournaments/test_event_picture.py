"""The picture of an event in link previews: drawn for everybody, with the names of the standings."""

import datetime as dt
import io

import pytest
from django.urls import reverse
from PIL import Image

from core.pages.pictures import announcement, fitted, width_of
from tests.tournaments.worlds import an_event
from tournaments.events.views import event as views

pytestmark = pytest.mark.django_db


def test_a_preview_of_an_event_has_its_picture(client):
    event = an_event("registration", name="Autumn Cup")
    address = reverse("tournaments:event_picture", args=[event.slug])
    assert f'{address}">' in client.get(event.get_absolute_url()).content.decode()
    answer = client.get(address)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "public, max-age=300")
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)


def test_nobody_sees_the_picture_of_a_draft(client):
    event = an_event("draft")
    assert client.get(reverse("tournaments:event_picture", args=[event.slug])).status_code == 404


def test_the_picture_of_a_finished_event_says_who_won(client, monkeypatch):
    event = an_event(
        "finished", name="Autumn Cup", place="Paris", starts_at=dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
    )
    reported = []
    monkeypatch.setattr(views, "podium", lambda event: [])
    monkeypatch.setattr(views, "winners", lambda placed: [type("Minor", (), {"shown_name": "A. B."})])
    monkeypatch.setattr(type(event), "has_final_ranking", True)
    monkeypatch.setattr(views, "announcement", lambda *said, **more: reported.append((said, more)) or b"")
    client.get(reverse("tournaments:event_picture", args=[event.slug]))
    assert reported[0][0][0] == "Autumn Cup"
    assert reported[0][0][1] == ["22 November 2026", "Paris"]
    assert reported[0][1] == {"mark": "Won by A. B."}


def test_a_long_name_takes_two_lines_and_is_whole(client):
    long = "Championnat d’hiver de la région Bretagne et Pays de la Loire, finale "
    events = [an_event("registration", name=f"{long}{end}") for end in ("interrégionale", "interrégionalw")]
    drawn = [client.get(reverse("tournaments:event_picture", args=[event.slug])).content for event in events]
    assert drawn[0] != drawn[1]


def test_a_winner_with_a_long_name_is_written_whole():
    won = [announcement("Cup", [], mark=f"Won by Maximilienne-Charlotte de la Tou{end}") for end in "rn"]
    assert won[0] != won[1]


def test_a_letter_that_the_fonts_lack_is_no_empty_box():
    assert announcement("Nguyễn", []) == announcement("Nguyên", [])


@pytest.mark.check
@pytest.mark.parametrize("text", ["W" * 500, "Đỗ Thị Ễ " * 40, "中文" * 60, "\u202e\u0301", ""])
def test_any_name_fits_into_a_picture(text):
    assert width_of(fitted(text, 40, "head", 300), 40, "head") <= 300
    assert announcement(text, [text], mark=text)
