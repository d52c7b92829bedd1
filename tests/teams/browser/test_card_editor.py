"""A person with the card in hand enters it: with a preview that follows them, on a phone, and without scripts."""

import os
import re

import pytest
from playwright.sync_api import Error, expect

from teams.models import FactPhotograph, FactRevision
from tests.browser.driver import arrived, overflow, serious_faults
from tests.teams.facts_people import picture_of

EDITOR = "/facts/edit/text/necrose/"


def shot(page, name):
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_a_card_is_entered_with_a_preview_of_its_checks(open_page, size, ana):
    page = open_page(EDITOR, size=size, user=ana)
    page.locator("#spells-0-name").fill("Kick")
    page.locator("[name='spells-0-limit'][value='turn']").check()
    page.locator("#spells-0-cost-ap").fill("3")
    page.locator("#spells-0-range-kind").select_option("ranged")
    page.locator("#spells-0-range-min").fill("2")
    page.locator("#spells-0-range-max").fill("5")
    page.locator("#spells-0-attack-element").select_option("earth")
    page.locator("#spells-0-attack-damage").fill("2")
    page.get_by_role("button", name="Add effect").click()
    page.locator("#spells-0-effects-0-do").select_option("push")
    page.get_by_role("button", name="Check card").click()
    arrived(page)
    page.locator("#spells-0-effects-0-cells").fill("1")
    picture = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": picture_of()}
    page.locator("#photograph").set_input_files(picture)
    page.get_by_role("button", name="Add effect").click()
    expect(page.locator("#spells-0-effects-1-do")).to_be_visible()
    expect(page.locator("#card-preview")).to_contain_text("range 2–5, line of sight needed")
    expect(page.locator("#card-preview")).to_contain_text("Pushes (Cells: 1)")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"editor-{size}")
    page.get_by_role("button", name="Propose card text").click()
    arrived(page)
    expect(page.get_by_role("heading", name="Nécrose", exact=True)).to_be_visible()
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"revision-{size}")
    assert FactRevision.objects.get().body["spells"][0]["effects"] == [{"do": "push", "cells": 1}]
    assert FactPhotograph.objects.get().revision == FactRevision.objects.get()
    page.goto("/facts/")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"facts-{size}")


def test_a_card_with_errors_comes_back_without_scripts(open_page, ana):
    open_page.expected.append("400 (Bad Request)")
    page = open_page(EDITOR, user=ana, javascript=False)
    page.locator("#spells-0-name").fill("Kick")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator(".field-error").first).to_be_visible()
    expect(page.locator("#spells-0-name")).to_have_value("Kick")
    assert not FactRevision.objects.exists()


def test_what_was_added_has_the_focus_and_leaving_is_asked(open_page, ana):
    page = open_page("/facts/edit/text/necrose/", size="phone", user=ana)
    page.get_by_role("button", name="Add effect").press("Enter")
    expect(page.locator("#spells-0-effects-0-do")).to_be_focused()
    page.locator("#spells-0-effects-0-do").select_option("push")
    expect(page.locator("#spells-0-effects-0-cells")).to_be_visible()
    expect(page.locator("#spells-0-effects-0-do")).to_be_focused()
    page.get_by_role("button", name="Remove effect").press("Enter")
    expect(page.locator("#add-spells-0-effects")).to_be_focused()
    page.locator("#spells-0-name").press_sequentially("Kick")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    with pytest.raises(Error, match="ERR_ABORTED"):
        page.goto("/facts/")
    assert asked == ["beforeunload"]
    expect(page.locator("#spells-0-name")).to_have_value("Kick")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_line_fills_the_fields_while_it_is_typed(open_page, size, ana):
    page = open_page(EDITOR, size=size, user=ana)
    line = page.locator("#spells-0-line")
    line.press_sequentially("Shove: 3 AP, blue, close, air 1, push 2 sideways")
    expect(page.locator("#spells-0-effects-0-cells")).to_have_value("2")
    expect(page.locator("#spells-0-line-read")).to_contain_text("sideways")
    assert serious_faults(page) == []
    shot(page, f"line-{size}")
    line.fill("Shove: 3 AP, blue, close, air 1, push 2")
    expect(page.locator("#spells-0-line-read")).not_to_contain_text("sideways")
    expect(page.locator("#card-preview")).to_contain_text("Pushes (Cells: 2)")
    page.locator("#spells-0-attack-damage").fill("4")
    page.locator("#spells-0-attack-damage").blur()
    expect(line).to_have_value("Shove: turn, 3 AP, close, air 4, push 2")
    page.get_by_text("How to type a spell in one line").click()
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"line-help-{size}")


def test_a_refused_form_is_scrolled_to_its_field(open_page, ana):
    open_page.expected.append("400 (Bad Request)")
    page = open_page(EDITOR, size="phone", user=ana)
    page.locator("#spells-0-line").fill("Shove: 3 AP, blue, close, air 1, shoove")
    page.get_by_role("button", name="Propose card text").click()
    line = page.locator(".field-error #spells-0-line")
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()


def test_a_late_answer_replaces_nothing_typed_meanwhile(open_page, ana):
    page = open_page(EDITOR, user=ana)
    held = []

    def reads_line(request):
        return request.headers.get("hx-target") == "spells-0-fields"

    def hold(route):
        if not held and reads_line(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route("**/facts/edit/**", hold)
    with page.expect_request(reads_line):
        page.locator("#spells-0-line").press_sequentially("Shove: 3 AP")
    page.locator("#spells-0-name").press_sequentially("Push")
    with page.expect_response(lambda response: response.request == held[0].request):
        held[0].continue_()
    expect(page.locator("#spells-0-cost-ap")).to_have_value("3")
    expect(page.locator("#spells-0-name")).to_have_value("Push")
    expect(page.locator("#spells-0-line")).to_have_value(re.compile("^Push: 3 AP"))


def test_a_late_answer_leaves_the_chosen_photograph(open_page, ana):
    page = open_page(EDITOR, user=ana)
    held = []

    def adds_effect(request):
        return request.headers.get("hx-target") == "card-editor"

    page.route(
        "**/facts/edit/**", lambda route: held.append(route) if adds_effect(route.request) else route.continue_()
    )
    picture = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": picture_of()}
    page.locator("#photograph").set_input_files(picture)
    with page.expect_request(adds_effect):
        page.get_by_role("button", name="Add effect").click()
    with page.expect_event("requestfailed", adds_effect):
        page.get_by_role("button", name="Check card").click()
    arrived(page)
    page.get_by_role("button", name="Propose card text").click()
    arrived(page)
    expect(page.get_by_role("heading", name="Nécrose", exact=True)).to_be_visible()
    assert FactPhotograph.objects.get().revision == FactRevision.objects.get()
