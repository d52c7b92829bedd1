"""Somebody in the hall follows a live table: the page goes on by itself, a turn behind those who play."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import User
from judging.models import Recording
from judging.recorder.services import recording as services
from judging.recorder.services.playing import Entry
from judging.recorder.services.recording import start_recording
from judging.replay.services.live_games import agree_to_live_games
from tests.browser import sample_game
from tests.browser.driver import late, overflow, press_by_keyboard, serious_faults
from tests.browser.test_heard import LISTEN, heard
from tests.judging.people import a_hall, player, table_1, user

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000


def goes_on(game, actions) -> None:
    """Ana's phone enters these."""
    for action in actions:
        game.refresh_from_db()
        services.enter(uuid=game.uuid, who=user("ana"), entry=Entry(f"e{game.version}", game.version, action))


def shot(page, name) -> None:
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png")


def test_a_spectator_follows_a_live_table(open_page):
    event = a_hall(live_games="turn", lists_required=False)
    actions = sample_game.a_game(7)
    ends = [index + 1 for index, action in enumerate(actions) if action["do"] == "end-turn"]
    for who in ("ana", "bo"):
        player = open_page(table_1().get_absolute_url(), size="phone", user=user(who))
        player.get_by_role("button", name="One turn later").click()
        expect(player.locator("[data-asked]")).to_have_count(0)
        shot(player, f"asked-{who}")
    spectator = open_page(table_1().get_absolute_url(), size="phone")
    game = start_recording(header=sample_game.header(), dice="recorded", who=user("ana"), match=table_1())
    spectator.get_by_role("link", name="Follow live").click(timeout=LONG)
    spectator.locator("[data-replay-root][data-ready]").wait_for()
    spectator.evaluate("window.notReloaded = true")
    spectator.evaluate(LISTEN)
    assert serious_faults(spectator) == []
    assert overflow(spectator) <= 0
    goes_on(game, actions[: ends[0] + 1])
    expect(spectator.locator("[data-transport=slider]")).to_have_attribute("max", str(ends[0]), timeout=LONG)
    expect(spectator.locator("[data-transport=slider]")).to_have_value(str(ends[0]), timeout=LONG)
    shot(spectator, "live")
    hall = open_page(reverse("tournaments:hall", args=[event.slug]))
    board = hall.frame_locator(".hall-live iframe")
    board.locator("[data-replay-root][data-ready]").wait_for(timeout=LONG)
    expect(hall.get_by_role("heading", name="Table 1, live")).to_be_visible()
    expect(board.locator(".at-hand")).to_be_hidden()  # nobody presses on a wall
    assert board.locator("[data-result]").count() == 0  # it is not over
    assert (
        hall.locator(".hall-pair span").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)")
        == []
    )
    goes_on(game, actions[ends[0] + 1 : ends[1]])
    expect(board.locator("[data-transport=slider]")).to_have_attribute("max", str(ends[1]), timeout=LONG)
    expect(spectator.locator("[data-transport=slider]")).to_have_value(str(ends[1]), timeout=LONG)
    said = " ".join(heard(spectator))
    assert (said.count("Bo's turn ends."), "Each turn is shown" in said) == (1, False)  # each action, and no more
    assert spectator.evaluate("window.notReloaded")
    shot(hall, "hall")
    visitor = open_page("/")
    visitor.frame_locator(".game-now").locator("[data-replay-root][data-ready]").wait_for(timeout=LONG)
    assert (serious_faults(visitor), overflow(visitor) <= 0) == ([], True)
    shot(visitor, "start")
    assert Recording.objects.get().submission is None
    goes_on(game, [{"do": "concede", "player": "A"}])
    game.refresh_from_db()
    services.submit(uuid=game.uuid, who=user("ana"), version=game.version, address="")
    expect(spectator.get_by_text("This game is over.").first).to_be_visible(timeout=LONG)
    assert heard(spectator).count("This game is over.") == 1


@pytest.mark.parametrize(("size", "dark"), [("phone", True), ("desktop", False)])
def test_a_spectator_follows_by_keyboard_in_french(open_page, size, dark):
    """Where answers come late, and by the names that a screen reader says."""
    a_hall(live_games="turn", lists_required=False)
    for who in ("ana", "bo"):
        agree_to_live_games(registration_id=player(who).pk, who=user(who), delay="turn")
    actions = sample_game.a_game(7)
    first, second = [index + 1 for index, action in enumerate(actions) if action["do"] == "end-turn"][:2]
    game = start_recording(header=sample_game.header(), dice="recorded", who=user("ana"), match=table_1())
    goes_on(game, actions[: first + 1])
    zoe = User.objects.create_user("zoe", "zoe@example.org", locale="fr")
    page = open_page("about:blank", size=size, user=zoe, dark=dark)
    page.route("**/*", late)
    page.goto(table_1().get_absolute_url())
    press_by_keyboard(page, page.get_by_role("link", name="Suivre en direct"))
    page.locator("[data-replay-root][data-ready]").wait_for()
    place = page.get_by_role("slider", name="Position dans la partie")
    expect(place).to_have_value(str(first))
    expect(page.get_by_text("Chaque tour s’affiche quand il est terminé.")).to_be_visible()
    expect(page.locator(".proof-shares")).to_have_count(0)
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)
    press_by_keyboard(page, page.get_by_role("button", name="Action précédente"))
    expect(place).to_have_value(str(first - 1))
    goes_on(game, actions[first + 1 : second + 1])
    expect(place).to_have_attribute("max", str(second), timeout=LONG)
    expect(place).to_have_value(str(first - 1))
    page.keyboard.press("End")
    expect(place).to_have_value(str(second))
    heard = page.locator("[data-said]").inner_text()
    assert heard == place.get_attribute("aria-valuetext")
    expect(page.get_by_role("list", name="Liste des actions").get_by_role("button", name=heard)).to_be_visible()
    assert (serious_faults(page), overflow(page) <= 0) == ([], True)


def test_who_looks_at_an_earlier_action_stays_there(open_page):
    a_hall()
    game = Recording.objects.create(header=sample_game.header(), actions=sample_game.a_game(7)[:20])
    page = open_page(f"/replay/{game.replay_uuid}/#action=5")
    page.locator("[data-replay-root][data-ready]").wait_for()
    services.undo(uuid=game.uuid, who=None, version=game.version)
    expect(page.locator("[data-transport=slider]")).to_have_attribute("max", "19", timeout=LONG)
    expect(page.locator("[data-transport=slider]")).to_have_value("5")


def test_the_recorder_asks_until_the_first_turn_has_begun(open_page):
    a_hall(live_games="turn", lists_required=False)
    game = start_recording(header=sample_game.header(), dice="recorded", who=user("ana"), match=table_1())
    bo = open_page(game.get_absolute_url(), size="phone", user=user("bo"))
    asked = bo.locator("[data-live-asked]")
    expect(asked.get_by_role("button")).to_have_count(3)
    shot(bo, "asked-in-recorder")
    assert (serious_faults(bo), overflow(bo) <= 0) == ([], True)
    asked.get_by_role("button", name="Five minutes later").click()
    expect(asked).to_have_count(0)
    bo.get_by_role("button", name="More").click()
    expect(bo.locator("[data-answered=live]")).to_contain_text("five minutes later, if your opponent agrees too")
    assert player("bo").live_games == "minutes"
    begun = next(number for number, action in enumerate(sample_game.a_game(7)) if action["do"] == "activate")
    goes_on(game, sample_game.a_game(7)[: begun + 1])
    ana = open_page(game.get_absolute_url(), size="phone", user=user("ana"))
    ana.locator("body[data-ready]").wait_for()
    expect(ana.locator("[data-live-asked]")).to_be_hidden()
    ana.get_by_role("button", name="More").click()
    expect(ana.locator("[data-more] [data-asked=live]")).to_be_visible()
