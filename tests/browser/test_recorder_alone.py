"""A game without a line: the rules on the phone, also after a reload; the server has the same log afterwards."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from judging.recorder.services.recording import finished_log, start_recording
from rules.games import replay
from tests.accounts.signed_in import a_person
from tests.browser import sample_game
from tests.browser.recorder_driver import Scribe

pytestmark = pytest.mark.django_db(transaction=True)
A_WHILE = 120_000  # a busy machine starts a second Python beside the page
COPIES = "caches.keys().then((names) => names.filter((name) => name.startsWith('recorder-page-')))"
GAMES = "Object.keys(localStorage).filter((key) => key.startsWith('recorder-game-')).length"


@pytest.fixture(autouse=True)
def offered(settings):
    settings.OFFLINE_PLAY = True


@pytest.fixture
def ready(open_page):
    """A page of the recorder on a phone that has everything it needs."""
    open_page.expected += ["Failed to load resource", "net::ERR"]

    def opened(recording, **more):
        page = open_page(recording.get_absolute_url(), size="phone", **more)
        page.locator("[data-alone=ready]").wait_for(state="attached", timeout=A_WHILE)
        return page

    return opened


def reloaded(page):
    """Without a line: the page comes from the device, and starts the rules anew."""
    page.reload()
    page.locator("[data-alone=ready]").wait_for(state="attached", timeout=A_WHILE)


def cast_after(actions):
    """How many actions come before the first cast with dice, and that cast."""
    return next(n for n, each in enumerate(actions) if each["do"] == "cast" and each.get("critical"))


def test_a_game_goes_on_offline_and_after_a_reload(ready, table, line):
    actions = sample_game.a_game(37)
    middle = cast_after(actions) + 1
    page = ready(table)
    scribe = Scribe(page, table)
    scribe.play(actions[:3])
    line.cut()
    scribe.play(actions[3:middle])
    expect(page.locator("[data-line]")).to_contain_text("The game goes on here")
    walks_on = sum(one["do"] == other["do"] == "move" for one, other in pairwise(actions[:middle]))
    expect(page.locator("[data-entries] li")).to_have_count(middle - walks_on)
    expect(page.locator("[data-connection]")).to_have_count(0)
    page.locator("[data-cell=A1]").click()
    expect(page.locator("[data-prompt]")).not_to_be_empty()
    reloaded(page)
    page.locator(f"body[data-actions='{middle}']").wait_for(state="attached")
    scribe.play(actions[middle : middle + 5])
    concede(page)
    table.refresh_from_db()
    assert len(table.actions) == 3
    line.restore()
    expect(page.locator("[data-line]")).to_have_text("All changes saved", timeout=A_WHILE)
    table.refresh_from_db()
    assert [each["do"] for each in table.actions] == [each["do"] for each in actions[: middle + 5]] + ["concede"]
    report = replay(json.dumps(finished_log(table)).encode())
    assert [finding for finding in report.findings if finding.action is not None] == []


def concede(page):
    page.locator("[data-more-button]").click()
    page.get_by_text("End game").click()
    page.locator("[data-ends=B]").click()
    page.get_by_role("button", name="Yes, end game").click()
    expect(page.locator("[data-end]")).to_be_visible()


def test_offline_illegal_entries_are_refused_and_undone_ones_are_gone(ready, table):
    page = ready(table)
    page.context.set_offline(True)
    page.locator("[data-cell=B1]").click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.get_by_role("button", name="Undo").click()
    page.locator("body[data-actions='0']").wait_for(state="attached")
    page.locator("[data-more-button]").click()
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Record as played").click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-entries] .step-error")).to_contain_text("1.3.9")


def test_a_copy_goes_with_the_right_to_see_it(ready):
    someone = a_person("ana")
    recording = start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=someone)
    page = ready(recording, user=someone)
    kept = f"caches.open('recorder-page-{someone.pk}').then((cache) => cache.keys()).then((keys) => keys.length)"
    assert page.evaluate(COPIES) == [f"recorder-page-{someone.pk}"]
    assert page.evaluate(kept) == 1
    assert page.evaluate(GAMES) == 1
    Recording.objects.update(hidden_by_moderators=True)
    page.goto(recording.get_absolute_url())
    assert page.evaluate(kept) == 0
    page.goto("/me/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_function(f"() => {COPIES}.then((names) => names.length === 0)")
    assert page.evaluate(GAMES) == 0


def test_the_score_page_opens_and_goes_on_offline(open_page):
    header = sample_game.header() | {"format": "krosmaster-log/1", "detail": "ledger"}
    light = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    open_page.expected += ["Failed to load resource", "net::ERR"]
    page = open_page(light.get_absolute_url(), size="phone")
    page.locator("[data-kept=ready]").wait_for(state="attached", timeout=A_WHILE)
    page.get_by_role("button", name="Start the fight").click()
    page.get_by_role("button", name="Kamas: +2").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    page.context.set_offline(True)
    page.reload()
    kamas = page.locator("#table").inner_text()
    page.get_by_role("button", name="KO Kassius Kaos").click()
    page.reload()
    expect(page.locator("[data-waiting] li")).to_have_count(1)
    expect(page.get_by_role("button", name="KO Kassius Kaos")).to_be_disabled()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=A_WHILE)
    light.refresh_from_db()
    assert [action["do"] for action in light.actions] == ["turn", "kamas", "ko"]
    assert "2" in kamas


def test_an_insecure_address_promises_no_reload(open_page):
    header = sample_game.header() | {"format": "krosmaster-log/1", "detail": "ledger"}
    light = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    page = open_page("/style/", size="phone")
    page.add_init_script("delete Window.prototype.caches; delete window.caches")  # as at http://192.168…
    page.goto(light.get_absolute_url())
    page.locator("[data-kept=open]").wait_for(state="attached")
    expect(page.locator("[data-kept]")).to_contain_text("keep this page open")
