"""The report page of a log of Quest: a point of the graph opens the cause of the change."""

import json
import re

import pytest
from playwright.sync_api import expect

from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from tests.browser.driver import overflow, serious_faults
from tests.judging.people import InProcess, user
from tests.judging.test_quest_logs import a_league, a_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_point_opens_the_cause_of_the_change(open_page, size):
    match = a_league()
    submission = submit_log(content=json.dumps(a_log()).encode(), submitter=user("ana"), match=match)
    work_one(InProcess())
    page = open_page(submission.get_absolute_url(), size=size, user=user("ana"))
    assert serious_faults(page) == []
    assert overflow(page) <= 0
    page.get_by_role("link", name="Bo: +1, now 4 GG (boss killed)").click()
    expect(page).to_have_url(re.compile("#change-8-B$"))
    expect(page.locator("#change-8-B")).to_be_in_viewport()
