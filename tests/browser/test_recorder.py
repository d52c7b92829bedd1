"""The recorder at a tablet: a whole game by taps, and what is refused."""

import pytest
from playwright.sync_api import expect

from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults
from tests.browser.recorder_driver import Scribe

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_recorded_in_under_three_taps_an_action(open_page, table, monkeypatch):
    actions = sample_game.a_game(7, monkeypatch)
    page = open_page(table.get_absolute_url(), size="phone")
    scribe = Scribe(page, table)
    for action in actions:
        scribe.enter(action)
    table.refresh_from_db()
    assert [{**action, "at": 0} for action in table.actions] == [{**action, "at": 0} for action in actions]
    expect(page.locator("[data-end]")).to_be_visible()
    assert scribe.taps / len(actions) < 3


def test_the_recorder_keeps_nobody_out_and_fits_the_screen(open_page, table):
    for size in ("phone", "desktop"):
        page = open_page(table.get_absolute_url(), size=size)
        page.locator("[data-offers] button").first.wait_for()
        assert serious_faults(page) == []
        assert overflow(page) <= 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1280, 800), (1280, 900)])
def test_the_whole_board_and_the_first_offer_are_seen_together(open_page, table, width, height):
    page = open_page(table.get_absolute_url())
    page.set_viewport_size({"width": width, "height": height})
    for seen in (page.locator(".board"), page.locator("[data-offers] button").first):
        expect(seen).to_be_in_viewport(ratio=1)


def test_illegal_actions_are_explained_and_may_be_entered_as_played(open_page, table):
    page = open_page(table.get_absolute_url())
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Record as played").click()
    fault = page.locator("[data-entries] .step-error")
    fault.wait_for()
    expect(fault).to_contain_text("1.3.9")


def test_a_cell_entered_as_played_may_be_lower_case(open_page, table):
    page = open_page(table.get_absolute_url())
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-to").fill("e5")
    page.get_by_role("button", name="Record as played").click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    table.refresh_from_db()
    assert table.actions[0]["to"] == "E5"


def test_while_dice_are_asked_for_nothing_can_be_undone(open_page):
    page = open_page(sample_game.second_turn().get_absolute_url(), size="phone")
    page.get_by_role("button", name="Tension", exact=True).click()
    expect(page.locator("[data-line]")).to_have_text("Waiting for you")
    back = page.get_by_role("button", name="Undo last die")
    expect(back).to_be_disabled()
    page.locator("[data-face=lock]").click()
    expect(back).to_be_enabled()
    page.locator("[data-face=dodge]").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


def test_two_quick_taps_on_the_same_offer_are_one(open_page, table):
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    sent = []
    page.route("**/enter/", lambda route: (sent.append(route), page.wait_for_timeout(200), route.continue_()))
    page.locator("[data-choice]").first.dblclick()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    expect(page.locator("[data-sheet]")).to_be_hidden()
    assert len(sent) == 1


def test_the_keyboard_stays_on_the_offers(open_page, table):
    page = open_page(table.get_absolute_url())
    offers = page.locator("[data-offers] .offer-buttons button")
    offers.nth(1).focus()
    page.keyboard.press("Enter")
    expect(offers.nth(1)).to_be_focused()
    page = open_page(sample_game.fighting().get_absolute_url())
    page.get_by_role("button", name="End turn").focus()
    page.keyboard.press("Enter")
    page.locator("body[data-actions='7']").wait_for(state="attached")
    expect(page.locator("[data-offers] button:focus")).to_have_count(1)


def test_a_practice_game_is_laid_undone_and_taken_along(open_page):
    page = open_page("/practice/", size="phone")
    page.get_by_label("the site rolls for us").check()
    page.get_by_role("button", name="Set up table").click()
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.get_by_role("button", name="Undo").click()
    page.locator("body[data-actions='0']").wait_for(state="attached")
    with page.expect_download() as download:
        page.get_by_role("link", name="Log").click()
    assert download.value.suggested_filename.endswith(".json")
