"""What somebody hears who does not see the page: each change once, each cell with what stands on it, no drawn marks."""

import re

import pytest
from playwright.sync_api import expect

from judging.cases.services.desk import call_judge
from tests.browser import sample_game
from tests.browser.driver import arrived
from tests.browser.test_recorder_offers import at_a_demon
from tests.tournaments import worlds
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db(transaction=True)

# All that is read out by itself, as it is said.
LISTEN = """() => {
    window.heard = [];
    const places = "[aria-live], [role=status], [role=alert]";
    const isLoud = (place) => place && place.getAttribute("aria-live") !== "off" && place.checkVisibility();
    new MutationObserver((changes) => {
        const near = (node) => (node.closest ? node : node.parentNode).closest(places);
        const said = new Set(changes.map(({ target }) => near(target)));
        for (const place of said) if (isLoud(place)) window.heard.push(place.textContent.trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def heard(page):
    return [said for said in page.evaluate("heard.splice(0)") if said]


def names(page, selector):
    """As the accessibility tree has them, drawn marks included."""
    tree = page.context.new_cdp_session(page)
    root = tree.send("DOM.getDocument")["root"]["nodeId"]
    nodes = tree.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    parts = [tree.send("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False}) for node in nodes]
    return [part["nodes"][0]["name"]["value"] for part in parts]


def test_a_figure_is_placed_by_keys_and_heard_once(open_page, table):
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.evaluate(LISTEN)
    page.keyboard.press("t")
    cell = page.locator(".board :focus")
    expect(cell).to_have_accessible_name(re.compile(r"^[A-L]\d+: starting cell .*\. Place "))
    row = page.locator(".board [role=row][aria-label]")
    assert row.get_attribute("aria-label") == cell.get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    page.evaluate("document.dispatchEvent(new Event('live-change'))")  # nothing new: nothing is said
    page.wait_for_load_state("networkidle")
    said = heard(page)
    assert [bool(re.search(" is placed on | on a starting cell", each)) for each in said] == [True, True], said


def test_a_spell_chosen_by_its_key_is_heard_once(open_page):
    page = open_page(sample_game.fighting().get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.locator("[data-offers] .spell-chip").first.wait_for()
    page.evaluate(LISTEN)
    page.keyboard.press("1")
    page.evaluate("document.dispatchEvent(new Event('live-change'))")
    page.wait_for_load_state("networkidle")
    (said,) = heard(page)
    assert re.search(r" on [A-L]\d+ can target \d+ cells", said)


def test_the_next_question_of_a_panel_is_heard(open_page):
    page = open_page(sample_game.second_turn([{"do": "tension", "dice": ["lock", "dodge"]}]).get_absolute_url())
    page.locator("body[data-ready]").wait_for(state="attached")
    page.locator("[data-end-turn]").press("Enter")
    page.get_by_role("button", name="Skip them").press("Enter")
    first, panel = page.locator("[data-rewards] .reward-tile").first, page.locator("[data-rewards]")
    expect(first).to_be_focused()
    before = panel.get_attribute("aria-label")
    page.evaluate(LISTEN)
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("2 of 3")
    expect(panel).not_to_have_accessible_name(before)
    assert heard(page).count(panel.get_attribute("aria-label")) == 1


def test_a_token_is_bought_and_given_by_ear(open_page):
    page = open_page(at_a_demon().get_absolute_url())
    page.locator("[data-slot=buy-reward]").press("Enter")
    page.locator("[data-sheet]").get_by_role("button", name=re.compile(r"^Buy (?!face down).*\(jade 1\)")).press(
        "Enter"
    )
    tile = page.locator("[data-rewards] [data-reward=aero-boost]")
    expect(tile).to_have_accessible_name("Aero Boost")
    expect(tile).to_have_accessible_description("+2 damage to the next spell, Elements: air")
    page.evaluate(LISTEN)
    search = page.get_by_role("searchbox", name="Search rewards")
    search.press_sequentially("con")
    assert heard(page)[-1] == "Confuse"
    search.press("Enter")
    expect(page.locator("[data-sheet]")).to_have_accessible_name(re.compile(": who gets it\\?$"))
    expect(page.locator("[data-sheet] button").first).to_be_focused()
    page.get_by_role("button", name="King of the Gobballs", exact=True).press("Enter")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    expect(page.locator("[data-slot=buy-reward]")).to_be_focused()
    carrier = page.locator("[data-figure]").filter(has=page.locator(".timeline-carries"))
    expect(carrier).to_have_accessible_description(re.compile("^carries "))
    assert not [name for name in names(page, "[data-figure]") if "carries" in name]


def test_who_won_is_heard_once(open_page):
    page = open_page(sample_game.fighting().get_absolute_url())
    page.locator("body[data-ready]").wait_for(state="attached")
    page.locator("summary", has_text="End game").press("Enter")
    page.locator("[data-ends=B]").press("Enter")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Yes, end game").press("Enter")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    page.locator("[data-end]").wait_for()
    assert sum("A wins" in said for said in heard(page)) == 1


def test_a_step_of_the_replay_is_heard_once(open_page):
    """At the slider as its value, elsewhere by itself."""
    table = sample_game.fighting()
    page = open_page(f"/replay/{table.replay_uuid}/#action=2")
    page.locator("[data-replay-root][data-ready]").wait_for()
    slider = page.get_by_role("slider", name="Position in the game")
    slider.focus()
    page.evaluate(LISTEN)
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("3")
    assert heard(page) == []
    page.get_by_role("button", name="Next action").press("Enter")
    expect(slider).to_have_value("4")
    assert heard(page) == [slider.get_attribute("aria-valuetext")]


def test_figures_in_the_timeline_say_their_hp(open_page):
    page = open_page(sample_game.fighting().get_absolute_url())
    page.locator("[data-figure]").first.wait_for()
    assert all(re.search(r", [A-L]\d+, \d+ of \d+ HP", name) for name in names(page, "[data-figure]"))


def test_marks_that_are_drawn_are_not_read_out(open_page):
    page = open_page("/style/")
    assert [name for name in names(page, "summary") if "▸" in name] == []
    drawn = "getComputedStyle(document.querySelector('{}'), '::before').content"
    assert [page.evaluate(drawn.format(kind)) for kind in (".badge-good", ".notice-bad", ".errorlist li")] == [
        *('"✓" / ""', '"✕" / ""', '"✕ " / ""')
    ]


def test_buttons_of_one_name_say_which_table(open_page):
    event = worlds.an_event(swiss_rounds=2)
    ana, bo, cy, di = (worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    one, two = worlds.a_round(event, (ana, bo), (cy, di)).matches.order_by("table")
    for match, player in ((one, ana), (two, cy)):
        call_judge(match=match, by=player.user, text="May my summon act?")
    page = open_page(f"/events/{event.slug}/desk/", user=worlds.staff(event, Role.HEAD_JUDGE, "jo"))
    for name in ("I am coming", "Open dossier"):
        buttons = page.get_by_role("button" if "coming" in name else "link", name=name)
        for place, table in enumerate((1, 2)):
            expect(buttons.nth(place)).to_have_accessible_description(f"Table {table}")
    page.get_by_role("link", name="Open dossier").first.click()
    page.get_by_role("button", name="Close question").first.press("Enter")
    ruled = page.locator(".just-ruled")
    expect(ruled).to_be_focused()
    expect(ruled).to_contain_text(re.compile(r"Next case: judge called .*, table 2"))
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event, name="olga"))
    for place, table in enumerate((1, 2)):
        expect(page.get_by_role("link", name="Draw").nth(place)).to_have_accessible_description(f"Table {table}")


def test_a_claimed_case_says_whose_it_is(open_page):
    event = worlds.an_event(swiss_rounds=2)
    ana, bo = (worlds.a_player(event, name) for name in ("ana", "bo"))
    match = worlds.a_round(event, (ana, bo)).matches.get()
    case = call_judge(match=match, by=ana.user, text="May my summon act?")
    page = open_page(case.get_absolute_url(), user=worlds.staff(event, Role.HEAD_JUDGE, "jo"))
    for button, said in (("Claim case", "Claimed by Jo"), ("I am coming", "Jo is on the way to the table")):
        page.get_by_role("button", name=button).press("Enter")
        arrived(page)
        expect(page.locator("#main :focus")).to_contain_text(said)
    page.get_by_role("button", name="Release case").press("Enter")
    expect(page.get_by_role("heading", name="Judges' desk")).to_be_focused()


def test_six_are_checked_in_by_typing_and_hearing(open_page):
    event = worlds.an_event("check-in")
    names_of_six = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
    for name in names_of_six:
        event.registrations.create(guest_name=name)
    page = open_page(f"/events/{event.slug}/check-in/", user=worlds.staff(event, "scorekeeper"))
    page.evaluate(LISTEN)
    for here, name in enumerate(names_of_six, 1):
        page.keyboard.type(name)
        assert heard(page)[-1] == name
        page.keyboard.press("Enter")
        expect(page.locator("[data-count]")).to_have_attribute("data-count", str(here))
        page.wait_for_load_state("networkidle")
        assert [re.sub(r"\s+", " ", said) for said in heard(page)] == [f"{here} of 6 checked in. Last: {name}"]
    page.keyboard.type("bo")
    assert heard(page)[-1] == "Bo, here"
    page.keyboard.type("xy")
    assert heard(page)[-1] == "Nobody has such a name."
    page.get_by_label("Find a player").fill("")
    expect(page.get_by_role("button", name="Undo", exact=True).nth(1)).to_have_accessible_description("Bo")


def test_a_refused_step_says_why(open_page):
    event = worlds.an_event("check-in")
    for name in ("ana", "bo"):
        worlds.a_player(event, name)
    open_page.expected.append("409")
    page = open_page(f"/events/{event.slug}/start/", user=worlds.staff(event))
    Event.objects.update(state="draft")
    page.locator("#main").get_by_role("button", name="Start round 1").press("Enter")
    expect(page.locator("[data-not-sent][data-code]")).to_be_focused()


def test_a_player_who_signs_up_hears_how_it_stands(open_page):
    event = worlds.an_event("registration")
    page = open_page(f"/events/{event.slug}/register/", user=worlds.a_user("ana"))
    page.locator("#main").get_by_role("button", name="Register").press("Enter")
    arrived(page)
    expect(page.locator("#main :focus")).to_have_text(re.compile(r"^\s*Ana\s+registered\s*$", re.IGNORECASE))


def test_the_choices_of_a_tapped_outcome_have_the_focus(open_page):
    event = worlds.an_event()
    worlds.a_round(event, (worlds.a_player(event, "ana"), worlds.a_player(event, "bo")))
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event))
    page.locator(".result-row").get_by_role("link", name="Draw").press("Enter")
    choices = page.locator(".result-pick [role=group]")
    expect(choices).to_be_focused()
    assert choices.get_attribute("aria-label")
    page.keyboard.press("Tab")
    expect(choices.locator("button").first).to_be_focused()
