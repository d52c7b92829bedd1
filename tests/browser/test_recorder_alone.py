"""A whole game without a line: the rules on the phone, also after a reload, and the server has the same log afterwards."""

import pytest
from playwright.sync_api import expect

from judging.services.recorder.recording import finished_log
from rules.games import replay
from tests.browser import sample_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
A_WHILE = 90_000  # a busy machine starts a second Python beside the page


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


def test_without_a_line_the_game_goes_on_by_the_rules(ready, table):
    page = ready(table)
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    print(page.locator("[data-line]").text_content())
