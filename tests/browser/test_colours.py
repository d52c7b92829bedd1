"""Every page kind, on phone and desktop, light and dark: nobody kept out, nothing wider than the screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import faults_in_both_colours, overflow

OPEN_TO_ALL = ["/", "/style/"]


@pytest.mark.parametrize("path", OPEN_TO_ALL)
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.check
def test_a_public_page_is_accessible_and_fits_the_screen(open_page, path, size):
    page = open_page(path, size=size)
    assert faults_in_both_colours(page) == []
    assert page.title().endswith("Krosmaster")


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_smallest_phones_need_not_scroll_sideways(open_page, live_server, width, language):
    page = open_page("/", size="phone")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.set_viewport_size({"width": width, "height": 640})
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert overflow(page) <= 0


def test_the_chosen_colours_are_kept_and_override_the_device(open_page):
    page = open_page("/", dark=True)
    page.get_by_role("button", name="Switch to light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert (
        page.evaluate(
            "getComputedStyle(document.body).colorScheme || getComputedStyle(document.documentElement).colorScheme"
        )
        == "light"
    )


def test_the_keyboard_reaches_the_content_first(open_page):
    page = open_page("/style/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_dialog_opens_by_its_button_and_closes_by_escape(open_page):
    page = open_page("/style/")
    page.locator("[data-opens=example-dialog]").click()
    expect(page.locator("#example-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#example-dialog")).to_be_hidden()
