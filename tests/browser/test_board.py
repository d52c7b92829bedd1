"""The board component, on the style page's example."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def example(open_page):
    return open_page("/style/")


def corner(page):
    """The cell drawn at the bottom left."""
    return page.locator(".board [role=row]:last-child [role=gridcell]:first-child").get_attribute("data-cell")


def test_flipping_brings_the_other_side_to_the_bottom(example):
    assert corner(example) == "A1"
    example.locator("[data-board-flip]").click()
    assert corner(example) == "L12"


@pytest.mark.check
def test_every_cell_says_in_words_what_is_on_it(example):
    queen = example.locator("[data-cell=E5]").get_attribute("aria-label")
    assert "Queen of the Tofus (side A), 7 of 9 HP, 3 MP, 4 AP" in queen
    assert "tree" in example.locator("[data-cell=C6]").get_attribute("aria-label")
    expect(example.locator("[role=gridcell][aria-label]")).to_have_count(144)


def test_arrow_keys_walk_over_the_board_as_it_is_drawn(example):
    example.locator("[data-cell=E5]").focus()
    example.keyboard.press("ArrowUp")
    expect(example.locator(":focus")).to_have_attribute("data-cell", "E6")
    example.keyboard.press("ArrowRight")
    expect(example.locator(":focus")).to_have_attribute("data-cell", "F6")
    expect(example.locator(".board [tabindex='0']")).to_have_count(1)


def test_the_position_in_words_lists_every_figure(example):
    example.get_by_text("Position as text").click()
    rows = example.locator("[data-board-words] tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(3)).to_contain_text("H8")


def test_zooming_stays_within_the_board(example):
    for _ in range(9):
        example.locator("[data-board-zoom='1.5']").click()
    x, y, width, _height = map(float, example.locator(".board").get_attribute("viewBox").split())
    assert width == pytest.approx(506 / 4)
    assert x >= -22
    assert y >= -4
    example.get_by_role("button", name="Whole board").click()
    expect(example.locator(".board")).to_have_attribute("viewBox", "-22 -4 506 506")


def test_two_sides_differ_by_shape_as_well_as_by_colour(example):
    expect(example.locator("[data-unit=a1] circle.body")).to_have_count(1)
    expect(example.locator("[data-unit=b1] rect.body")).to_have_count(1)
