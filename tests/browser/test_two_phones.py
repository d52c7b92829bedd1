"""Two phones at one table, and one of them loses the line: both end with the same game, and somebody is asked."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.models import Recording
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import Seat, build_header
from tests.browser import sample_game
from tests.browser.driver import MOST_TABS, late, overflow, press_by_keyboard, serious_faults
from tests.browser.recorder_driver import in_language
from tests.judging.people import InProcess, a_hall, listed, player, table_1, user
from tournaments.models import MatchState, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.check
def test_two_phones_with_a_lost_line_end_with_one_game(open_page):
    open_page.expected.append("Failed to load resource")
    table = sample_game.fighting()
    cut, other = (open_page(table.get_absolute_url(), size="phone") for _ in range(2))
    for page in (cut, other):
        page.locator("body[data-actions='6']").wait_for(state="attached")
    cut.context.set_offline(True)
    cut.get_by_role("button", name="End turn").click()
    cut.get_by_role("button", name="Skip them").click()
    expect(cut.locator("[data-line]")).to_contain_text("1 waiting")
    other.get_by_role("button", name="End turn").click()
    other.get_by_role("button", name="Skip them").click()
    other.locator("body[data-actions='7']").wait_for(state="attached")
    cut.context.set_offline(False)
    cut.get_by_text("The rules no longer allow yours").wait_for()
    expect(cut.locator(".conflict-side")).to_have_count(2)
    table.refresh_from_db()
    assert len(table.actions) == 7
    cut.get_by_role("button", name="Discard", exact=True).click()
    expect(cut.locator("[data-line]")).to_have_text("All changes saved")
    assert cut.locator("[data-strip-active]").inner_text() == other.locator("[data-strip-active]").inner_text()
    other.get_by_role("button", name="Undo").click()
    other.locator("body[data-actions='6']").wait_for(state="attached")
    cut.locator("body[data-actions='6']").wait_for(state="attached")


@pytest.mark.parametrize("phones", [2, 3])
def test_tokens_that_the_site_draws_are_asked_for_once(open_page, phones):
    """Each page asks for the first tokens by itself (4.7.4); nobody is asked about another device because of it."""
    open_page.expected.append("Failed to load resource")
    table = sample_game.fighting(dice=Recording.Dice.ROLLED)
    pages = [open_page(table.get_absolute_url(), size="phone") for _ in range(phones)]
    for page in pages:
        page.locator("body[data-actions='6']").wait_for(state="attached")
    pages[0].get_by_role("button", name="End turn").click()
    pages[0].get_by_role("button", name="Skip them").click()
    for page in pages:
        page.get_by_role("button", name="Roll for Tension").wait_for()
        expect(page.locator("[data-line]")).to_have_text("All changes saved")
        expect(page.locator(".conflict-side")).to_have_count(0)
    table.refresh_from_db()
    drawn = [(action["rank"], action["pile"]) for action in table.actions if action["do"] == "flip"]
    assert len(drawn) == len(set(drawn))


LISTS = {
    "ana": ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"),
    "bo": ("anna-tommy", "kassius-kaos", "king-of-the-gobballs", "lil-healey"),
}


@dataclass
class Player:
    """Somebody at one device, in their language, by taps or by keys alone; buttons by what a screen reader says."""

    page: Page
    language: str = "en"
    by_keys: bool = False

    def says(self, text: str, **facts: str) -> str:
        return in_language(self.language, text) % facts

    def press(self, target: Locator) -> None:
        press_by_keyboard(self.page, target) if self.by_keys else target.click()

    def press_cell(self, target: Locator) -> None:
        """By keys: Tab to the board, then arrows to the cell."""
        if not self.by_keys:
            return target.click()
        target.wait_for()
        tab_to(self.page, "element => Boolean(element.dataset.cell)")
        here, there = (cell.get_attribute("data-cell") or "" for cell in (self.page.locator(":focus"), target))
        for key, steps in arrows(here, there):
            for _step in range(steps):
                self.page.keyboard.press(key)
        expect(target).to_be_focused()
        return self.page.keyboard.press("Enter")

    def button(self, text: str, **facts: str) -> None:
        self.press(self.page.get_by_role("button", name=self.says(text, **facts), exact=True))

    def link(self, text: str) -> None:
        self.press(self.page.get_by_role("link", name=self.says(text)))

    def sees(self, text: str) -> None:
        self.page.get_by_text(self.says(text)).first.wait_for()

    def reads(self, text: str, **facts: str) -> None:
        """A question, of which the rest may stand before and after."""
        expect(self.page.locator("[data-sheet]")).to_contain_text(self.says(text).format(**facts))

    def reads_saved(self) -> None:
        expect(self.page.locator("[data-line]")).to_have_text(self.says("All changes saved"))


def tab_to(page, meant: str) -> None:
    for _ in range(MOST_TABS):
        if page.evaluate(f"() => ({meant})(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not reach the board")


def arrows(here: str, there: str) -> list[tuple[str, int]]:
    """From one cell to another of a board whose south is below."""
    across, up = ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])
    return [("ArrowRight" if across > 0 else "ArrowLeft", abs(across)), ("ArrowUp" if up > 0 else "ArrowDown", abs(up))]


WAYS = [("phone", False, "en", False), ("phone", True, "fr", False), ("desktop", True, "fr", True)]


@pytest.mark.parametrize(("size", "is_late", "language", "by_keys"), WAYS, ids=["phones", "late", "keys"])
def test_a_game_of_two_devices_ends_valid_and_confirmed(open_page, size, is_late, language, by_keys):
    """Bo's device asks before it ends Ana's turn or calls time; Ana's loses the line. Bo concedes, confirms, seals and
    shows the game."""
    open_page.expected.append("Failed to load resource")
    a_hall(public_games=True)
    the_clock_runs()
    for name, figures in LISTS.items():
        listed(name, *figures, locked_at=timezone.now(), commitment="x")
    User.objects.update(locale=language)
    pages = {name: open_page("about:blank", size=size, user=user(name), dark=is_late) for name in LISTS}
    ana, bo = (Player(page, language, by_keys) for page in pages.values())
    for page in pages.values():
        if is_late:
            page.route("**/*", late)
        page.goto(table_1().get_absolute_url())
    ana.link("Record the game")
    ana.button("Set up table")
    ana.page.locator("[data-choice]").first.wait_for()
    bo.link("Continue recording")
    for count in range(8):
        placing = ana if count < 4 else bo
        placing.press_cell(placing.page.locator("[data-choice]").first)
        recorded(pages, count + 1)
    sound(ana.page)
    bo.press(bo.page.locator("[data-end-turn]"))
    bo.reads("End the turn of {player} from here?", player="Ana")
    sound(bo.page)
    bo.button(bo.says("Wait for {player}").format(player="Ana"))
    calls_time(bo)
    bo.button("Go back")
    assert len(Recording.objects.get().actions) == 8
    ana.page.context.set_offline(True)
    ana.press(ana.page.locator("[data-end-turn]"))
    ana.button("Skip them")
    expect(ana.page.locator("[data-line]")).to_contain_text("1 ")
    ana.page.context.set_offline(False)
    ana.reads_saved()
    recorded(pages, len(Recording.objects.get().actions))
    concede(bo, "Bo")
    ana.button("Report result and submit log")
    ana.sees("Result reported and game log submitted.")
    sound(ana.page)
    work_one(InProcess())
    report = Recording.objects.get().submission.current_report
    assert (report.verdict, report.findings, report.ended) == ("valid", [], True)
    expect(bo.page.locator("[data-handed-in]")).to_contain_text("Ana")
    sound(bo.page)
    bo.button("Confirm result")
    expect(bo.page.locator(":focus")).to_contain_text(bo.says("Result confirmed"))
    expect(bo.page.locator("[data-handed-in]")).to_contain_text("Ana")
    sound(bo.page)
    assert table_1().state == MatchState.DONE
    bo.button("Seal log")
    bo.sees("Sealed by both sides")
    bo.button("Show my games")
    expect(bo.page.locator("[data-asked]")).to_have_count(0)
    assert player("bo").public_games


def sound(page) -> None:
    page.wait_for_load_state()
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)


def recorded(phones, count) -> None:
    for phone in phones.values():
        phone.locator(f"body[data-actions='{count}']").wait_for(state="attached", timeout=30_000)


def end_game(one, how) -> None:
    if one.page.locator("[data-more-button]").is_visible():  # beside the board of a desktop it stands open
        one.button("More")
    ways = one.page.locator("details", has=one.page.locator("[data-ends]"))
    if ways.get_attribute("open") is None:
        one.press(ways.locator("summary"))
    one.press(ways.locator(f"[data-ends='{how}']"))


def the_clock_runs() -> None:
    Round.objects.update(started_at=timezone.now(), minutes=50)


def calls_time(one) -> None:
    """It is asked with what the clock still shows, and with who has a device."""
    end_game(one, "")
    clock, _braces, _end = one.says("The round's clock still shows {time}.").partition("{")
    expect(one.page.locator("[data-sheet]")).to_contain_text(clock.strip())
    one.reads("{player} is at this table with their own device.", player="Ana")


def concede(one, name) -> None:
    end_game(one, "B")
    expect(one.page.locator("[data-sheet]")).to_contain_text(name)
    one.button("Yes, end game")
    one.page.locator("[data-end]").wait_for()


def test_a_phone_asks_before_it_places_for_another_one(open_page):
    a_hall()
    for name, figures in LISTS.items():
        listed(name, *figures, locked_at=timezone.now(), commitment="x")
    ana = Player(open_page(table_1().get_absolute_url(), size="phone", user=user("ana")), "en")
    ana.link("Record the game")
    ana.button("Set up table")
    ana.page.locator("[data-choice]").first.wait_for()
    bo = Player(open_page(Recording.objects.get().get_absolute_url(), size="phone", user=user("bo")), "en")
    pages = {"ana": ana.page, "bo": bo.page}
    for count in range(4):
        ana.press_cell(ana.page.locator("[data-choice]").first)
        recorded(pages, count + 1)
    expect(ana.page.locator("[data-prompt]")).to_contain_text("on their own device")
    ana.press_cell(ana.page.locator("[data-choice]").first)
    sound(ana.page)
    ana.button("Wait for Bo")
    assert len(Recording.objects.get().actions) == 4
    bo.press_cell(bo.page.locator("[data-choice]").first)  # one's own figure is placed at once
    recorded(pages, 5)
    ana.press_cell(ana.page.locator("[data-choice]").first)
    ana.button("Place them from here")
    recorded(pages, 6)
    ana.press_cell(ana.page.locator("[data-choice]").first)  # asked once
    recorded(pages, 7)


def test_a_set_up_page_says_that_another_device_has_begun(open_page):
    a_hall()
    for name, figures in LISTS.items():
        listed(name, *figures, locked_at=timezone.now(), commitment="x")
    set_up = reverse("judging:record_match", args=[table_1().pk])
    ana, bo = (Player(open_page(set_up, size="phone", user=user(name))) for name in LISTS)
    ana.button("Set up table")
    ana.page.locator("[data-choice]").first.wait_for()
    expect(bo.page.get_by_role("status").filter(has_text="Begun by Ana")).to_be_in_viewport()
    sound(bo.page)
    bo.link("Continue recording")
    bo.page.locator("[data-prompt]").wait_for()
    assert bo.page.url.endswith(Recording.objects.get().get_absolute_url())


def test_a_player_learns_who_ended_their_turn_and_game(open_page):
    open_page.expected.append("Failed to load resource")  # the refusal
    a_hall()
    the_clock_runs()
    seats = {side: Seat(name, sample_game.TEAMS[side]) for side, name in (("A", "Ana"), ("B", "Bo"))}
    recording = start_recording(
        header=build_header(seats, arena="the-pit"), dice=Recording.Dice.RECORDED, who=user("ana"), match=table_1()
    )
    actions = sample_game.fighting().actions
    Recording.objects.filter(pk=recording.pk).update(actions=actions, entered_by=[user("ana").pk] * len(actions))
    ana, bo = (Player(open_page(recording.get_absolute_url(), size="phone", user=user(name))) for name in LISTS)
    for phone in (ana, bo):
        phone.page.locator("body[data-actions='6']").wait_for(state="attached")
    bo.press(bo.page.locator("[data-end-turn]"))
    bo.reads("End the turn of {player} from here?", player="Ana")
    bo.button("End it from here")
    bo.button("Skip them")
    expect(ana.page.locator("[data-last]")).to_have_text("Ana's turn ends. (entered by Bo)")
    ana.page.locator("[data-undo]").click()
    expect(ana.page.get_by_text("Bo entered this: undo it on their device")).to_be_in_viewport()
    sound(ana.page)
    ana.button("Close")
    calls_time(bo)
    bo.button("Yes, end game")
    expect(ana.page.locator("[data-last]")).to_contain_text("(entered by Bo)")
    expect(ana.page.locator("[data-end]")).to_contain_text("The game is over")
    sound(ana.page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_who_joined_meanwhile_reads_it_beside_score_and_names(open_page, size):
    a_hall()
    for name, figures in LISTS.items():
        listed(name, *figures, locked_at=timezone.now(), commitment="x")
    set_up = reverse("judging:record_match", args=[table_1().pk])
    ana, bo = (Player(open_page(set_up, size=size, user=user(name))) for name in LISTS)
    for one in (ana, bo):
        one.page.route("**/record/now/", lambda route: route.abort())  # both still set up
        one.page.route("**/live**", lambda route: route.abort())
    open_page.expected.append("Failed to load resource")
    ana.button("Set up table")
    ana.page.locator("[data-choice]").first.wait_for()
    bo.button("Set up table")
    expect(bo.page.locator(".messages")).to_contain_text("you record the same game")
    bo.page.locator("[data-choice]").first.wait_for()
    for shown in (".strip", ".prompt", ".board", ".action-bar", ".messages"):
        expect(bo.page.locator(shown)).to_be_in_viewport(ratio=1)
    assert bo.page.evaluate(APART)
    sound(bo.page)
    bo.button("Dismiss message")
    expect(bo.page.locator(".messages")).to_have_count(0)
    expect(bo.page.locator(".action-bar")).to_be_in_viewport(ratio=1)


APART = """() => {
    const said = document.querySelector(".messages").getBoundingClientRect();
    const others = [".strip", ".prompt", ".board", ".hand", ".action-bar"].map((one) => document.querySelector(one));
    return others.every((one) => one.getBoundingClientRect().top >= said.bottom);
}"""
