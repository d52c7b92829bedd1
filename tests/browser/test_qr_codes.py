"""Every QR code is read from the picture that people see: on paper, on a phone, on a dark screen."""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, expect

from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults
from tests.tournaments import worlds
from tournaments.lists.services import pools
from tournaments.models import Event, Registration

pytestmark = pytest.mark.django_db(transaction=True)

PAPER: ViewportSize = {"width": 688, "height": 972}  # A4 between the margins of print.css, in pixels of CSS


def codes_on(picture: bytes) -> list[str]:
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]


def is_whole(figure: Locator) -> None:
    """Its text can be read by people, nothing of it is cut off, and light surrounds what is dark."""
    code, address = figure.locator("svg"), figure.locator("figcaption")
    assert code.get_attribute("viewBox")
    assert address.inner_text().strip()
    assert figure.evaluate("f => f.scrollWidth <= f.clientWidth && f.scrollHeight <= f.clientHeight")
    frame, drawn = figure.bounding_box(), code.bounding_box()
    assert frame and drawn
    assert abs(frame["width"] - drawn["width"]) < 1
    assert abs(drawn["width"] - drawn["height"]) < 1


def reads(page: Page, *addresses: str) -> None:
    figures = page.locator(".qr")
    expect(figures).to_have_count(len(addresses))
    for figure, address in zip(figures.all(), addresses, strict=True):
        is_whole(figure)
        assert codes_on(figure.screenshot()) == [address]
        assert figure.locator("figcaption").inner_text().replace("\n", "") == address.rstrip("/")


def on_paper(page: Page) -> None:
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)


LOOKS = ["phone", "desktop", "dark", "paper"]


@pytest.fixture(params=LOOKS)
def opened(request, open_page) -> Callable[..., Page]:
    """At the fineness of a phone's screen, which paper has as well."""

    def open_so(path: str, user=None) -> Page:
        page = open_page(
            path, user=user, size="desktop" if request.param == "desktop" else "phone", dark=request.param == "dark"
        )
        if request.param == "paper":
            on_paper(page)
        return page

    return open_so


@pytest.fixture
def event() -> Event:
    return worlds.an_event("check-in", team_format="limited", limited_kind="sealed")


@pytest.fixture
def me(event) -> Registration:
    return worlds.a_player(event, checked_in_at=None)


def test_the_code_for_the_door_leads_to_check_in(opened, event, live_server):
    page = opened(reverse("tournaments:print_check_in", args=[event.slug]), worlds.staff(event))
    reads(page, f"{live_server.url}/events/{event.slug}/here/")
    frame = page.locator(".qr").bounding_box()
    assert frame["width"] >= 0.8 * min(page.viewport_size["width"], 600)


def test_each_slip_has_the_code_of_its_table(opened, live_server):
    event = worlds.an_event()
    players = [worlds.a_player(event) for _ in range(8)]
    played = worlds.a_round(event, *zip(players[::2], players[1::2], strict=True))
    page = opened(reverse("tournaments:print_slips", args=[event.slug, 1]), worlds.staff(event))
    reads(page, *(live_server.url + match.get_absolute_url() for match in played.matches.order_by("table")))


def test_the_players_page_shows_the_personal_link_as_qr_code(open_page, opened, event, me, live_server):
    page = opened(me.get_absolute_url(), me.user)
    if page.locator(".qr").is_visible():  # it is no-print: the link is for its owner alone
        reads(page, live_server.url + reverse("tournaments:personal", args=[me.link_token]))
    else:
        assert page.evaluate("matchMedia('print').matches")


def test_the_player_s_phone_shows_the_code_for_check_in(opened, event, me, live_server):
    page = opened(reverse("tournaments:personal", args=[me.link_token]))
    reads(page, live_server.url + reverse("tournaments:check_in_code", args=[event.slug, me.link_token]))


def test_a_pool_is_entered_by_its_code(opened, event, me, live_server):
    pool = pools.open_pool(registration=me, who=me.user)
    page = opened(reverse("tournaments:pool", args=[event.slug, me.pk]), me.user)
    reads(page, live_server.url + reverse("tournaments:enter_pool", args=[event.slug, me.pk, pool.code]))


def test_another_device_goes_on_recording_by_the_code(opened, live_server):
    table = start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)
    page = opened(reverse("judging:record", args=[table.uuid]))
    page.evaluate("document.querySelector('[data-more]').classList.add('is-open')")
    page.evaluate("document.querySelector('.qr').closest('details').open = true")
    reads(page, live_server.url + reverse("judging:record", args=[table.uuid]))


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_a_visitor_at_the_door_signs_in_and_comes_back(open_page, event, size):
    door = reverse("tournaments:door", args=[event.slug])
    page = open_page(door, size=size)
    assert (overflow(page), serious_faults(page)) == (0, [])
    expect(page.get_by_role("heading", level=1)).to_contain_text(event.name)
    for name in ("Sign in", "Create an account"):
        assert page.locator("main").get_by_role("link", name=name).get_attribute("href").endswith(f"?next={door}")


@pytest.mark.check
def test_one_press_at_the_door_checks_in(open_page, event, me):
    Event.objects.update(starts_at=timezone.now())
    page = open_page(reverse("tournaments:door", args=[event.slug]), user=me.user, size="phone")
    with page.expect_navigation():
        page.get_by_role("button", name="Check in").click()
    me.refresh_from_db()
    assert me.is_checked_in
    expect(page.locator("main")).to_contain_text("checked in")
