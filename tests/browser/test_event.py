"""The pages of an event, as they stand on a screen while it is played."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.driver import overflow
from tests.tournaments import worlds
from tests.tournaments.test_bracket_page import an_event_in_its_cut
from tournaments.events.services.announcements import announce
from tournaments.models import Event, EventState, Registration, Role, SubmittedList
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round
from tournaments.rounds.services.timer import pause_timer, start_timer

pytestmark = pytest.mark.django_db(transaction=True)


def a_paused_event() -> Event:
    event = worlds.an_event()
    played = worlds.a_round(event, (worlds.a_player(event), worlds.a_player(event)))
    organiser = worlds.staff(event)
    start_timer(played=played, who=organiser)
    pause_timer(played=played, who=organiser)
    return event


@pytest.mark.parametrize("page", ["the hall", "the round"])
@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_a_clock_that_stands_still_says_that_it_is_paused(open_page, page, javascript):
    event = a_paused_event()
    path = reverse("tournaments:hall", args=[event.slug]) if page == "the hall" else f"/events/{event.slug}/rounds/1/"
    opened = open_page(path, javascript=javascript)
    expect(opened.locator(".timer")).to_have_text(re.compile(r"^59:\d\d$"))
    expect(opened.get_by_text("paused", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("size", "players", "kind", "reported"),
    [
        ("phone", 4, "single", True),
        ("phone", 2, "single", False),
        ("desktop", 4, "single", False),
        ("desktop", 4, "double", False),
        ("desktop", 8, "double", False),
    ],
)
def test_a_bracket_wider_than_the_screen_says_so(open_page, size, players, kind, reported):
    path = reverse("tournaments:bracket", args=[an_event_in_its_cut(players, cut_kind=kind).slug])
    page = open_page(path, size=size)
    expect(page.locator(".bracket")).to_be_visible()
    expect(page.locator(".bracket-hint")).to_be_visible(visible=reported)
    wider = page.evaluate("(b => b.scrollWidth > b.clientWidth)(document.querySelector('.bracket'))")
    assert wider == reported


def play_until_the_final(event: Event) -> None:
    keeper = worlds.staff(event)
    while True:
        played = pair_round(event_id=event.pk, who=keeper)
        publish_round(round_id=played.pk, who=keeper)
        if played.matches.count() == 1:
            return
        for match in played.matches.filter(bye=False):
            enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 6, 0))


INSIDE = """() => { const all = document.querySelector('.bracket').getBoundingClientRect();
  return [...document.querySelectorAll(".bracket-open .bracket-tie")].map(each => each.getBoundingClientRect())
    .every(tie => tie.width > 150 && tie.left >= all.left && tie.right <= Math.min(all.right, innerWidth)); }"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("players", [4, 8, 16])
def test_the_final_is_whole_on_the_page_of_the_event(open_page, size, players):
    event = an_event_in_its_cut(players)
    play_until_the_final(event)
    page = open_page(event.get_absolute_url(), size=size)
    expect(page.locator(".bracket-open .bracket-title")).to_have_text("Final")
    assert page.evaluate(INSIDE)
    assert overflow(page) == 0
    expect(page.locator(".bracket-over").first).to_be_visible(visible=size == "desktop")


LONG_NAME = "Maximilienne-Wilhelmine" + "x" * 57


@pytest.mark.parametrize("path", ["check-in/", "rounds/1/", "standings/", "players/"])
def test_a_long_name_pushes_nothing_off_a_phone(open_page, path):
    event = worlds.an_event()
    pair = [
        Registration.objects.create(event=event, guest_name=name, lot=7) for name in (LONG_NAME, "Anne-Sophie d'Été")
    ]
    assert worlds.a_round(event, tuple(pair))
    page = open_page(f"/events/{event.slug}/{path}", size="phone", user=worlds.staff(event))
    expect(page.get_by_text(LONG_NAME).first).to_be_visible()
    frame = page.locator(".table-frame, .table").first
    assert overflow(page) == frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") == 0


def test_a_message_stands_in_the_middle_of_its_notice(open_page):
    event = worlds.an_event(EventState.DRAFT)
    page = open_page(f"/events/{event.slug}/run/", user=worlds.staff(event))
    page.get_by_role("button", name="Announce event").first.click()
    room = "([outer, inner]) => [inner.top - outer.top, outer.bottom - inner.bottom]"
    above, below = page.locator(".messages").evaluate(
        f"notice => ({room})([notice, notice.firstElementChild].map(each => each.getBoundingClientRect()))"
    )
    assert above == pytest.approx(below, abs=1)


def test_a_message_stays_until_the_keyboard_dismisses_it(open_page):
    event = worlds.an_event(EventState.DRAFT)
    page = open_page(f"/events/{event.slug}/run/", user=worlds.staff(event))
    page.get_by_role("button", name="Announce event").first.click()
    banner = page.get_by_role("status").filter(has_text="announced")
    expect(banner).to_have_count(1)
    page.get_by_role("button", name="Dismiss message").press("Enter")
    expect(banner).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_player_at_the_table_sees_an_announcement_without_reloading(open_page):
    match = worlds.a_match()
    page = open_page(match.get_absolute_url(), user=match.a.user, size="phone")
    announce(event_id=match.round.event_id, who=worlds.staff(match.round.event), text="Lunch at one")
    expect(page.get_by_text("Lunch at one")).to_be_visible()


def test_table_numbers_of_three_digits_stay_on_one_line(open_page):
    event = worlds.an_event()
    worlds.a_round(event, *((worlds.a_player(event), worlds.a_player(event)) for _table in range(101)))
    page = open_page(reverse("tournaments:hall", args=[event.slug]))
    page.reload()  # with the fonts, which a first page may do without
    first, last = (page.locator(".hall-number").nth(place).bounding_box() for place in (0, 100))
    assert first["height"] == last["height"]
    assert first["width"] == last["width"]


def test_hall_news_icons_are_as_large_as_their_text(open_page):
    event = worlds.an_event()
    announce(event_id=event.pk, who=worlds.staff(event), text="Lunch at one")
    page = open_page(reverse("tournaments:hall", args=[event.slug]))
    page.set_viewport_size({"width": 1920, "height": 1080})
    sign, words = (
        page.locator(".hall-news").evaluate(f"news => parseFloat(getComputedStyle(news, '{of}').{measure})")
        for of, measure in (("::before", "height"), ("", "fontSize"))
    )
    assert sign >= words


def test_the_filters_of_the_judges_desk_stand_in_one_line(open_page):
    event = worlds.an_event()
    page = open_page(reverse("judging:desk", args=[event.slug]), user=worlds.staff(event, "judge"))
    page.locator(".desk-more summary").click()
    row = [page.locator(piece).first.bounding_box() for piece in ("#kind", "#proved", "form.toolbar button")]
    assert max(piece["y"] for piece in row) < min(piece["y"] + piece["height"] for piece in row)


def test_an_invalid_field_opens_its_section(open_page):
    event = worlds.an_event()
    page = open_page(reverse("tournaments:edit", args=[event.slug]), user=worlds.staff(event), size="phone")
    places = page.get_by_label("Number of places")
    expect(places).to_be_hidden()
    page.get_by_text("Registration", exact=True).click()
    places.fill("-1")
    page.get_by_text("Registration", exact=True).click()
    expect(places).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(places).to_be_visible()
    expect(places).to_be_focused()


def gap(page, above, below):
    """In lines of text, whatever their size."""
    upper, lower = page.locator(above).last.bounding_box(), page.locator(below).first.bounding_box()
    line = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    return (lower["y"] - upper["y"] - upper["height"]) / line


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_button_stands_off_what_follows_its_form(open_page, size):
    event = worlds.an_event()
    organiser = worlds.staff(event)
    announce(event_id=event.pk, who=organiser, text="Lunch at one")
    page = open_page(f"/events/{event.slug}/announce/", size=size, user=organiser)
    assert gap(page, "main .form", "main .form + .plain-list") >= 1


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_there_is_space_between_teams_and_the_report_button(open_page, size):
    match = worlds.a_match()
    SubmittedList.objects.create(registration=match.a, figures=["bill-tell"], legal=True, verdict={})
    page = open_page(match.get_absolute_url(), size=size, user=match.a.user)
    assert gap(page, "main details:has(+ .columns) > summary", "main .columns") >= 1


def test_there_is_space_between_withdrawing_a_report_and_the_form(open_page):
    match = worlds.a_match()
    report_result(match_id=match.pk, who=match.a.user, score=Score.duel("a", 3, 0))
    page = open_page(match.get_absolute_url(), size="phone", user=match.a.user)
    assert gap(page, "form[action$='/take-back/'] button", ".winners") >= 1


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_there_is_space_between_the_visitor_card_and_the_description(open_page, size):
    event = worlds.an_event("registration", description="Bring a board.")
    page = open_page(event.get_absolute_url(), size=size)
    assert gap(page, "[data-src*=my-part] .card", "aside.card") >= 0.75
    assert gap(page, "aside > div > .facts", "aside > div > p") >= 0.5


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_audit_log_fits_phones_with_times_unbroken(open_page, live_server, language):
    event = worlds.an_event()
    organiser = worlds.staff(event)
    announce(event_id=event.pk, who=organiser, text="Lunch at one")
    page = open_page("/", size="phone", user=organiser)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    for path in ("audit-log", "print/standings"):
        page.goto(f"/events/{event.slug}/{path}/")
        assert overflow(page) <= 0, path
        if path == "audit-log":
            assert page.locator("td time").first.evaluate("time => time.getClientRects().length") == 1


def test_the_ways_on_stand_apart_from_what_concerns_the_player(open_page):
    match = worlds.a_match()
    page = open_page(match.round.event.get_absolute_url(), user=match.a.user, size="phone")
    assert gap(page, "[data-src*=my-part] > .card", ".now-head") >= 0.5


def test_the_offline_notice_of_a_phone_is_centred(open_page):
    open_page.expected.append("ERR_INTERNET_DISCONNECTED")
    page = open_page(worlds.an_event().get_absolute_url(), size="phone")
    page.context.set_offline(True)
    notice = page.locator("[data-connection]")
    expect(notice).to_be_visible()
    box, width = notice.bounding_box(), page.viewport_size["width"]
    left, right = box["x"], width - box["x"] - box["width"]
    assert left > 0
    assert left == pytest.approx(right, rel=0.1)


def test_a_new_event_starts_in_the_browsers_zone(open_page):
    zoe = worlds.a_user("zoe")
    worlds.an_event(time_zone="Asia/Tokyo").staff.create(user=zoe, role=Role.OWNER)
    page = open_page("/", user=zoe)
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": "America/Toronto"})
    page.context.clear_cookies(name="tz")
    page.goto("/events/new/?from=draft")
    expect(page.locator("[name=time_zone]")).to_have_value("Toronto")


FIRST_SHOWN = {"desktop": 190, "phone": 190}  # pixels to the name of the round, with its clock


@pytest.mark.parametrize("size", FIRST_SHOWN)
def test_a_running_event_begins_with_its_round(open_page, size):
    event = an_event_in_round_two()
    start_timer(played=event.rounds.get(number=2), who=worlds.staff(event))
    page = open_page(event.get_absolute_url(), size=size)
    head = page.get_by_role("heading", name="Round 2")
    assert head.bounding_box()["y"] <= FIRST_SHOWN[size]
    expect(page.locator(".event-now .timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(page.get_by_role("row", name=re.compile("Ana"))).not_to_have_count(0)
    facts = page.locator(".facts-more")
    expect(facts.get_by_text("Round length")).to_be_hidden()
    facts.locator("summary").press("Enter")
    expect(facts.get_by_text("Round length")).to_be_visible()
    assert overflow(page) == 0


def an_event_in_round_two() -> Event:
    event = worlds.an_event(swiss_rounds=3)
    ana, bo, cy, di = (worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    worlds.a_round(event, (ana, bo), (cy, di))
    worlds.a_round(event, (ana, cy), (bo, di))
    return event
