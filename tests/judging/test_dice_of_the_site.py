"""Where the site rolls, what it rolled is kept until it is used: not rolled again, not typed over, not undone."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connections
from django.test import Client

from judging.models import Recording
from judging.recorder.services.rolls import dice_of
from tests.judging.test_recording import placed, say, table

pytestmark = pytest.mark.django_db
TENSION = {"do": "tension"}


@pytest.fixture
def rolled():
    """A table where the site rolls; the Roll for Tension is due."""
    recording = placed(table(Recording.Dice.ROLLED))
    say(recording, {"do": "activate", "unit": "a1"})
    say(recording, {"do": "end-turn"})
    for rank in ("granite", "jade", "silver"):
        say(recording, {"do": "flip", "rank": rank, "pile": 1, "reward": "unknown-reward"})
    recording.refresh_from_db()
    return recording


def sent(client, recording, name, number=0, **document):
    version = Recording.objects.get(pk=recording.pk).version
    return client.post(
        f"/record/{recording.uuid}/{name}/",
        {"by": "guest", "id": f"{name}-{number}-{version}", "version": version} | document,
        content_type="application/json",
    )


def asked(client, recording, action=TENSION):
    return sent(client, recording, "enter", action=action).json()["action"]["dice"]


def test_asking_again_shows_the_same_dice(client, rolled):
    assert {tuple(asked(client, rolled)) for _ in range(12)} == {tuple(asked(client, rolled))}


@pytest.mark.parametrize("typed", [["critical", "critical"], ["lock", "dodge"], []])
def test_typed_dice_do_not_count(client, rolled, typed):
    dice = asked(client, rolled)
    assert asked(client, rolled, TENSION | {"dice": typed}) == dice
    sent(client, rolled, "enter", action=TENSION | {"dice": typed, "kept": True})
    assert Recording.objects.get(pk=rolled.pk).actions[-1]["dice"] == dice


def test_no_dice_are_typed_into_what_was_played_otherwise(client, rolled):
    dice = asked(client, rolled)
    wrong = {"do": "cast", "spell": "punch", "target": "A1", "critical": ["critical"], "armour": {"b1": ["lock"]}}
    assert sent(client, rolled, "enter", action=wrong, asPlayed=True).status_code == 200
    entered = Recording.objects.get(pk=rolled.pk).actions[-1]
    assert (entered["do"], entered.keys() & {"critical", "armour"}) == ("cast", set())
    assert asked(client, rolled) == dice


def test_a_reroll_is_one_die_and_stays_the_same(client, rolled):
    results = []
    for typed in ([], ["critical"]):
        sent(client, rolled, "enter", action=TENSION | {"reroll": typed})
        results.append(Recording.objects.get(pk=rolled.pk).actions[-1])
        assert sent(client, rolled, "undo").status_code == 200
    assert len(results[0]["reroll"]) == 1
    assert [{**each, "at": 0} for each in results[:1]] == [{**each, "at": 0} for each in results[1:]]


@pytest.mark.parametrize("words", ["heads", "armour", "dofus>lock", "plain words"])
def test_a_note_rolls_no_other_dice(client, rolled, words):
    dice = asked(client, rolled)
    assert sent(client, rolled, "note", note=words).status_code == 200
    assert asked(client, rolled) == dice


@pytest.mark.parametrize(
    ("action", "count"),
    [
        ({"do": "tension", "dice": ["lock", "dofus>lock"], "reroll": ["dodge"]}, 3),
        ({"do": "move", "blocks": [{"by": "lock", "lock": ["lock"], "dodge": ["dodge", "critical"]}]}, 3),
        ({"do": "cast", "armour": {"b1": ["armour"]}, "coins": ["heads"], "choices": {"face": "dodge"}}, 2),
        ({"do": "end-turn", "standby": [{"effect": "lock", "critical": ["critical"], "choices": {"x": "lock"}}]}, 1),
        ({"do": "flip", "reward": "armour", "note": "heads"}, 0),
    ],
)
def test_dice_are_counted_in_their_fields_alone(action, count):
    assert dice_of("key", [action]).random() == Random(f"key {count}").random()


def test_undo_brings_back_the_same_dice_and_tokens(client, rolled):
    before = [{**action, "at": 0} for action in rolled.actions[-3:]]
    for _ in before:
        assert sent(client, rolled, "undo").status_code == 200
    for rank in ("granite", "jade", "silver"):
        sent(client, rolled, "enter", action={"do": "flip", "rank": rank, "pile": 1, "reward": "unknown-reward"})
    assert [{**action, "at": 0} for action in Recording.objects.get(pk=rolled.pk).actions[-3:]] == before


def test_a_named_token_is_not_turned_up(client, rolled):
    drawn = rolled.actions[-1]["reward"]
    sent(client, rolled, "undo")
    sent(client, rolled, "enter", action={"do": "flip", "rank": "silver", "pile": 1, "reward": "unknown-silver"})
    assert Recording.objects.get(pk=rolled.pk).actions[-1]["reward"] == drawn


def test_two_tables_have_dice_of_their_own():
    keys = {table(Recording.Dice.ROLLED).dice_key for _ in range(3)}
    assert len(keys) == 3


@pytest.mark.django_db(transaction=True)
def test_simultaneous_requests_see_the_same_dice(rolled):
    def ask(number):
        try:
            return tuple(sent(Client(), rolled, "enter", number, action=TENSION).json()["action"]["dice"])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as devices:
        assert len(set(devices.map(ask, range(4)))) == 1
