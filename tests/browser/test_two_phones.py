"""Two phones at one table, and one of them loses the line: both end with the same game, and somebody is asked."""

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from tests.browser import sample_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.check
def test_two_phones_with_a_lost_line_end_with_one_game(open_page):
    open_page.expected.append("Failed to load resource")
    table = sample_game.fighting()
    cut, other = (open_page(table.get_absolute_url(), size="phone") for _ in range(2))
    for page in (cut, other):
        page.locator("body[data-actions='6']").wait_for(state="attached")
    cut.context.set_offline(True)
    cut.get_by_role("button", name="End turn").click()
    expect(cut.locator("[data-line]")).to_contain_text("1 waiting")
    other.get_by_role("button", name="End turn").click()
    other.locator("body[data-actions='7']").wait_for(state="attached")
    cut.context.set_offline(False)
    cut.get_by_text("Another device has recorded something in this game").wait_for()
    expect(cut.locator(".conflict-side")).to_have_count(2)
    table.refresh_from_db()
    assert len(table.actions) == 7
    cut.get_by_role("button", name="Discard", exact=True).click()
    expect(cut.locator("[data-line]")).to_have_text("All changes saved")
    assert cut.locator("[data-strip-active]").inner_text() == other.locator("[data-strip-active]").inner_text()
    other.get_by_role("button", name="Undo").click()
    other.locator("body[data-actions='6']").wait_for(state="attached")
    cut.locator("body[data-actions='6']").wait_for(state="attached")


@pytest.mark.parametrize("phones", [2, 3])
def test_tokens_that_the_site_draws_are_asked_for_once(open_page, phones):
    """Each page asks for the first tokens by itself (4.7.4); nobody is asked about another device because of it."""
    open_page.expected.append("Failed to load resource")
    table = sample_game.fighting(dice=Recording.Dice.ROLLED)
    pages = [open_page(table.get_absolute_url(), size="phone") for _ in range(phones)]
    for page in pages:
        page.locator("body[data-actions='6']").wait_for(state="attached")
    pages[0].get_by_role("button", name="End turn").click()
    for page in pages:
        page.get_by_role("button", name="Roll for Tension").wait_for()
        expect(page.locator("[data-line]")).to_have_text("All changes saved")
        expect(page.locator(".conflict-side")).to_have_count(0)
    table.refresh_from_db()
    drawn = [(action["rank"], action["pile"]) for action in table.actions if action["do"] == "flip"]
    assert len(drawn) == len(set(drawn))
