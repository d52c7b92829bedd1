"""The recorder asks for its font when the board is there: on a slow line the board has the line for itself."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
FONTS = 'performance.getEntriesByType("resource").filter((each) => each.name.endsWith(".woff2")).length'


def test_the_font_of_the_recorder_comes_after_its_scripts(open_page, table):
    without_scripts = open_page(table.get_absolute_url(), size="phone", javascript=False)
    without_scripts.wait_for_load_state("networkidle")
    assert without_scripts.evaluate(FONTS) == 0
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.wait_for_function(f"{FONTS} > 0")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
