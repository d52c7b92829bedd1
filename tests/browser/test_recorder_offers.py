"""What the recorder offers: spells and their reach, declarations, dice, GG and rewards by taps."""

import pytest
from playwright.sync_api import expect

from judging.board.unit_names import printed_title
from judging.models import Recording
from tests.browser import sample_game
from tests.browser.driver import overflow, serious_faults
from tests.browser.recorder_driver import Scribe

pytestmark = pytest.mark.django_db(transaction=True)


def test_7_1_a_chosen_spell_shows_its_targets_and_reasons(open_page):
    page = open_page(sample_game.fighting().get_absolute_url(), size="phone")
    page.locator("[data-offers]").get_by_role("button", name="Dan To Fu").click()
    reach = page.locator("[data-aim]")
    expect(reach).to_contain_text("G6 King of the Gobballs, F7 Kassius Kaos")
    expect(page.locator(".board .light-target")).to_have_count(2)
    assert "E3 is a legal target" in page.locator("[data-cell=E3]").get_attribute("aria-label")
    page.locator("[data-cell=D9]").click()
    expect(page.locator("[data-prompt]")).to_contain_text("7.1.5")
    expect(page.locator("body")).to_have_attribute("data-actions", "6")  # a tap on a closed cell enters nothing


def test_where_the_site_rolls_turns_begin_with_the_tension_roll(open_page):
    recording = sample_game.second_turn(dice=Recording.Dice.ROLLED)
    page = open_page(recording.get_absolute_url(), size="phone")
    page.get_by_role("button", name="Roll for Tension").click()
    page.get_by_role("button", name="Keep these dice").click()
    page.locator(f"body[data-actions='{len(recording.actions) + 1}']").wait_for(state="attached")
    recording.refresh_from_db()
    rolled = recording.actions[-1]
    assert (rolled["do"], len(rolled["dice"])) == ("tension", 2)


UNREAD = {"A": ["Toxine", "Elely"], "B": sample_game.TEAMS["B"]}  # cards whose texts are not in the data


def test_unknown_card_effects_are_declared_in_few_taps_and_marked(open_page):
    page = open_page(sample_game.fighting(teams=UNREAD).get_absolute_url(), size="phone")
    page.get_by_role("button", name="Other spell").click()
    page.locator("[data-cell=F7]").click()
    page.get_by_label("Name of the spell").fill("Bâton d'école")
    page.locator("[data-declared=b1]").get_by_text("3", exact=True).click()
    assert serious_faults(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Record (not verified)").click()
    page.locator("body[data-actions='7']").wait_for(state="attached")
    table = Recording.objects.get()
    assert plain(table.actions[-1]) == {
        "do": "cast",
        "spell": "baton-decole",
        "target": "F7",
        "declared": {"injuries": {"b1": 3}},
    }
    expect(page.locator("[data-entries] li").first).to_contain_text("taken on trust")
    expect(page.locator("[data-side-b]")).to_contain_text("6 of 9 HP")


def test_a_declaration_is_held_against_the_laws_of_all_cards(open_page):
    """4.17.4: nobody is moved onto a cell that is not free."""
    open_page.expected.append("Failed to load resource")
    page = open_page(sample_game.fighting(teams=UNREAD).get_absolute_url())
    page.get_by_role("button", name="Other spell").click()
    page.locator("[data-cell=F7]").click()
    page.get_by_label("Name of the spell").fill("Somersault")
    page.get_by_text("Healed, moved, markers").click()
    page.get_by_label("Moved to").fill("g6")
    page.get_by_role("button", name="Record (not verified)").click()
    page.get_by_text("The rules do not allow this").wait_for()
    expect(page.locator("[data-sheet]")).to_contain_text("4.17.4")


def plain(action):
    return {key: value for key, value in action.items() if key not in ("at", "note")}


DEMON_CELL = {"do": "correct", "reason": "", "set": {"kamas": {"A": 12}, "units": {"a1": {"cell": "E6"}}}}
TENSION = {"do": "tension", "dice": ["critical", "dodge"]}


def recorded(open_page, table, actions):
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-offers] button").first.wait_for()
    scribe = Scribe(page, table)
    for action in actions:
        scribe.enter(action)
    table.refresh_from_db()
    return scribe, [plain(action) for action in table.actions[-len(actions) :]]


def test_5_3_a_tension_die_inspires_with_one_tap(open_page):
    table = sample_game.second_turn([TENSION])
    inspired = [{"do": "inspire", "die": 0, "unit": "b1"}, {"do": "inspire", "die": 1, "unit": "b2"}]
    scribe, written = recorded(open_page, table, inspired)
    assert written == inspired
    assert scribe.taps == 2


def test_4_5_a_gg_is_bought_with_one_tap(open_page):
    scribe, written = recorded(open_page, sample_game.fighting([DEMON_CELL]), [{"do": "buy-glory"}])
    assert written == [{"do": "buy-glory"}]
    assert scribe.taps == 1
    expect(scribe.page.locator("[data-side-a]")).to_contain_text("7 GG")


def test_4_7_a_secret_reward_is_named_when_revealed(open_page):
    bought = {"do": "buy-reward", "rank": "granite", "pile": 1, "face": "down", "to": "a1", "reward": "unknown-reward"}
    revealed = {"do": "reveal", "reward": "water-boost", "choose": True}
    scribe, written = recorded(open_page, sample_game.fighting([DEMON_CELL]), [bought, revealed])
    assert written == [bought | {"reward": "water-boost"}, {"do": "reveal", "reward": "water-boost"}]
    assert scribe.taps == 6


def test_4_7_a_reward_goes_to_the_tapped_figure(open_page):
    bought = {"do": "buy-reward", "rank": "jade", "pile": 2, "face": "down", "to": "a2", "reward": "dofus-mp"}
    _scribe, written = recorded(open_page, sample_game.fighting([DEMON_CELL]), [bought])
    assert written == [bought]


AT_A_DEMON = {"units": {"b1": {"cell": "B3"}}, "kamas": {"B": 12}}


def at_a_demon(dice=Recording.Dice.RECORDED):
    """The second player may buy a token that lies face up, for either of two figures."""
    turn = [{"do": "correct", "reason": "", "set": AT_A_DEMON}]
    tension = {"do": "tension", "dice": ["lock", "dodge"]}
    inspired = [{"do": "inspire", "die": die, "unit": unit} for die, unit in enumerate(("b1", "b2"))]
    return sample_game.second_turn([tension, *inspired, {"do": "activate", "unit": "b1"}, *turn], dice=dice)


BOUGHT = {"do": "buy-reward", "rank": "jade", "pile": 1, "face": "up", "to": "b2", "reward": "earth-buff"}


def test_4_7_7_the_next_token_is_seen_before_allocation(open_page):
    turned = {"do": "flip", "rank": "jade", "pile": 1, "reward": "confuse"}
    scribe, written = recorded(open_page, at_a_demon(), [BOUGHT, turned])
    assert written == [BOUGHT, turned]
    assert scribe.taps == 4
    scribe.page.get_by_role("button", name="Undo").click()  # of one tap, both
    scribe.page.locator(f"body[data-actions='{scribe.entered - 2}']").wait_for(state="attached")


def test_4_7_7_the_site_names_the_next_token_first(open_page):
    table = at_a_demon(Recording.Dice.ROLLED)
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-slot=buy-reward]").click()
    page.locator("[data-sheet]").get_by_role("button", name="Jade 1").first.click()
    asks = page.locator("[data-sheet] .card-title")
    expect(asks).to_contain_text("The pile now shows ")
    shown = asks.inner_text().removeprefix("The pile now shows ").partition(". Who gets ")[0]
    page.locator("[data-sheet]").get_by_role("button", name="King of the Gobballs").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    before = len(table.actions)
    table.refresh_from_db()
    bought, turned = table.actions[before:]
    assert (bought["to"], printed_title(turned["reward"])) == ("b2", shown)
