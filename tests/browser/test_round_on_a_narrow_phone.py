"""The staff's pages of a round on a narrow phone: the ways of its clock are in sight, and words stay whole."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournaments import worlds
from tournaments.events.models.events import Event
from tournaments.models import Match, Role
from tournaments.rounds.services import timer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    event = worlds.an_event(round_minutes=50)
    event.announcements.create(text="Lunch is served in the hall beside the entrance", by=worlds.a_user())
    return worlds.a_match(event)


def at_width(page: Page, width: int, language: str, address: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)


def is_no_wider(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "language"), [(390, "en"), (320, "fr"), (640, "en")])
def test_the_ways_of_a_clock_are_in_sight(open_page, match, width, language):
    keeper = worlds.staff(match.round.event)
    timer.start_timer(played=match.round, who=keeper)
    page = open_page("/", user=keeper)
    at_width(page, width, language, match.round.get_absolute_url())
    extend = page.locator(".round-clock summary")
    expect(extend).to_be_in_viewport(ratio=1)
    is_no_wider(page, width)
    extend.click()
    is_no_wider(page, width)
    expect(page.locator(".round-clock details button")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_announcement_stands_beside_the_ways_of_the_clock(open_page, match, language):
    keeper = worlds.staff(match.round.event)
    timer.start_timer(played=match.round, who=keeper)
    page = open_page("/", user=keeper)
    at_width(page, 390, language, match.round.get_absolute_url())
    expect(page.locator(".event-news")).to_be_in_viewport(ratio=1)
    assert page.locator("#main table").first.evaluate("it => it.getBoundingClientRect().top") <= 120


@pytest.mark.parametrize(("width", "language"), [(390, "fr"), (320, "fr"), (390, "en")])
def test_the_bar_of_a_round_is_one_row(open_page, match, width, language):
    keeper = worlds.staff(match.round.event)
    timer.start_timer(played=match.round, who=keeper)
    page = open_page("/", user=keeper)
    at_width(page, width, language, match.round.get_absolute_url())
    is_no_wider(page, width)
    assert page.locator(".run-bar").evaluate("it => it.offsetHeight") <= 58


def test_names_keep_their_words_where_results_are_entered(open_page):
    event: Event = worlds.an_event()
    players = [worlds.a_player(event, name) for name in ("Sébastien Martin", "Daniel O'Shaughnessy")]
    worlds.a_round(event, (players[0], players[1]))
    page = open_page("/", user=worlds.staff(event))
    at_width(page, 320, "fr", reverse("tournaments:entry", args=[event.slug]))
    is_no_wider(page, 320)
    for side in "ab":
        assert page.locator(f"[data-pick={side}]").evaluate("it => it.clientHeight") < 90
    assert page.locator("#id_slip").evaluate("it => it.clientWidth") > 200


def test_the_help_of_a_line_is_folded_on_a_phone(open_page):
    event = worlds.an_event(mode="free-for-all")
    page = open_page(reverse("tournaments:entry", args=[event.slug]), user=worlds.staff(event), size="phone")
    expect(page.locator("#slip-help")).to_be_hidden()
    page.locator(".entry-help summary").click()
    expect(page.locator("#slip-help")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("part", ["players/", "standings/", "run/", "rounds/", "desk/"])
def test_the_open_tab_and_its_neighbour_are_whole(open_page, match, language, part):
    event = match.round.event
    Event.objects.filter(pk=event.pk).update(cut_size=4, name="Grand Rendez-vous of the Northern Provinces")
    page = open_page("/", user=worlds.staff(event, Role.OWNER))
    at_width(page, 390, language, event.get_absolute_url() + part)
    edges = "all => all.map((each) => [each.getBoundingClientRect().left, each.getBoundingClientRect().right])"
    (_, name), *others = page.locator(".event-head .tabs li").evaluate_all(edges)
    ((left, right),) = page.locator(".event-head .tabs li:has([aria-current])").evaluate_all(edges)
    assert left >= name
    assert right <= 390
    assert next(left for left, right in others if right > name + 1) >= name
    is_no_wider(page, 390)


def test_players_begin_high_on_the_page_that_manages_them(open_page):
    event = worlds.an_event("registration", entry_fee="5 €")
    for number in range(5):
        worlds.a_player(event, f"p{number}", paid=number > 2)
    for width, highest in ((390, 360), (1280, 320)):
        page = open_page("/", user=worlds.staff(event, Role.OWNER))
        at_width(page, width, "fr", f"/events/{event.slug}/manage/players/")
        assert page.locator("#players tr").first.bounding_box()["y"] <= highest
