"""A round of 24 tables by thumb: every tap is counted, from the dashboard to the pairings of the next round."""

import pytest
from playwright.sync_api import expect

from tests.browser.driver import arrived, press_by_keyboard
from tests.tournaments import worlds
from tests.tournaments.seated import a_round_of_tables
from tournaments.events.models.settings import Mode
from tournaments.models import Match, Role, Round
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db(transaction=True)

TABLES, MOST_TAPS = 24, 60


class Thumb:
    def __init__(self) -> None:
        self.taps = 0

    def __call__(self, locator) -> None:
        locator.tap()
        self.taps += 1


def test_24_results_take_at_most_60_taps(open_page):
    event = worlds.an_event(swiss_rounds=2)
    names = [worlds.a_player(event) for _seat in range(2 * TABLES)]
    worlds.a_round(event, *zip(names[::2], names[1::2], strict=True))
    page, tap = open_page(f"/events/{event.slug}/run/", size="phone", user=worlds.staff(event)), Thumb()
    tap(page.get_by_role("link", name="Enter results").first)
    for left in range(TABLES, 0, -1):
        row = page.locator(".result-row").first
        expect(page.locator("#entry-now [data-count]")).to_have_attribute("data-count", str(left))
        tap(row.locator("a.button").nth(2 if left % 2 else 0))
        tap(row.get_by_role("button", name="wins by glory, 6 GG"))
    tap(page.locator(".run-bar").get_by_role("button", name="Pair next round"))
    tap(page.get_by_role("button", name="Publish round"))
    expect(page.get_by_role("button", name="Start timer")).to_be_visible()
    assert not Match.objects.filter(round__number=1).undecided().exists()
    assert Round.objects.get(number=2).is_open
    assert tap.taps <= MOST_TAPS, tap.taps


def tables_of_four(tables: int):
    event = worlds.an_event(swiss_rounds=2, mode=Mode.FREE_FOR_ALL)
    people = [worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di")]
    people += [worlds.a_player(event) for _seat in range(4 * tables - 4)]
    a_round_of_tables(event, *(people[at : at + 4] for at in range(0, len(people), 4)))
    return event, people


def test_a_table_of_four_takes_six_taps_at_the_desk(open_page):
    event, _people = tables_of_four(2)
    page, tap = open_page(f"/events/{event.slug}/entry/", size="phone", user=worlds.staff(event)), Thumb()
    tap(page.locator(".result-row a.button").first)
    for name in ("Bo", "Ana", "Di"):
        tap(page.get_by_role("button", name=name, exact=True))
    tap(page.get_by_role("button", name="5", exact=True))
    tap(page.get_by_role("button", name="Save result").last)
    expect(page.locator("#entry-now [data-count]")).to_have_attribute("data-count", "1")
    result = Match.objects.get(table=1).results.get()
    assert (result.places, result.tallies, result.ending) == ([2, 1, 4, 3], [0, 5, 0, 0], "glory")
    assert tap.taps == 6


def test_an_open_panel_holds_no_other_table_back(open_page):
    event, people = worlds.an_event(swiss_rounds=2), []
    people = [worlds.a_player(event) for _seat in range(6)]
    played = worlds.a_round(event, *zip(people[::2], people[1::2], strict=True))
    organiser = worlds.staff(event)
    page = open_page(f"/events/{event.slug}/entry/", size="phone", user=organiser)
    rows = page.locator(".result-row")
    rows.nth(2).locator("a.button").first.tap()
    panel = rows.nth(2).get_by_role("button", name="wins by glory, 6 GG")
    expect(panel).to_be_visible()
    before = panel.bounding_box()
    first = played.matches.get(table=1)
    enter_result(match_id=first.pk, who=organiser, score=Score.duel("a", 6, 0))
    expect(page.locator("#entry-now [data-count]")).to_contain_text("2 results")
    expect(rows.first).to_have_js_property("inert", True)
    assert panel.bounding_box() == before
    panel.tap()
    expect(rows).to_have_count(1)


def test_a_table_of_four_is_entered_by_keyboard(open_page):
    event, _people = tables_of_four(2)
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event))
    rows = page.locator(".result-row")
    press_by_keyboard(page, rows.first.locator("a.button").first)
    for seat in (1, 0, 3, 2):  # the last is placed already, and keeps the place
        press_by_keyboard(page, rows.first.locator("[data-taps]").nth(seat))
    for name in ("5", "Save result"):
        press_by_keyboard(page, rows.first.get_by_role("button", name=name, exact=True))
    expect(rows).to_have_count(1)
    expect(rows.first.locator("a.button").first).to_be_focused()
    assert Match.objects.get(table=1).results.get().places == [2, 1, 4, 3]


def test_a_panel_comes_into_view_and_keeps_its_chips(open_page):
    event, _people = tables_of_four(3)
    page = open_page(f"/events/{event.slug}/entry/", size="phone", user=worlds.staff(event))
    row = page.locator(".result-row").last
    row.locator("a.button").first.tap()
    chips = row.get_by_role("group", name="GG")
    expect(row.get_by_role("button", name="Save result")).to_be_in_viewport(ratio=1)
    for seat in range(4):
        expect(row.locator("[data-taps]").nth(seat)).to_be_in_viewport(ratio=1)
    row.locator("[data-taps]").nth(0).tap()
    stood = chips.bounding_box()["y"]
    for seat in (1, 2):
        row.locator("[data-taps]").nth(seat).tap()
        expect(row.locator("[data-taps]").nth(seat)).to_have_attribute("aria-pressed", "true")
    assert chips.bounding_box()["y"] == stood


def test_taps_are_undone_places_shared_and_absences_kept(open_page):
    event, _people = tables_of_four(1)
    page = open_page(Match.objects.get().get_absolute_url(), user=worlds.staff(event))
    seat = page.locator(".finish-seat")
    press_by_keyboard(page, seat.nth(1).locator("[data-absent]"))
    press_by_keyboard(page, seat.nth(2).locator("[data-taps]"))
    press_by_keyboard(page, page.get_by_role("button", name="Undo last tap"))
    expect(seat.nth(2).locator("[data-taps]")).to_have_attribute("aria-pressed", "false")
    page.get_by_label("How did it end?").select_option("time")
    page.get_by_role("button", name="Ana", exact=True).click()
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_role("alert").filter(has_text="Still to tap: Cy, Di, GG of Ana")).to_be_visible()
    page.get_by_role("button", name="Cy", exact=True).click()
    page.get_by_role("button", name="Undo last tap").click()
    page.get_by_role("button", name="Di", exact=True).click()
    page.get_by_text("Shared place").click()
    page.get_by_role("button", name="Di shares the place of Ana").click()
    expect(page.locator("[data-told]")).to_have_text("1. Ana, 1. Di, 3. Cy")
    page.get_by_role("button", name="Di shares the place of Ana").click()
    page.get_by_role("button", name="Cy shares the place of Di").click()
    expect(page.locator("[data-told]")).to_have_text("1. Ana, 2. Di, 2. Cy")
    for number in ("4", "1", "1"):
        page.get_by_role("button", name=number, exact=True).click()
    page.get_by_role("button", name="Save result").click()
    expect(page.locator(".notice-good")).to_contain_text("Time")
    result = Match.objects.get().results.get()
    assert (result.places, result.tallies, result.absent) == ([1, 4, 2, 2], [4, 0, 1, 1], [1])


def test_what_is_refused_at_the_desk_stays_as_tapped(open_page):
    open_page.expected.append("400")
    event, _people = tables_of_four(2)
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event))
    page.locator(".result-row a.button").first.click()
    for name in ("Bo", "Ana", "Di"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_label("How did it end?").select_option("no-show")
    for number in ("5", "0", "0", "0"):
        page.get_by_role("button", name=number, exact=True).click()
    page.get_by_role("button", name="Save result").last.click()
    expect(page.locator(".picker .errorlist")).to_contain_text("Two or more players were there")
    expect(page.locator(".picker [data-told]")).to_contain_text("1. Bo, 2. Ana")
    assert not Match.objects.get(table=1).results.exists()


def test_without_scripts_a_table_is_entered_by_its_fields(open_page):
    event, _people = tables_of_four(2)
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event), javascript=False)
    page.locator(".result-row a.button").first.click()
    for seat, place in zip("abcd", ("1", "2", "3", "4"), strict=True):
        page.locator(f"[name=place_{seat}]").select_option(place)
        page.locator(f"[name=glory_{seat}]").fill("4" if place == "1" else "0")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text("Correct result").first).to_be_visible()
    assert Match.objects.get(table=1).results.get().places == [1, 2, 3, 4]


def test_the_desk_is_worked_by_keyboard_and_updates_other_desks(open_page):
    event = worlds.an_event("check-in")
    for name in ("Élodie", "Daniel", "Bo"):
        event.registrations.create(guest_name=name)
    keeper = worlds.staff(event, "scorekeeper")
    here, there = (
        open_page(f"/events/{event.slug}/check-in/", user=keeper, size=size) for size in ("desktop", "phone")
    )
    here.keyboard.type("el")
    expect(here.locator("tr.is-best")).to_contain_text("Élodie")
    here.keyboard.press("Enter")
    for desk in (here, there):
        expect(desk.locator("#desk [data-count]")).to_have_attribute("data-count", "1")
    expect(here.get_by_label("Find a player")).to_have_value("")
    expect(here.get_by_label("Find a player")).to_be_focused()


def test_names_typed_in_a_row_are_all_checked_in(open_page):
    open_page.expected = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError"]
    event = worlds.an_event("check-in")
    for name in ("Ana", "Bo", "Cy", "Di"):
        event.registrations.create(guest_name=name)
    page = open_page(f"/events/{event.slug}/check-in/", user=worlds.staff(event, "scorekeeper"))
    for name in ("ana", "zoe", "bo", "ana", "cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#desk [data-count]")).to_have_attribute("data-count", "3")
    page.context.set_offline(True)
    page.keyboard.type("di")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The site cannot be reached.")).to_be_visible()
    expect(page.get_by_label("Find a player")).to_have_value("di")
    expect(page.get_by_label("Find a player")).to_be_focused()


def test_a_scanned_code_checks_in_without_a_press(open_page):
    event = worlds.an_event("check-in")
    guest = event.registrations.create(guest_name="Ana")
    page = open_page(f"/events/me/{guest.link_token}/", size="phone", user=worlds.staff(event, "scorekeeper"))
    expect(page.get_by_text("Ana is here.")).to_be_visible()
    guest.refresh_from_db()
    assert guest.is_checked_in


@pytest.mark.check
def test_a_guest_reports_by_phone(open_page):
    event = worlds.an_event()
    ana, bo = (event.registrations.create(guest_name=name) for name in ("Ana", "Bo"))
    worlds.a_round(event, (ana, bo))
    page = open_page(f"/events/me/{ana.link_token}/", size="phone")
    page.locator("summary", has_text="Ana").tap()
    page.get_by_role("button", name="Ana wins by glory, 4 GG").tap()
    expect(page.get_by_text("You reported: Ana 4 : 0 Bo, Ana wins")).to_be_visible()
    other = open_page(f"/events/me/{bo.link_token}/", size="phone")
    other.get_by_role("button", name="Confirm result").tap()
    arrived(other)
    expect(other.get_by_text("You lost").first).to_be_visible()
    assert Match.objects.get().is_done


def test_a_refused_result_is_explained_in_view(open_page):
    event = worlds.an_event()
    players = [worlds.a_player(event) for _seat in range(2 * TABLES)]
    drawn = worlds.a_round(event, *zip(players[::2], players[1::2], strict=True))
    page = open_page(drawn.matches.first().get_absolute_url(), size="phone", user=players[0].user)
    open_page.expected = ["400 (Bad Request)"]
    page.locator("summary", has_text="Other result").tap()
    page.locator("form .choice", has_text=players[0].shown_name).last.tap()
    page.get_by_label(f"GG of {players[0].shown_name}").last.fill("0")
    page.get_by_label(f"GG of {players[1].shown_name}").last.fill("9")
    page.get_by_label("How did it end?").last.select_option("glory")
    page.get_by_role("button", name="Report").last.tap()
    expect(page.locator(".errorlist").first).to_be_focused()
    expect(page.locator(".errorlist").first).to_be_in_viewport(ratio=1)


def test_a_result_that_came_too_late_is_explained_in_view(open_page):
    open_page.expected = ["409 (Conflict)"]
    event = worlds.an_event()
    players = [worlds.a_player(event) for _seat in range(2 * TABLES)]
    drawn = worlds.a_round(event, *zip(players[::2], players[1::2], strict=True))
    keeper, last = worlds.staff(event), drawn.matches.order_by("table").last()
    page = open_page(f"/events/{event.slug}/entry/", size="phone", user=keeper)
    row = page.locator(".result-row").last
    row.locator("a.button").first.tap()
    expect(row.get_by_role("button", name="wins by glory, 6 GG")).to_be_visible()
    enter_result(match_id=last.pk, who=keeper, score=Score.duel("b", 0, 3))
    row.get_by_role("button", name="wins by glory, 6 GG").tap()
    expect(page.locator("[data-refused]")).to_be_focused()
    expect(page.locator("[data-refused]")).to_be_in_viewport(ratio=1)


def test_the_staff_see_on_a_phone_which_event_they_run(open_page):
    event = worlds.an_event(name="Autumn Cup", place="The great hall of the youth centre by the river")
    page = open_page(f"/events/{event.slug}/run/", size="phone", user=worlds.staff(event))
    expect(page.locator(".event-name")).to_be_in_viewport(ratio=1)
    page.goto(event.get_absolute_url())
    expect(page.locator(".event-name [aria-current=page] > span", has_text="Autumn Cup")).to_be_in_viewport(ratio=1)


def test_at_tables_of_four_the_button_spans_the_row(open_page):
    event = worlds.an_event("running", mode=Mode.FREE_FOR_ALL)
    a_round_of_tables(event, [worlds.a_player(event) for _seat in range(4)])
    page = open_page(f"/events/{event.slug}/entry/", size="phone", user=worlds.staff(event, Role.OWNER))
    row = page.locator(".result-row")
    right_edges = [part.bounding_box() for part in (row, row.locator(".button"))]
    assert len({round(box["x"] + box["width"]) for box in right_edges if box}) == 1
