"""A spell is copied from the card in the hand; from then on it is cast like every other."""

import json

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from judging.recorder.services.recording import finished_log
from rules.games import replay
from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)

UNREAD = {"A": ["Toxine", "Elely"], "B": sample_game.TEAMS["B"]}  # cards whose texts are not in the data


def fill_in(page, **fields):
    """As on the card: the limit by its colour, the rest by its fields."""
    page.get_by_label("Name", exact=True).fill(fields.get("name", "Staff"))
    page.locator("[data-copy] .limit-target").click()
    page.get_by_label("AP", exact=True).fill(fields.get("ap", "2"))
    page.get_by_label("Range", exact=True).select_option("ranged")
    page.get_by_label("from", exact=True).fill("1")
    page.get_by_label("to", exact=True).fill("4")
    page.get_by_label("Damage", exact=True).fill("2")
    page.get_by_label("Element", exact=True).select_option("earth")


def written(page, count):
    page.locator(f"body[data-actions='{count}']").wait_for(state="attached")


def test_a_copied_spell_is_cast_by_tapping_the_enemy(open_page):
    table = sample_game.fighting(teams=UNREAD)
    open_page.expected.append("Failed to load resource")  # the field that cannot be read
    page, other = (open_page(table.get_absolute_url(), size="phone") for _ in range(2))
    page.get_by_role("button", name="Copy a spell from the card").click()
    assert serious_faults(page) == []
    assert overflow(page) <= 0
    fill_in(page, ap="two")
    page.get_by_role("button", name="Save spell").click()
    expect(page.locator("#spells-0-cost-ap + .errorlist")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Staff")
    page.get_by_label("AP", exact=True).fill("2")
    page.get_by_role("button", name="Save spell").click()
    chip = "[data-offers] .spell-chip:has-text('Staff')"
    expect(page.locator(chip)).to_contain_text("2 AP")
    other.evaluate("document.dispatchEvent(new Event('live-change'))")
    expect(other.locator(chip)).to_contain_text("2 AP")
    for cell, count in (("F7", 7), ("G6", 8)):  # the second cast is the same two taps
        page.locator(f"[data-cell={cell}]").click()
        page.locator("[data-targets] [data-outcome='0 0']").first.click()
        written(page, count)
    casts = [action for action in Recording.objects.get().actions if action["do"] == "cast"]
    assert casts[0]["declared"] == casts[1]["declared"]
    report = replay(json.dumps(finished_log(Recording.objects.get())).encode())
    assert {finding.code for finding in report.findings if finding.severity == "error"} == {
        "too-few-figures",
    }


def test_a_spell_copied_offline_is_offered_once_back_online(open_page):
    open_page.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = open_page(sample_game.fighting(teams=UNREAD).get_absolute_url(), size="phone")
    page.get_by_role("button", name="Copy a spell from the card").click()
    fill_in(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save spell").click()
    expect(page.locator("[data-entries]")).to_contain_text("Spell copied: Staff")
    page.context.set_offline(False)
    expect(page.locator("[data-offers]")).to_contain_text("Staff")
    page.locator("[data-figure=a1]").click(button="right")
    page.get_by_role("button", name="Correct Staff").click()
    expect(page.get_by_label("AP", exact=True)).to_have_value("2")
