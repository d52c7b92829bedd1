"""What the organiser tells everyone stands on every page that somebody may have open, until it is withdrawn."""

import pytest

from core.models import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Announcement, Event, EventState, Match, OutgoingMail, Role, Staff

pytestmark = pytest.mark.django_db
PAGES = ["", "run/", "rounds/", "rounds/1/", "standings/", "players/", "manage/players/", "desk/", "the match"]


@pytest.fixture
def organiser() -> Person:
    return Person("organiser")


@pytest.fixture
def event(organiser) -> Event:
    event = an_event()
    for role in (Role.OWNER, Role.HEAD_JUDGE):
        Staff.objects.create(event=event, user=organiser.user, role=role)
    a_round(event, (a_player(event), a_player(event)))
    return event


def address(event: Event, page: str) -> str:
    return Match.objects.get().get_absolute_url() if page == "the match" else f"/events/{event.slug}/{page}"


@pytest.mark.parametrize("page", PAGES)
def test_the_latest_announcement_is_live_on_every_page(event, organiser, page):
    Announcement.objects.create(event=event, text="The hall opens", by=organiser.user)
    organiser.sends(f"/events/{event.slug}/announce/", text="Lunch at one")
    seen = organiser.sees(address(event, page))
    assert "Lunch at one" in seen
    assert f'data-live="{event.topic_of("announcements")}"' in seen
    assert ("The hall opens" in seen) == (page == "")  # the front page tells them all


def test_withdrawn_announcements_are_replaced_by_the_previous_one(event, organiser):
    for text in ("The hall opens", "Lunch at one"):
        organiser.sends(f"/events/{event.slug}/announce/", text=text)
    organiser.sends(f"/events/{event.slug}/announce/{Announcement.objects.get(text='Lunch at one').pk}/withdraw/")
    assert "The hall opens" in organiser.sees(f"/events/{event.slug}/news/latest/")


def test_a_withdrawn_announcement_is_shown_again(event, organiser):
    organiser.sends(f"/events/{event.slug}/announce/", text="Lunch at one")
    door = f"/events/{event.slug}/announce/{Announcement.objects.get().pk}/withdraw/"
    organiser.sends(door)
    page = organiser.sees(f"/events/{event.slug}/announce/")
    assert '<input type="hidden" name="undo" value="1">' in page  # in the message
    assert '<button class="button button-small">Undo withdrawal</button></form></li>' in page
    assert "Lunch at one" not in organiser.sees(f"/events/{event.slug}/news/latest/")
    mails = OutgoingMail.objects.count()
    for _twice in range(2):
        organiser.sends(door, undo="1")
    assert "Lunch at one" in organiser.sees(f"/events/{event.slug}/news/latest/")
    assert AuditEntry.objects.filter(action="announcement-shown-again").count() == 1
    assert OutgoingMail.objects.count() == mails


def test_an_event_that_is_over_has_no_news(event, organiser):
    organiser.sends(f"/events/{event.slug}/announce/", text="Lunch at one")
    organiser.sees(f"/events/{event.slug}/announce/")  # shows the feedback of the announcement
    Event.objects.update(state=EventState.FINISHED)
    assert "Lunch at one" not in organiser.sees(f"/events/{event.slug}/standings/")
