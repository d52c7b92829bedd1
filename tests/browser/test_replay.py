"""The replay page: the same action on the board, in the panels, in words and in the address."""

import os
import re

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from judging.replay.services.public_games import DEMONSTRATION
from tests.browser import sample_game
from tests.browser.driver import SHIFTS, faults_in_both_colours, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    """A whole game with one illegal step in the middle."""
    actions = sample_game.a_game(7)
    actions.insert(30, {"do": "move", "to": "L12", "note": "entered as played"})
    return Recording.objects.create(header=sample_game.header(), actions=actions)


def address(game, rest=""):
    return f"/replay/{game.replay_uuid}/{rest}"


def opened(open_page, game, rest="", **device):
    page = open_page(address(game, rest), **device)
    page.locator("[data-replay-root][data-ready]").wait_for()
    return page


def slider(page):
    return int(page.locator("[data-transport=slider]").input_value())


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_replay_keeps_nobody_out_and_fits_the_screen(open_page, game, size):
    page = opened(open_page, game, "#action=40", size=size)
    assert faults_in_both_colours(page) == []


def test_a_link_to_an_action_opens_at_its_numbered_line(open_page, game):
    page = opened(open_page, game, "#action=21")
    assert slider(page) == 21
    expect(page.locator("[data-log] [aria-current] .step-number")).to_have_text("21")
    page.locator("[data-log] button[data-count='36']").click()
    expect(page).to_have_url(re.compile("#action=36$"))


def test_stepping_moves_board_words_and_address_together(open_page, game):
    page = opened(open_page, game, "#action=2")
    page.get_by_role("button", name="Next action").click()
    expect(page).to_have_url(re.compile("#action=3$"))
    words = page.locator("[data-log] [aria-current] button > span").last.text_content() or ""
    expect(page.locator("[data-now]")).to_have_text(words)
    expect(page.locator("[data-said]")).to_have_text(words.removesuffix(" proved"))
    page.get_by_role("button", name="Previous action").click()
    expect(page).to_have_url(re.compile("#action=2$"))


@pytest.mark.check
def test_the_replay_opens_at_the_fight_and_steps_by_turns(open_page, game):
    page = opened(open_page, game)
    start = slider(page)
    expect(page.locator("[data-log] [aria-current]")).to_contain_text("The fight begins")
    for key, is_right in (
        ("PageDown", lambda count: count > start + 1),
        ("PageUp", lambda count: count == start),
        ("End", lambda count: count == len(game.actions)),
        ("Home", lambda count: count == start),
        ("Home", lambda count: count == 0),
    ):
        page.keyboard.press(key)
        assert is_right(slider(page)), key


def test_a_desktop_shows_all_of_a_game_without_scrolling(open_page, game):
    page = open_page(address(game, "#action=40"), size="desktop")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator("[data-replay-root][data-ready]").wait_for()
    for seen in (".board", "[data-side-a]", "[data-side-b]", "[data-log]", "[data-transport=play]"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)


def test_keys_work_on_a_fresh_page_and_leave_fields_alone(open_page, game):
    page = opened(open_page, game, "#action=2")
    page.keyboard.press(".")
    assert slider(page) == 3
    page.keyboard.press(",")
    assert slider(page) == 2
    page.get_by_text("What can this figure reach?").click()
    page.locator("#reach-unit").press("n")
    assert slider(page) == 2


@pytest.mark.parametrize(("width", "columns"), [(390, 1), (820, 2)])
def test_both_sides_fill_their_row(open_page, game, width, columns):
    page = opened(open_page, game)
    page.set_viewport_size({"width": width, "height": 900})
    tracks = "getComputedStyle(document.querySelector('.at-side')).gridTemplateColumns.split(' ').length"
    assert page.evaluate(tracks) == columns


def test_the_next_finding_is_one_tap_away_with_its_article(open_page, game):
    page = opened(open_page, game)
    page.get_by_role("button", name="Next finding").click()
    assert slider(page) == 31
    expect(page.locator("[data-findings]")).to_contain_text("4.17.2")
    expect(page.locator("[data-now]")).to_have_text(re.compile(r"as played”\s*$"))  # no proof, no "null"
    expect(page.locator(".race .mark-fault")).to_have_count(1)


@pytest.mark.check
def test_playback_continues_to_the_end_and_stops(open_page, game):
    count = len(game.actions)
    page = opened(open_page, game, f"#action={count - 2}")
    page.locator("[data-transport=speed]").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("end => document.querySelector('[data-transport=slider]').value === end", arg=str(count))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_during_playback_the_button_pauses_and_a_manual_step_stops(open_page, game):
    page = opened(open_page, game)
    page.get_by_role("button", name="Play", exact=True).click()
    pause = page.get_by_role("button", name="Pause", exact=True)
    pause.click()
    expect(pause).to_be_hidden()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(pause).to_be_visible()
    page.get_by_role("button", name="Next action").click()
    expect(pause).to_be_hidden()
    expect(page).to_have_url(re.compile(f"#action={slider(page)}$"))


def test_a_game_without_findings_says_so(open_page):
    clean = Recording.objects.create(header=sample_game.header(), actions=sample_game.a_game(7))
    page = opened(open_page, clean)
    expect(page.get_by_role("button", name="No findings")).to_be_disabled()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1280, 800)])
def test_the_whole_board_and_the_play_button_are_seen_together(open_page, game, width, height):
    page = opened(open_page, game)
    page.set_viewport_size({"width": width, "height": height})
    for seen in (page.locator(".board"), page.get_by_role("button", name="Play", exact=True)):
        expect(seen).to_be_in_viewport(ratio=1)


def test_unplaced_figures_are_not_on_the_board(open_page, game):
    page = opened(open_page, game, "#action=0")
    side = page.locator("[data-side-a]")
    expect(side).to_contain_text("not placed")
    expect(side).not_to_contain_text("out of play")
    expect(side).not_to_contain_text("0 AP")


def test_the_race_is_numbered_and_names_knocked_out_figures(open_page, game):
    page = opened(open_page, game)
    assert page.locator(".race .rule text").all_text_contents()[:2] == ["0", "3"]
    lost = set(page.locator(".race .ko-of").all_text_contents())
    assert lost
    assert lost <= {"A", "B"}


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_figures_hp_and_label_are_readable_on_the_board(open_page, game, size):
    page = opened(open_page, game, "#action=40", size=size)
    page.reload()  # with the fonts, which a first page may do without
    for text in (".health text", ".label text"):
        page.wait_for_function("text => document.querySelector(text)?.getBoundingClientRect().height >= 10", arg=text)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_letters_of_kos_neither_touch_nor_leave_the_race(open_page, game, size):
    page = opened(open_page, game, size=size)
    edge = page.locator(".race").bounding_box()
    letters = [mark.bounding_box() for mark in page.locator(".race .ko-of").all()]
    for number, one in enumerate(letters):
        assert one["x"] + one["width"] <= edge["x"] + edge["width"]
        for other in letters[number + 1 :]:
            beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            assert beside or above


def test_every_line_is_rendered_in_a_screenshot_of_the_page(open_page, game):
    """A line out of sight that is left unpainted has no words for innerText."""
    page = opened(open_page, game)
    page.set_viewport_size({"width": 1280, "height": 300})
    assert all(page.locator("[data-log] li").all_inner_texts())


def test_going_back_shows_what_going_there_directly_shows(open_page, game):
    there = opened(open_page, game, "#action=26")
    back = opened(open_page, game, "#action=90")
    back.locator("[data-transport=slider]").fill("26")
    figures = "[...document.querySelectorAll('.figure')].map(f => f.dataset.unit + f.getAttribute('transform'))"
    assert back.evaluate(figures) == there.evaluate(figures)
    expect(back.locator("[data-side-a]")).to_have_text(there.locator("[data-side-a]").inner_text(), use_inner_text=True)


@pytest.mark.check
def test_without_javascript_the_game_is_read(open_page, game):
    page = open_page(address(game), javascript=False)
    expect(page.locator("[data-log] .step-number").last).to_have_text(re.compile(rf"\b{len(game.actions)}$"))
    expect(page.locator("[data-log] li").first).to_contain_text("is placed on")
    for dead in ("[data-transport=slider]", "[data-transport=play]", "[data-board-flip]", "[data-side-a]", ".race-key"):
        expect(page.locator(dead)).to_be_hidden()


def test_a_game_of_five_thousand_actions_can_be_scrubbed(open_page):
    placing = [{"do": "place", "unit": unit, "cell": cell} for unit, cell in (("a1", "B1"), ("a2", "D1"))]
    steps = [{"do": "move", "to": "B2"}, {"do": "move", "to": "B1"}] * 2499
    long_game = Recording.objects.create(header=sample_game.header(), actions=[*placing, *steps])
    page = opened(open_page, long_game)
    for count in ("5000", "1", "4321", "0"):
        page.locator("[data-transport=slider]").fill(count)
        assert slider(page) == int(count)
    expect(page.locator("[data-log] .step")).to_have_count(5000)


def test_7_1_the_replay_shows_the_reach_at_any_action(open_page, game):
    page = opened(open_page, game, "#action=40")
    page.get_by_text("What can this figure reach?").click()
    page.locator("#reach-unit").select_option("a1")
    page.locator("[data-reach-spells]").get_by_role("button", name="Dan To Fu").click()
    expect(page.locator("[data-aim]")).to_contain_text("can target")
    assert page.locator(".light-range, .light-target").count() > 0
    assert serious_faults(page) == []
    page.get_by_role("button", name="Next action").click()
    expect(page.locator(".light-range")).to_have_count(0)  # what was lit belongs to the action before


def test_people_play_on_from_the_action_they_see(open_page, game):
    page = opened(open_page, game, "#action=40", size="phone")
    page.get_by_role("button", name="Next action").click()
    play_on = page.get_by_role("button", name="Play on from here")
    for seen in (page.locator(".board"), page.get_by_role("button", name="Next action"), play_on):
        expect(seen).to_be_in_viewport(ratio=1)
    play_on.click()
    page.wait_for_url("**/record/**")
    page.locator("body[data-ready]").wait_for(state="attached")
    table = Recording.objects.exclude(pk=game.pk).get()
    assert table.actions == game.actions[:41]
    if os.environ.get("SHOTS"):
        page.go_back()
        page.locator("[data-replay-root][data-ready]").wait_for()
        page.screenshot(path=f"{os.environ['SHOTS']}/play-on.png")


def test_an_embedded_replay_stands_still_while_it_loads(open_page):
    page = open_page("about:blank", size="phone")
    page.add_init_script(SHIFTS)
    page.goto(f"/replay/{DEMONSTRATION}/embed/")
    page.locator("[data-replay-root][data-ready]").wait_for()
    expect(page.locator("[data-result]")).to_be_hidden()
    assert page.evaluate("window.shifts.reduce((sum, each) => sum + each, 0)") < 0.001  # a letter of a button
    page.locator("[data-transport=slider]").press("End")
    expect(page.locator("[data-result]")).to_be_visible()


def test_without_scripts_the_result_stands_in_the_replay(open_page):
    page = open_page(f"/replay/{DEMONSTRATION}/embed/", javascript=False)
    expect(page.locator("[data-result]")).to_be_visible()
