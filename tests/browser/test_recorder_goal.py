"""The goal of the recorder: at most 120 taps for 100 actions of play, in whole games, on a phone."""

import pytest
from playwright.sync_api import expect

from rules.games import replay
from tests.browser import sample_game
from tests.browser.recorder_driver import Scribe, as_people_count

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = [7, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (1, 2, 3, 4))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hundred_actions_take_at_most_120_taps(open_page, table, monkeypatch, seed):
    actions = sample_game.a_game(seed, monkeypatch)
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-timeline] button").first.wait_for()
    scribe = Scribe(page, table)
    deeds = as_people_count(actions)
    for deed in deeds:
        try:
            scribe.enter(deed if len(deed) > 1 else deed[0])
        except BaseException:
            print("DEED", deed, scribe.entered, scribe.written()); page.screenshot(path="/tmp/w/shots_rec/fail.png")
            table.refresh_from_db(); print(table.actions[-3:])
            raise
    expect(page.locator("[data-end]")).to_be_visible()
    table.refresh_from_db()
    assert [action["do"] for action in table.actions] == [action["do"] for action in actions]
    assert 100 * scribe.taps / len(deeds) <= 120, (scribe.taps, len(deeds))
    import collections
    print("TAPS", seed, scribe.taps, len(deeds), collections.Counter(d[0]["do"] for d in deeds))
