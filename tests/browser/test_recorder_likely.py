"""The likely next actions of the recorder: one tap enters one, and they can be switched off."""

import pytest
from playwright.sync_api import expect

from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tap_enters_a_walk_and_what_is_done_there(open_page):
    recording = sample_game.walking()
    page = open_page(recording.get_absolute_url(), size="phone")
    proposed = page.locator("[data-likely] button")
    proposed.first.wait_for()
    assert serious_faults(page) == []
    assert overflow(page) <= 0
    proposed.filter(has_text="Take a Kama").first.click()
    expect(page.locator("[data-last]")).to_contain_text("Kama")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    recording.refresh_from_db()
    assert [action["do"] for action in recording.actions[-2:]] == ["move", "collect"]
    last = page.locator("[data-last]")
    expect(last).to_contain_text(f"to {recording.actions[-2]['to']}. A takes 1 Kama.")  # the walk too
    assert page.locator(".prompt").evaluate("prompt => prompt.scrollHeight <= prompt.clientHeight + 1")
    assert last.evaluate("last => last.scrollWidth <= last.clientWidth && last.scrollHeight <= last.clientHeight + 1")


def test_a_likely_spell_is_entered_with_one_of_its_outcomes(open_page):
    recording = sample_game.walking()
    page = open_page(recording.get_absolute_url(), size="phone")
    page.locator("[data-likely] button", has_text="Dan To Fu").first.click()
    outcome = page.locator("[data-targets] [data-block=dan-to-fu] [data-outcome='1 0']")
    expect(outcome).to_be_in_viewport(ratio=1)
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)
    expect(page.locator("body")).to_have_attribute("data-actions", str(len(recording.actions)))  # nothing yet
    outcome.click()
    expect(page.locator("[data-last]")).to_contain_text("Dan To Fu")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    recording.refresh_from_db()
    assert recording.actions[-1]["critical"] == {"successes": 1}


def test_likely_actions_that_are_switched_off_stay_off(open_page):
    page = open_page(sample_game.walking().get_absolute_url(), size="phone")
    page.locator("[data-likely] button").first.wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Show likely next actions").uncheck()
    page.reload()
    page.locator("body[data-ready]").wait_for(state="attached")
    expect(page.locator("[data-likely]")).to_be_hidden()
