"""A new organiser creates an event of each game on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.driver import overflow
from tests.tournaments.worlds import a_user
from tournaments.events.models.formats import GAMES
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_organiser_creates_an_event_of_each_game(open_page, game):
    record = GAMES[game]
    page = open_page(reverse("tournaments:create"), size="phone", user=a_user())
    expect(page.get_by_role("heading", name=str(record.title))).to_be_visible()
    page.locator(f'a[href="?from={record.presets[0].name}"]').click()
    expect(page.locator("#id_ruleset")).to_have_value(next(iter(record.rulesets)))
    page.locator("#id_name").fill("Club evening")
    page.locator("#id_starts_at").fill("2030-10-05T19:00")
    page.locator("#id_time_zone").fill("Europe/Paris")
    assert overflow(page) == 0
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", name="Manage")).to_be_visible()
    event = Event.objects.get()
    assert (event.game, event.round_minutes) == (game, record.round_minutes)
    assert overflow(page) == 0
    page.get_by_role("link", name="Club evening").first.click()
    expect(page.get_by_text(str(record.rulesets[event.ruleset])).first).to_be_visible()
    assert overflow(page) == 0
