"""A whole round without a pointer, by the names that a screen reader says: report, confirm, publish the next one."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import arrived, overflow, press_by_keyboard, serious_faults
from tests.tournaments import worlds
from tournaments.models import MatchState, RoundState

pytestmark = pytest.mark.django_db(transaction=True)


def press(page, role, name):
    press_by_keyboard(page, page.get_by_role(role, name=name, exact=True).first)
    page.wait_for_load_state()
    arrived(page)


def sound(page):
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)


@pytest.fixture
def table():
    event = worlds.an_event(swiss_rounds=2)
    ana, bo, cy, di = (worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    pairs = (ana, bo), (cy, di)
    worlds.a_round(event, *pairs)
    return event, pairs


def test_a_round_is_reported_confirmed_and_followed_by_the_next(open_page, table):
    event, pairs = table
    for first, second in pairs:
        page = open_page("/events/mine/", user=first.user)
        press(page, "link", "Report result")
        sound(page)
        press_by_keyboard(page, page.locator("summary", has_text=first.user.public_name))
        press(page, "button", "Concession without a game")
        expect(page.get_by_text("Waiting for your opponent to confirm.")).to_be_visible()
        page = open_page("/events/mine/", user=second.user)
        press(page, "link", "Check and confirm result")
        sound(page)
        press(page, "button", "Confirm result")
    assert {match.state for match in event.rounds.get().matches.all()} == {MatchState.DONE}
    page = open_page(f"/events/{event.slug}/run/", user=worlds.staff(event))
    sound(page)
    press(page, "button", "Pair next round")
    press(page, "button", "Publish round")
    expect(page.locator(".messages")).to_be_focused()
    assert event.rounds.get(number=2).state == RoundState.PUBLISHED
