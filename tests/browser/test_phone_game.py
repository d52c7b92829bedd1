"""Two teams of four ordinary figures play a game that is recorded by outcomes on a phone, and its log is proved."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from judging.recorder.services.recording import start_recording
from rules.arena.engine.actions import play
from rules.arena.log import read
from rules.arena.replay import start
from tests.browser import sample_game
from tests.browser.recorder_driver import COUNTED_ROLLS, Scribe, wins
from tests.judging.people import InProcess

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = {
    "A": ["Mil Kluva", "Bonta Riktus", "Yugo", "Bakara"],
    "B": ["Jems Blond", "Bill Tell (Eternal 1)", "Leaf Knight (Eternal 1)", "Lilotte"],
}
SEED = 10  # a short game
TAPPED = 30  # actions at its end that are tapped; those before them are sent as the recorder's page sends them


def a_game() -> list[dict[str, Any]]:
    rng = random.Random(SEED)
    game = start(read({**sample_game.header(TEAMS), "actions": []}))
    game.be_strict()
    actions: list[dict[str, Any]] = []
    while not game.over:
        action = sample_game.chosen(game, rng)
        sample_game.complete(game, action, rng)
        game.index = len(actions)
        play(game, action)
        actions.append(action)
    return actions


def by_outcome(value: Any, face: str = "") -> Any:
    """The action with the successes of each roll in place of its faces, which are noted for tension alone."""
    if isinstance(value, dict):
        return {name: by_outcome(each, COUNTED_ROLLS.get(name, face)) for name, each in value.items()}
    if isinstance(value, list) and face and all(isinstance(die, str) for die in value):
        return {"successes": wins(value, face)} if value else value
    return [by_outcome(each, face) for each in value] if isinstance(value, list) else value


def sent(client: Any, by: User, recording: Recording, action: dict[str, Any]) -> None:
    recording.refresh_from_db()
    answer = client.post(
        f"/record/{recording.uuid}/enter/",
        {"by": str(by.pk), "id": f"a{recording.version}", "version": recording.version, "action": by_outcome(action)},
        content_type="application/json",
    )
    assert answer.status_code == 200, (action, answer.content)


def test_a_phone_game_of_ordinary_figures_ends_valid(open_page, client):
    ana = User.objects.create_user("ana", "ana@example.org")
    recording = start_recording(header=sample_game.header(TEAMS), dice=Recording.Dice.RECORDED, who=ana)
    actions = a_game()
    client.force_login(ana)
    for action in actions[:-TAPPED]:
        sent(client, ana, recording, action)
    recording.refresh_from_db()
    page = open_page(recording.get_absolute_url(), size="phone", user=ana)
    page.locator("[data-timeline] button").first.wait_for()
    Scribe(page, recording).play(actions[-TAPPED:])
    page.get_by_role("button", name="Submit log").click()
    page.wait_for_url("**/logs/**")
    assert work_one(InProcess())
    report = Submission.objects.get().reports.get(current=True)
    assert (report.verdict, report.ended) == ("valid", True), report.findings
    page.goto(Submission.objects.get().get_absolute_url())
    expect(page.locator(".verdict-word")).to_contain_text("Valid")
