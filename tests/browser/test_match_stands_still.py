"""The page of a match on a phone: what several answers complete stays in its place, and its head is one row."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from judging.cases.services.desk import call_judge
from tests.browser.driver import late
from tests.browser.test_every_page import FIRST, FIRST_CONTENT, SHIFTS, TASK
from tests.tournaments.worlds import a_player, a_round, a_user, an_event

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Second semi-final of the losers of the afternoon, table 12"


@pytest.fixture
def match():
    event = an_event("running", swiss_rounds=3)
    event.announcements.create(text="Lunch is served in the hall beside the entrance", by=a_user())
    played = a_round(event, (a_player(event, "ana"), a_player(event, "bo")))
    played.started_at = timezone.now()
    played.save()
    return played.matches.get()


def test_logs_wait_for_the_call_above_them(open_page, match):
    ana = match.a.user
    call_judge(match=match, by=ana)
    page = open_page("about:blank", size="phone", user=ana)
    page.add_init_script(SHIFTS)
    page.route("**/judges/**", late)
    page.goto(match.get_absolute_url())
    expect(page.get_by_role("heading", name="Game logs")).to_be_attached()
    assert page.locator("#call-state > *").count() > 0
    assert page.evaluate("window.shifts") < 0.003


@pytest.mark.parametrize("path", ["", "record/?new"])
def test_a_long_heading_takes_no_second_row(open_page, match, path):
    page = open_page(f"{match.get_absolute_url()}{path}", size="phone", user=match.a.user)
    page.locator("h1").evaluate("(heading, long) => { heading.textContent = long; }", LONG)
    assert 0 < page.evaluate(FIRST, TASK) <= FIRST_CONTENT[390]
