"""The whole way in a real browser: a player uploads, the log is flagged, a judge looks at the action and rules, the
players are told on their open pages, and the standings are corrected."""

import json
import os

import pytest
from playwright.sync_api import expect

from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.validator.process import Validator
from judging.models import Case, Submission
from rules.games import replay
from tests.browser.driver import overflow, serious_faults
from tests.judging.people import InProcess, a_hall, table_1, user
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tournaments.models import DuelOutcome
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.standings.services.ranking import standings

KNOWN = ("anna-tommy", "anna-tommy", "bill-tell", "queen-of-the-tofus")
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def engine():
    validator = Validator()
    yield validator
    validator.close()


def a_mutated_game() -> bytes:
    """A legal game of known figures in which one rule is broken at a known action, with more to find than that."""
    document = random_game("from-log-to-ruling", [KNOWN, KNOWN])
    tries = (mutate(document, Rng(seed)) for seed in range(100))
    logs = (json.dumps(found.document).encode() for found in tries if found and found.action is not None)
    return next(log for log in logs if len(replay(log).findings) > 1)


def sound(page) -> None:
    page.wait_for_load_state()  # the click before it may have led to a page that is just arriving
    assert overflow(page) <= 0
    assert serious_faults(page) == []


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def hand_in(page) -> None:
    page.get_by_text("I have a log file").click()
    page.locator("#log-file").set_input_files([{"name": "game.json", "mimeType": "application/json", "buffer": GAME}])
    press(page, "Submit log")
    page.get_by_text("The verdict appears here automatically.").wait_for()


def look_at_the_action(judge) -> None:
    """Into the replay, opened at the finding's action, and back to the case."""
    case = judge.url
    link = judge.get_by_role("link", name="Replay from here").first
    number = int(link.get_attribute("href").rpartition("=")[2])
    link.click()
    judge.wait_for_url(f"**/replay/**#action={number}")
    judge.locator("[data-log] [aria-current=step]").wait_for()
    expect(judge.locator("[data-log] [aria-current=step] .step-number")).to_have_text(str(number))
    judge.go_back()
    judge.wait_for_url(case)
    judge.locator("#rule").wait_for()


GAME = a_mutated_game()


def fill_in_ruling(judge):
    """The result corrected and a caution for Ana, with a look at what changes."""
    judge.get_by_text("Corrected result", exact=True).wait_for(state="hidden")
    judge.locator("label.choice", has_text="Result corrected").click()
    judge.locator("[name=outcome]").select_option("b")
    judge.locator("[name=glory_b]").fill("6")
    press(judge, "Preview changes")
    judge.locator("#preview").get_by_text("→").first.wait_for()
    expect(judge.locator("[name=penalty]")).to_have_value("next")
    press(judge, "Ana: caution")
    expect(judge.locator("[name=penalised] :checked")).to_have_text("Ana")
    judge.locator("[name=reason]").fill("The log breaks the rule.")
    judge.locator("[name=message]").fill("The game was lost at that action.")
    sound(judge)


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_from_the_upload_to_the_corrected_standings(open_page, engine, size):
    hall = a_hall()
    enter_result(match_id=table_1().pk, who=user("jo"), score=Score.duel(DuelOutcome.A, 8, 0))
    player = open_page(table_1().get_absolute_url(), size=size, user=user("ana"))
    hand_in(player)
    sound(player)
    work_one(engine)
    player.locator(".finding").first.wait_for()  # by itself: the page was open
    sound(player)

    judge = open_page(f"/events/{hall.slug}/desk/", size=size, user=user("jo"))
    sound(judge)
    judge.get_by_role("link", name="Illegal move in game log").click()
    press(judge, "Claim case")
    judge.locator("[data-moment] svg [role=gridcell]").first.wait_for()  # drawn at once
    press(judge, "Show on the board")
    press(judge, "After")
    sound(judge)
    look_at_the_action(judge)
    fill_in_ruling(judge)

    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    reader = open_page(case.get_absolute_url(), size=size, user=user("ana"))
    sound(reader)
    press(judge, "Make ruling")
    judge.get_by_text("The game was lost at that action.").first.wait_for()
    sound(judge)
    reader.get_by_text("The game was lost at that action.").wait_for()  # told at once, on the open page
    sound(reader)
    assert standings(hall)[0].player == table_1().b_id
    assert Submission.objects.get().reports.get(current=True).verdict == "invalid"


def test_a_judge_rules_without_scripts_after_a_preview(open_page, engine):
    hall = a_hall()
    submit_log(content=GAME, submitter=user("ana"), match=table_1())
    work_one(engine)
    judge = open_page(f"/events/{hall.slug}/desk/", user=user("jo"), javascript=False)
    judge.get_by_role("link", name="Illegal move in game log").click()
    press(judge, "Claim case")
    expect(judge.get_by_role("button", name="Show on the board")).to_have_count(0)
    judge.locator("[name=message]").fill("The game was lost at that action.")
    judge.locator("label.choice", has_text="Result corrected").click()
    judge.locator("[name=outcome]").select_option("b")
    press(judge, "Ana: caution")
    expect(judge.locator("[name=penalised] :checked")).to_have_text("Ana")
    press(judge, "Preview changes")
    judge.locator("#preview").get_by_text("→").first.wait_for()
    expect(judge.locator("[name=penalty]")).to_have_value("caution")
    judge.locator("[name=reason]").fill("The log breaks the rule.")
    press(judge, "Make ruling")
    judge.get_by_text("The game was lost at that action.").first.wait_for()
    assert standings(hall)[0].player == table_1().b_id


def test_a_judge_works_with_the_keyboard_alone(open_page, engine):
    hall = a_hall()
    player = open_page(table_1().get_absolute_url(), user=user("ana"))
    hand_in(player)
    work_one(engine)
    judge = open_page(f"/events/{hall.slug}/desk/", user=user("jo"))
    judge.keyboard.press("j")
    judge.keyboard.press("Enter")
    judge.wait_for_url("**/cases/**")
    judge.keyboard.press("c")
    judge.locator("#rule").wait_for()
    judge.keyboard.press("j")
    expect(judge.locator(".finding:focus")).to_have_count(1)
    judge.keyboard.press("b")
    judge.wait_for_url("**/desk/")


@pytest.mark.parametrize("page", ["desk", "queue", "desk/statistics"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_pages_of_the_desk_are_sound_when_empty(open_page, page, size):
    hall = a_hall()
    sound(open_page(f"/events/{hall.slug}/{page}/", size=size, user=user("jo")))


@pytest.mark.parametrize("path", ["/logs/", "/cases/", "/desks/"])
def test_the_pages_of_a_person_are_sound_when_empty(open_page, path):
    a_hall()
    sound(open_page(path, size="phone", user=user("ana")))


@pytest.mark.parametrize(("size", "dark"), [("phone", True), ("desktop", False)])
def test_a_judge_rules_by_the_log_of_one_player(open_page, size, dark):
    """Bo's log leaves one action out; both say who has won. The judge decides with the buttons that stay in view."""
    hall, ours, theirs = a_hall(), random_game("told by two"), random_game("told by two")
    del theirs["actions"][24]
    for who, log in (("ana", ours), ("bo", theirs)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    judge = open_page(f"/events/{hall.slug}/desk/", size=size, user=user("jo"), dark=dark)
    judge.get_by_role("link", name="two logs differ").first.click()
    judge.get_by_role("heading", name="The log by Ana has 1 action more at 25").wait_for()
    sound(judge)
    counts = judge.get_by_role("button", name="Count log of Ana")
    if size == "phone":
        expect(counts.last).to_be_in_viewport(ratio=1)
    if os.environ.get("SHOTS"):
        judge.screenshot(path=f"{os.environ['SHOTS']}/logs-differ-{size}.png", full_page=size == "desktop")
    counts.last.click() if size == "phone" else counts.first.click()
    if size == "phone":  # the bar asks, with the text that the players get
        judge.get_by_role("dialog", name="Count log of Ana").get_by_role("button", name="Make ruling").click()
    judge.get_by_role("button", name="Undo ruling").wait_for()
    player = open_page(table_1().get_absolute_url(), size=size, user=user("ana"), dark=dark)
    player.get_by_text("counts by ruling").wait_for()
    sound(player)
    if os.environ.get("SHOTS"):
        player.screenshot(path=f"{os.environ['SHOTS']}/log-counts-{size}.png", full_page=True)
