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


PRESSED = "#main :is(a[href], button, summary, input, select, textarea, label, tbody tr, .timer)"
UNMARKED = """
() => [...document.querySelectorAll("#main :is(a[href], button, summary, input, select, textarea)")]
  .filter((each) => each.checkVisibility() && !each.matches(":disabled"))
  .filter((each) => {
    each.focus({ focusVisible: true });
    const marks = [each, each.closest(".choice")].filter(Boolean).map((one) => getComputedStyle(one));
    return !marks.some((mark) => mark.outlineStyle !== "none" && parseFloat(mark.outlineWidth) >= 2);
  })
  .map((each) => each.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("state", ["hover", "active", "focus-visible"])
def test_a_component_can_be_read_in_each_state(style, state):
    page = style("en", AT_200_PERCENT)
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": PRESSED})["nodeIds"]
    assert len(nodes) > 60
    for node in nodes:
        tools.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": [state]})
    assert faults_in_both_colours(page) == []


def test_what_has_the_focus_shows_it(style):
    page = style("en", AT_200_PERCENT)
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        assert page.evaluate(UNMARKED) == []


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
