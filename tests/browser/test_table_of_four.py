"""A game of four on one phone: set up, recorded to its end, submitted, judged and replayed."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from tests.browser.driver import arrived, overflow, serious_faults
from tests.browser.recorder_driver import Scribe
from tests.judging.people import InProcess

pytestmark = pytest.mark.django_db(transaction=True)
# As the preset teams play (9.2.1): B in the north, then C in the east, A in the south, D in the west.
PLACES = {"b1": "F11", "b2": "H11", "c1": "L2", "c2": "L4", "a1": "E2", "a2": "G2", "d1": "A4", "d2": "B6"}
TOKENS = [("granite", "water-boost"), ("jade", "earth-buff"), ("silver", "dofus-mp")]


def shot(page: Page, name: str) -> None:
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png")


def scores(page: Page) -> list[str]:
    return [page.locator(f"[data-strip-{side}] .strip-stock strong").inner_text() for side in "abcd"]


def test_a_game_of_four_is_recorded_by_phone_and_replayed(open_page):
    ana = User.objects.create_user("ana", "ana@example.org")
    page = open_page(f"{reverse('judging:practice')}?players=4", size="phone", user=ana)
    shot(page, "practice")
    for letter, name in zip("ABCD", ("Ana", "Bo", "Cléo", "Dimitri"), strict=True):
        page.get_by_label(f"Player {letter}", exact=True).fill(name)
    page.get_by_role("button", name="Set up table").click()
    arrived(page)
    scribe = Scribe(page, Recording.objects.get())
    for unit, cell in PLACES.items():
        scribe.enter({"do": "place", "unit": unit, "cell": cell})
    scribe.enter({"do": "activate", "unit": "b1"})
    shot(page, "fight")
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    scribe.enter({"do": "end-turn"})
    for rank, reward in TOKENS:
        scribe.enter({"do": "flip", "rank": rank, "pile": 1, "reward": reward})
    doubles(page)
    assert scores(page) == ["2", "2", "3", "3"]
    for name in ("Dimitri", "Bo", "Ana"):
        concede(page, name)
    expect(page.locator("[data-winner]")).to_have_text("Cléo wins.")
    shot(page, "over")
    page.get_by_role("button", name="Submit log").click()
    page.wait_for_url("**/logs/**")
    work_one(InProcess())
    watched(page)


def doubles(page: Page) -> None:
    """Cléo rolls them and names Ana, who names Bo."""
    page.locator("[data-pair='lock lock']").click()
    sheet = page.locator("[data-sheet]:not([hidden])")
    expect(sheet).to_contain_text("which opponent loses a GG")
    shot(page, "doubles")
    sheet.get_by_role("button", name="Ana").click()
    expect(sheet).to_contain_text("That player names another one")
    sheet.get_by_role("button", name="Bo").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


def concede(page: Page, name: str) -> None:
    page.locator("[data-more-button]").click()
    ways = page.locator("details", has=page.locator("[data-ends]"))
    if not ways.get_attribute("open") and not page.locator("[data-ends]").first.is_visible():
        ways.locator("summary").click()
    page.get_by_role("button", name=f"{name} concedes").click()
    page.get_by_role("button", name="Yes, record concession").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


def watched(page: Page) -> None:
    submission = Submission.objects.get()
    page.goto(reverse("judging:submission", args=[submission.uuid]))
    shot(page, "verdict")
    page.get_by_role("link", name="Replay").first.click()
    page.locator("[data-replay-root][data-ready=true]").wait_for()
    page.locator("[data-transport=slider]").press("End")
    expect(page.locator("[data-result]")).to_have_text("Cléo wins. Out of the game, in this order: Dimitri, Bo, Ana.")
    assert page.locator("[data-race] path[class^=race-]").count() == 4
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    shot(page, "replay")
