"""A judge corrects a log of Blast on the board: figures and numbers by tapping, a glyph cell, and the ruling."""

import json

import pytest
from playwright.sync_api import expect

from judging.models import Submission
from tests.browser.driver import arrived, overflow, serious_faults
from tests.judging.browser.test_amending import LONG, open_board
from tests.judging.people import user
from tests.judging.test_blast_desk import a_faulty_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_log_of_blast_is_amended_on_the_board(open_page, size):
    case = a_faulty_log()
    page = open_page(case.get_absolute_url(), size=size, user=user("jo"))
    open_board(page)
    after, preview = page.locator('[name="after"]'), page.get_by_role("button", name="Preview changes")
    after.fill("9999")
    preview.click()
    expect(after).to_have_attribute("aria-invalid", "true", timeout=LONG)
    after.fill("6")
    page.locator('[name="after"]').blur()
    expect(page.locator("[data-amend-when]")).to_contain_text("After action 6", timeout=LONG)
    board = page.locator("[data-amend] .board")
    board.locator('[data-cell="B4"]').click()
    page.locator('[name="cells-0-glyph"]').select_option("A")
    board.locator('[data-cell="D1"]').click()
    board.locator('[data-cell="C2"]').click()
    page.get_by_role("button", name="HP: one fewer").click()
    page.get_by_role("button", name="AP markers: one fewer").click()
    assert page.get_by_role("button", name="Range markers").count() == 0
    changes = page.locator("[data-amend-changes]")
    expect(changes).to_contain_text("D1 → C2")
    preview.click()
    expect(page.locator("[data-amended]")).to_contain_text("glyph cell", timeout=LONG)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    page.locator('[name="reason"]').fill("Seen by the judge.")
    page.locator('[name="message"]').fill("It stood there.")
    page.get_by_role("button", name="Make ruling", exact=True).click()
    arrived(page)
    entry = json.loads(bytes(Submission.objects.get(corrects=case.submission).content))["actions"][6]
    assert entry["set"] == {
        "units": {"a1": {"injuries": 1, "cell": "C2", "markers": {"ap": -1}}},
        "glyphs": {"B4": "A"},
    }


def test_a_case_shows_the_moment_of_a_fault(open_page):
    page = open_page(a_faulty_log().get_absolute_url(), size="phone", user=user("jo"))
    moment = page.locator("[data-moment]").first
    moment.locator(".board").wait_for(timeout=LONG)
    expect(moment.locator("[data-moment-words]")).not_to_be_empty()
