"""Two teams of four ordinary figures play a game that is recorded by outcomes on phones, and its log is proved."""

import random
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from benchmarks.likely import games_of
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from judging.recorder.services.recording import start_recording
from rules.arena.engine.actions import play
from rules.arena.log import read
from rules.arena.replay import start, step
from tests.browser import sample_game
from tests.browser.driver import faults_in_both_colours
from tests.browser.recorder_driver import COUNTED_ROLLS, Scribe, Table, in_language, wins
from tests.judging.people import InProcess, a_hall, listed, table_1, user
from tournaments.models import MatchState

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = {
    "A": ["Mil Kluva", "Bonta Riktus", "Yugo", "Bakara"],
    "B": ["Jems Blond", "Bill Tell (Eternal 1)", "Leaf Knight (Eternal 1)", "Lilotte"],
}
SEED = 10  # a short game
TAPPED = 30  # actions at its end that are tapped; those before them are sent as the recorder's page sends them
TAPPED_BY_TWO = 50  # from the beginning of a turn


def a_game() -> list[dict[str, Any]]:
    """Return the actions."""
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


def a_match_of(played: dict[str, Any]) -> Recording:
    """Ana and Bo have handed in these figures, and Ana has set up the table."""
    a_hall()
    for name, player in zip(("ana", "bo"), played["players"].values(), strict=True):
        listed(name, *player["team"].values(), locked_at=timezone.now(), commitment="x")
    header = {name: value for name, value in played.items() if name not in ("actions", "result")}
    return start_recording(header=header, dice=Recording.Dice.RECORDED, who=user("ana"), match=table_1())


def players_of(played: dict[str, Any]) -> Iterator[str]:
    """Yield who enters each action."""
    table, log = Table(Recording(header=played)), read(played)
    for index, action in enumerate(log.actions):
        yield table.player_of(dict(action))
        step(table.game, log, index)


def turns(entries: list[tuple[dict[str, Any], str]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the actions by who enters them, each their own turn."""
    for player, entered in groupby(entries, key=itemgetter(1)):
        yield player, [action for action, _player in entered]


def end_turn_without_a_line(page: Page) -> None:
    page.context.set_offline(True)
    page.locator("[data-end-turn]").click()
    expect(page.locator("[data-line]")).to_contain_text("1 waiting")
    page.context.set_offline(False)


def test_two_phones_play_to_the_end_in_two_languages(open_page, client):
    """A game that was played by hand until one had no GG. Each enters their own turns; Ana's phone loses the line in
    one; Bo's is French and dark, and confirms."""
    open_page.expected.append("Failed to load resource")
    (played,) = games_of("hand_games_3.json.gz")
    recording = a_match_of(played)
    User.objects.filter(username="bo").update(locale="fr")
    actions, players = played["actions"], [*players_of(played)]
    first = next((n for n in range(len(actions) - TAPPED_BY_TWO, 0, -1) if players[n - 1] != players[n]), 0)
    cut = max(n for n, action in enumerate(actions) if (action["do"], players[n]) == ("end-turn", "A"))
    for action, player in zip(actions[:first], players, strict=False):
        by = user({"A": "ana", "B": "bo"}[player])
        client.force_login(by)
        sent(client, by, recording, action)
    recording.refresh_from_db()
    ana = open_page(recording.get_absolute_url(), size="phone", user=user("ana"))
    bo = open_page(recording.get_absolute_url(), size="phone", user=user("bo"), dark=True)
    scribes = {"A": Scribe(ana, recording), "B": Scribe(bo, recording, "fr")}
    count, steps = first, 0
    for player, entered in turns([*zip(actions, players, strict=True)][first:]):
        scribe = scribes[player]
        for page in (ana, bo):
            page.locator(f"body[data-actions='{count}']").wait_for(state="attached", timeout=30_000)
        scribe.entered = count
        is_cut = count + len(entered) - 1 == cut
        steps += scribe.play(entered[:-1] if is_cut else entered)
        if is_cut:
            end_turn_without_a_line(ana)
            steps += 1
        count += len(entered)
    assert first < cut and set(players[first:]) == {"A", "B"}
    ana.get_by_role("button", name="Report result and submit log").click()
    ana.get_by_text("Result reported and game log submitted.").wait_for()
    assert work_one(InProcess())
    report = Submission.objects.get().reports.get(current=True)
    assert (report.verdict, report.ended) == ("valid", True), report.findings
    assert faults_in_both_colours(bo) == []
    bo.get_by_role("button", name=in_language("fr", "Seal log")).click()
    bo.get_by_text(in_language("fr", "Sealed by both sides")).wait_for()
    bo.goto(table_1().get_absolute_url())
    bo.get_by_role("button", name=in_language("fr", "Confirm result")).click()
    bo.get_by_role("button", name=in_language("fr", "Confirm result")).wait_for(state="detached")
    assert table_1().state == MatchState.DONE
    assert sum(scribe.taps for scribe in scribes.values()) <= 1.2 * steps
