"""A judge amends a log on the board: figures and numbers by tapping, what changes, and the ruling."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from judging.cases.services.desk import claim
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Submission
from judging.replay.board.moments import positions_around
from tests.browser.driver import arrived, overflow, serious_faults
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.rules.logs import TEAM_A, TEAM_B
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = 30_000
CELLS = [f"{column}{row}" for column in "ABCDEFGHIJKL" for row in range(1, 13)]


def left(unit: dict[str, Any]) -> int:
    return int(unit["hp"] - unit["injuries"])


def a_case_of_a_fault(teams: list[list[str]] | None = None) -> Case:
    """Of a log that breaks a rule, claimed by the judge Jo."""
    a_hall()
    game = random_game("five cases", teams)
    game["players"]["A"]["name"], game["players"]["B"]["name"] = "Ana", "Bo"
    broken = mutate(game, Rng(1), only=["step-without-mp"])
    assert broken
    submit_log(content=json.dumps(broken.document).encode(), submitter=user("ana"), match=table_1())
    work_one(InProcess())
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    claim(case_id=case.pk, judge=user("jo"))
    return case


def open_board(page: Page) -> None:
    page.locator('input[name="remedy"][value="correct-log"]').check()
    page.locator("[data-amend] .board").wait_for(timeout=LONG)


def test_fields_to_type_in_wait_for_the_board(open_page):
    page = open_page(a_case_of_a_fault().get_absolute_url(), user=user("jo"))
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/position/**", hold)
    page.locator('input[name="remedy"][value="correct-log"]').check()
    expect(page.locator('[name="after"]')).to_be_visible()
    expect(page.locator("[data-amend-fields]")).to_be_hidden()
    for route in asked:
        route.continue_()
    page.unroute("**/position/**")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_log_is_amended_without_typing(open_page, size):
    case = a_case_of_a_fault()
    page = open_page(case.get_absolute_url(), size=size, user=user("jo"))
    open_board(page)
    page.get_by_role("button", name="Previous action").click()
    after = int(page.locator('[name="after"]').input_value())
    found = positions_around(case.submission, after)
    assert found
    before = found["before"]
    name, unit = next((name, each) for name, each in before["units"].items() if each["cell"] and left(each) > 1)
    taken = {each["cell"] for each in before["units"].values()} | found["board"]["scenery"].keys()
    free = next(cell for cell in CELLS if cell not in taken)
    board = page.locator("[data-amend] .board")
    board.locator(f'[data-cell="{unit["cell"]}"]').click()
    board.locator(f'[data-cell="{free}"]').click()
    page.get_by_role("button", name="HP: one fewer").click()
    page.get_by_role("button", name="GG of Ana: one fewer").click()
    changes = page.locator("[data-amend-changes]")
    expect(changes).to_contain_text(f"{unit['cell']} → {free}")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("[data-amended]")).to_contain_text(f"{unit['cell']} → {free}", timeout=LONG)
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    page.locator('[name="reason"]').fill("Seen by the judge.")
    page.locator('[name="message"]').fill("It stood there.")
    page.get_by_role("button", name="Make ruling", exact=True).click()
    arrived(page)
    copy = Submission.objects.get(corrects=case.submission)
    entry = json.loads(bytes(copy.content))["actions"][after]
    assert entry["set"] == {
        "units": {name: {"injuries": unit["injuries"] + 1, "cell": free}},
        "glory": {"A": before["glory"]["A"] - 1},
    }


def test_the_french_board_is_wide_and_elides(open_page):
    case = a_case_of_a_fault()
    User.objects.filter(username="jo").update(locale="fr")
    page = open_page(case.get_absolute_url(), user=user("jo"))
    open_board(page)
    for label in ("GG d’Ana", "Kamas d’Ana", "GG de Bo"):
        expect(page.get_by_role("button", name=f"{label}\u202f: un de moins")).to_be_visible()
    box = page.locator("[data-amend] .board").bounding_box()
    assert box and box["width"] > 440


def test_a_figure_is_dragged_and_put_back(open_page):
    case = a_case_of_a_fault()
    page = open_page(case.get_absolute_url(), size="desktop", user=user("jo"))
    open_board(page)
    figure = page.locator("[data-amend] .figure").first
    figure.scroll_into_view_if_needed()
    box, board = figure.bounding_box(), page.locator("[data-amend] .board").bounding_box()
    assert box and board
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("[data-amend-changes]")).to_contain_text("→")
    page.get_by_role("button", name="Undo changes").click()
    expect(page.locator("[data-amend-changes]")).to_have_text("Nothing is changed yet.")
    assert {field.input_value() for field in page.locator("[data-amend-row] input, [data-amend-row] select").all()} == {
        ""
    }


def a_figure_that_summons(case: Case, after: int) -> tuple[str, dict[str, Any], str]:
    """Return a figure of the position before that action that can summon something, and a free cell."""
    found = case.submission and positions_around(case.submission, after)
    assert found
    before, more = found["before"]["units"], found["amendable"]["before"]["units"]
    name = next(each for each in before if before[each]["cell"] and more[each]["summons"])
    taken = {each["cell"] for each in before.values()} | found["board"]["scenery"].keys()
    return name, before[name], next(cell for cell in CELLS if cell not in taken)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_markers_powers_and_summons_are_set_on_the_board(open_page, size):
    case = a_case_of_a_fault([list(TEAM_A.values()), list(TEAM_B.values())])
    page = open_page(case.get_absolute_url(), size=size, user=user("jo"))
    open_board(page)
    after = int(page.locator('[name="after"]').input_value())
    name, unit, free = a_figure_that_summons(case, after)
    board = page.locator("[data-amend] .board")
    board.locator(f'[data-cell="{unit["cell"]}"]').click()
    page.locator("[data-amend-power]").select_option("all")
    page.get_by_role("button", name="Bring summon").click()
    expect(page.locator("[data-amend-hint]")).to_contain_text("Tap the cell")
    board.locator(f'[data-cell="{free}"]').click()
    changes = page.locator("[data-amend-changes]")
    expect(changes).to_contain_text(f"on {free}")
    expect(board.get_by_text("T", exact=True).last).to_be_visible()
    expect(changes).to_contain_text("Lost power: all powers")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("[data-amended]")).to_contain_text(free, timeout=LONG)
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    page.locator('[name="reason"]').fill("Seen by the judge.")
    page.locator('[name="message"]').fill("It was forgotten.")
    page.get_by_role("button", name="Make ruling", exact=True).click()
    arrived(page)
    copy = Submission.objects.get(corrects=case.submission)
    entry = json.loads(bytes(copy.content))["actions"][after]["set"]
    assert entry["units"] == {name: {"lost_powers": True}}
    assert [(each["by"], each["cell"]) for each in entry["summoned"]] == [(name, free)]
