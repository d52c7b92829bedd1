"""The ranks of all tokens are ticked from a box, by number keys or by tapping."""

import os

import pytest
from playwright.sync_api import expect

from teams.models import FactRevision
from tests.browser.driver import overflow, serious_faults


@pytest.mark.parametrize(("size", "dark"), [("phone", False), ("desktop", True)])
def test_number_keys_choose_ranks_row_by_row(open_page, size, dark, ana):
    page = open_page("/facts/tokens/", size=size, user=ana, dark=dark)
    rows = page.locator("tbody tr")
    rows.first.locator("input").first.focus()
    for key in "2341":
        page.keyboard.press(key)
    for place, rank in enumerate(("jade", "silver", "gold", "granite")):
        expect(rows.nth(place).locator(f"[value={rank}]")).to_be_checked()
    assert overflow(page) == 0
    assert serious_faults(page) == []
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/tokens-{size}.png")
    page.get_by_role("button", name="Propose ranks").click()
    expect(page.get_by_text("waiting for a second person").first).to_be_visible()
    assert FactRevision.objects.exists()
