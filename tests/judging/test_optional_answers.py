"""A power that its player may use is asked about where it is possible, and never used by itself."""

from collections.abc import Iterator

import pytest
from django.urls import reverse

from judging.models import Recording
from judging.recorder.services.recording import game_of
from tests.browser import sample_game
from tests.made_up import made_up_cards

pytestmark = pytest.mark.django_db

USED = {"effect": "blood-debt", "by": "a1"}
ROLLED = {"critical": ["lock"], "armour": {"b1": ["lock", "lock"]}}
STRIKE = {"do": "cast", "spell": "hymn-book", "target": "F7", **ROLLED}


@pytest.fixture(autouse=True)
def _as_a_judge_corrected_it(monkeypatch) -> Iterator[None]:
    """The games begin with a correction that puts the figures where the rule shows."""
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)
    with made_up_cards():
        yield


@pytest.fixture
def table() -> Recording:
    hurt = {"do": "correct", "reason": "", "set": {"units": {"a1": {"injuries": 3}}}}
    return sample_game.fighting(
        [hurt], teams={"A": ["Choir Monk", "Bad Aboum"], "B": ["King of the Gobballs", "Lil Healey"]}
    )


def enter(client, table, action, **more):
    table.refresh_from_db()
    sent = {"id": "", "by": "guest", "version": table.version, "action": action, **more}
    return client.post(reverse("judging:record_enter", args=[table.uuid]), sent, content_type="application/json")


def injuries(table):
    table.refresh_from_db()
    return game_of(table).units["a1"].injuries


def test_4_18_3_players_are_asked_about_an_optional_power(client, table):
    answer = enter(client, table, STRIKE).json()
    assert answer["ask"] == [{"kind": "may", "path": ["standby", 0], "option": USED, "power": "Blood Debt"}]
    table.refresh_from_db()
    assert table.actions[-1]["do"] == "activate"


def test_a_used_power_is_listed_and_works(client, table):
    assert "version" in enter(client, table, STRIKE | {"standby": [USED]}).json()
    assert injuries(table) == 0
    assert table.actions[-1]["standby"] == [USED]


def test_a_declined_power_leaves_no_trace_in_the_log(client, table):
    assert "version" in enter(client, table, STRIKE | {"declined": [USED]}).json()
    assert injuries(table) == 2
    assert table.actions[-1].keys() == {*STRIKE, "at"}


def test_a_declined_power_stays_declined_while_dice_are_asked(client, table):
    without = {name: value for name, value in STRIKE.items() if name != "armour"}
    asked = enter(client, table, without | {"declined": [USED]}).json()
    assert [question["roll"] for question in asked["ask"]] == ["armour"]
    assert asked["action"]["declined"] == [USED]


@pytest.mark.parametrize("declined", [1, "blood-debt", {}, [[]], [{"effect": []}]])
def test_what_was_declined_in_no_known_way_is_asked_again(client, table, declined):
    answer = enter(client, table, STRIKE | {"declined": declined})
    assert answer.json()["ask"][0]["kind"] == "may"


def test_what_was_played_against_the_rules_keeps_no_answer(client, table):
    wrong = {"do": "move", "to": "A1", "declined": [USED]}
    assert enter(client, table, wrong, asPlayed=True).status_code == 200
    table.refresh_from_db()
    assert "declined" not in table.actions[-1]


def test_a_once_per_fight_power_is_not_asked_about_again(client, table):
    enter(client, table, STRIKE | {"standby": [USED]})
    answer = enter(client, table, STRIKE).json()
    assert "ask" not in answer
