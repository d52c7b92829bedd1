"""Every kind of page, as the people of the demonstration see it: nobody kept out, nothing wider than the screen.

Each page is loaded once, looked at as on a phone in daylight, then as on a dark desktop.
"""

import pytest
from django.core.management import call_command

from tests.browser.driver import overflow, serious_faults
from tests.browser.page_kinds import kinds

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [("light", 390, 844), ("dark", 1280, 900)]


def test_every_kind_of_page_is_accessible_and_fits_the_screen(open_page):
    open_page.expected.append("404 (Not Found)")  # the missing page is one of the kinds
    call_command("demo")
    faults, pages = {}, {}
    for kind in kinds():
        if kind.who not in pages:
            pages[kind.who] = open_page(kind.path, size="phone", user=kind.viewer())
        load(pages[kind.who], kind)
        for look in LOOKS:
            if found := looked_at(pages[kind.who], *look):
                faults[kind.name, *look] = found
    assert faults == {}


def load(page, kind):
    """One page of each person goes from address to address."""
    page.goto("about:blank")  # else an address that differs in its #action only would not be loaded
    _look(page, *LOOKS[0])
    page.goto(kind.path)
    page.locator(".htmx-request, [data-replay-root]:not([data-ready])").first.wait_for(state="detached")
    assert (page.get_by_text("Error 40").count() > 0) == (kind.name == "missing"), kind


def looked_at(page, colours, width, height):
    _look(page, colours, width, height)
    return serious_faults(page) + ([f"{overflow(page)} pixels too wide"] if overflow(page) > 0 else [])


def _look(page, colours, width, height):
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": width, "height": height})
