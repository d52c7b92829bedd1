"""The recorder asks for its font, and for copies of itself, when the board is there: it has a slow line for itself."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
FONTS = 'performance.getEntriesByType("resource").filter((each) => each.name.endsWith(".woff2")).length'
BEGAN = 'performance.getEntriesByType("resource").find((each) => each.name.endsWith(".woff2")).startTime'
COPIES = 'performance.getEntriesByType("resource").filter((each) => each.name.includes("/plan/"))'


def test_the_font_of_the_recorder_comes_after_its_scripts(open_page, table):
    without_scripts = open_page(table.get_absolute_url(), size="phone", javascript=False)
    without_scripts.wait_for_load_state("networkidle")
    assert without_scripts.evaluate(FONTS) == 0
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.wait_for_function(f"{FONTS} > 0")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    assert page.evaluate(BEGAN) >= page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart')


def test_what_a_game_without_a_line_needs_is_copied_after_the_page(open_page, table, settings):
    settings.OFFLINE_PLAY = True
    page = open_page(table.get_absolute_url(), size="phone")
    page.wait_for_function(f"() => {COPIES}.length > 0")
    began = page.evaluate(f"{COPIES}[0].startTime")
    assert began >= page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart')
