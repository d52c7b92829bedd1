"""The goal of the recorder: at most 120 taps for 100 actions of play, in whole games, on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser import sample_game
from tests.browser.recorder_driver import Scribe
from tests.cases import some_of

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = some_of([37, 28, 12, 2, 21])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hundred_actions_take_at_most_120_taps(open_page, table, seed):
    """A walk is one action, as a person counts; nothing that is tapped is scrolled to."""
    actions = sample_game.a_game(seed)
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-timeline] button").first.wait_for()
    scribe = Scribe(page, table)
    steps = scribe.play(actions)
    expect(page.locator("[data-end]")).to_be_visible()
    table.refresh_from_db()
    assert [action["do"] for action in table.actions] == [action["do"] for action in actions]
    assert 100 * scribe.taps <= 120 * steps, (scribe.taps, steps)
