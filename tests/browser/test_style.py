"""The style page is a contract: each component in both colours and languages, at twice its size, still."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import faults_in_both_colours, moving, press_by_keyboard

AT_200_PERCENT = {"width": 640, "height": 450}  # what a screen of 1280 by 900 holds then
PHONE_OF_320 = {"width": 320, "height": 640}


@pytest.fixture
def style(open_page, live_server):
    def opened(language: str, size: dict[str, int]) -> Page:
        page = open_page("about:blank")
        page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
        page.set_viewport_size(size)
        page.goto("/style/")
        page.locator("[data-board-frame] svg").first.wait_for()
        return page

    return opened


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [AT_200_PERCENT, PHONE_OF_320], ids=["zoomed", "narrow"])
def test_every_component_can_be_read_at_twice_its_size(style, language, size):
    page = style(language, size)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert faults_in_both_colours(page) == []


def test_dialog_and_menu_open_by_keyboard_in_both_colours(style):
    page = style("en", AT_200_PERCENT)
    for name, opened in (("div.menu[popover]", "#example-menu"), ('data-opens="id"', "#example-dialog")):
        press_by_keyboard(page, page.get_by_role("button", name=name, exact=True))
        expect(page.locator(opened)).to_be_visible()
        assert faults_in_both_colours(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()


def test_nothing_moves_for_who_wants_no_motion(style):
    page = style("en", AT_200_PERCENT)
    assert moving(page) != []  # what moves for the others
    page.emulate_media(reduced_motion="reduce")
    assert moving(page) == []
