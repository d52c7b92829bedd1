"""A game by the rule book of 2013 on a phone in French: six rewards before the fight, then a turn in which one figure
buys two rewards, reveals both and buys two GG; its log is validated. Without a line it goes on the same way."""

import random
from functools import cache
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect

from accounts.models import User
from judging.board.event_text import label
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import Seat, build_header
from rules.arena.cells import DISTANCE, cell_index, cells_of
from rules.arena.engine.actions import play
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start
from rules.games import FIRST_BOX
from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults
from tests.browser.recorder_driver import in_language
from tests.judging.people import InProcess

pytestmark = pytest.mark.django_db(transaction=True)
A_WHILE = 120_000
TEAMS = {
    "A": ("Queen of the Tofus", "Bill Tell", "Oscar Kass", "Bad Aboum"),
    "B": ("Anna Tommy", "Kassius Kaos", "King of the Gobballs", "Lil Healey"),
}
PILES = [(rank, pile) for pile in (1, 2) for rank in ("granite", "jade", "gold")]  # in which order they are asked for
OPEN = ("water-boost", "earth-buff", "dofus-mp", "fire-buff", "set-ap-and-armour", "pet-mp-hp-ap")
FLIPS = [
    {"do": "flip", "rank": rank, "pile": pile, "reward": reward}
    for (rank, pile), reward in zip(PILES, OPEN, strict=True)
]
BOUGHT = ("earth-boost", "fire-boost")
CARRIER = "Tofus"
WANTED = 26  # Kamas: two granite rewards and two GG


def header() -> dict[str, Any]:
    seats = {side: Seat(side, figures) for side, figures in TEAMS.items()}
    return build_header(seats, arena="the-pit", rules=FIRST_BOX, team_format="box")


def placings(first: str = "A") -> list[dict[str, Any]]:
    cells = {"A": ("E2", "G2", "I1", "K1"), "B": ("B12", "D12", "I12", "H11")}
    return [
        {"do": "place", "unit": f"{side.lower()}{number}", "cell": cell}
        for side in sorted(cells, reverse=first == "B")
        for number, cell in enumerate(cells[side], start=1)
    ]


@cache
def rich() -> tuple[list[dict[str, Any]], str]:
    return rich_at(header())


def rich_at(played: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """Player A collects Kamas and B waits, until a figure of A begins its turn on a Demon cell with enough of them."""
    rng, game = random.Random(5), start(read({**played, "actions": []}))
    game.be_strict()
    actions: list[dict[str, Any]] = []
    for action in [*placings(played["first_player"]), *FLIPS]:
        done(game, actions, action, rng)
    while True:
        if game.turn > 1 and game.tension is None:
            done(game, actions, {"do": "tension", "dice": rng.sample(sample_game.PLAIN, 2)}, rng)
        if game.player == "A":
            first = game.timelines["A"][0]
            if game.kamas["A"] >= WANTED and game.board.demons >> first.cell & 1:
                return actions, first.name
            for unit in game.timelines["A"]:
                collects(game, actions, unit.name, rng)
        done(game, actions, {"do": "end-turn"}, rng)


def done(game: Game, actions: list[dict[str, Any]], action: dict[str, Any], rng: random.Random) -> None:
    sample_game.complete(game, action, rng)
    game.index = len(actions)
    play(game, action)
    actions.append(action)


def collects(game: Game, actions: list[dict[str, Any]], name: str, rng: random.Random) -> None:
    done(game, actions, {"do": "activate", "unit": name}, rng)
    while True:
        unit = game.units[name]
        wanted = [*game.coins] if game.kamas["A"] < WANTED else [*cells_of(game.board.demons)]
        legal = [option.action for option in legal_actions(game) if option.is_legal]
        if any(action["do"] == "collect" for action in legal) and game.kamas["A"] < WANTED:
            done(game, actions, {"do": "collect"}, rng)
            continue
        steps = [action["to"] for action in legal if action["do"] == "move"]
        near = {to: min(DISTANCE[cell_index(to) or 0][cell] for cell in wanted) for to in steps}
        best = min(near, key=lambda to: near[to], default=None)
        if best is None or near[best] >= min(DISTANCE[unit.cell][cell] for cell in wanted):
            return
        done(game, actions, {"do": "move", "to": best}, rng)


class Phone:
    """A phone in French at a table."""

    def __init__(
        self, open_page: Any, recording: Recording, *, is_ready: bool = False, user: User | None = None
    ) -> None:
        user = user or User.objects.create_user("ana", "ana@example.org", locale="fr")
        Recording.objects.filter(pk=recording.pk).update(started_by=user)
        self.recording, self.entered = recording, len(recording.actions)
        self.page = open_page(recording.get_absolute_url(), size="phone", user=user)
        self.page.locator("[data-timeline] button").first.wait_for(state="attached")  # under the rewards
        if is_ready:
            self.page.locator("[data-alone=ready]").wait_for(state="attached", timeout=A_WHILE)
        self.sheet = self.page.locator("[data-sheet]:not([hidden])")
        self.tile = "[data-rewards]:not([hidden]) [data-reward='{}']"

    def written(self, more: int = 1) -> None:
        self.entered += more
        self.page.locator(f"body[data-actions='{self.entered}']").wait_for(state="attached")

    def flips(self) -> None:
        for reward in OPEN:
            self.page.locator(self.tile.format(reward)).click()
            self.written()

    def buys(self, pile: int, reward: str, carrier: str) -> None:
        self.page.locator("[data-slot=buy-reward]").click()
        with translation.override("fr"):
            bought = label({"do": "buy-reward", "rank": "granite", "pile": pile, "face": "down", "reward": "x"}, {})
        self.sheet.get_by_role("button", name=bought).click()
        self.page.locator(self.tile.format(reward)).click()
        self.sheet.get_by_role("button", name=carrier).click()
        self.written()

    def reveals(self) -> None:
        self.page.locator("[data-slot=reveal]").click()
        if self.sheet.count():
            self.sheet.get_by_role("button").first.click()
        self.written()

    def buys_glory(self) -> None:
        self.page.locator("[data-slot=buy-glory]").click()
        self.written()

    def plays_the_turn(self, unit: str, carrier: str = CARRIER) -> None:
        self.page.locator(f"[data-figure='{unit}']").click()
        self.written()
        for pile, reward in enumerate(BOUGHT, start=1):
            self.buys(pile, reward, carrier)
        self.reveals()
        self.reveals()
        self.buys_glory()
        self.buys_glory()

    def concedes(self, player: str) -> None:
        self.page.locator("[data-more-button]").click()
        self.page.get_by_text(in_language("fr", "End game"), exact=True).click()
        self.page.locator(f"[data-ends={player}]").click()
        self.page.get_by_role("button", name=in_language("fr", "Yes, end game")).click()
        self.page.locator("[data-end]").wait_for()


def turn_of(recording: Recording) -> list[str]:
    recording.refresh_from_db()
    return [action["do"] for action in recording.actions[len(rich()[0]) :]]


TURN = ["activate", "buy-reward", "buy-reward", "reveal", "reveal", "buy-glory", "buy-glory"]


def table(actions: list[dict[str, Any]]) -> Recording:
    recording = start_recording(header=header(), dice=Recording.Dice.RECORDED, who=None)
    Recording.objects.filter(pk=recording.pk).update(actions=actions, version=len(actions))
    recording.refresh_from_db()
    return recording


@pytest.mark.check
def test_six_rewards_and_one_roll_on_a_phone(open_page):
    phone = Phone(open_page, table(placings()))
    expect(phone.page.locator("[data-prompt]")).to_contain_text(in_language("fr", "turn up one reward of each pile"))
    assert serious_faults(phone.page) == []
    phone.flips()
    phone.page.locator("[data-figure='a1']").click()
    phone.written()
    phone.page.locator("[data-end-turn]").click()
    phone.page.get_by_role("button", name=in_language("fr", "Skip them")).click()
    phone.written()
    phone.page.locator("[data-pair='lock dodge']").wait_for()
    expect(phone.page.get_by_role("button", name=in_language("fr", "Reroll one die"))).to_have_count(0)
    assert overflow(phone.page) <= 0


def test_two_reveals_and_two_gg_in_one_turn(open_page):
    actions, unit = rich()
    recording = table(actions)
    phone = Phone(open_page, recording)
    phone.plays_the_turn(unit)
    assert serious_faults(phone.page) == []
    phone.concedes("B")
    assert turn_of(recording) == [*TURN, "concede"]
    phone.page.get_by_role("button", name=in_language("fr", "Submit log")).click()
    phone.page.wait_for_url("**/logs/**")
    assert work_one(InProcess())
    report = Submission.objects.get().reports.get(current=True)
    assert (report.verdict, report.body["won_by"], report.body["winner"]) == ("valid", "concession", "A")
    phone.page.goto(Submission.objects.get().get_absolute_url())
    phone.page.locator(".verdict-word").wait_for()
    assert overflow(phone.page) <= 0


def test_the_same_turn_without_a_line(open_page, settings):
    settings.OFFLINE_PLAY = True
    open_page.expected += ["Failed to load resource", "net::ERR"]
    actions, unit = rich()
    recording = table(actions)
    phone = Phone(open_page, recording, is_ready=True)
    phone.page.context.set_offline(True)
    phone.plays_the_turn(unit)
    assert turn_of(recording) == []
    phone.page.context.set_offline(False)
    expect(phone.page.locator("[data-line]")).to_have_text(in_language("fr", "All changes saved"), timeout=A_WHILE)
    assert turn_of(recording) == TURN
