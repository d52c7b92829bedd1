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
from tests.browser.driver import overflow, serious_faults
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.judging.test_blast_recorder import face_to_face
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


def test_a_whole_game_is_recorded_by_taps(open_page):
    recording = a_table()
    page = opened(open_page, recording, size="phone")
    taps = Taps(page)
    for action in random_game(2, teams=TEAMS)["actions"]:
        taps.plays(action)
    expect(page.locator("[data-winner]")).not_to_be_empty()
    page.locator("[data-hand-in]").click()
    page.wait_for_url("**/logs/**")
    work_one(InProcess())
    assert Submission.objects.get().current_report.verdict == Report.Verdict.VALID


@pytest.mark.parametrize(("size", "dark"), [("phone", False), ("phone", True), ("desktop", True)])
@pytest.mark.parametrize("actions", [0, 4, 60])
def test_the_page_keeps_nobody_out(open_page, size, dark, actions):
    game = random_game(2, teams=TEAMS)["actions"][:actions]
    page = opened(open_page, a_table(game), size=size, dark=dark)
    assert serious_faults(page) == []
    assert overflow(page) <= 0


def test_dodge_dice_are_asked_for_by_their_faces(open_page):
    page = opened(open_page, a_table([*document(teams=TEAMS)["actions"], *face_to_face()]), size="phone")
    page.locator('[data-cell="E7"]').click()
    page.get_by_text("Cal: Dodge dice (1)").wait_for()
    assert serious_faults(page) == []
    page.locator('[data-face="lock"]').click()
    page.get_by_text("Cal stays on D7").first.wait_for()


def test_a_turn_is_recorded_by_keys_alone(open_page):
    recording = a_table(document(teams=TEAMS)["actions"], challenges=[])
    page = opened(open_page, recording, size="desktop")
    page.keyboard.press("1")
    page.get_by_role("button", name="Put left").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play Ada").wait_for()
    page.keyboard.press("1")
    page.locator('body[data-actions="6"]').wait_for(state="attached")
    page.locator('[data-cell="D1"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator('body[data-actions="7"]').wait_for(state="attached")
    page.keyboard.press("1")
    expect(page.locator("[data-offers] [aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.locator('body[data-actions="8"]').wait_for(state="attached")
    page.keyboard.press("u")
    page.locator('body[data-actions="7"]').wait_for(state="attached")
    recording.refresh_from_db()
    assert [action["do"] for action in recording.actions[4:]] == ["favor", "activate", "move"]


def test_what_nobody_has_entered_is_recorded_as_it_is_said(open_page):
    teams = {"A": {"a1": "nobody", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}
    recording = a_table(board="the-box", teams=teams, challenges=[])
    page = opened(open_page, recording, size="phone")
    assert serious_faults(page) == []
    taps = Taps(page)
    for cell in ("D1", "E1", "D9", "E9"):
        taps.plays({"do": "place", "cell": cell})
    page.get_by_text("Another favor").click()
    page.get_by_label("Name of the favor, as printed on the card").fill("Never Seen")
    taps.button("Put left")
    page.get_by_role("button", name="Play nobody").click()
    page.get_by_text("nobody plays: tap a cell").wait_for()
    page.locator('[data-cell="D2"]').click()
    page.get_by_role("button", name="Glyph cell: captured").click()
    page.get_by_role("button", name="Use left favor: never-seen").click()
    page.locator("[data-declare] select").first.select_option("b1")
    page.get_by_label("KO").first.check()
    assert serious_faults(page) == []
    page.get_by_role("button", name="Record (not verified)").click()
    expect(page.locator("[data-winner]")).to_have_text("Ana wins.")
    page.locator("[data-hand-in]").click()
    page.wait_for_url("**/logs/**")
    work_one(InProcess())
    assert Submission.objects.get().current_report.verdict == Report.Verdict.UNVERIFIED


class TestWithoutALine:
    """The game goes on by the rules on the phone, and the server has the same log afterwards."""

    A_WHILE = 120_000  # a busy machine starts a second Python beside the page

    @pytest.fixture
    def ready(self, open_page, settings) -> Any:
        settings.OFFLINE_PLAY = True
        open_page.expected += ["Failed to load resource", "net::ERR"]

        def at(recording: Recording) -> Page:
            page = opened(open_page, recording, size="phone")
            page.locator("[data-alone=ready]").wait_for(state="attached", timeout=self.A_WHILE)
            return page

        return at

    def test_a_whole_game_goes_on_to_valid(self, ready, line):
        recording = a_table()
        page = ready(recording)
        taps = Taps(page)
        actions = random_game(2, teams=TEAMS)["actions"]
        for action in actions[:6]:
            taps.plays(action)
        line.cut()
        for action in actions[6:30]:
            taps.plays(action)
        expect(page.locator("[data-line]")).to_contain_text("The game goes on here")
        page.reload()
        page.locator("[data-alone=ready]").wait_for(state="attached", timeout=self.A_WHILE)
        page.locator('body[data-actions="30"]').wait_for(state="attached")
        for action in actions[30:]:
            taps.plays(action)
        expect(page.locator("[data-winner]")).not_to_be_empty()
        recording.refresh_from_db()
        assert len(recording.actions) == 6
        line.restore()
        expect(page.locator("[data-line]")).to_have_text("All changes saved", timeout=self.A_WHILE)
        page.locator("[data-hand-in]").click()
        page.wait_for_url("**/logs/**")
        work_one(InProcess())
        assert Submission.objects.get().current_report.verdict == Report.Verdict.VALID


def two_taps_away() -> list[dict[str, Any]]:
    return [*document()["actions"], {"do": "favor", "card": "plain-0", "to": "left"}, {"do": "activate", "unit": "a1"}]


def test_one_tap_walks_several_cells(open_page):
    recording = a_table(two_taps_away())
    page = opened(open_page, recording, size="phone")
    page.locator('[data-cell="D4"]').click()
    page.locator('body[data-actions="9"]').wait_for(state="attached")
    recording.refresh_from_db()
    assert [action["to"] for action in recording.actions[-3:]] == ["D2", "D3", "D4"]
    page.locator("[data-undo]").click()
    page.locator('body[data-actions="6"]').wait_for(state="attached")


def test_a_walk_out_of_a_zone_asks_for_the_dice(open_page):
    recording = a_table([*document()["actions"], *face_to_face()])
    page = opened(open_page, recording, size="phone")
    page.locator('[data-cell="B7"]').click()
    page.locator('[data-face="dodge"]').click()
    page.locator(f'body[data-actions="{len(recording.actions) + 2}"]').wait_for(state="attached")
    recording.refresh_from_db()
    assert recording.actions[-2]["dodge"] == ["dodge"]


def test_a_device_records_one_side_until_it_takes_over(open_page):
    recording = a_table(two_taps_away())
    page = opened(open_page, recording, size="phone")
    page.locator("[data-more-button]").click()
    page.get_by_text("Two devices at this table").click()
    page.locator("[data-sides]").get_by_label("Bo", exact=True).check()
    page.locator("[data-more-close]").click()
    expect(page.locator("[data-prompt]")).to_contain_text("Ana records on the other device")
    page.locator('[data-cell="D2"]').click()
    page.get_by_role("button", name="Record here").click()
    expect(page.locator("[data-prompt]")).not_to_contain_text("other device")
    page.locator('[data-cell="D2"]').click()
    page.locator('body[data-actions="7"]').wait_for(state="attached")
    assert overflow(page) <= 0
    assert serious_faults(page) == []
