"""The replay of Krosmaster Blast in a real browser: its board, its words, and the keyboard alone."""

import json

import pytest
from playwright.sync_api import expect

from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Submission
from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS
from tests.blast.random_games import random_game
from tests.browser.driver import overflow, serious_faults
from tests.judging.people import InProcess, a_hall, table_1, user
from tournaments.models import FactsPin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_game() -> Submission:
    event = a_hall(game=BLAST.game, ruleset=BLAST.slug, board_seats="south")
    FactsPin.objects.create(event=event, snapshot=snapshot_of(CARDS, event.game))
    submission = submit_log(content=json.dumps(random_game(2)).encode(), submitter=user("ana"), match=table_1())
    work_one(InProcess())
    return submission


@pytest.mark.parametrize(("size", "dark"), [("phone", False), ("desktop", True)])
def test_the_whole_game_is_seen_on_its_own_board(open_page, size, dark):
    page = open_page(f"/replay/{a_game().uuid}/", size=size, dark=dark, user=user("ana"))
    expect(page.locator("[data-replay-root]")).to_have_attribute("data-ready", "true")
    expect(page.get_by_role("gridcell")).to_have_count(80)
    page.keyboard.press("End")
    expect(page.locator(".board .glyph .body").first).to_be_attached()
    expect(page.locator("[data-table]")).to_contain_text("Dofus")
    page.keyboard.press("ArrowLeft")
    assert serious_faults(page) == []
    assert overflow(page) <= 0


def test_labels_of_cells_name_their_glyphs(open_page):
    page = open_page(f"/replay/{a_game().uuid}/", size="desktop", user=user("ana"))
    expect(page.locator("[data-replay-root]")).to_have_attribute("data-ready", "true")
    page.keyboard.press("End")
    labels = page.get_by_role("gridcell").evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label'))")
    assert sum("glyph cell" in label or "glyph of side" in label for label in labels) == 6
