"""The recorder in the browser: what is in view, what a tap does, and what is refused."""

import re

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from tests.browser import sample_game
from tests.browser.driver import faults_in_both_colours, overflow, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.check
def test_the_recorder_keeps_nobody_out_and_fits_the_screen(open_page, table):
    for size in ("phone", "desktop"):
        page = open_page(table.get_absolute_url(), size=size)
        page.locator("[data-offers] button").first.wait_for()
        assert serious_faults(page) == []
        assert overflow(page) <= 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1280, 800), (1280, 900)])
def test_the_whole_board_and_the_first_offer_are_seen_together(open_page, table, width, height):
    page = open_page(table.get_absolute_url())
    page.set_viewport_size({"width": width, "height": height})
    for seen in (page.locator(".board"), page.locator("[data-offers] button").first):
        expect(seen).to_be_in_viewport(ratio=1)


@pytest.mark.check
def test_illegal_actions_are_explained_and_may_be_entered_as_played(open_page, table):
    page = open_page(table.get_absolute_url())
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Record as played").click()
    fault = page.locator("[data-entries] .step-error")
    fault.wait_for()
    expect(fault).to_contain_text("1.3.9")


def test_a_cell_entered_as_played_may_be_lower_case(open_page, table):
    page = open_page(table.get_absolute_url())
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-to").fill("e5")
    page.get_by_role("button", name="Record as played").click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    table.refresh_from_db()
    assert table.actions[0]["to"] == "E5"


def test_while_dice_are_asked_for_nothing_can_be_undone(open_page):
    page = open_page(sample_game.second_turn().get_absolute_url(), size="phone")
    page.get_by_role("button", name="Enter the faces").click()
    expect(page.locator("[data-line]")).to_have_text("Waiting for you")
    back = page.get_by_role("button", name="Undo last die")
    expect(back).to_be_disabled()
    page.locator("[data-face=lock]").click()
    expect(back).to_be_enabled()
    page.locator("[data-face=dodge]").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


def test_end_turn_stands_out_once_the_fight_has_begun(open_page, table):
    for game, stands_out in ((table, False), (sample_game.fighting(), True)):
        page = open_page(game.get_absolute_url(), size="phone")
        page.locator("body[data-ready]").wait_for(state="attached")
        end = page.locator("[data-end-turn]")
        assert end.evaluate("end => end.matches('.bar-main')") is stands_out


def test_two_quick_taps_on_the_same_offer_are_one(open_page, table):
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    sent = []
    page.route("**/enter/", lambda route: (sent.append(route), page.wait_for_timeout(200), route.continue_()))
    page.locator("[data-choice]").first.dblclick()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    expect(page.locator("[data-sheet]")).to_be_hidden()
    assert len(sent) == 1


def test_what_lay_under_an_answer_waits_for_the_thumb(open_page):
    """A double tap on “Skip them” is one answer: nothing can be tapped there at once, and all of it soon after."""
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("[data-end-turn]").click()
    answer = page.get_by_role("button", name="Skip them")
    expect(page.locator("[data-likely] button").first).to_be_hidden()  # what is proposed waits for the answer
    under = answer.evaluate("""skip => {
        const {x, y, width, height} = skip.getBoundingClientRect();
        const there = () => document.elementFromPoint(x + width / 2, y + height / 2).closest("button");
        const before = there() === skip;
        skip.click();
        return [before, there()?.textContent ?? null];
    }""")
    assert under == [True, None]
    page.locator("[data-rewards] .reward-tile").first.click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


@pytest.mark.parametrize(("width", "height"), [(375, 553), (390, 560), (360, 600)])
def test_a_question_can_be_answered_on_a_low_phone(open_page, width, height):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.set_viewport_size({"width": width, "height": height})
    page.locator("[data-end-turn]").click()
    page.get_by_role("button", name="Skip them").wait_for()
    for seen in (page.locator("[data-sheet] .card-title"), page.get_by_role("button", name="Skip them")):
        expect(seen).to_be_in_viewport(ratio=1)
    hit = """skip => {
        const {x, y, width, height} = skip.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2).closest("button") === skip;
    }"""
    assert page.get_by_role("button", name="Skip them").evaluate(hit)


def test_tokens_at_the_end_of_a_turn_say_why(open_page):
    page = open_page(
        sample_game.second_turn([{"do": "tension", "dice": ["lock", "dodge"]}]).get_absolute_url(), size="phone"
    )
    page.locator("body[data-ready]").wait_for(state="attached")
    end = page.locator("[data-end-turn]")
    end.click()
    skip, tokens = page.get_by_role("button", name="Skip them"), page.locator("[data-rewards]")
    bar = page.locator(".action-bar").bounding_box()
    for button in (skip, page.locator("[data-sheet]").get_by_role("button", name="Go back")):
        box = button.bounding_box()
        assert box and bar and box["y"] + box["height"] <= bar["y"]
    skip.click()
    expect(tokens).to_contain_text("B: the turn ends when the second reward of each rank is turned up · 1 of 3")
    tokens.get_by_role("button", name="Later").click()
    expect(page.locator("[data-prompt]")).to_contain_text("The turn has not ended.")
    end.click()
    skip.click()
    page.locator("[data-rewards] .reward-tile").first.click()
    expect(tokens).to_contain_text("2 of 3")


def test_the_keyboard_stays_on_the_offers(open_page, table):
    page = open_page(table.get_absolute_url())
    offers = page.locator("[data-offers] .spell-chips button")
    offers.nth(1).focus()
    page.keyboard.press("Enter")
    expect(offers.nth(1)).to_be_focused()
    page = open_page(sample_game.fighting().get_absolute_url())
    page.locator("body[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="End turn").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-sheet]")).to_contain_text("Oscar Kass would not act in this turn any more.")
    page.get_by_role("button", name="Skip them").press("Enter")
    page.locator("body[data-actions='7']").wait_for(state="attached")
    expect(page.locator("[data-rewards] button:focus")).to_have_count(1)


def test_a_practice_game_is_laid_undone_and_taken_along(open_page):
    page = open_page("/practice/", size="phone")
    page.get_by_label("the site rolls for us").check()
    page.get_by_role("button", name="Set up table").click()
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.get_by_role("button", name="Undo").click()
    page.locator("body[data-actions='0']").wait_for(state="attached")
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Log").click()
    assert download.value.suggested_filename.endswith(".json")


@pytest.mark.check
def test_a_walk_is_one_tap_a_second_tap_another_way(open_page):
    table = sample_game.walking()
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-cell=E6][data-choice]").wait_for()
    page.locator("[data-cell=E6]").click()
    page.locator("body[data-actions='11']").wait_for(state="attached")
    page.locator("[data-cell=E6]").click()
    dice = page.locator("[data-sheet]")
    for _block in range(2):
        expect(dice).to_contain_text("Lock dice")
        dice.locator("[data-outcome='0 0']").click()
    page.locator("body[data-actions='9']").wait_for(state="attached")
    table.refresh_from_db()
    assert [action["to"] for action in table.actions[6:]] == ["E4", "E5", "E6"]
    page.get_by_role("button", name="Undo 3 actions").click()
    page.locator("body[data-actions='6']").wait_for(state="attached")


def test_the_board_shows_a_walk_before_the_server_answers(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("[data-cell=E3][data-choice]").wait_for()
    page.route("**/enter/", lambda route: None)
    page.locator("[data-cell=E3]").click()
    page.wait_for_function(
        """() => {
          const top = (found) => document.querySelector(found).getBoundingClientRect().y;
          return Math.abs(top("[data-cell=E3]") - top(".board [data-unit=a1] .body")) < 12;
        }"""
    )


def test_a_tap_that_can_do_nothing_says_why(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.locator("[data-cell=L12]").click()
    expect(page.locator("[data-prompt]")).to_contain_text("Queen of the Tofus cannot walk to L12 with 4 MP.")
    page.locator("[data-slot=collect]").click(force=True)
    expect(page.locator("[data-prompt]")).not_to_contain_text("L12")


def test_a_long_press_shows_the_card_and_enters_nothing(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.locator("[data-cell=F7]").click(delay=800)
    card = page.locator("[data-sheet]")
    expect(card).to_contain_text("Kassius Kaos")
    expect(card).to_contain_text("9/9")
    expect(page.locator("[data-targets]")).to_be_hidden()
    assert serious_faults(page) == []


def test_conceding_asks_with_names(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.get_by_role("button", name="More").click()
    end = page.locator("[data-more]").get_by_text("End game")
    expect(end).to_be_in_viewport()
    end.click()
    page.get_by_role("button", name="A concedes").click()
    expect(page.locator("[data-sheet]")).to_contain_text("A concedes, and B wins. Is that right?")
    page.get_by_role("button", name="Go back").click()
    expect(page.locator("body")).to_have_attribute("data-actions", "6")
    assert serious_faults(page) == []


def test_two_phones_record_each_their_own_side(open_page):
    table = sample_game.fighting()
    one = open_page(table.get_absolute_url(), size="phone")
    other = open_page(table.get_absolute_url(), size="phone")
    other.get_by_role("button", name="More").click()
    other.get_by_text("Two devices at this table").click()
    other.locator("[data-sides]").get_by_text("B", exact=True).click()
    other.get_by_role("button", name="Close").click()
    expect(other.locator("[data-prompt]")).to_have_text("A records on the other device.")
    one.get_by_role("button", name="End turn").click()
    one.get_by_role("button", name="Skip them").click()
    other.locator("body[data-actions='7']").wait_for(state="attached")
    expect(other.locator("[data-rewards]")).to_be_visible()
    expect(other.locator("[data-prompt]")).to_contain_text("turn up one reward of each rank")


def test_what_the_hand_asks_keeps_nobody_out(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    page.locator("[data-cell=F7]").click()
    page.locator("[data-targets] [data-outcome]").first.wait_for()
    assert faults_in_both_colours(page) == []
    page = open_page(sample_game.second_turn().get_absolute_url(), size="phone")
    page.locator("[data-pair]").first.wait_for()
    assert faults_in_both_colours(page) == []
    page.get_by_role("button", name="End turn").focus()
    assert overflow(page) <= 0


@pytest.mark.check
def test_setting_up_shows_who_plays_what_and_sits_where(open_page):
    page = open_page("/practice/", size="phone")
    page.get_by_role("textbox", name="Player A", exact=True).fill("Ana")
    page.get_by_text("Change figures").first.click()
    page.get_by_label("Team of player A").fill("Bill Tell\nOscar Kass")
    page.get_by_label("Team of player A").press("Tab")
    expect(page.locator("#figures-a")).to_have_text("Bill Tell, Oscar Kass")
    expect(page.locator("#sits-east .badge-side-a")).to_have_text("Ana")
    page.get_by_role("radio", name="West").check()
    assert (serious_faults(page), overflow(page)) == ([], 0)
    page.get_by_role("button", name="Set up table").click()
    page.locator("body[data-ready]").wait_for(state="attached")
    header = Recording.objects.get().header
    assert (header["sides"]["A"], header["players"]["A"]["name"], len(header["players"]["A"]["team"])) == (
        "west",
        "Ana",
        2,
    )


def test_the_keyboard_keeps_its_place_through_a_cast(open_page):
    """By keys alone: next target, its outcomes, the same spell again; the focus is never nowhere."""
    recording = sample_game.fighting()
    page = open_page(recording.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    panel = page.locator("[data-targets]")
    expect(panel.locator(":focus")).to_have_count(1)
    expect(panel).to_have_accessible_name(re.compile(r" on [A-L]\d+$"))
    while panel.locator(":focus").get_attribute("data-outcome") is None:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(f"body[data-actions='{len(recording.actions) + 1}']").wait_for(state="attached")
    expect(panel).to_have_accessible_name(re.compile(r"^Again: "))
    expect(panel.locator(":focus")).to_have_count(1)
    panel.get_by_role("button", name="Go back").press("Enter")
    expect(page.locator(".board :focus")).to_have_count(1)
