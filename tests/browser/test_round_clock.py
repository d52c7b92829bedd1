"""The clock of a round on pages that stay open: it counts down whatever the staff do, and nobody reloads."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.tournaments import worlds
from tournaments.models import Match, Round
from tournaments.rounds.services import timer

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000
COUNTS = re.compile(r"^\s*(1:)?\d\d?:\d\d\s*$")


@pytest.fixture
def match() -> Match:
    return worlds.a_match(worlds.an_event(round_minutes=50))


@pytest.fixture
def keeper(match):
    return worlds.staff(match.round.event)


def addresses(match: Match) -> dict[str, str]:
    event = match.round.event
    return {
        "round": match.round.get_absolute_url(),
        "match": match.get_absolute_url(),
        "hall": reverse("tournaments:hall", args=[event.slug]),
        "player": reverse("tournaments:personal", args=[match.a.link_token]),
    }


PLACES = ["round", "match", "hall", "player"]


def seconds_on(page: Page) -> int:
    text = page.locator(".timer").inner_text().strip()
    return sum(int(part) * 60**place for place, part in enumerate(reversed(text.split(":"))))


def is_shown(page: Page, seconds: int) -> None:
    """Time left, and not the minute of the day: within the minutes that a slow machine may take."""
    expect(page.locator(".timer")).to_have_text(COUNTS, timeout=LONG)
    assert seconds - 180 <= seconds_on(page) <= seconds


def counts_down(page: Page) -> None:
    before = seconds_on(page)
    page.wait_for_function(
        "text => document.querySelector('.timer').innerText.trim() !== text",
        arg=page.locator(".timer").inner_text().strip(),
    )
    assert seconds_on(page) < before


@pytest.mark.parametrize("place", [pytest.param(PLACES[0], marks=pytest.mark.check), *PLACES[1:]])
def test_an_open_page_follows_the_clock_through_its_day(open_page, match, keeper, place):
    page = open_page(addresses(match)[place], user=None if place == "player" else match.a.user)
    page.evaluate("window.notReloaded = true")
    expect(page.locator(".timer")).to_have_count(0)
    played = timer.start_timer(played=match.round, who=keeper)
    is_shown(page, 50 * 60)
    counts_down(page)
    Round.objects.update(started_at=timezone.now() - dt.timedelta(minutes=10))
    timer.pause_timer(played=played, who=keeper)
    expect(page.get_by_text("paused", exact=True)).to_be_visible(timeout=LONG)
    is_shown(page, 40 * 60)
    timer.resume_timer(played=played, who=keeper)
    expect(page.get_by_text("paused", exact=True)).to_have_count(0, timeout=LONG)
    is_shown(page, 40 * 60)
    counts_down(page)
    timer.extend_table(match=match, who=keeper, minutes=15)
    if place in {"match", "player"}:
        page.wait_for_function("() => parseInt(document.querySelector('.timer').innerText) > 45")
        is_shown(page, 55 * 60)
    elif place == "hall":
        expect(page.get_by_text("15 min more")).to_be_visible(timeout=LONG)
        is_shown(page, 40 * 60)
    counts_down(page)
    assert page.evaluate("window.notReloaded")


@pytest.mark.parametrize(("place", "minutes"), [("round", -3), ("player", 3)])
def test_a_wrong_clock_of_the_phone_changes_nothing(open_page, match, keeper, place, minutes):
    timer.start_timer(played=match.round, who=keeper)
    page = open_page("/", size="phone", user=None if place == "player" else match.a.user)
    page.clock.install(time=timezone.now() + dt.timedelta(minutes=minutes))
    page.goto(addresses(match)[place])
    page.wait_for_function("() => /^(4[89]|50):/.test(document.querySelector('.timer').innerText.trim())")
    counts_down(page)
    is_shown(page, 50 * 60)


@pytest.mark.parametrize("place", PLACES)
def test_without_scripts_the_page_says_when_the_round_ends(open_page, match, keeper, place):
    timer.start_timer(played=match.round, who=keeper)
    page = open_page(addresses(match)[place], javascript=False)
    expect(page.locator(".timer")).to_have_text(re.compile(r"^\s*Round ends at \d\d:\d\d"))
    expect(page.get_by_text("Time left")).to_be_hidden()


@pytest.mark.parametrize("place", PLACES)
def test_without_scripts_a_paused_clock_shows_minutes_and_seconds(open_page, match, keeper, place):
    played = timer.start_timer(played=match.round, who=keeper)
    Round.objects.update(started_at=timezone.now() - dt.timedelta(minutes=10))
    timer.pause_timer(played=played, who=keeper)
    page = open_page(addresses(match)[place], javascript=False)
    is_shown(page, 40 * 60)
    expect(page.get_by_text("paused", exact=True)).to_be_visible()


def test_a_piece_that_is_brought_in_by_itself_works(open_page, match):
    """The node that htmx brings in is itself what a script looks for."""
    page = open_page(match.round.get_absolute_url(), user=worlds.staff(match.round.event))
    page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[data-htmx]"); // this page begins without it
          const brought = Object.assign(document.createElement("script"), { src });
          await new Promise((done) => {
            brought.onload = done;
            document.head.append(brought);
          });
          const place = "<div id='here'></div><dialog id='asks'>?</dialog>";
          document.querySelector("main").insertAdjacentHTML("beforeend", place);
          const html = "<button id='opens' data-opens='asks'>Open</button>"
            + "<form id='sure' data-confirm='Sure?' action='/'><button>Go</button></form>"
            + "<textarea id='size' data-most-bytes='1' data-too-large='too large'>abc</textarea>"
            + "<div role='tablist' id='tabs'><button role='tab' aria-controls='one'>One</button></div>"
            + "<p id='one' hidden>1</p>";
          window.htmx.swap("#here", html, { swapStyle: "innerHTML" });
        }"""
    )
    page.locator("#opens").click()
    expect(page.locator("#asks")).to_be_visible()
    assert page.locator("#size").evaluate("field => field.validationMessage") == "too large"
    expect(page.locator("#one")).to_be_visible()
    page.locator("#asks").evaluate("dialog => dialog.close()")
    page.locator("#sure button").click()
    expect(page.locator("#confirmation")).to_contain_text("Sure?")
