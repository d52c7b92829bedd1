"""What comes out of the printer."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournaments import worlds
from tournaments.models import Registration

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST_NAME = "Maximiliane von und zu Hohenlohe-Waldenburg-Schillingsfürst, called the Gallant"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_result_slips_print_four_to_a_page(open_page, live_server, paper, language):
    event = worlds.an_event(name=LONGEST_NAME)
    names = (f"{LONGEST_NAME[:-2]}{number:02}" for number in range(18))
    players = [worlds.a_player(event, name) for name in names]
    worlds.a_round(event, *zip(players[::2], players[1::2], strict=True))
    page = open_page(user=worlds.staff(event))
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.goto(reverse("tournaments:print_slips", args=[event.slug, 1]))
    expect(page.locator(".slip-code svg")).to_have_count(9)
    # who won: after "last Krosmaster" GG do not tell
    expect(page.locator(".slip-players p", has_text="☐")).to_have_count(18)
    assert sheets(page.pdf(format=paper)) == 3
    assert cut_off(page) == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_personal_links_print_ten_badges_to_a_page(open_page, live_server, paper, language):
    event = worlds.an_event()
    for number in range(20):
        Registration.objects.create(event=event, guest_name=f"{LONGEST_NAME[:-2]}{number:02}", club=LONGEST_NAME)
    page = open_page(user=worlds.staff(event))
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.goto(reverse("tournaments:print_links", args=[event.slug]))
    expect(page.locator(".link-slip svg")).to_have_count(20)
    assert sheets(page.pdf(format=paper)) == 2
    assert cut_off(page, ".link-slip") == []


def cut_off(page, slips: str = ".slip") -> list[str]:
    """The slips whose end is not on the paper, 182 mm wide."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 688, "height": 1000})
    return page.evaluate(
        "all => [...document.querySelectorAll(all)].filter(s => s.scrollHeight > s.clientHeight).map(s => s.innerText)",
        slips,
    )


def sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
