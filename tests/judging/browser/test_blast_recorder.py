"""The recorder of Krosmaster Blast in a real browser: by taps and keys, on a phone, and without a line."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from judging.logs.services.worker import work_one
from judging.models import Recording, Report, Submission
from judging.recorder.services.recording import start_recording
from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS, TEAMS, document
from tests.blast.random_games import random_game
from tests.judging.people import InProcess, a_hall, table_1, user
from tournaments.models import FactsPin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FACES = {
    "critical": "Critical",
    "armour": "Armour",
    "lock": "Lock",
    "dodge": "Dodge",
    "critical/dodge": "Critical/Dodge",
    "dofus": "Dofus",
}
TITLES = {card["slug"]: card["body"]["name"] for card in CARDS if "name" in card["body"]}


def a_table(actions: Any = (), **header: Any) -> Recording:
    event = a_hall(
        game=BLAST.game, ruleset=BLAST.slug, board_seats="south", arenas=["made-up-1"], recorded_games="full"
    )
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    log = document(**{"challenges": ["brawl", "world"], "teams": TEAMS, **header})
    for letter, name in (("A", "Ana"), ("B", "Bo")):
        log["players"][letter]["name"] = name
    head = {name: value for name, value in log.items() if name not in ("actions", "result")}
    who = user("ana")
    return start_recording(header=head, dice=Recording.Dice.RECORDED, who=who, match=table_1(), actions=actions)


class Taps:
    """Enters the actions of a log as somebody at the table does."""

    def __init__(self, page: Page) -> None:
        self.page, self.entered = page, int(page.locator("body").get_attribute("data-actions") or 0)

    def cell(self, cell: str) -> None:
        self.page.locator(f'[data-cell="{cell}"]').click()

    def button(self, name: str) -> None:
        self.page.locator("[data-offers]").get_by_role("button", name=name, exact=True).click()

    def plays(self, action: dict[str, Any]) -> None:
        getattr(self, action["do"].replace("-", "_"))(action)
        self.entered += 1
        self.page.locator(f'body[data-actions="{self.entered}"]').wait_for(state="attached", timeout=5000)

    def place(self, action: dict[str, Any]) -> None:
        self.cell(action["cell"])

    def favor(self, action: dict[str, Any]) -> None:
        self.button(TITLES[action["card"]])
        self.button("Put left" if action["to"] == "left" else "Put right")

    def activate(self, action: dict[str, Any]) -> None:
        name = self.page.evaluate(
            "id => document.querySelector(`[data-unit-row='${id}'] .unit-name`).firstChild.textContent", action["unit"]
        )
        self.button(f"Play {name.strip()}")

    def move(self, action: dict[str, Any]) -> None:
        self.cell(action["to"])
        self.dice(action.get("dodge", []))

    def dice(self, dice: list[str]) -> None:
        for die in dice:
            fell, _arrow, turned = die.partition(">")
            self.page.locator(f'[data-face="{fell}"]').click()
            wished = self.page.locator(f'[data-face="{die}"]')
            if turned and wished.count():
                wished.click()

    def cast(self, action: dict[str, Any]) -> None:
        self.button(action["spell"].capitalize())
        self.cell(action["target"])
        facing = action.get("choices", {}).get("facing")
        if facing and self.is_opened("[data-sheet] button"):
            self.page.locator("[data-sheet]").get_by_role("button", name=facing, exact=True).click()
        if "roll" in action and self.is_opened("[data-face]"):
            self.dice([action["roll"]])

    def is_opened(self, asked: str) -> bool:
        """Whether the rules want it; else the action stands already."""
        self.page.wait_for_function(
            "([asked, n]) => Number(document.body.dataset.actions) > n || document.querySelector(asked)",
            arg=[asked, self.entered],
        )
        return bool(self.page.locator(asked).count())

    def use_favor(self, action: dict[str, Any]) -> None:
        card = self.page.locator(f'[data-favor="{action["side"]}"] span').inner_text()
        self.button(f"Use {action['side']} favor: {card}")
        self.picks(action)

    def bonus(self, action: dict[str, Any]) -> None:
        self.button("Bonus Three" if action["challenge"] == "brawl" else "Bonus Many")
        self.picks(action)

    def picks(self, action: dict[str, Any]) -> None:
        for cell in (action.get("choices", {}).get("cell"), action.get("removes")):
            if cell and self.is_asked():
                self.cell(cell)

    def is_asked(self) -> bool:
        """Whether the rules want a cell; else the action stands already."""
        self.page.wait_for_function(
            "n => Number(document.body.dataset.actions) > n || "
            "document.querySelector('[data-prompt]').textContent.includes('highlighted')",
            arg=self.entered,
        )
        return int(self.page.locator("body").get_attribute("data-actions") or 0) == self.entered

    def end_turn(self, _action: dict[str, Any]) -> None:
        self.page.locator("[data-end-turn]").click()


def opened(open_page: Any, recording: Recording, **how: Any) -> Page:
    page = open_page(recording.get_absolute_url(), user=user("ana"), **how)
    page.locator("body[data-ready]").wait_for(state="attached")
    return page


def by_its_effects(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Without what no action needed: cells that a card does not ask for, and dice that were not due."""
    return game["actions"]


def test_a_whole_game_is_recorded_by_taps(open_page):
    recording = a_table()
    page = opened(open_page, recording, size="phone")
    taps = Taps(page)
    for action in by_its_effects(random_game(2, teams=TEAMS)):
        taps.plays(action)
    expect(page.locator("[data-winner]")).not_to_be_empty()
    page.locator("[data-hand-in]").click()
    page.wait_for_url("**/logs/**")
    work_one(InProcess())
    assert Submission.objects.get().current_report.verdict == Report.Verdict.VALID
