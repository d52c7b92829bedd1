"""An organiser enters the board and two cards from the box: by tapping on a phone, with keys, and without scripts."""

import os

import pytest
from playwright.sync_api import expect

from teams.models import FactRevision
from tests.browser.driver import overflow, serious_faults

NEW = "/facts/blast/new"


def shot(page, name):
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)


def tap(page, *cells):
    for cell in cells:
        page.get_by_role("button", name=f"{cell}:", exact=False).click()


def choose(page, mark):
    page.get_by_role("radio", name=mark).check()


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_board_and_two_cards_are_entered_from_the_box(open_page, size, ana):
    page = open_page(f"{NEW}/board/", size=size, user=ana)
    page.get_by_label("Name of the board").fill("Club board")
    page.get_by_label("Mark the cell across the middle too").check()
    choose(page, "starting cell")
    tap(page, "B1", "D1", "E1", "G1", "A2", "H2")
    choose(page, "glyph cell")
    tap(page, "B7", "G7", "D6", "E6")
    choose(page, "tree")
    tap(page, "C8")
    choose(page, "bush")
    tap(page, "F8")
    expect(page.get_by_text("glyph cell: 8")).to_be_visible()
    page.get_by_label("Where did you read it?").fill("the box")
    expect(page.locator("#card-preview .drawing")).to_contain_text("10 . s . s s . s .")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"board-{size}")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator("pre.drawing")).to_contain_text("10 . s . s s . s .")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"board-proposed-{size}")
    a_fighter(page, size)
    page.goto(f"{NEW}/favor/")
    page.get_by_label("Name", exact=True).fill("Blaze")
    page.locator("#effects-0-do").select_option("bonus")
    page.locator("#effects-0-damage").fill("1")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.get_by_role("heading", name="Blaze", exact=True).first).to_be_visible()
    assert [row.kind for row in FactRevision.objects.order_by("pk")] == ["board", "fighter", "favor"]
    page.goto("/facts/?game=blast")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"facts-of-blast-{size}")


def a_fighter(page, size):
    page.goto(f"{NEW}/fighter/")
    page.get_by_label("Name", exact=True).first.fill("Ada")
    for name, value in (("mp", "3"), ("hp", "8"), ("ap", "2")):
        page.locator(f"#{name}").fill(value)
    page.locator("#spells-0-name").fill("Bolt")
    page.locator("#spells-0-range-min").fill("2")
    page.locator("#spells-0-range-max").fill("3")
    page.locator("#spells-0-attack-element").select_option("fire")
    page.locator("#spells-0-attack-damage").fill("1")
    expect(page.locator("#card-preview")).to_contain_text("Range: 2–3")
    assert overflow(page) == 0
    assert serious_faults(page) == []
    shot(page, f"fighter-{size}")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.get_by_role("heading", name="Ada", exact=True).first).to_be_visible()


def test_a_board_is_drawn_with_keys_alone(open_page, ana):
    page = open_page(f"{NEW}/board/", user=ana)
    page.get_by_label("Columns").select_option("4")
    page.get_by_label("Rows").select_option("5")
    page.locator(".drawn-board button[tabindex='0']").focus()
    for key in (
        "s",
        "ArrowRight",
        "s",
        "ArrowDown",
        "ArrowDown",
        "g",
        "ArrowDown",
        "ArrowDown",
        "s",
        "ArrowRight",
        "s",
    ):
        page.keyboard.press(key)
    page.get_by_label("Name of the board").fill("Small")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator("pre.drawing")).to_contain_text("3 . G . .")
    assert FactRevision.objects.get().slug == "small"


def test_a_board_is_typed_without_scripts(open_page, ana):
    page = open_page(f"{NEW}/board/", user=ana, javascript=False)
    drawn = "\n".join(["name: Typed", "source: box", "", "   A B C D", *(f"{row} s . G s" for row in range(4, 0, -1))])
    page.locator("#diagram").fill(drawn)
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator("pre.drawing")).to_contain_text("4 s . G s")


def test_a_refused_board_comes_back_drawn(open_page, ana):
    open_page.expected.append("400 (Bad Request)")
    page = open_page(f"{NEW}/board/", user=ana)
    page.get_by_label("Name of the board").fill("Empty")
    choose(page, "tree")
    tap(page, "C3")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator(".errorlist").first).to_contain_text("glyph cells")
    expect(page.get_by_role("button", name="C3: tree")).to_be_visible()
    expect(page.get_by_label("Name of the board")).to_have_value("Empty")
