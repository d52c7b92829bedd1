"""The recorder where the line drops, or two devices write: nothing that was entered is lost."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from judging.recorder.services.recording import Entry, enter
from tests.browser import sample_game
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db(transaction=True)


def unheard(page):
    """What others write is not heard of by itself, however late the page asks: the two write at once."""
    first = []

    def as_it_was(route):
        first.extend([] if first else [route.fetch()])
        route.fulfill(response=first[0])

    page.route("**/live**", lambda route: route.abort())
    page.route("**/state/", as_it_was)
    with page.expect_response("**/state/"):
        page.reload()
    page.locator("[data-choice]").first.wait_for()


@pytest.mark.check
def test_entries_made_offline_are_kept_and_sent_later(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    page.get_by_text("No connection. Your entries are kept on this device: 1 waiting.").wait_for()
    page.context.set_offline(False)
    page.locator("body[data-actions='1']").wait_for(state="attached")
    assert page.evaluate("localStorage.length") == 0
    page.get_by_text("All changes saved").wait_for()


def test_a_lost_connection_is_said_whole_on_a_phone(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url(), size="phone")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-choice]").first.wait_for()
    board, offers, bar = (page.locator(place) for place in (".board", "[data-offers]", ".action-bar"))
    before = board.bounding_box()
    page.context.set_offline(True)
    page.locator("[data-choice]").first.click()
    line = page.locator("[data-line].badge-warn")
    line.get_by_text("1 waiting").wait_for()
    assert board.bounding_box() == before
    said, below = line.bounding_box(), bar.bounding_box()
    body = page.locator(".hand-body").bounding_box()
    assert offers.is_visible() and body["y"] + body["height"] <= said["y"] + 1
    assert said["y"] + said["height"] <= below["y"]
    assert line.evaluate("line => line.scrollHeight <= line.clientHeight + 1")


def test_waiting_entries_survive_reopening_the_page(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.abort())
    page.locator("[data-choice]").first.click()
    page.get_by_text("1 waiting").wait_for()
    page.unroute("**/enter/")
    page.reload()
    page.locator("body[data-actions='1']").wait_for(state="attached")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("theirs", [{"a2": "D1"}, {"a1": "D1", "a2": "I1"}], ids=["allowed", "forbidden"])
def test_where_two_entries_meet_a_phone_shows_all_of_both(open_page, table, theirs, language):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url(), size="phone", user=worlds.a_user("ana", locale=language))
    unheard(page)
    for unit, cell in theirs.items():
        table.refresh_from_db()
        action = {"do": "place", "unit": unit, "cell": cell}
        enter(uuid=table.uuid, who=None, entry=Entry(uuid.uuid4().hex, table.version, action))
    page.locator("[data-cell=B1]").click()
    expect(page.locator(".conflict li")).to_have_count(len(theirs) + 1)
    for said in page.locator(".conflict :is(h3, li, p), .sheet button").all():
        expect(said).to_be_in_viewport(ratio=1)
        assert said.evaluate(LIES_FREE)


LIES_FREE = """said => {
    const { left, width, bottom } = said.getBoundingClientRect();
    return said.contains(document.elementFromPoint(left + width / 2, bottom - 3));
}"""


def test_an_entry_made_while_another_device_wrote_is_asked_about(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    unheard(page)
    action = {"do": "place", "unit": "a2", "cell": "D1"}
    enter(uuid=table.uuid, who=None, entry=Entry(uuid.uuid4().hex, table.version, action))
    page.locator("[data-cell=B1]").click()
    page.get_by_text("Another device has recorded something in this game").wait_for()
    expect(page.locator(".conflict-side").first).to_contain_text("Oscar Kass is placed on D1")
    expect(page.locator(".conflict-side").last).to_contain_text("is placed on B1.")
    expect(page.locator(".conflict-side").last).to_contain_text("The rules still allow yours")
    page.get_by_role("button", name="Add mine after it").click()
    page.locator("body[data-actions='2']").wait_for(state="attached")


def test_of_two_simultaneous_entries_mine_can_replace_the_other(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    unheard(page)
    enter(
        uuid=table.uuid,
        who=None,
        entry=Entry(uuid.uuid4().hex, table.version, {"do": "place", "unit": "a1", "cell": "D1"}),
    )
    page.locator("[data-cell=B1]").click()
    expect(page.locator(".sheet .notice")).to_contain_text("The rules no longer allow yours")
    expect(page.get_by_role("button", name="Add mine after it")).to_have_count(0)
    expect(page.get_by_role("button", name="Record it anyway")).to_have_count(0)
    page.get_by_role("button", name="Replace theirs with mine").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    page.locator("[data-entries]").get_by_text("is placed on B1").wait_for()
    table.refresh_from_db()
    assert [(action["unit"], action["cell"]) for action in table.actions] == [("a1", "B1")]


def test_the_answers_to_a_refused_entry_stay_in_view(open_page, table):
    """However long the explanation is, on a phone too."""
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url(), size="phone")
    page.set_viewport_size({"width": 390, "height": 844})
    long = {"code": "ap-short", "article": "7.1.4.a", "detail": "Too dear. " * 40, "line": "What the article says."}
    page.route("**/enter/", lambda route: route.fulfill(status=409, json=long))
    page.locator("[data-cell=B1]").click()
    for answer in ("Discard", "Record it anyway"):
        expect(page.get_by_role("button", name=answer, exact=True)).to_be_in_viewport(ratio=1)
    page.locator(".sheet").evaluate("sheet => sheet.scrollTo(0, 10_000)")
    expect(page.get_by_text("What the article says.")).to_be_in_viewport(ratio=1)


def test_offline_entries_as_played_are_checked_when_sent(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.context.set_offline(True)
    page.get_by_text("Record something as it was played").click()
    page.locator("#ap-do").select_option("end-turn")
    page.get_by_role("button", name="Record as played").click()
    page.get_by_text("1 waiting").wait_for()
    page.context.set_offline(False)
    checked = page.locator("[data-checked]")
    checked.get_by_text("1.3.9").first.wait_for()
    expect(checked.locator("li")).to_be_hidden()  # one row: the figures lie below it
    checked.get_by_text("What the rules say (1)").click()
    expect(checked.locator("li")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(checked).to_be_empty()


def test_a_question_stands_before_what_the_rules_said(open_page, table):
    """On a phone the answers to it would lie under the entries that were checked when the line came back."""
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-choice]").first.wait_for()
    checked = page.locator("[data-checked]")
    checked.evaluate("place => place.append(document.createElement('section'), 'Checked. '.repeat(99))")
    page.locator("[data-more-button]").click()
    page.get_by_text("End game").click()
    page.locator("[data-ends=B]").click()
    expect(checked).to_be_hidden()
    page.locator("[data-sheet]").get_by_role("button").first.click()
    expect(checked).to_be_visible()


NOT_OURS = {
    "a hall's sign-in page": {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to the hall</h1>"},
    "a JSON of somebody else": {"status": 200, "content_type": "application/json", "body": "{}"},
    "an answer cut off half way": {"status": 200, "content_type": "application/json", "body": '{"version": 7, "off'},
    "a server at its end": {"status": 500, "content_type": "text/html", "body": "<h1>Sorry</h1>"},
    "a refusal of a proxy": {"status": 400, "content_type": "text/html", "body": "<h1>Bad request</h1>"},
}


@pytest.mark.parametrize("answer", NOT_OURS.values(), ids=NOT_OURS)
def test_a_foreign_answer_leaves_the_entry_waiting(open_page, table, answer):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url())
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.fulfill(**answer))
    page.locator("[data-cell=B1]").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    expect(page.locator("[data-sheet]")).to_be_hidden()
    page.unroute("**/enter/")
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(page.locator("[data-line]")).to_have_text("All changes saved")


@pytest.mark.parametrize("status", [401, 403])
def test_a_signed_out_recorder_keeps_the_entries_and_is_informed(open_page, table, status):
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
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    expect(page.locator("[data-entries] li").first).to_contain_text("a die fell off the table")
    page.context.set_offline(False)
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    table.refresh_from_db()
    assert table.actions[-1]["note"] == "a die fell off the table"


def test_offline_undo_removes_waiting_entries_only(open_page, table):
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
    expect(page.get_by_text("need a connection")).to_be_visible()
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
    expect(page.get_by_text("these are the last known options")).to_be_visible()
    assert page.evaluate(border) == "dashed"


def test_offline_a_cell_closed_to_a_spell_is_no_move(open_page):
    open_page.expected.append("Failed to load resource")
    page = open_page(sample_game.fighting().get_absolute_url())
    page.locator("[data-offers]").get_by_role("button", name="Dan To Fu").click()
    page.context.set_offline(True)
    page.locator("[data-figure=a2]").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.locator("[data-cell=D9]").click()
    expect(page.locator("[data-prompt]")).to_contain_text("7.1.5")
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
