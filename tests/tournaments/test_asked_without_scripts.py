"""What a script asks before it is sent is asked by a page of its own where no script runs."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event, EventState, Role, Staff, Status

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?>')


@pytest.fixture
def owner() -> Person:
    return Person("owner")


@pytest.fixture
def event(owner) -> Event:
    event = an_event(EventState.RUNNING)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event


def fields_of(form: str) -> dict[str, str]:
    """What a browser without scripts sends of a form, before the name of its button."""
    return {name: unescape(value) for name, value in HIDDEN.findall(form) if name != "csrfmiddlewaretoken"}


def form_to(page: str, address: str) -> str:
    return next(form for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL) if f'action="{address}"' in form)


def test_a_drop_is_asked_and_says_what_happens(owner, event):
    ana = a_player(event, "ana")
    a_round(event, (ana, a_player(event, "bo")))
    form = form_to(
        owner.sees(f"/events/{event.slug}/manage/players/"),
        decide := f"/events/{event.slug}/manage/players/{ana.pk}/decide/",
    )
    asked = owner.sends(decide, 200, **fields_of(form), do="drop").content.decode()
    ana.refresh_from_db()
    assert ana.status == Status.REGISTERED
    assert "Table 1 is still playing: it counts at once as lost for them." in asked
    owner.sends(decide, **fields_of(form_to(asked, decide)))
    ana.refresh_from_db()
    assert ana.status == Status.DROPPED


def test_what_a_script_sent_is_asked_no_second_time(owner, event):
    """A page brought in by a script holds what stands in `noscript` as fields."""
    ana = a_player(event, "ana")
    decide = f"/events/{event.slug}/manage/players/{ana.pk}/decide/"
    owner.client.post(decide, {"asks": "", "do": "drop"}, headers={"X-In-Place": str(owner.user.pk)})
    ana.refresh_from_db()
    assert ana.status == Status.DROPPED


def test_a_drop_of_several_is_asked(owner, event):
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    several = reverse("tournaments:decide_several", args=[event.slug])
    asked = owner.sends(several, 200, asks="", do="drop", player=[ana.pk, bo.pk]).content.decode()
    assert "Remove these players from the event?" in asked
    assert asked.count('name="player"') == 2
    ana.refresh_from_db()
    assert ana.status == Status.REGISTERED


def test_a_step_that_asks_nothing_is_taken_at_once(owner, event):
    ana = a_player(event, "ana", status=Status.DROPPED)
    owner.sends(f"/events/{event.slug}/manage/players/{ana.pk}/decide/", asks="", do="reinstate")
    ana.refresh_from_db()
    assert ana.status == Status.REGISTERED


def test_ending_an_event_is_asked(owner, event):
    move = f"/events/{event.slug}/move/"
    form = form_to(owner.sees(f"/events/{event.slug}/run/"), move)
    sent = fields_of(form) | {"to": "check-in", "asks": "Sure?", "asks-button": "Go <back>"}
    asked = owner.sends(move, 200, **sent).content.decode()
    assert "Sure?" in asked and "Go &lt;back&gt;" in asked and 'name="to" value="check-in"' in asked
    event.refresh_from_db()
    assert event.state == EventState.RUNNING


def test_unpublishing_is_asked_with_its_fields(owner, event):
    played = a_round(event, (a_player(event, "ana"), a_player(event, "bo")))
    unpublish = reverse("tournaments:unpublish_round", args=[event.slug, played.number])
    form = form_to(owner.sees(played.get_absolute_url()), unpublish)
    asked = owner.sends(unpublish, 200, **fields_of(form)).content.decode()
    assert "Players no longer see it" in asked
    owner.sends(unpublish, **fields_of(form_to(asked, unpublish)))
    played.refresh_from_db()
    assert played.is_unpublished


def test_strangers_are_not_asked(event):
    ana = a_player(event, "ana")
    Person("bo").sends(f"/events/{event.slug}/manage/players/{ana.pk}/decide/", 403, asks="", do="drop")


def test_a_round_that_stays_published_says_why(owner, event):
    ana = a_player(event, "ana")
    played = a_round(event, (ana, a_player(event, "bo")), (a_player(event, "cy"), a_player(event, "di")))
    here, decide = played.get_absolute_url(), f"/events/{event.slug}/manage/players/{ana.pk}/decide/"
    assert "stays-published" not in owner.sees(here)
    owner.sends(decide, do="drop")
    assert "stays-published" not in owner.sees(here)
    owner.sends(decide, do="reinstate")
    page = owner.sees(here)
    assert 'data-code="stays-published"' in page and "Unpublish round" not in page
