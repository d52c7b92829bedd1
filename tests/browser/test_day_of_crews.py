"""A two-against-two day of 12 crews in the browser, from the new event to the trophies."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import arrived, says_yes
from tests.browser.test_event_days import LONG, bar, publish, results_are_in
from tests.tournaments import worlds
from tournaments.events.services.ending import podium
from tournaments.models import Event, Match, Registration
from tournaments.players.models.crews import crews_of, entrants_to_pair

pytestmark = pytest.mark.django_db(transaction=True)
GUESTS = [f"Guest {number:02}" for number in range(22)]


def moved(page: Page, name: str) -> None:
    """On the dashboard, to the next state of the event."""
    page.get_by_role("button", name=name).first.click()
    arrived(page)


def opened(page: Page, group: str) -> None:
    """A folded part of the form of the event."""
    page.locator("summary").filter(has=page.locator(".card-title", has_text=re.compile(f"^{group}$"))).click()


def the_event_is_made(page: Page) -> Event:
    page.goto("/events/new/?from=two-v-two")
    page.locator("[name=name]").fill("Pairs of Lyon")
    page.locator("[name=place]").fill("Lyon")
    page.locator("[name=starts_at]").fill("2030-10-05T10:00")
    opened(page, "Teams and lists")
    page.locator("[name=lists_required]").uncheck()
    opened(page, "Rounds")
    page.locator("[name=swiss_rounds]").fill("2")
    page.get_by_role("button", name="Create event").click()
    moved(page, "Announce event")
    moved(page, "Open registration")
    expect(page.get_by_role("button", name="Start check-in").first).to_be_visible(timeout=LONG)
    return Event.objects.get()


def ten_crews_come_on_a_sheet(page: Page, event: Event) -> None:
    """Two more guests have no partner yet."""
    crews = [f"Crew {number // 2}" if number < 20 else "" for number in range(22)]
    page.goto(f"/events/{event.slug}/manage/players/import/")
    lines = (f"{name},{crew}" for name, crew in zip(GUESTS, crews, strict=True))
    page.locator("[name=text]").fill("\n".join(["name,crew", *lines]))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import 22 players").click()
    expect(page.get_by_text("Guest 21").first).to_be_visible(timeout=LONG)


def a_crew_is_formed_by_link(open_page, event: Event) -> tuple[Page, Page]:
    """Ana invites Bo, both on their phones."""
    pages = [open_page(f"/events/{event.slug}/", size="phone", user=worlds.a_user(name)) for name in ("ana", "bo")]
    for page in pages:
        page.get_by_role("link", name="Register", exact=True).first.click()
        page.get_by_role("button", name="Register", exact=True).first.click()
    ana, bo = pages
    ana.get_by_role("link", name="My crew").click()
    ana.get_by_role("button", name="Invite player by link").click()
    bo.goto(ana.get_by_label("Link to your crew").input_value())
    bo.get_by_role("button", name="Play with Ana").click()
    expect(bo.get_by_text("You play as Ana & Bo.")).to_be_visible(timeout=LONG)
    return ana, bo


def two_guests_are_drawn(page: Page, event: Event) -> None:
    page.goto(f"/events/{event.slug}/crews/")
    page.get_by_role("button", name="Draw crews of two by lot").click()
    expect(page.get_by_text("1 crew formed.")).to_be_visible(timeout=LONG)
    assert len(crews_of(event)) == 12


def everybody_is_here(page: Page, event: Event) -> None:
    page.goto(f"/events/{event.slug}/run/")
    moved(page, "Start check-in")
    page.goto(f"/events/{event.slug}/check-in/")
    page.get_by_role("button", name="Check in all 24").click()
    expect(page.locator("#desk [data-count]")).to_have_attribute("data-count", "24", timeout=LONG)


def the_crew_reports_and_a_guest_disputes(open_page, ana: Page, page: Page, event: Event) -> Match:
    """The staff enter what both have agreed on at the desk."""
    mine = Registration.objects.get(event=event, user__username="ana")
    match = Match.objects.get(seat_rows__registration=mine, round__number=1)
    ana.goto(match.get_absolute_url())
    ana.locator("summary", has_text="Ana & Bo").click()
    ana.get_by_role("button", name=re.compile("Ana & Bo wins? by glory, 4 GG")).click()
    expect(ana.get_by_text("Your crew reported").or_(ana.get_by_text("You reported")).first).to_be_visible(timeout=LONG)
    guest = match.opponents_of(mine)[1]
    theirs = open_page(f"/events/me/{guest.link_token}/", size="phone")
    theirs.get_by_placeholder("What is wrong?").fill("We won.")
    theirs.get_by_role("button", name="Dispute and call a judge").click()
    expect(ana.get_by_text("The other crew has called a judge to your table.")).to_be_visible(timeout=LONG)
    page.goto(match.get_absolute_url())
    page.locator("summary", has_text="Ana & Bo").click()
    page.get_by_role("button", name=re.compile("Ana & Bo wins? by glory, 4 GG")).click()
    expect(page.locator("summary", has_text="Correct result")).to_be_visible(timeout=LONG)
    return match


def one_partner_drops(page: Page, event: Event) -> None:
    """The other of the two is written to, and the crew is not paired any more."""
    page.goto(f"/events/{event.slug}/manage/players/")
    row = page.get_by_role("row").filter(has_text="Guest 00")
    row.get_by_role("button", name="Actions for").click()
    row.get_by_role("button", name="Drop player").click()
    expect(page.get_by_text("Guest 00 dropped").first).to_be_visible(timeout=LONG)
    assert len(entrants_to_pair(event)) == 11


def the_cut_is_played(page: Page, event: Event, who) -> None:
    page.goto(f"/events/{event.slug}/run/")
    moved(page, "Start top cut")
    for name in ("semifinals", "final"):
        if page.get_by_role("button", name="Publish round").count() == 0:
            page.locator("a", has_text="Review pairings").first.click()
        page.get_by_role("button", name="Publish round").click()
        expect(page.get_by_role("button", name="Start timer")).to_be_visible(timeout=LONG)
        results_are_in(event, who)
        page.goto(f"/events/{event.slug}/run/")
        if name == "semifinals":
            moved(page, "Pair next round")
    page.goto(f"/events/{event.slug}/run/")
    page.get_by_role("button", name="Finish event").click()
    expect(page.get_by_role("button", name="Finish event")).to_have_count(0, timeout=LONG)


def test_a_two_against_two_day_of_12_crews(open_page):
    olga = worlds.a_user("olga")
    page = open_page("/events/new/", user=olga)
    says_yes(page)
    event = the_event_is_made(page)
    ten_crews_come_on_a_sheet(page, event)
    ana, _bo = a_crew_is_formed_by_link(open_page, event)
    two_guests_are_drawn(page, event)
    everybody_is_here(page, event)
    page.goto(f"/events/{event.slug}/start/")
    page.get_by_role("button", name="Start round 1").click()
    publish(page)
    expect(bar(page)).to_contain_text("0 of 6 results", timeout=LONG)
    the_crew_reports_and_a_guest_disputes(open_page, ana, page, event)
    results_are_in(event, olga)
    one_partner_drops(page, event)
    page.goto(f"/events/{event.slug}/run/")
    publish(page)
    results_are_in(event, olga)
    the_cut_is_played(page, event, olga)
    public = open_page(f"/events/{event.slug}/", size="phone")
    expect(public.get_by_role("heading", name="Podium")).to_be_visible(timeout=LONG)
    first = podium(Event.objects.get())[0].player
    page.goto(f"/events/{event.slug}/print/certificates/")
    expect(page.get_by_text(first.full_name).first).to_be_visible(timeout=LONG)
