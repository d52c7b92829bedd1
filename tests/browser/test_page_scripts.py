"""When a page asks for its scripts: after its style sheets, and for htmx only when something on it needs htmx."""

import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config import bundles, first_page
from core import live
from judging.services.sharing.public_games import DEMONSTRATION
from tests.tournaments import worlds
from tournaments.models import Match

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = (
    """name => performance.getEntriesByType("resource").find((each) => each.name.includes(name))?.startTime ?? null"""
)
FILMS = """() => performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/film/"))"""
LONG = 30_000  # milliseconds
FETCHED = """performance.getEntriesByType("resource")
  .some(({ initiatorType, name }) => initiatorType === "fetch" && name.endsWith("css/site.css"))"""
LINK_OF_THE_TESTS = re.compile(rb'<link rel="stylesheet" href="(?P<address>/static/(?P<name>css/site.css))">')
BEGINNINGS = """() => {
  window.beginnings = 0;
  document.addEventListener("DOMContentLoaded", () => { window.beginnings += 1; });
}"""


def test_scripts_are_asked_for_after_style_sheets(open_page):
    page = open_page("/")
    sheet, *scripts = (page.evaluate(ASKED, name) for name in ("css/site.css", "django_htmx", "js/site.js"))
    assert sheet < min(scripts)


def test_htmx_begins_without_beginning_other_scripts_again(open_page):
    """Those of a passkey would ask for it twice."""
    page = open_page("/cards/")
    page.add_init_script(f"({BEGINNINGS})()")
    page.reload()
    page.wait_for_function("() => document.querySelector('[hx-get], [hx-post]')['htmx-internal-data']")
    assert page.evaluate("window.beginnings") == 1


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_section_is_brought_up_to_date_on_a_page_without_htmx(open_page, size):
    match = worlds.a_match()
    page = open_page(match.round.get_absolute_url(), size=size)
    assert page.evaluate(ASKED, "django_htmx") is None
    Match.objects.update(table=77)
    live.notify(*match.round.event.topics("pairings"))
    expect(page.locator("main").get_by_text("77").first).to_be_visible(timeout=LONG)
    assert page.evaluate(ASKED, "django_htmx") is not None


def test_what_a_script_will_fetch_is_asked_for_with_it_and_once(open_page):
    page = open_page(reverse("judging:replay", args=[DEMONSTRATION]))
    page.locator("[data-replay-root][data-ready]").wait_for()
    asked = page.evaluate(FILMS)
    assert [each["initiatorType"] for each in asked] == ["link"]


@pytest.fixture
def collected_sheet(settings, tmp_path, monkeypatch):
    """The site's sheet as collectstatic writes it, under the name that it has in the tests."""
    settings.STATIC_ROOT = tmp_path
    path = tmp_path / "css/site.css"
    path.parent.mkdir()
    path.write_text(bundles.style("css/site.css", lambda name: Path(settings.BASE_DIR / "static" / name).read_text()))
    monkeypatch.setattr(first_page, "COLLECTED_SHEET", LINK_OF_THE_TESTS)
    yield
    first_page.sheet.cache_clear()


@pytest.mark.usefixtures("collected_sheet")
def test_a_first_page_is_drawn_by_the_sheet_in_it_and_fetches_it_for_the_next(open_page):
    page = open_page("/cards/")
    linked = page.locator('link[href$="css/site.css"]')
    assert linked.count() == 0
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    page.wait_for_function(f"() => {FETCHED}")
    page.reload()
    assert linked.count() == 1
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(FETCHED)


def test_what_draws_the_board_is_asked_for_before_the_scripts_of_every_page(open_page, table):
    for path, script in (
        (table.get_absolute_url(), "js/record.js"),
        (reverse("judging:replay", args=[DEMONSTRATION]), "js/replay.js"),
    ):
        page = open_page(path)
        page.locator("[data-ready]").first.wait_for(state="attached")
        page.wait_for_function(f'() => ({ASKED})("js/site.js") !== null')
        assert page.evaluate(ASKED, script) < page.evaluate(ASKED, "js/site.js")
