"""Creating an event in three steps, beside the card that players will see."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import faults_in_both_colours, overflow
from tests.tournaments.worlds import a_user
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "/events/new/?from=constructed-cut"
SHIFT = """() => new Promise(done => { let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(each => { sum += each.hadRecentInput ? 0 : each.value; }))
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 300); })"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_card_follows_what_is_typed(open_page, size):
    page = open_page(NEW, size=size, user=a_user("olga"))
    card, change = page.locator(".event-seen"), page.locator("#step-2 summary").first
    page.locator("#id_name").fill("Coupe d’automne")
    page.locator("#id_place").fill("Lyon")
    expect(card).to_contain_text("Coupe d’automne")
    expect(card).to_contain_text("Lyon")
    page.locator("#id_starts_at").fill("2030-10-05T10:00")
    expect(card).to_contain_text("2030")
    change.press("Enter")
    page.locator("#id_ruleset").select_option("arena-2013")
    expect(card).to_contain_text("rule book of 2013")
    assert page.evaluate(SHIFT) == 0
    assert overflow(page) == 0
    assert faults_in_both_colours(page) == []
    assert not Event.objects.exists()


def test_four_taps_create_an_event(open_page):
    page = open_page("/events/new/", size="phone", user=a_user("olga"))
    page.locator(f'a[href="{NEW.removeprefix("/events/new/")}"]').tap()
    page.locator("#id_name").tap()
    page.keyboard.type("Club evening")
    page.locator("#id_starts_at").tap()
    page.locator("#id_starts_at").fill("2030-10-05T19:00")
    page.get_by_role("button", name="Create event").tap()
    expect(page.get_by_role("heading", name="Manage")).to_be_visible()
    expect(page.locator("#site-nav")).to_contain_text("Manage")  # the page was not loaded anew
    assert Event.objects.get().cut_size == 8


def test_both_columns_of_a_desk_are_used(open_page):
    page = open_page(NEW, user=a_user("olga"))
    form, card = page.locator("#event-form").bounding_box(), page.locator(".event-seen").bounding_box()
    assert card["x"] >= form["x"] + form["width"]
    assert abs(card["y"] - form["y"]) < 5


def test_on_a_phone_the_card_stands_above_the_button(open_page):
    page = open_page(NEW, size="phone", user=a_user("olga"))
    card, create = page.locator(".event-seen"), page.get_by_role("button", name="Create event")
    assert card.bounding_box()["y"] + card.bounding_box()["height"] <= create.bounding_box()["y"]
    page.locator("#id_starts_at").fill("2030-09-25T10:00")
    page.locator("#id_time_zone").fill("Montréal")
    when = card.locator(".event-seen-when")
    expect(when).to_contain_text("Montréal")
    assert when.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_an_event_is_created_without_scripts(open_page):
    page = open_page(NEW, user=a_user("olga"), javascript=False)
    expect(page.locator(".event-seen")).to_contain_text("64 places")
    page.locator("#id_name").fill("Club evening")
    page.locator("#step-2 summary").nth(1).click()
    page.locator("#id_cut_size").fill("4")
    page.get_by_role("button", name="Create event").click()  # without a start
    page.locator("#id_starts_at").fill("2030-10-05T19:00")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", name="Manage")).to_be_visible()
    expect(page.locator("#site-nav").get_by_role("link", name="Manage")).to_be_visible()
    assert Event.objects.get().cut_size == 4
