"""A game of Quest recorded on one phone at the table: large buttons, the Demon's sheet, and on without a connection."""

import pytest
from playwright.sync_api import Page, expect

from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.browser.driver import overflow, serious_faults
from tests.rules.quest.logs import document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = {"A": "Ana", "B": "Bo", "C": "Cy", "D": "Dan"}


def a_table(detail: str = "gg") -> Recording:
    log = document(players="ABCD", detail=detail)
    players = {letter: {**each, "name": NAMES[letter]} for letter, each in log["players"].items()}
    header = {name: value for name, value in log.items() if name not in ("actions", "result")}
    dealt = log["actions"]
    return start_recording(header={**header, "players": players}, dice=Recording.Dice.RECORDED, who=None, actions=dealt)


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


def choose_the_cards(page: Page) -> None:
    for number, card in enumerate(("trees grow", "auction", "quest: Bling Bling"), start=1):
        page.get_by_label(f"Card {number}").select_option(label=card)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_round_is_recorded_by_buttons(open_page, size):
    recording = a_table()
    page = open_page(recording.get_absolute_url(), size=size)
    page.locator("body[data-ready]").wait_for(state="attached")
    tap(page, "Ana: adventure")
    tap(page, "Personal quest of 1 GG, the next one is worth 2")
    tap(page, "Bo: combat")
    tap(page, "Kill a boss")
    tap(page, "Cy: combat")
    expect(page.locator(".light-turn")).to_have_text("The Demon acts, played by Dan")
    assert serious_faults(page) == []
    assert overflow(page) == 0
    choose_the_cards(page)
    tap(page, "Enter the Demon's turn")
    tap(page, "Dan: adventure")
    expect(page.locator(".side-a .light-stock")).to_contain_text("4")
    recording.refresh_from_db()
    assert recording.actions[-2]["events"] == ["trees", "auction", "quest:bling-bling"]


def test_a_round_goes_on_without_a_connection(open_page):
    open_page.expected.append("Failed to load resource")
    recording = a_table()
    page = open_page(recording.get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.context.set_offline(True)
    for name in ("Ana: combat", "Personal quest of 1 GG, the next one is worth 2", "Bo: combat", "Cy: adventure"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".light-turn")).to_have_text("The Demon acts")
    expect(page.get_by_role("button", name="Dan: combat")).to_be_disabled()
    choose_the_cards(page)
    page.get_by_role("button", name="Enter the Demon's turn").click()
    page.get_by_role("button", name="Dan: combat").click()
    expect(page.locator("[data-waiting] li")).to_have_count(6)
    assert serious_faults(page) == []
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0)
    recording.refresh_from_db()
    assert [action["do"] for action in recording.actions[4:]] == ["turn", "quest", "turn", "turn", "demon", "turn"]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Dan: combat")).to_be_enabled()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_market_and_bag_are_kept_by_buttons(open_page, size):
    recording = a_table("economy")
    page = open_page(recording.get_absolute_url(), size=size)
    page.locator("body[data-ready]").wait_for(state="attached")
    tap(page, "Ana: adventure")
    tap(page, "Farm wood")
    expect(page.locator(".side-a")).to_contain_text("1 wood")
    page.get_by_text("Market", exact=True).click()
    page.get_by_label("wood", exact=True).first.fill("1")
    tap(page, "Enter the market")
    expect(page.locator(".side-a")).to_contain_text("8 Kamas")
    assert serious_faults(page) == []
    assert overflow(page) == 0
    recording.refresh_from_db()
    assert recording.actions[-1]["sold"] == {"wood": 1} and recording.actions[-1]["bought"] == {}
