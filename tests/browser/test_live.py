"""A page that others change keeps itself up to date, says when it cannot, and lets nobody lose what they type."""

import datetime as dt
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from config import live as live_stream
from core.pages import live
from judging.logs.services.submission import submit_log
from judging.logs.views import log
from judging.models import Submission
from tests.browser.driver import arrived, session_cookie
from tests.config.broker import hints
from tests.tournaments import worlds
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Round
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000  # milliseconds, after which a test fails rather than hangs


@pytest.fixture
def submission() -> Submission:
    return submit_log(content=b"{}", submitter=worlds.a_user("ana"))


@pytest.mark.check
def test_a_section_follows_what_others_do_without_a_reload(open_page, submission):
    page = open_page(submission.get_absolute_url(), user=submission.submitter)
    page.evaluate("window.notReloaded = true")
    section = page.locator("[data-live]").first
    before = section.inner_text()
    Submission.objects.update(state=Submission.State.NEEDS_HUMAN, trouble="planted")
    live.notify(submission.topic)
    expect(section).not_to_have_text(before, timeout=LONG)
    assert page.evaluate("window.notReloaded")


def test_the_badge_of_an_event_follows_its_state(open_page):
    event = worlds.an_event("registration")
    for path in (event.get_absolute_url(), f"{event.get_absolute_url()}players/"):
        page = open_page(path)
        expect(page.locator(".page-head .badge")).to_have_text("registration open")
    change_event_state(event_id=event.pk, who=worlds.staff(event), to="check-in")
    expect(page.locator(".page-head .badge")).to_have_text("check-in", timeout=LONG)


def test_a_late_answer_does_not_overwrite_a_newer_one(open_page, submission):
    page = open_page(submission.get_absolute_url(), user=submission.submitter)
    held = []
    page.route("**/state/", lambda route: route.fallback() if held else held.append((route, route.fetch())))
    live.notify(submission.topic)
    for _ in range(100):
        page.wait_for_timeout(100)
        if held:
            break
    Submission.objects.update(state=Submission.State.NEEDS_HUMAN)
    live.notify(submission.topic)
    expect(page.locator("[data-live] .notice-bad").first).to_be_visible(timeout=LONG)
    late, answer = held[0]
    late.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator("[data-live] .notice-bad").first).to_be_visible()


def test_a_section_needing_a_sign_in_is_marked_old(open_page, submission):
    page = open_page(submission.get_absolute_url(), user=submission.submitter)
    section = page.locator("[data-live]").first
    before = section.inner_text()
    page.context.clear_cookies(name="sessionid")
    live.notify(submission.topic)
    expect(section).to_have_class("is-stale", timeout=LONG)
    assert section.inner_text() == before


def test_what_happens_while_a_page_is_made_still_reaches_it(open_page, submission, monkeypatch):
    """The worker is done after the view has read the log, and before the page says which version it shows."""
    read = log.log_context

    def read_and_then_the_worker_is_done(*seen):
        context = read(*seen)
        if Submission.objects.exclude(state=Submission.State.NEEDS_HUMAN).update(state=Submission.State.NEEDS_HUMAN):
            live.notify(submission.topic)
        return context

    monkeypatch.setattr(log, "log_context", read_and_then_the_worker_is_done)
    page = open_page(submission.get_absolute_url(), user=submission.submitter)
    expect(page.locator("[data-live] .notice-bad").first).to_be_visible(timeout=LONG)


def test_an_open_page_offers_the_no_show_in_time(open_page, monkeypatch):
    match = worlds.a_match(worlds.an_event(no_show_minutes=10))
    keeper, minutes = worlds.staff(match.round.event), dt.timedelta(minutes=1)
    Round.objects.update(started_at=timezone.now() - 5 * minutes)
    page = open_page("/", user=keeper)
    page.clock.install(time=timezone.now() + 30 * minutes)  # the clock of the device decides nothing
    with page.expect_response("**/live/versions?*"):
        page.goto(match.get_absolute_url())
    page.clock.run_for(10_000)
    expect(page.get_by_text("Players have until")).to_be_visible()
    Round.objects.update(started_at=timezone.now() - 10 * minutes)
    at_the_server = live.server_time
    monkeypatch.setattr(live, "server_time", lambda: at_the_server() + 302_000)
    expect(page.get_by_text("A player is missing")).to_be_visible(timeout=LONG)


@pytest.fixture
def stream(settings, monkeypatch) -> Iterator[str]:
    """The server of streams on its own port: the one of the tests has none."""
    server = uvicorn.Server(uvicorn.Config(live_stream.stream, port=0, lifespan="off", log_level="warning"))
    running = threading.Thread(target=server.run)
    with hints(settings, monkeypatch):
        running.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/live?"
        server.should_exit = server.force_exit = True
        running.join()


def page_that_listens(open_page, stream: str, submission: Submission) -> Page:
    page = open_page("/", user=submission.submitter)
    page.context.route("**/live?*", lambda route: route.continue_(url=stream + route.request.url.partition("?")[2]))
    page.clock.install()
    with page.expect_response("**/live?*"):
        page.goto(submission.get_absolute_url())
    return page


def wait_in_vain(page: Page, seconds: int) -> None:
    for _ in range(seconds // 5):
        page.clock.run_for(5000)
        page.wait_for_timeout(200)  # for what comes over the stream meanwhile


def test_an_unchanged_page_makes_no_requests_while_its_stream_lives(open_page, stream, submission, monkeypatch):
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 0.05)
    page = page_that_listens(open_page, stream, submission)
    wait_in_vain(page, 60)
    expect(page.locator("[data-connection]")).to_be_hidden()


def test_a_silent_stream_marks_its_page_as_possibly_old(open_page, stream, submission, monkeypatch):
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 3600)  # however long a busy machine takes
    page = page_that_listens(open_page, stream, submission)
    wait_in_vain(page, 60)
    expect(page.locator("[data-connection]")).to_be_visible()


@pytest.mark.parametrize("lost", [{"name": "sessionid"}, {}], ids=["the session", "every cookie"])
def test_typed_text_survives_signing_in_again(open_page, submission, live_server, lost):
    open_page.expected.append("403")
    page = open_page(reverse("judging:my_logs"), user=submission.submitter)
    page.get_by_text("Paste text instead").click()
    page.locator("#log-text").fill("not yet a log")
    page.context.clear_cookies(**lost)
    with page.expect_navigation():  # to sign in
        page.locator("form:has(#log-text) button").click()
    assert not Submission.objects.filter(size__gt=2).exists()
    page.context.add_cookies([session_cookie(submission.submitter, live_server.url)])
    page.goto(reverse("judging:my_logs"))
    expect(page.locator("#log-text")).to_have_value("not yet a log")
    page.locator("form:has(#log-text) button").click()
    arrived(page)
    page.goto(reverse("judging:my_logs"))
    expect(page.locator("#log-text")).to_have_value("")


@pytest.mark.check
def test_an_offline_page_says_so_until_the_network_returns(open_page, submission):
    open_page.expected.append("ERR_INTERNET_DISCONNECTED")
    page = open_page(submission.get_absolute_url(), user=submission.submitter)
    notice = page.locator("[data-connection]")
    expect(notice).to_be_hidden()
    page.context.set_offline(True)
    expect(notice).to_be_visible(timeout=LONG)
    page.context.set_offline(False)
    expect(notice).to_be_hidden(timeout=LONG)


def test_the_browser_s_time_zone_reaches_the_site(open_page, submission):
    page = open_page("/")
    page.wait_for_function("document.cookie.includes('tz=')")


def test_an_open_personal_link_shows_the_new_table(open_page):
    event = worlds.an_event()
    organiser, players = worlds.staff(event), [worlds.a_player(event) for _ in range(4)]
    page = open_page(reverse("tournaments:personal", args=[players[0].link_token]), size="phone")
    expect(page.locator("[data-live] .figure-big")).to_have_count(0)
    drafted = pair_round(event_id=event.pk, who=organiser)
    publish_round(round_id=drafted.pk, who=organiser, seen_version=drafted.version)
    expect(page.locator("[data-live] .figure-big")).to_be_visible(timeout=LONG)
