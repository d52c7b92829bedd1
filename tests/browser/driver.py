"""A real browser for the tests: Chromium at two sizes; every error in its console is held against the page."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as of_django
from django.test import override_settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Route,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from config.prepare import collect_static, static_is_current, version_of_static

os.environ.setdefault(
    "DJANGO_ALLOW_ASYNC_UNSAFE", "1"
)  # Playwright keeps an event loop in the thread that runs the tests

# the shell without windows first: it opens a page in a new context for a third of the processor time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM", "") or next(filter(None, map(shutil.which, NAMES)), "")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--renderer-process-limit=1",  # a process for each new context would cost an eighth of opening a page
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SERIOUS = {"serious", "critical"}
# Without preload: it copies style sheets into the page, whose @import is then asked for beside the page. Only what is
# wrong is worked out and handed over: of a long page all that is right takes longer than axe itself.
AXE = {"preload": False, "resultTypes": ["violations"]}
AXE_SCRIPT = Axe().axe_script
# Rules whose findings are never serious are not tried.
RUN_AXE = """async options => {
    const mild = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact));
    const rules = Object.fromEntries(mild.map(rule => [rule.id, {enabled: false}]));
    return (await axe.run({...options, rules})).violations;
}"""
PATIENCE = 20_000  # milliseconds: a busy machine is slow, and no test fails for that
LATE = 0.5  # seconds
MOST_TABS = 300
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)  # tests/conftest.py reads the mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    if not CHROMIUM:
        if os.environ.get("CI"):
            pytest.fail("CI must have Chromium: install the package or set CHROMIUM")
        pytest.skip("no Chromium here: install the package or set CHROMIUM")
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def collected_files(pytestconfig: pytest.Config) -> Iterator[None]:
    """Scripts and style sheets as a site gives them to its readers: bundled, and named by their content. Of the
    processes side by side one collects them, the others wait and find them collected."""
    kept = pytestconfig.cache.mkdir("static") / version_of_static()[:20]
    storages = of_django.STORAGES | {"staticfiles": {"BACKEND": "config.static_files.storage.StaticStorage"}}
    with override_settings(STATIC_ROOT=kept, STORAGES=storages):
        with kept.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not static_is_current():
                collect_static()
        yield


@pytest.fixture(scope="session")
def live_server(collected_files: None) -> Iterator[LiveServer]:
    """As pytest-django's, but the site serves its static files itself, as in production: to ask for each module by
    itself costs a third more of opening a page."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = lambda site: site  # type: ignore[assignment]  # Django writes a class there
    server.start()
    yield server
    server.stop()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server) -> Iterator[OpenPage]:
    """open_page("/style/", size="phone", user=ana, dark=True, javascript=False): one person on one device."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_as(
        path: str = "/", *, size: str = "desktop", user=None, dark: bool = False, javascript: bool = True
    ) -> Page:
        context = browser.new_context(
            **SIZES[size],
            base_url=live_server.url,
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if user:
            context.add_cookies([session_cookie(user, live_server.url)])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda said: complaints.append(complaint(page, said)) if is_fault(said) else None)
        page.goto(path)
        if javascript:
            stays_for_its_steps(page)
        return page

    open_as.expected = []  # type: ignore[attr-defined]  # texts of complaints that the test provokes on purpose
    yield open_as
    heard = len(complaints)
    for context in contexts:
        context.close()
    complaints[heard:] = [said for said in complaints[heard:] if "htmx:" not in said]  # requests that the end cut off
    assert [said for said in complaints if not any(text in said for text in open_as.expected)] == []  # type: ignore[attr-defined]


CUT_OFF = ("htmx:afterRequest", "htmx:sendAbort")  # what htmx writes where the next page ends its request


def is_fault(said: ConsoleMessage) -> bool:
    """The test server speaks WSGI and has no stream of hints: pages then poll, as they should."""
    return said.type == "error" and "/live?" not in said.location.get("url", "") and not said.text.startswith(CUT_OFF)


def complaint(page: Page, said: ConsoleMessage) -> str:
    return f"{page.url}: {said.text} ({said.location.get('url', '')})"


def session_cookie(user, url: str) -> Any:
    """Signs the user in just now without the form: what the form does is tested where it lives."""
    from allauth.account.internal.flows.login import record_authentication
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request: Any = SimpleNamespace(session=session)
    record_authentication(request, user, method="password")
    session.save()
    return {"name": "sessionid", "value": session.session_key, "url": url}


@pytest.fixture
def line(live_server: Any) -> Iterator[SimpleNamespace]:
    """The line to the server, cut at its end: the browser's own offline mode lets a page that reloads ask once."""
    httpd = live_server.thread.httpd
    site = httpd.get_app()

    def nobody(_environ: Any, start_response: Any) -> list[bytes]:
        start_response("503 Service Unavailable", [("Content-Type", "text/html")])
        return [b""]

    yield SimpleNamespace(cut=lambda: httpd.set_app(nobody), restore=lambda: httpd.set_app(site))
    httpd.set_app(site)


def serious_faults(page: Page) -> list[str]:
    """What axe finds on the page that keeps somebody out, in words."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN_AXE, AXE)
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def faults_in_both_colours(page: Page) -> list[str]:
    """What keeps somebody out in light or dark colours, and whether the page is wider than the screen in one of them.

    Loaded once: to open the page a second time costs as much as to look at it."""
    found = []
    for colours in COLOURS:
        page.emulate_media(color_scheme=colours)
        wider = [f"{overflow(page)} pixels too wide"] if overflow(page) > 0 else []
        found += [f"{colours}: {fault}" for fault in serious_faults(page) + wider]
    return found


def overflow(page: Page) -> int:
    """How many pixels the page is wider than the screen: a phone must never scroll sideways."""
    return page.locator("body").evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


MOVES = """
() => [...document.querySelectorAll("body *")].flatMap((each) => ["", "::before", "::after"].map((part) => {
  const style = getComputedStyle(each, part || null);
  const times = `${style.transitionDuration}, ${style.animationDuration}`.split(", ");
  const moves = times.some((time) => parseFloat(time) * (time.endsWith("ms") ? 0.001 : 1) > 0.01);
  return moves ? `${each.className}${part}` : "";
})).filter(Boolean)
"""


def moving(page: Page) -> list[str]:
    """Classes of what moves or fades when it changes."""
    return page.evaluate(MOVES)


YES = """
const { showModal } = HTMLDialogElement.prototype;
HTMLDialogElement.prototype.showModal = function () {
  showModal.call(this);
  if (this.id === "confirmation") setTimeout(() => this.querySelector("[value=yes]").click());
};
"""


def says_yes(*pages: Page) -> None:
    """To whatever a page asks before it sends a form."""
    for page in pages:
        page.add_init_script(YES)
        page.evaluate(f"() => {{ {YES} }}")


# what moves on the page from now on, and has moved before
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
  .observe({ type: "layout-shift", buffered: true });
"""


def late(route: Route) -> None:
    """Parts of pages come late; files do not, nor what a page asks for again and again: it would wait forever."""
    asked = urlsplit(route.request.url).path
    if route.request.resource_type in ("fetch", "xhr") and not asked.startswith(("/static/", "/live")):
        time.sleep(LATE)
    route.continue_()


def press_by_keyboard(page: Page, target: Locator) -> None:
    """Tab to it and press Enter, as anyone without a pointer does; it stands on the screen when it has the focus."""
    target.wait_for()
    for _ in range(MOST_TABS):
        if target.evaluate("(element) => element === document.activeElement"):
            expect(target).to_be_in_viewport(ratio=0.9)
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def stays_for_its_steps(page: Page) -> None:
    """Nobody leaves the page before the step that they pressed has its answer, as where it loads the next page."""
    go = page.goto

    def goes(*args: Any, **more: Any) -> Any:
        arrived(page)
        return go(*args, **more)

    page.goto = goes  # type: ignore[method-assign]


ARRIVED = "() => !document.querySelector('#confirmation[open], #main[aria-busy]')"


def arrived(page: Page) -> None:
    """A step that changes the page in place has its answer (static/js/in_place.js)."""
    page.wait_for_function(ARRIVED)
