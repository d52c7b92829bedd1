"""Two phones at one table, and one of them loses the line: both end with the same game, and somebody is asked."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from judging.logs.services.worker import work_one
from judging.models import Recording
from tests.browser import sample_game
from tests.browser.driver import arrived
from tests.judging.people import InProcess, a_hall, listed, player, table_1, user
from tournaments.models import MatchState

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
    cut.get_by_role("button", name="Skip them").click()
    expect(cut.locator("[data-line]")).to_contain_text("1 waiting")
    other.get_by_role("button", name="End turn").click()
    other.get_by_role("button", name="Skip them").click()
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
    pages[0].get_by_role("button", name="Skip them").click()
    for page in pages:
        page.get_by_role("button", name="Roll for Tension").wait_for()
        expect(page.locator("[data-line]")).to_have_text("All changes saved")
        expect(page.locator(".conflict-side")).to_have_count(0)
    table.refresh_from_db()
    drawn = [(action["rank"], action["pile"]) for action in table.actions if action["do"] == "flip"]
    assert len(drawn) == len(set(drawn))


LISTS = {
    "ana": ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"),
    "bo": ("anna-tommy", "kassius-kaos", "king-of-the-gobballs", "lil-healey"),
}


def test_a_game_of_two_phones_ends_valid_and_confirmed(open_page):
    """Ana's phone loses the line in between; Bo concedes, seals, agrees that the game is shown, and confirms."""
    open_page.expected.append("Failed to load resource")
    a_hall(public_games=True)
    for name, figures in LISTS.items():
        listed(name, *figures, locked_at=timezone.now(), commitment="x")
    phones = {name: open_page(table_1().get_absolute_url(), size="phone", user=user(name)) for name in LISTS}
    ana, bo = phones.values()
    ana.get_by_role("link", name="Record the game").click()
    ana.get_by_role("button", name="Set up table").click()
    ana.locator("[data-choice]").first.wait_for()
    bo.get_by_role("link", name="Record the game").click()
    for count in range(8):
        phone = ana if count < 4 else bo
        phone.locator("[data-choice]").first.click()
        recorded(phones, count + 1)
    ana.context.set_offline(True)
    ana.locator("[data-end-turn]").click()
    ana.get_by_role("button", name="Skip them").click()
    expect(ana.locator("[data-line]")).to_contain_text("1 waiting")
    ana.context.set_offline(False)
    expect(ana.locator("[data-line]")).to_have_text("All changes saved")
    recorded(phones, len(Recording.objects.get().actions))
    concede(bo, "Bo")
    ana.get_by_role("button", name="Report result and submit log").click()
    ana.get_by_text("Result reported and game log submitted.").wait_for()
    work_one(InProcess())
    report = Recording.objects.get().submission.current_report
    assert (report.verdict, report.findings, report.ended) == ("valid", [], True)
    expect(bo.locator("[data-handed-in]")).to_contain_text("Ana wins")
    bo.get_by_role("button", name="Seal log").click()
    bo.get_by_text("Sealed by both sides").wait_for()
    bo.get_by_role("button", name="Show my games").click()
    expect(bo.locator("[data-asked]")).to_have_count(0)
    bo.get_by_role("link", name="Confirm or dispute result").click()
    bo.get_by_role("button", name="Confirm result").click()
    arrived(bo)
    bo.get_by_text("You lost").first.wait_for()
    assert table_1().state == MatchState.DONE
    assert player("bo").public_games


def recorded(phones, count) -> None:
    for phone in phones.values():
        phone.locator(f"body[data-actions='{count}']").wait_for(state="attached", timeout=30_000)


def concede(page, name) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("End game", exact=True).click()
    page.get_by_role("button", name=f"{name} concedes").click()
    page.get_by_role("button", name="Yes, end game").click()
    page.locator("[data-end]").wait_for()
