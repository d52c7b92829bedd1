"""The goal of the recorder: at most 120 taps for 100 actions of play, in whole games, on a phone; 90 for 100 of the log
in games that people chose, on two phones."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from benchmarks.likely import GAMES, games_of
from judging.models import Recording
from rules.arena.log import read
from rules.arena.replay import step
from tests.browser import sample_game
from tests.browser.recorder_driver import Proposed, Scribe, Table
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


OLD, NEW, *_others = GAMES.values()
MOST_TAPS = {True: 90, False: 100}  # for 100 actions of the log, with the likely actions switched on and off
BY_HAND = [(OLD, 5), (NEW, 1), (NEW, 3), (NEW, 5)]


@pytest.mark.parametrize(("games", "number"), some_of(BY_HAND))
@pytest.mark.parametrize("switched_on", [True, False])
def test_a_game_by_hand_takes_few_taps_on_two_phones(open_page, record_property, games, number, switched_on):
    """Each enters their own turns, by proposals where those come next. The JUnit report has the taps."""
    played = games_of(games)[number]
    header = {name: value for name, value in played.items() if name not in ("actions", "result")}
    table = Table(Recording.objects.create(header=header))
    scribes = {}
    for player in header["players"]:
        page = open_page(table.recording.get_absolute_url(), size="phone")
        if not switched_on:
            page.evaluate("localStorage.setItem('record-likely-off', 'yes')")
            page.reload()
        page.locator("[data-timeline] button").first.wait_for()
        scribes[player] = Proposed(page, table.recording, switched_on=switched_on)
    ahead = played["actions"]
    while ahead:
        scribe = scribes[table.player_of(ahead[0])]
        scribe.page.locator(f"body[data-actions='{len(table.actions)}']").wait_for(state="attached", timeout=30_000)
        ahead = ahead[scribe.go_on(table, ahead) :]
        table.follow()
        if ahead and ahead[0]["do"] == "end-turn" == table.actions[-1]["do"]:
            ahead = ahead[1:]  # it ended with the last token that was turned up
    assert table.game.glory == glory_of(played)
    taps = sum(scribe.taps for scribe in scribes.values())
    spent = sum((scribe.taps_for for scribe in scribes.values()), Counter())
    record_property("taps", f"{taps} for {len(table.actions)} actions: {spent.most_common()}")
    assert 100 * taps <= MOST_TAPS[switched_on] * len(table.actions), (taps, len(table.actions), spent)


def glory_of(played) -> dict[str, int]:
    table = Table(Recording(header={**played}))
    log = read(played)
    for index in range(len(log.actions)):
        step(table.game, log, index)
    return table.game.glory
