"""Recorder and replay ask for their font, and for copies, when the board is there: it has a slow line for itself."""

import pytest
from django.urls import reverse

from judging.replay.services.public_games import DEMONSTRATION

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
    page.wait_for_function(f"() => {FONTS} > 0")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    assert page.evaluate(BEGAN) >= page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart')


def test_the_font_of_the_replay_comes_after_its_board(open_page):
    replay = reverse("judging:replay", args=[DEMONSTRATION])
    page = open_page(replay, size="phone")
    page.locator("[data-ready]").wait_for(state="attached")
    page.wait_for_function(f"() => {FONTS} > 0")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    assert page.evaluate(BEGAN) >= page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart')
    without_scripts = open_page(replay, size="phone", javascript=False)
    without_scripts.wait_for_load_state("networkidle")
    assert without_scripts.evaluate(FONTS) > 0


def test_what_a_game_needs_offline_is_copied_after_the_page(open_page, table, settings):
    settings.OFFLINE_PLAY = True
    page = open_page(table.get_absolute_url(), size="phone")
    page.wait_for_function(f"() => {COPIES}.length > 0")
    began = page.evaluate(f"{COPIES}[0].startTime")
    assert began >= page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart')
