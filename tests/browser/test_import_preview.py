"""The preview of an import on a phone: it begins with what is wrong and its button, wherever “Preview” was pressed."""

import pytest
from playwright.sync_api import expect

from tests.tournaments import worlds
from tournaments.models import Role

pytestmark = pytest.mark.django_db(transaction=True)
LINES = ["name;email", *(f"Player {number};" for number in range(12)), "Ana;", "Bo;no address"]


def test_a_preview_begins_with_what_is_wrong(open_page):
    event = worlds.an_event("registration", capacity=100)
    worlds.a_player(event, "Ana")
    owner = worlds.staff(event, Role.OWNER)
    page = open_page(f"/events/{event.slug}/manage/players/import/", size="phone", user=owner)
    page.locator("[name=text]").fill("\n".join(LINES))
    page.get_by_role("button", name="Preview").click()
    button = page.get_by_role("button", name="Import 12 of 14")
    expect(button).to_be_in_viewport()
    expect(page.locator("main .notice")).to_be_focused()
    page.get_by_text("Another file or other lines").click()
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(button).to_be_in_viewport()
    page.get_by_role("checkbox", name="different people").check()
    expect(page.get_by_role("button", name="Import 13 of 14")).to_be_visible()


def test_its_button_counts_again_after_a_cell_is_corrected(open_page):
    event = worlds.an_event("registration", capacity=2, has_waiting_list=True)
    owner = worlds.staff(event, Role.OWNER)
    page = open_page(f"/events/{event.slug}/manage/players/import/", user=owner)
    page.locator("[name=text]").fill("name;email\nAna;\nBo;\nCy;no address\nDi;wrong too")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("button", name="Import 2 of 4")).to_be_visible()
    page.get_by_label("email, line 4").fill("cy@example.org")
    page.get_by_label("email, line 4").press("Tab")
    expect(page.get_by_role("button", name="Import 3 of 4")).to_be_visible()
    expect(page.locator("[data-code=some-wait]")).to_contain_text("1 of them goes on the waiting list")
    page.get_by_role("checkbox", name="Leave out line 5").check()
    expect(page.get_by_role("button", name="Import 3 of 4")).to_be_visible()
