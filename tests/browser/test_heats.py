"""The pages of heats on a phone and at a desk, light and dark: readable, and nothing runs over the edge."""

import os

import pytest

from tests.browser.driver import overflow, serious_faults
from tests.tournaments.test_heats import LOST, WON, Heats

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("HEATS_SHOTS", "")


@pytest.mark.parametrize(("size", "dark"), [("phone", False), ("phone", True), ("desktop", False)])
def test_the_pages_of_heats_are_readable(open_page, size, dark):
    heats = Heats()
    gears, owls, tofus = heats.publishes().values()
    heats.owner.sends(f"/matches/{gears.pk}/demon/", demon=f"player-{heats.players['kim'].pk}")
    heats.enters(gears, **WON)
    heats.enters(owls, **LOST)
    page = open_page(heats.here, size=size, dark=dark, user=heats.owner.user)
    for path in (f"{heats.here}crews/", f"{heats.here}rounds/1/", f"/matches/{gears.pk}/", f"/matches/{tofus.pk}/",
                 f"{heats.here}standings/", f"{heats.here}entry/", f"{heats.here}print/slips/1/"):  # fmt: skip
        page.goto(path)
        page.locator("h1").first.wait_for()
        assert serious_faults(page) == [], path
        assert overflow(page) == 0, path
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{size}-{dark}{path.replace('/', '-')}.png", full_page=True)
