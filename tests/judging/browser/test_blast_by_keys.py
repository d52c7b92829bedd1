"""A table of an evening of Krosmaster Blast by the keyboard alone: set up, recorded, and handed in."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page

from judging.logs.services.worker import work_one
from judging.models import Report, Submission
from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS, TEAMS
from tests.blast.random_games import random_game
from tests.judging.browser.test_blast_recorder import Taps
from tests.judging.people import InProcess, a_hall, table_1, user
from tournaments.models import FactsPin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_TABS = 60


def reach(page: Page, wanted: Locator) -> None:
    """Comes there with Tab alone."""
    wanted.wait_for()
    for _press in range(MOST_TABS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by Tab")


def choose(page: Page, radios: Locator, value: str) -> None:
    """Of a group of choices: Tab comes to the one that is chosen, or to the first; arrows go on."""
    chosen = radios.and_(page.locator(":checked"))
    reach(page, chosen if chosen.count() else radios.first)
    page.keyboard.press("Space")
    for _press in range(radios.count()):
        if chosen.input_value() == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{value} is not chosen by arrows")


class Keys(Taps):
    def cell(self, cell: str) -> None:
        board = self.page.locator("[data-board-place]")
        if not board.evaluate("board => board.contains(document.activeElement)"):
            reach(self.page, board.locator('[data-cell][tabindex="0"]'))
        now = str(self.page.evaluate("document.activeElement.dataset.cell"))
        across, up = ord(cell[0]) - ord(now[0]), int(cell[1:]) - int(now[1:])
        for key, times in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up)):
            for _step in range(times):
                self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        reach(self.page, button)
        self.page.keyboard.press("Enter")

    def button(self, name: str) -> None:
        self.press(self.page.locator("[data-offers]").get_by_role("button", name=name, exact=True))

    def dice(self, dice: list[str]) -> None:
        for die in dice:
            fell, _arrow, turned = die.partition(">")
            self.press(self.page.locator(f'[data-face="{fell}"]'))
            wished = self.page.locator(f'[data-face="{die}"]')
            if turned and wished.count():
                self.press(wished)

    def end_turn(self, _action: dict[str, Any]) -> None:
        self.page.keyboard.press("e")


def test_a_table_of_the_evening_by_keys_alone(open_page):
    event = a_hall(
        game=BLAST.game, ruleset=BLAST.slug, board_seats="south", arenas=["made-up-1"], recorded_games="full"
    )
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    page = open_page(reverse("judging:record_match", args=[table_1().pk]), size="desktop", user=user("ana"))
    for name, typed in (("team_a", "ada\nbea"), ("team_b", "cal\ndot"), ("challenges", "brawl, world")):
        reach(page, page.locator(f'[name="{name}"]'))
        page.keyboard.press("Control+a")
        page.keyboard.type(typed)
    for name, value in (("side_of_a", "south"), ("first_player", "A")):
        choose(page, page.locator(f'[name="{name}"]'), value)
    reach(page, page.get_by_role("button", name="Set up table"))
    page.keyboard.press("Enter")
    page.locator("body[data-ready]").wait_for(state="attached")
    keys = Keys(page)
    for action in random_game(2, teams=TEAMS)["actions"]:
        keys.plays(action)
    keys.press(page.locator("[data-hand-in]"))
    page.wait_for_url("**/logs/**")
    work_one(InProcess())
    assert Submission.objects.get().current_report.verdict == Report.Verdict.VALID
