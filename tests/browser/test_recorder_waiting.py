"""Entries that wait on a phone: sent under the name of whoever made them, and told where they cannot be kept."""

import pytest
from playwright.sync_api import expect

from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.accounts.signed_in import a_person
from tests.browser import sample_game
from tests.browser.driver import overflow, says_yes, serious_faults, session_cookie

pytestmark = pytest.mark.django_db(transaction=True)
FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); }; }"


@pytest.fixture
def left_by_ana(open_page, live_server):
    """Ana's entry waits on a phone at which somebody else is signed in now."""
    open_page.expected.append("Failed to load resource")
    ana = a_person("ana")
    recording = start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=ana)
    page = open_page(recording.get_absolute_url(), size="phone", user=ana)
    page.locator("[data-choice]").first.wait_for()
    page.route("**/enter/", lambda route: route.abort())
    page.locator("[data-cell=B1]").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.context.add_cookies([session_cookie(a_person("bo"), live_server.url)])
    page.reload()
    page.unroute("**/enter/")  # not before: the page would still send it for Ana
    return page, recording


def test_what_ana_entered_waits_until_ana_is_back(left_by_ana, live_server):
    page, recording = left_by_ana
    notice = page.locator("[data-others]")
    expect(notice).to_contain_text("Entries of Ana are waiting on this device (1).")
    assert serious_faults(page) == []
    recording.refresh_from_db()
    assert recording.actions == []
    page.get_by_role("button", name="Sign in as Ana").click()
    page.wait_for_url(f"**/accounts/login/?next=/record/{recording.uuid}/")
    page.context.add_cookies([session_cookie(recording.started_by, live_server.url)])
    page.goto(recording.get_absolute_url())
    page.locator("body[data-actions='1']").wait_for(state="attached")
    expect(notice).to_be_empty()


def test_what_ana_entered_can_be_discarded(left_by_ana):
    page, _recording = left_by_ana
    page.locator("[data-others]").get_by_role("button", name="Discard entries").click()
    page.locator("[data-sheet]").get_by_role("button", name="Discard entries").click()
    expect(page.locator("[data-others]")).to_be_empty()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('recording-')).length") == 0


def test_a_full_device_says_so_at_once(open_page, table):
    open_page.expected.append("Failed to load resource")
    page = open_page(table.get_absolute_url(), size="phone")
    page.locator("[data-choice]").first.wait_for()
    page.evaluate(FULL)
    page.route("**/enter/", lambda route: route.abort())
    page.locator("[data-cell=B1]").click()
    expect(page.get_by_role("alert")).to_contain_text("This device has no storage left.")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.close(run_before_unload=True)
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.unroute("**/enter/")
    page.locator("body[data-actions='1']").wait_for(state="attached")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_score_waits_without_a_connection_and_arrives_in_order(open_page, size):
    open_page.expected.append("Failed to load resource")
    header = sample_game.header() | {"format": "krosmaster-log/1", "detail": "ledger"}
    light = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    page = open_page(light.get_absolute_url(), size=size)
    page.locator("body[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="Kamas: +2").click()
    expect(page.locator("[data-line]")).to_have_text("All changes saved")
    first = light.header["first_player"]
    page.context.set_offline(True)
    page.get_by_role("button", name="'s turn").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.get_by_role("button", name="Kamas: +3").click()
    page.get_by_role("button", name="KO Kassius Kaos").click()
    expect(page.get_by_role("button", name="KO Kassius Kaos")).to_be_disabled()
    expect(page.locator("[data-waiting] li")).to_have_count(3)
    assert serious_faults(page) == []
    assert overflow(page) == 0
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0)
    light.refresh_from_db()
    other = {"A": "B", "B": "A"}[first]
    assert [action["do"] for action in light.actions] == ["turn", "kamas", "turn", "kamas", "ko"]
    assert [action.get("player") for action in light.actions[::2]][:2] == [first, other]
    assert light.actions[3]["kamas"] == {other: 3}
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="KO Kassius Kaos")).to_be_enabled()


def test_a_score_taken_back_offline_leaves_all_buttons_as_before(open_page):
    open_page.expected.append("Failed to load resource")
    header = sample_game.header() | {"format": "krosmaster-log/1", "detail": "ledger"}
    light = start_recording(header=header, dice=Recording.Dice.RECORDED, who=None)
    page = open_page(light.get_absolute_url(), size="phone")
    page.locator("body[data-ready]").wait_for(state="attached")
    turn, undo = page.locator(".light-turn"), page.get_by_role("button", name="Undo")
    before = turn.inner_text()
    page.context.set_offline(True)
    page.get_by_role("button", name="KO Kassius Kaos").click()
    expect(page.get_by_role("button", name="KO Kassius Kaos")).to_be_disabled()
    undo.click()
    page.locator("summary", has_text="Other ways to end").click()
    says_yes(page)
    page.get_by_role("button", name="Call time").click()
    expect(turn).to_have_text("The game is over")
    undo.click()
    expect(turn).to_have_text(before)
    expect(page.get_by_role("button", name="Start the fight")).to_be_enabled()
    expect(page.locator("#table button[name=entry]:disabled")).to_have_count(0)
    page.get_by_role("button", name="KO Kassius Kaos").click()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0)
    light.refresh_from_db()
    assert [action["do"] for action in light.actions] == ["turn", "ko"]
