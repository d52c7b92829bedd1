"""Results typed in a row from slips: nothing is lost while the site answers late, refuses, or cannot be reached."""

import re
import threading

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.browser.driver import PATIENCE
from tests.tournaments import worlds
from tests.tournaments.seated import a_round_of_tables
from tournaments.events.models.settings import Mode
from tournaments.models import Match, Result
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.results.views import entry
from tournaments.rounds.services.publishing import unpublish_round

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 12
SAVED = "entered-row"


@pytest.fixture
def event():
    event = worlds.an_event(swiss_rounds=2)
    players = [worlds.a_player(event, f"p{number:02}") for number in range(2 * TABLES)]
    worlds.a_round(event, *zip(players[::2], players[1::2], strict=True))
    return event


@pytest.fixture
def gate(monkeypatch):
    """Each line is answered only once the gate is open."""
    gate, answer = threading.Event(), entry.answer_line

    def late(*args):
        assert gate.wait(PATIENCE / 1000)
        return answer(*args)

    monkeypatch.setattr(entry, "answer_line", late)
    yield gate
    gate.set()


@pytest.fixture
def desk(open_page, event):
    def open_desk(**more):
        return open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event), **more)

    return open_desk


def types(page, *lines):
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def rows(page, kind="notice"):
    return page.locator(f"[data-typed] .{kind}")


def entered():
    """The GG of both by table."""
    return {result.match.table: tuple(result.tallies) for result in Result.objects.current().select_related("match")}


def test_lines_typed_without_a_pause_are_all_saved(desk, gate):
    page = desk()
    types(page, *(f"{table} {table % 7 + 1}-0" for table in range(1, TABLES + 1)))
    page.keyboard.type("99")
    expect(page.get_by_label("Table and score")).to_have_value("99")
    expect(rows(page)).to_have_count(TABLES)
    gate.set()
    expect(rows(page, SAVED)).to_have_count(TABLES)
    expect(page.locator("[data-typed] li").first).to_contain_text("Table 12: P22 6 : 0 P23 – P22 wins")
    expect(page.get_by_label("Table and score")).to_be_focused()
    assert entered() == {table: (table % 7 + 1, 0) for table in range(1, TABLES + 1)}
    assert Result.objects.count() == TABLES


def test_a_reload_midway_loses_and_doubles_nothing(desk, gate):
    page = desk()
    types(page, "1 3-0", "2 4-0", "3 5-0")
    page.reload()
    types(page, "4 6-0")
    gate.set()
    expect(page.locator("#entry-now [data-count]")).to_have_attribute("data-count", str(TABLES - 4))
    assert entered() == {1: (3, 0), 2: (4, 0), 3: (5, 0), 4: (6, 0)}
    assert Result.objects.count() == 4


def test_lines_of_two_tabs_are_each_saved_once(desk, gate, event):
    page = desk()
    other = page.context.new_page()
    other.goto(page.url)
    types(page, "1 3-0", "2 4-0")
    types(other, "3 5-0", "4 6-0")
    gate.set()
    for tab in (page, other):
        expect(rows(tab, SAVED)).to_have_count(4)
    assert entered() == {1: (3, 0), 2: (4, 0), 3: (5, 0), 4: (6, 0)}
    assert Result.objects.count() == 4


def test_without_a_network_lines_wait_and_are_sent_later(desk, open_page):
    open_page.expected = ["ERR_INTERNET_DISCONNECTED"]
    page = desk(size="phone")
    page.context.set_offline(True)
    types(page, "1 3-0", "2 4-0")
    expect(page.locator("[data-standing=cut]")).to_be_visible()
    assert not Result.objects.exists()
    page.context.set_offline(False)
    expect(rows(page, SAVED)).to_have_count(2)
    expect(page.locator("[data-standing=cut]")).to_be_hidden()
    assert entered() == {1: (3, 0), 2: (4, 0)}


def test_lines_stay_when_the_session_has_ended(desk, open_page):
    open_page.expected = ["401 (Unauthorized)"]
    page = desk()
    Session.objects.all().delete()
    types(page, "1 3-0")
    # a live part of the page that asks meanwhile leads to the same page as the link
    expect(page.locator("[data-standing=shut], [name=login]").first).to_be_visible()
    if page.get_by_role("link", name="Sign in again").is_visible():
        expect(rows(page)).to_contain_text("1 3-0")
        page.get_by_role("link", name="Sign in again").click()
    expect(page).to_have_url(re.compile(r"next=(%2F|/)events"))
    assert "1 3-0" in page.evaluate("JSON.stringify({ ...localStorage })")
    assert not Result.objects.exists()


def test_a_refused_line_waits_and_the_next_is_saved(desk, open_page):
    open_page.expected = ["400 (Bad Request)"]
    page = desk()
    types(page, "99 3-0", "2 4-0", "3 4-2")
    expect(rows(page, "notice-bad")).to_have_count(2)
    page.keyboard.type("4 ")
    asked = rows(page, "notice-bad").filter(has_text="3 4-2")
    asked.get_by_role("button", name="time").click()
    expect(rows(page, SAVED)).to_have_count(2)
    expect(page.get_by_role("button", name="Remove line 99 3-0", exact=True)).to_be_visible()
    page.get_by_role("button", name="Edit line 99 3-0", exact=True).click()
    field = page.get_by_label("Table and score")
    expect(field).to_have_value("99 3-0")
    expect(field).to_be_focused()
    assert page.evaluate("String(getSelection())") == "99 3-0"
    expect(rows(page).filter(has_text="is not sent yet")).to_contain_text("4")
    types(page, "1 3-0")
    expect(rows(page, SAVED)).to_have_count(3)
    assert entered() == {1: (3, 0), 2: (4, 0), 3: (4, 2)}


def test_a_table_of_another_desk_shows_both_results(desk, open_page, event):
    open_page.expected = ["409 (Conflict)"]
    page = desk()
    taken = Match.objects.get(table=1)
    enter_result(match_id=taken.pk, who=worlds.staff(event), score=Score.duel("b", 0, 6))
    types(page, "1 4-0", "2 5-0")
    row = rows(page, "notice-warn")
    expect(row).to_contain_text("P00 0 : 6 P01, P01 wins")
    expect(row).to_contain_text("P00 4 : 0 P01, P00 wins")
    expect(rows(page, SAVED)).to_have_count(1)
    row.get_by_role("button", name="Correct result").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Correct")
    assert entered() == {1: (0, 6), 2: (5, 0)}


def test_a_line_never_lands_in_other_pairings(desk, open_page, event):
    open_page.expected = ["ERR_INTERNET_DISCONNECTED", "409 (Conflict)"]
    page, played = desk(), event.rounds.get()
    page.context.set_offline(True)
    types(page, "1 3-0")
    expect(page.locator("[data-standing=cut]")).to_be_visible()
    unpublish_round(round_id=played.pk, who=worlds.staff(event), why="Too early.")
    page.context.set_offline(False)
    expect(rows(page, "notice-bad")).to_contain_text("pairings have changed")
    assert not Result.objects.exists()


def test_an_undone_line_stands_in_the_field_again(desk):
    page = desk()
    types(page, "1 3-0")
    rows(page, SAVED).get_by_role("button", name=re.compile("^Undo Table 1")).click()
    expect(page.get_by_label("Table and score")).to_have_value("1 3-0")
    expect(rows(page, SAVED)).to_have_count(0)
    assert not Result.objects.current().exists()


def test_a_saved_line_is_said_once(desk, event):
    enter_result(match_id=Match.objects.get(table=9).pk, who=worlds.staff(event), score=Score.duel("a", 6, 0))
    page = desk()
    types(page, "1 3-0", "2 4-0")
    expect(rows(page, SAVED)).to_have_count(2)
    expect(page.locator("#entry-now [data-count]")).to_have_attribute("data-count", str(TABLES - 3))
    shown = page.locator("#entry-now .entered > :not([hidden])")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Table 9")
    expect(page.locator(".notice:visible")).to_have_count(0)
    page.reload()
    expect(rows(page, SAVED)).to_have_count(2)
    expect(shown).to_have_count(1)


def test_a_table_of_four_takes_a_line(open_page):
    open_page.expected = ["400 (Bad Request)"]
    event = worlds.an_event(mode=Mode.FREE_FOR_ALL)
    players = [worlds.a_player(event, name) for name in ("ana", "cid", "gus", "joe")]
    a_round_of_tables(event, players)
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event), size="phone")
    types(page, "1 Gus Ana Joe Cid")
    rows(page, "notice-bad").get_by_role("button", name="6 GG", exact=True).click()
    expect(rows(page, SAVED)).to_contain_text("1. Gus (6 GG), 2. Ana (0 GG), 3. Joe (0 GG), 4. Cid (0 GG)")
