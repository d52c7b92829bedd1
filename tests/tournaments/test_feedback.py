"""Every step of the staff is followed by a line that says what was done, to whom, and what undoes it."""

import re

import pytest
from django.utils import timezone

from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event, Role, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return Person("owner")


def staffed_by(owner, *args, **fields) -> Event:
    event = an_event(*args, **fields)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event


def said(person, path, **fields) -> list[str]:
    answer = person.client.post(path, fields, follow=True)
    assert answer.redirect_chain, answer.content.decode()[-2000:]
    return [str(message) for message in answer.context["messages"]]


def test_feedback_names_the_player_and_the_undo(owner):
    event = staffed_by(owner)
    ana = a_player(event, "ana")
    path = f"/events/{event.slug}/manage/players/{ana.pk}/decide/"
    (line,) = said(owner, path, do="drop")
    assert "Ana dropped." in line and f'<form method="post" action="{path}">' in line
    assert '<button class="button button-small" name="do" value="reinstate">Reinstate</button>' in line
    (line,) = said(owner, path, do="reinstate")
    assert line == "Ana reinstated."
    ana.refresh_from_db()
    assert ana.can_play


def test_the_button_of_a_message_takes_names_as_text(owner):
    event = staffed_by(owner)
    ana = event.registrations.create(guest_name="Ana <b>", lot=1, checked_in_at=timezone.now())
    (line,) = said(owner, f"/events/{event.slug}/manage/players/{ana.pk}/decide/", do="drop")
    assert "Ana &lt;b&gt; dropped." in line


def test_feedback_names_the_new_state(owner):
    event = staffed_by(owner, "announced")
    assert said(owner, f"/events/{event.slug}/move/", to="registration") == ["Registration is open."]
    back = f"/events/{staffed_by(owner, 'announced').slug}/"
    assert said(owner, f"{back}move/", to="draft") == ["The event is unpublished again."]
    assert "unpublished" in text_of_badges(owner.sees(back))
    assert "non publié" in text_of_badges(owner.client.get(back, headers={"accept-language": "fr"}).content.decode())


def text_of_badges(page: str) -> str:
    return " ".join(re.findall(r'<span class="badge[^>]*>(.*?)</span>', page, re.DOTALL))


def test_feedback_includes_the_consequences(owner):
    event = staffed_by(owner)
    ana = a_player(event, "ana")
    a_round(event, (ana, a_player(event, "bo")))
    lines = said(owner, f"/events/{event.slug}/manage/players/{ana.pk}/decide/", do="drop")
    settled, left = lines
    assert settled.startswith("Round 1, table 1, Ana – Bo: result final") and "To undo" not in settled
    assert "Ana dropped." in left and left.count("Reinstate") == 1


@pytest.mark.parametrize(
    ("state", "path", "fields"),
    [
        ("registration", "manage/players/PLAYER/decide/", {"do": "withdraw"}),
        ("check-in", "check-in/PLAYER/", {}),
        ("running", "staff/invite/", {"role": "judge"}),
        ("running", "announce/", {"text": "Lunch"}),
        ("running", "rounds/pair/", {"once": "x"}),
        ("registration", "move/", {"to": "check-in", "once": "x"}),
    ],
)
def test_no_step_of_the_staff_is_silent(owner, state, path, fields):
    event = staffed_by(owner, state, swiss_rounds=3)
    player = a_player(event)
    a_player(event)
    assert len(said(owner, f"/events/{event.slug}/{path.replace('PLAYER', str(player.pk))}", **fields)) == 1


@pytest.mark.parametrize(
    ("chosen", "reported"),
    [("", "9 June 2030, 20:15 (Paris)"), ("Asia/Tokyo", "10 June 2030, 03:15 (Tokyo)")],
)
def test_feedback_shows_times_with_their_zone(owner, chosen, reported):
    event = staffed_by(owner, "registration", time_zone="Europe/Paris")
    owner.user.time_zone = chosen
    owner.user.save()
    page = f"/events/{event.slug}/edit/"
    said(owner, page, **event_fields())
    (line,) = said(owner, page, **event_fields(starts_at="2030-06-09T20:15"))
    assert reported in line
    assert reported in owner.sees(f"/events/{event.slug}/audit-log/")


def test_many_like_actions_are_one_line(owner):
    event = staffed_by(owner, "registration")
    fields = {"text": "name\nEve\nFlo\nGil", "do": "import", "once": "x"}
    lines = said(owner, f"/events/{event.slug}/manage/players/import/", **fields)
    assert lines == ["3 players imported."]


def test_players_get_feedback_on_their_own_pages(owner):
    event = staffed_by(owner, "registration")
    assert said(Person("eve"), f"/events/{event.slug}/register/", club="Owls") == []
