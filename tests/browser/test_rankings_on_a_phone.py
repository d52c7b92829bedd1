"""Standings and ranking on a phone and on paper: names of crews have room, a record stands in one line."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator

from tests.tournaments import worlds
from tournaments.events.models.settings import Mode
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, EventState
from tournaments.players.services.crews import form_crew
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = (("Gaëlle van den Berg", "Hugo Benoît-Roux"), ("Félix Schröder", "Bastien Lefèvre"))
MOST_LINES = 4
LINES = "(each) => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight))"
RECTS = (
    "(each) => { const all = document.createRange(); all.selectNodeContents(each); return all.getClientRects().length }"
)


@pytest.fixture
def event() -> Event:
    event = worlds.an_event(EventState.CHECK_IN, mode=Mode.TWO_V_TWO, swiss_rounds=1, prizes="1: trophy")
    organiser = worlds.staff(event)
    for name, couple in zip(("", "Team Bouftou"), NAMES, strict=True):
        players = [event.registrations.create(guest_name=guest, checked_in_at=timezone.now()) for guest in couple]
        form_crew(event_id=event.pk, who=organiser, players=[player.pk for player in players], name=name)
    change_event_state(event_id=event.pk, who=organiser, to=EventState.RUNNING)
    match = publish_round(round_id=pair_round(event_id=event.pk, who=organiser).pk, who=organiser).matches.get()
    enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 5, 0))
    return event


def in_lines(cells: Locator, count: str) -> list[int]:
    return [cell.evaluate(count) for cell in cells.all()]


def test_names_of_crews_have_room_in_standings_on_a_phone(open_page, event):
    page = open_page(f"/events/{event.slug}/standings/", size="phone")
    names = in_lines(page.locator(".standings .row-title a"), LINES)
    assert len(names) == 2 and max(names) <= MOST_LINES


def test_a_record_stands_in_one_line_on_a_phone(open_page, event):
    Event.objects.update(state=EventState.FINISHED)
    page = open_page(f"/events/{event.slug}/", size="phone")
    assert in_lines(page.locator("[data-ranking] :is(td, th):nth-child(3)"), RECTS) == [1, 1, 1]


def test_a_record_stands_in_one_line_on_paper(open_page, event, live_server):
    page = open_page(user=worlds.staff(event))
    page.context.add_cookies([{"name": "django_language", "value": "fr", "url": live_server.url}])
    page.goto(f"/events/{event.slug}/print/standings/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 688, "height": 1000})  # A4 without the margins of print.css
    assert in_lines(page.locator(":is(td, th):nth-child(4)"), RECTS) == [1, 1, 1]
