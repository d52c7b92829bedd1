"""The recorder at a tablet: a whole game by taps, what is refused, what is kept when the line drops."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from judging.services.recording import Entry, enter, open_table
from rules.cards import catalogue
from rules.texts import reward_of
from tests.browser import script
from tests.browser.driver import overflow, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    return open_table(header=script.header(), dice=Recording.Dice.RECORDED, who=None)


class Scribe:
    """Enters actions by tapping what the page shows, and counts the taps."""

    def __init__(self, page, recording):
        self.page = page
        self.recording = recording
        self.taps = 0
        self.entered = 0

    def tap(self, locator):
        self.taps += 1
        locator.click()

    def button(self, text):
        return self.page.locator("[data-offers] button", has_text=text).first

    def cell(self, name):
        self.tap(self.page.locator(f"[data-cell={name}]"))

    def named(self, unit):
        for player in self.recording.header["players"].values():
            if unit in player["team"]:
                return catalogue().get(player["team"][unit]).full_name
        return unit

    def spell(self, slug):
        names = {spell.slug: spell.name for spell in script.spells()}
        return names.get(slug, slug.title())

    def enter(self, action):
        getattr(self, action["do"].replace("-", "_"))(action)
        self.entered += 1
        self.answer_dice(action)

    def answer_dice(self, action):
        """Taps the faces as they are asked for, until the entry has been taken."""
        written = self.page.locator(f"body[data-actions='{self.entered}']")
        sheet = self.page.locator("[data-sheet]:not([hidden])")
        while True:
            written.or_(sheet).first.wait_for(state="attached")
            if written.count():
                return
            path = sheet.get_attribute("data-path")
            dice = action
            for key in path.split("/"):
                dice = dice[int(key) if isinstance(dice, list) else key]
            for die in dice:
                self.tap(sheet.locator(f"[data-face='{die.split('>')[0]}']"))
            self.page.wait_for_function(
                "([path, count]) => document.querySelector('[data-sheet]').hidden"
                " || document.querySelector('[data-sheet]').dataset.path !== path"
                " || document.body.dataset.actions === count",
                arg=[path, str(self.entered)],
            )

    def place(self, action):
        chosen = self.button(f"Place {self.named(action['unit'])}")
        if chosen.get_attribute("aria-pressed") != "true":
            self.tap(chosen)
        self.cell(action["cell"])

    def flip(self, action):
        self.tap(self.button(f"Turn up {action['rank']} {action['pile']}"))
        self.choose_reward(reward_of(action["reward"]).slug)

    def tension(self, _action):
        self.tap(self.page.get_by_role("button", name="Tension", exact=True))

    def activate(self, action):
        self.tap(self.button(f"{self.named(action['unit'])} acts"))

    def move(self, action):
        self.cell(action["to"])

    def cast(self, action):
        self.tap(self.button(self.spell(action["spell"])))
        self.cell(action["target"])

    def collect(self, _action):
        self.tap(self.button("Take a Kama"))

    def inspire(self, action):
        self.tap(self.button(f"Inspire: {action['face']}"))
        self.cell(self.cell_of(action["unit"]))

    def buy_glory(self, _action):
        self.tap(self.button("Buy a GG"))

    def buy_reward(self, action):
        self.tap(self.button(f"Buy face down ({action['rank']} {action['pile']})"))
        self.choose_reward(action["reward"])
        self.cell(self.cell_of(action["to"]))

    def reveal(self, action):
        self.tap(self.button("Reveal"))
        if action.get("choose"):
            self.choose_reward(action["reward"])

    def choose_reward(self, reward):
        self.taps += 2  # the list opens, one of it is chosen
        self.page.locator("[data-pick] select").select_option(reward)

    def cell_of(self, unit):
        row = self.page.locator(f"[data-unit-row={unit}] .unit-name .soft")
        return row.inner_text()

    def end_turn(self, _action):
        self.tap(self.button("End the turn"))


def test_a_whole_game_is_recorded_in_under_three_taps_an_action(open_page, table, monkeypatch):
    actions = script.a_game(7, monkeypatch)
    page = open_page(table.get_absolute_url(), size="phone")
    scribe = Scribe(page, table)
    for action in actions:
        scribe.enter(action)
    table.refresh_from_db()
    assert [{**action, "at": 0} for action in table.actions] == [{**action, "at": 0} for action in actions]
    expect(page.locator("[data-end]")).to_be_visible()
    assert scribe.taps / len(actions) < 3


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


def test_what_the_rules_forbid_is_explained_and_can_be_entered_as_played(open_page, table):
    page = open_page(table.get_absolute_url())
    page.get_by_text("Enter something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Enter as played").click()
    fault = page.locator("[data-entries] .step-error")
    fault.wait_for()
    expect(fault).to_contain_text("1.3.9")


def test_two_quick_taps_on_the_same_offer_are_one(open_page, table):
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    sent = []
    page.route("**/enter/", lambda route: (sent.append(route), page.wait_for_timeout(200), route.continue_()))
    page.locator("[data-choice]").first.dblclick()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("Everything is saved.")
    expect(page.locator("[data-sheet]")).to_be_hidden()
    assert len(sent) == 1


def test_what_is_entered_without_a_connection_is_kept_and_sent_later(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    page.get_by_text("No connection. What you enter is kept on this device: 1 waiting.").wait_for()
    page.context.set_offline(False)
    page.locator("body[data-actions='1']").wait_for(state="attached")
    assert page.evaluate("localStorage.length") == 0
    page.get_by_text("Everything is saved.").wait_for()


def test_what_waited_is_still_there_when_the_page_is_opened_again(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.abort())
    page.locator("[data-choice]").first.click()
    page.get_by_text("1 waiting").wait_for()
    page.unroute("**/enter/")
    page.reload()
    page.locator("body[data-actions='1']").wait_for(state="attached")


def test_an_entry_made_while_another_device_wrote_is_asked_about(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    action = {"do": "place", "unit": "a2", "cell": "D1"}
    enter(uuid=table.uuid, who=None, entry=Entry(uuid.uuid4().hex, table.version, action))
    page.locator("[data-cell=B1]").click()
    page.get_by_text("Another device wrote to this game meanwhile").wait_for()
    expect(page.locator(".conflict-side").first).to_contain_text("Oscar Kass is placed on D1")
    expect(page.locator(".conflict-side").last).to_contain_text("→ B1")
    expect(page.locator(".conflict-side").last).to_contain_text("The rules still allow it")
    page.get_by_role("button", name="Enter mine after it").click()
    page.locator("body[data-actions='2']").wait_for(state="attached")


def test_of_two_entries_made_at_once_mine_can_replace_the_other(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    enter(
        uuid=table.uuid,
        who=None,
        entry=Entry(uuid.uuid4().hex, table.version, {"do": "place", "unit": "a1", "cell": "D1"}),
    )
    page.locator("[data-cell=B1]").click()
    expect(page.locator(".conflict-side").last).to_contain_text("The rules do not allow it now")
    page.get_by_role("button", name="Take theirs back, enter mine").click()
    page.locator("[data-entries]").get_by_text("is placed on B1").wait_for()
    table.refresh_from_db()
    assert [(action["unit"], action["cell"]) for action in table.actions] == [("a1", "B1")]


def test_what_was_entered_as_played_without_a_connection_is_checked_when_it_is_sent(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.context.set_offline(True)
    page.get_by_text("Enter something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Enter as played").click()
    page.get_by_text("1 waiting").wait_for()
    page.context.set_offline(False)
    checked = page.locator("[data-checked]")
    checked.get_by_text("1.3.9").first.wait_for()
    page.get_by_role("button", name="Seen").click()
    expect(checked).to_be_empty()


NOT_OURS = {
    "a hall's sign-in page": {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to the hall</h1>"},
    "a JSON of somebody else": {"status": 200, "content_type": "application/json", "body": "{}"},
    "an answer cut off half way": {"status": 200, "content_type": "application/json", "body": '{"version": 7, "off'},
    "a server at its end": {"status": 500, "content_type": "text/html", "body": "<h1>Sorry</h1>"},
    "a refusal of a proxy": {"status": 400, "content_type": "text/html", "body": "<h1>Bad request</h1>"},
}


@pytest.mark.parametrize("answer", NOT_OURS.values(), ids=NOT_OURS)
def test_an_answer_that_is_not_the_recorders_leaves_the_entry_waiting(open_page, table, answer):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.fulfill(**answer))
    page.locator("[data-cell=B1]").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    expect(page.locator("[data-sheet]")).to_be_hidden()
    page.unroute("**/enter/")
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("Everything is saved.")


@pytest.mark.parametrize("status", [401, 403])
def test_whoever_may_not_write_any_more_is_told_to_sign_in_and_keeps_what_was_entered(open_page, table, status):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.fulfill(status=status, json={"code": "csrf", "detail": "Forbidden"}))
    page.locator("[data-cell=B1]").click()
    way_in = page.get_by_role("link", name="Sign in again")
    expect(way_in).to_have_attribute("href", re.compile(f"next=/record/{table.uuid}/$"))
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.unroute("**/enter/")
    page.reload()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(way_in).to_be_hidden()


def test_a_note_written_without_a_connection_waits_with_the_entries(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.context.set_offline(True)
    page.get_by_text("Note on the last action").click()
    page.locator("#note").fill("a die fell off the table")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    expect(page.locator("[data-entries] li").first).to_contain_text("a die fell off the table")
    page.context.set_offline(False)
    expect(page.locator("[data-line]")).to_have_text("Everything is saved.")
    table.refresh_from_db()
    assert table.actions[-1]["note"] == "a die fell off the table"


def test_without_a_connection_undo_takes_back_what_waits_and_then_says_why_it_cannot(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator("[data-line]")).to_contain_text("0 waiting")
    expect(undo).to_be_disabled()
    expect(page.get_by_text("wait for the connection")).to_be_visible()
    page.context.set_offline(False)
    expect(undo).to_be_enabled()
    table.refresh_from_db()
    assert len(table.actions) == 1


def test_two_tabs_at_one_table_lose_nothing_of_each_other(open_page, table):
    open_page.expected.append("Failed to load resource")
    one = open_page(table.get_absolute_url())
    other = one.context.new_page()
    other.goto(table.get_absolute_url())
    for page, figure, cell in ((one, "Queen of the Tofus", "B1"), (other, "Oscar Kass", "D1")):
        page.locator("[data-choice]").first.wait_for()
        page.route("**/enter/", lambda route: route.abort())
        chosen = page.get_by_role("button", name=f"Place {figure}")
        if chosen.get_attribute("aria-pressed") != "true":
            chosen.click()
        page.locator(f"[data-cell={cell}]").click()
        expect(page.locator("[data-line]")).to_contain_text("waiting")
    assert one.evaluate("localStorage.length") == 2
    other.close()
    one.unroute("**/enter/")
    one.reload()
    one.locator("body[data-actions='2']").wait_for(state="attached")
    table.refresh_from_db()
    assert [(action["unit"], action["cell"]) for action in table.actions] == [("a1", "B1"), ("a2", "D1")]


def test_the_offers_look_old_while_there_is_no_connection(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    border = "getComputedStyle(document.querySelector('[data-offers] button')).borderTopStyle"
    assert page.evaluate(border) == "solid"
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    expect(page.get_by_text("these are the last offers")).to_be_visible()
    assert page.evaluate(border) == "dashed"


def test_without_a_connection_a_cell_that_a_shown_spell_closes_is_no_move(open_page):
    open_page.expected.append("Failed to load resource")
    page = open_page(fighting().get_absolute_url())
    page.get_by_role("button", name="Dan To Fu").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Oscar Kass acts").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.locator("[data-cell=D9]").click()
    expect(page.locator("[data-aim]")).to_contain_text("7.1.5")
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")


def test_the_keyboard_stays_on_the_offers(open_page, table):
    page = open_page(table.get_absolute_url())
    offers = page.locator("[data-offers] .offer-buttons button")
    offers.nth(1).focus()
    page.keyboard.press("Enter")
    expect(offers.nth(1)).to_be_focused()
    page = open_page(fighting().get_absolute_url())
    page.get_by_role("button", name="End the turn").focus()
    page.keyboard.press("Enter")
    page.locator("body[data-actions='7']").wait_for(state="attached")
    expect(page.locator("[data-offers] button:focus")).to_have_count(1)


def test_a_practice_game_is_laid_undone_and_taken_along(open_page):
    page = open_page("/practice/", size="phone")
    page.get_by_label("the site rolls for us").check()
    page.get_by_role("button", name="Lay the table").click()
    page.locator("[data-choice]").first.click()
    page.locator("body[data-actions='1']").wait_for(state="attached")
    page.get_by_role("button", name="Undo").click()
    page.locator("body[data-actions='0']").wait_for(state="attached")
    with page.expect_download() as download:
        page.get_by_role("link", name="Log").click()
    assert download.value.suggested_filename.endswith(".json")


PLACES = {"a1": "B1", "a2": "D1", "b1": "B12", "b2": "D12"}
FIGHTING = {"a1": "E5", "b1": "F7", "b2": "G6"}


def fighting(actions=(), teams=script.TEAMS):
    """The first figure of A stands among the enemies; its turn has begun."""
    placed = [{"do": "place", "unit": unit, "cell": cell} for unit, cell in PLACES.items()]
    there = {"do": "correct", "reason": "", "set": {"units": {unit: {"cell": cell} for unit, cell in FIGHTING.items()}}}
    begun = [*placed, there, *actions, {"do": "activate", "unit": "a1"}]
    return Recording.objects.create(header=script.header(teams), actions=begun)


def test_7_1_a_chosen_spell_shows_whom_it_reaches_and_why_it_does_not_reach_the_rest(open_page):
    page = open_page(fighting().get_absolute_url(), size="phone")
    page.get_by_role("button", name="Dan To Fu").click()
    reach = page.locator("[data-aim]")
    expect(reach).to_contain_text("G6 King of the Gobballs, F7 Kassius Kaos")
    expect(page.locator(".board .light-target")).to_have_count(2)
    assert "E3 can be aimed at" in page.locator("[data-cell=E3]").get_attribute("aria-label")
    page.locator("[data-cell=D9]").click()
    expect(reach).to_contain_text("7.1.5")
    assert page.locator("body").get_attribute("data-actions") == "6", "a tap on a closed cell enters nothing"


UNREAD = {"A": ["Skidmonk", "Felonious Monk"], "B": script.TEAMS["B"]}  # cards whose texts are not in the data


def test_what_a_card_does_that_the_site_does_not_know_is_declared_in_few_taps_and_marked(open_page):
    page = open_page(fighting(teams=UNREAD).get_absolute_url(), size="phone")
    page.get_by_role("button", name="Another spell of the card").click()
    page.locator("[data-cell=F7]").click()
    page.get_by_label("Name of the spell").fill("Bâton d'école")
    page.locator("[data-declared=b1]").get_by_text("3", exact=True).click()
    assert serious_faults(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Enter it, on trust").click()
    page.locator("body[data-actions='7']").wait_for(state="attached")
    table = Recording.objects.get()
    assert plain(table.actions[-1]) == {
        "do": "cast",
        "spell": "baton-decole",
        "target": "F7",
        "declared": {"injuries": {"b1": 3}},
    }
    expect(page.locator("[data-entries] li").first).to_contain_text("on trust")
    expect(page.locator("[data-side-b]")).to_contain_text("6 of 9 HP")


def test_a_declaration_is_held_against_the_laws_of_all_cards(open_page):
    """4.17.4: nobody is moved onto a cell that is not free."""
    open_page.expected.append("Failed to load resource")
    page = open_page(fighting(teams=UNREAD).get_absolute_url())
    page.get_by_role("button", name="Another spell of the card").click()
    page.locator("[data-cell=F7]").click()
    page.get_by_label("Name of the spell").fill("Somersault")
    page.get_by_text("Healed, moved, markers").click()
    page.get_by_label("Moved to cell").fill("g6")
    page.get_by_role("button", name="Enter it, on trust").click()
    page.get_by_text("The rules do not allow this").wait_for()
    expect(page.locator("[data-sheet]")).to_contain_text("4.17.4")


def plain(action):
    return {key: value for key, value in action.items() if key not in ("at", "note")}


DEMON_CELL = {"do": "correct", "reason": "", "set": {"kamas": {"A": 12}, "units": {"a1": {"cell": "E6"}}}}
OPENED = [
    {"do": "flip", "rank": rank, "pile": 1, "reward": reward}
    for rank, reward in (("granite", "water-boost"), ("jade", "earth-buff"), ("silver", "dofus-mp"))
]
TENSION = {"do": "tension", "dice": ["critical", "dodge"]}


def recorded(open_page, table, actions):
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-offers] button").first.wait_for()
    scribe = Scribe(page, table)
    scribe.entered = len(table.actions)
    for action in actions:
        scribe.enter(action)
    table.refresh_from_db()
    return scribe, [plain(action) for action in table.actions[-len(actions) :]]


def test_5_3_tension_dice_inspire_by_a_tap_on_the_die_and_one_on_the_figure(open_page):
    begun = [*fighting().actions[:4], {"do": "activate", "unit": "a1"}, {"do": "end-turn"}, *OPENED, TENSION]
    table = Recording.objects.create(header=script.header(), actions=begun)
    inspired = [{"do": "inspire", "face": "critical", "unit": "b1"}, {"do": "inspire", "face": "dodge", "unit": "b2"}]
    scribe, written = recorded(open_page, table, inspired)
    assert written == [{"do": "inspire", "die": 0, "unit": "b1"}, {"do": "inspire", "die": 1, "unit": "b2"}]
    assert scribe.taps == 4


def test_4_5_a_gg_is_bought_with_one_tap(open_page):
    scribe, written = recorded(open_page, fighting([DEMON_CELL]), [{"do": "buy-glory"}])
    assert written == [{"do": "buy-glory"}]
    assert scribe.taps == 1
    expect(scribe.page.locator("[data-side-a]")).to_contain_text("7 GG")


def test_4_7_a_reward_is_bought_in_secret_and_named_when_it_is_revealed(open_page):
    bought = {"do": "buy-reward", "rank": "granite", "pile": 1, "face": "down", "to": "a1", "reward": "unknown-reward"}
    revealed = {"do": "reveal", "reward": "water-boost", "choose": True}
    scribe, written = recorded(open_page, fighting([DEMON_CELL]), [bought, revealed])
    assert written == [bought | {"reward": "water-boost"}, {"do": "reveal", "reward": "water-boost"}]
    assert scribe.taps == 7


def test_4_7_a_reward_goes_to_the_figure_that_is_tapped(open_page):
    bought = {"do": "buy-reward", "rank": "jade", "pile": 2, "face": "down", "to": "a2", "reward": "dofus-mp"}
    _scribe, written = recorded(open_page, fighting([DEMON_CELL]), [bought])
    assert written == [bought]
