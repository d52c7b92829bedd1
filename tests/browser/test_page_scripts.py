"""When a page asks for its scripts: after its style sheets, and for htmx only when something on it needs htmx."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from core.pages import live
from judging.replay.services.public_games import DEMONSTRATION
from tests.tournaments import worlds
from tournaments.models import Match

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = (
    """name => performance.getEntriesByType("resource").find((each) => each.name.includes(name))?.startTime ?? null"""
)
FILMS = """() => performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/film/"))"""
LONG = 30_000  # milliseconds
FETCHED = r"""performance.getEntriesByType("resource")
  .some(({ initiatorType, name }) => initiatorType === "fetch" && /css.site\.\w+\.css$/.test(name))"""
BEGINNINGS = """() => {
  window.beginnings = 0;
  document.addEventListener("DOMContentLoaded", () => { window.beginnings += 1; });
}"""


def test_scripts_are_asked_for_after_style_sheets(open_page):
    page = open_page("/")
    page.reload()  # the first page holds its sheets
    sheet, *scripts = (page.evaluate(ASKED, name) for name in ("css/site.", "django_htmx", "js/site."))
    assert sheet < min(scripts)


def test_htmx_begins_without_beginning_other_scripts_again(open_page):
    """Those of a passkey would ask for it twice."""
    page = open_page("/cards/")
    page.add_init_script(f"({BEGINNINGS})()")
    page.reload()
    page.wait_for_function("() => document.querySelector('[hx-get], [hx-post]')['htmx-internal-data']")
    assert page.evaluate("window.beginnings") == 1


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_section_is_updated_on_a_page_without_htmx(open_page, size):
    match = worlds.a_match()
    page = open_page(match.round.get_absolute_url(), size=size)
    assert page.evaluate(ASKED, "django_htmx") is None
    Match.objects.update(table=77)
    live.notify(*match.round.event.topics("pairings"))
    expect(page.locator("main").get_by_text("77", exact=True).first).to_be_visible(timeout=LONG)
    assert page.evaluate(ASKED, "django_htmx") is not None


def test_what_a_script_will_fetch_is_preloaded_once(open_page):
    page = open_page(reverse("judging:replay", args=[DEMONSTRATION]))
    page.locator("[data-replay-root][data-ready]").wait_for()
    asked = page.evaluate(FILMS)
    assert [each["initiatorType"] for each in asked] == ["link"]


def test_a_first_page_is_styled_inline_and_fetches_the_sheet(open_page):
    page = open_page("/cards/")
    linked = page.locator('link[href*="css/site."]')
    assert linked.count() == 0
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    page.wait_for_function(f"() => {FETCHED}")
    page.reload()
    assert linked.count() == 1
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson")
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(FETCHED)


def test_what_draws_the_board_is_asked_for_before_other_scripts(open_page, table):
    for path, script in (
        (table.get_absolute_url(), "js/record."),
        (reverse("judging:replay", args=[DEMONSTRATION]), "js/replay."),
    ):
        page = open_page(path)
        page.locator("[data-ready]").first.wait_for(state="attached")
        page.wait_for_function(f'() => ({ASKED})("js/site.") !== null')
        assert page.evaluate(ASKED, script) < page.evaluate(ASKED, "js/site.")


@pytest.fixture
def site_of_a_developer(live_server, settings):
    """The same site where nothing was collected: each module and sheet is a file of its own."""
    finders = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": finders}
    server = LiveServer("localhost")
    yield server.url
    server.stop()


def test_pages_work_with_modules_that_are_not_bundled(open_page, site_of_a_developer, table):
    for path, ready, module in (
        ("/cards/", "[hx-get]", "js/ui/dialogs.js"),
        (table.get_absolute_url(), "[data-ready]", "js/record/declare.js"),
        (reverse("judging:replay", args=[DEMONSTRATION]), "[data-replay-root][data-ready]", "js/board/frame.js"),
    ):
        page = open_page(site_of_a_developer + path)
        page.locator(ready).first.wait_for(state="attached")
        page.wait_for_function(f'() => ({ASKED})("js/site.js") !== null')
        assert page.evaluate(ASKED, module) is not None
