"""The frame of a phone: a header of one row, the menu behind its button, and the four places at the bottom."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import ApiToken
from tests.browser.driver import overflow, serious_faults
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db(transaction=True)
SHORTCUTS = "nav.places"


def edges(page, selector):
    box = page.locator(selector).bounding_box()
    return box["y"], box["y"] + box["height"]


def test_the_frame_of_a_phone_leaves_room_for_the_page(open_page):
    page = open_page(reverse("tournaments:events"), size="phone", user=worlds.a_user("pia"), dark=True)
    assert edges(page, ".site-header")[1] <= 56
    assert edges(page, SHORTCUTS)[1] == page.viewport_size["height"]
    expect(page.locator(SHORTCUTS).get_by_role("link", name="Events")).to_have_attribute("aria-current", "page")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert edges(page, ".site-footer")[1] <= edges(page, SHORTCUTS)[0]
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)
    expect(page.locator("#site-nav")).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#site-nav").get_by_role("link", name="Practice")).to_be_visible()
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)
    page.keyboard.press("Escape")
    expect(page.locator("#site-nav")).to_be_hidden()


def test_a_wide_screen_has_its_menu_and_no_shortcuts(open_page):
    page = open_page("/", size="desktop")
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Practice")).to_be_visible()
    expect(page.locator(SHORTCUTS)).to_be_hidden()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(SHORTCUTS)).to_be_hidden()


SHIFTS = """() => new Promise(done => { const moved = [];
  new PerformanceObserver(list => list.getEntries().forEach(({ value, sources }) => {
    moved.push(`${value} ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
  })).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 500); })"""


STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_its_fonts_the_bar_keeps_to_one_row(open_page, language):
    event = worlds.an_event(name="Coupe d’automne de Lyon")
    organiser = worlds.a_user("Maximilienne", locale=language)
    event.staff.create(user=organiser, role="owner")
    worlds.a_round(event)
    page = open_page("/", user=organiser)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.route("**/*.woff2", lambda _route: None)  # they never come
    for path in (f"/events/{event.slug}/run/", reverse("tournaments:players", args=[event.slug])):
        page.goto(path, wait_until="domcontentloaded")
        page.wait_for_function(STYLED)  # "load" waits for the fonts
        top, bottom = edges(page, ".site-header")
        assert bottom - top <= 64, path
        assert page.evaluate(SHIFTS) == [], path


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_page_asks_before_a_token_is_revoked(open_page, size):
    ana = worlds.a_user("ana")
    ApiToken.issue(owner=ana, name="a program", scopes=["read"])
    page = open_page(reverse("accounts:tokens"), size=size, user=ana)
    revokes, asked = (
        page.get_by_role("button", name="Revoke token"),
        page.get_by_role("dialog", name="Revoke this token?"),
    )
    for answer in ("Escape", "Enter"):  # Cancel has the focus
        revokes.first.click()
        expect(asked).to_be_visible()
        page.keyboard.press(answer)
        expect(asked).to_be_hidden()
    assert serious_faults(page) == []
    assert ApiToken.objects.exists()
    revokes.first.click()
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)
    asked.get_by_role("button", name="Revoke token").click()
    expect(revokes).to_have_count(0)
    assert not ApiToken.objects.exists()
