"""Writing a game down: what the rules allow is taken, what they forbid is answered with its article."""

import uuid

import pytest
from django.contrib.auth.models import AnonymousUser

from core.errors import Refused, Stale
from judging.errors import IllegalEntry
from judging.models import Recording, Submission
from judging.recorder.services.recording import (
    Entry,
    annotate,
    enter,
    finished_log,
    game_of,
    start_recording,
    submit,
    undo,
)
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.services.setup import Seat, build_header
from rules.games import replay
from tests.cases import some_of
from tools.selfplay.game import random_game

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
TEAMS = {
    "A": Seat("Ana", ["Queen of the Tofus", "Bill Tell", "Oscar Kass", "Bad Aboum"]),
    "B": Seat("Bo", ["Anna Tommy", "Kassius Kaos", "King of the Gobballs", "Lil Healey"]),
}


def table(dice=Recording.Dice.RECORDED):
    return start_recording(header=build_header(TEAMS, arena="the-pit"), dice=dice, who=None)


def say(recording, action, **more):
    recording.refresh_from_db()
    entry = Entry(id=uuid.uuid4().hex, version=recording.version, action=action, **more)
    return enter(uuid=recording.uuid, who=NOBODY, entry=entry)


def placed(recording):
    """Both teams on their starting cells."""
    cells = {"a": ["B1", "D1", "I1", "K1"], "b": ["B12", "D12", "I12", "K12"]}
    for side, names in cells.items():
        for number, cell in enumerate(names, start=1):
            say(recording, {"do": "place", "unit": f"{side}{number}", "cell": cell})
    recording.refresh_from_db()
    return recording


def first_turn_over(recording):
    """The second player's first turn has begun, with the tokens that it opens with."""
    placed(recording)
    say(recording, {"do": "activate", "unit": "a1"})
    say(recording, {"do": "end-turn"})
    for rank in ("granite", "jade", "silver"):
        say(recording, {"do": "flip", "rank": rank, "pile": 1, "reward": f"unknown-{rank}"})
    return recording


def plain(action):
    return {key: value for key, value in action.items() if key not in ("at", "note")}


@pytest.mark.check
@pytest.mark.parametrize("seed", some_of(["recorder/2", "recorder/1"]))
def test_every_action_of_a_legal_game_is_accepted_unchanged(seed):
    document = random_game(seed)
    actions = document.pop("actions")
    result = document.pop("result", None)
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    for action in actions:
        say(recording, action)
    recording.refresh_from_db()
    assert [plain(action) for action in recording.actions] == [plain(action) for action in actions]
    assert finished_log(recording)["result"] == result


def test_tension_asks_for_two_dice_and_names_their_place():
    recording = first_turn_over(table())
    with pytest.raises(AnswersNeeded) as wanted:
        say(recording, {"do": "tension"})
    assert [(question["roll"], question["count"], question["path"]) for question in wanted.value.asked] == [
        ("tension", 2, ["dice"])
    ]


def test_a_second_roll_for_tension_asks_for_one_die_more():
    recording = first_turn_over(table())
    with pytest.raises(AnswersNeeded) as wanted:
        say(recording, {"do": "tension", "dice": ["lock", "armour"], "reroll": []})
    assert wanted.value.asked[0]["path"] == ["reroll"]
    assert wanted.value.asked[0]["count"] == 1


def test_an_illegal_action_is_refused_with_its_article():
    recording = placed(table())
    say(recording, {"do": "activate", "unit": "a1"})
    with pytest.raises(IllegalEntry) as refused:
        say(recording, {"do": "move", "to": "H8"})
    assert (refused.value.code, refused.value.details["article"]) == ("not-adjacent", "4.17.2")
    recording.refresh_from_db()
    assert len(recording.actions) == 9


def test_illegal_actions_entered_as_played_are_marked():
    recording = placed(table())
    say(recording, {"do": "activate", "unit": "a1"})
    say(recording, {"do": "move", "to": "C4"}, as_played=True)
    recording.refresh_from_db()
    assert recording.actions[-1]["note"] == "entered as played"
    assert [(finding.action, finding.article) for finding in game_of(recording).findings] == [(9, "4.17.2")]


def test_the_rules_apply_again_after_an_as_played_entry():
    recording = placed(table())
    say(recording, {"do": "activate", "unit": "a1"})
    say(recording, {"do": "move", "to": "C4"}, as_played=True)
    with pytest.raises(IllegalEntry):
        say(recording, {"do": "move", "to": "L12"})
    assert say(recording, {"do": "end-turn"}).version == 12


@pytest.mark.parametrize(
    "action",
    [
        {"do": "fly"},
        {"do": "move"},
        {"do": "move", "to": 7},
        {"do": "move", "to": "Z9"},
        {"do": "cast", "spell": [], "target": {}},
        {"do": "activate", "unit": "a1", "blocks": "no"},
        {"do": "move", "to": "B2", "blocks": [{"by": "b1"}]},
        {"do": "tension", "dice": "all"},
        {"do": "buy-reward", "rank": 3},
        {"do": "reveal", "reward": {}},
    ],
)
def test_a_malformed_entry_is_answered_and_changes_nothing(action):
    recording = placed(table())
    say(recording, {"do": "activate", "unit": "a1"})
    with pytest.raises(Refused):
        say(recording, action)
    recording.refresh_from_db()
    assert len(recording.actions) == 9


def test_two_devices_that_write_at_once_do_not_both_write():
    recording = placed(table())
    seen = recording.version
    enter(uuid=recording.uuid, who=NOBODY, entry=Entry("one", seen, {"do": "activate", "unit": "a1"}))
    with pytest.raises(Stale):
        enter(uuid=recording.uuid, who=NOBODY, entry=Entry("two", seen, {"do": "activate", "unit": "a2"}))


def test_an_entry_that_is_sent_again_counts_once():
    recording = placed(table())
    entry = Entry("the same", recording.version, {"do": "activate", "unit": "a1"})
    first = enter(uuid=recording.uuid, who=NOBODY, entry=entry)
    again = enter(uuid=recording.uuid, who=NOBODY, entry=entry)
    assert first.version == again.version
    assert len(again.actions) == 9


def test_undo_takes_the_last_action_back():
    recording = placed(table())
    undo(uuid=recording.uuid, who=NOBODY, version=recording.version)
    recording.refresh_from_db()
    assert [action["unit"] for action in recording.actions][-1] == "b3"


def test_there_is_nothing_to_undo_at_the_start():
    recording = table()
    with pytest.raises(Refused) as refused:
        undo(uuid=recording.uuid, who=NOBODY, version=1)
    assert refused.value.code == "nothing-to-undo"


def test_a_note_belongs_to_the_last_action():
    recording = placed(table())
    annotate(uuid=recording.uuid, who=NOBODY, version=recording.version, note=" dice off the table ")
    recording.refresh_from_db()
    assert recording.actions[-1]["note"] == "dice off the table"


def test_a_note_sent_twice_is_written_once():
    recording = placed(table())
    for _time in range(2):
        annotate(uuid=recording.uuid, who=NOBODY, version=recording.version, note="dice off the table", note_id="n1")
    before = recording.version
    recording.refresh_from_db()
    assert recording.version == before + 1


def revealed_from_face_down(before, action):
    bought = {"do": "buy-reward", "face": "down", "reward": action.get("reward")}
    return action["do"] == "reveal" and any(bought.items() <= earlier.items() for earlier in before)


def but_secret(action):
    return {**action, "reward": "unknown-reward"}


def revealed_secrets():
    """Random games in which such a reward is shown, where it is, and which."""
    for number in range(1, 20):
        document = random_game(f"secret/{number}")
        for at, action in enumerate(document["actions"]):
            if revealed_from_face_down(document["actions"][:at], action):
                yield document, at, action["reward"]


@pytest.mark.check
def test_a_revealed_secret_reward_is_named_at_its_purchase():
    document, at, name = next(revealed_secrets())
    actions = document.pop("actions")
    document.pop("result", None)
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    hidden = [
        but_secret(action) if action.get("reward") == name and action["do"] == "buy-reward" else action
        for action in actions[: at + 1]
    ]
    for action in hidden:
        say(recording, action)
    recording.refresh_from_db()
    assert [plain(action) for action in recording.actions] == [plain(action) for action in actions[: at + 1]]


def test_no_secret_reward_is_named_as_a_token_seen_elsewhere(monkeypatch):
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)
    rich = {"do": "correct", "reason": "", "set": {"kamas": {"A": 12}, "units": {"a1": {"cell": "E6"}}}}
    recording = first_turn_over(table())
    bought = {"do": "buy-reward", "rank": "jade", "pile": 1, "face": "down", "to": "a1", "reward": "unknown-reward"}
    shown = [{"do": "flip", "rank": rank, "pile": 2, "reward": f"{rank}-2"} for rank in ("granite", "jade", "silver")]
    shown[1]["reward"] = "glue"
    turn = [{"do": "tension", "dice": ["lock", "dodge"]}, {"do": "activate", "unit": "a1"}]
    recording.refresh_from_db()
    recording.actions = [*recording.actions, turn[0], *shown, {"do": "end-turn"}, rich, *turn, bought]
    recording.save()
    with pytest.raises(IllegalEntry) as refused:
        say(recording, {"do": "reveal", "reward": "glue"})
    assert (refused.value.code, refused.value.details["article"]) == ("reward-lies-face-up", "4.7.6")


# -- by the site's own chance --------------------------------------------------------------------------------------


def test_when_the_site_rolls_it_asks_only_for_choices():
    recording = first_turn_over(table(Recording.Dice.ROLLED))
    with pytest.raises(AnswersNeeded) as wanted:
        say(recording, {"do": "tension"})
    assert [question["kind"] for question in wanted.value.asked] == ["keep"]
    say(recording, {**wanted.value.action, "kept": True})
    recording.refresh_from_db()
    assert len(recording.actions[-1]["dice"]) == 2
    assert "kept" not in recording.actions[-1]


def test_where_the_site_rolls_it_turns_the_tokens_over_too():
    recording = first_turn_over(table(Recording.Dice.ROLLED))
    recording.refresh_from_db()
    undo(uuid=recording.uuid, who=NOBODY, version=recording.version)
    say(recording, {"do": "flip", "rank": "silver", "pile": 1})
    recording.refresh_from_db()
    assert recording.actions[-1]["reward"] not in ("", "unknown-reward")


# -- the end -------------------------------------------------------------------------------------------------------


def test_handing_in_gives_the_validator_a_log_with_its_result(django_user_model):
    ana = django_user_model.objects.create(username="ana", email="ana@example.org")
    recording = placed(table())
    say(recording, {"do": "concede", "player": "B"})
    recording.refresh_from_db()
    submission = submit(uuid=recording.uuid, who=ana, version=recording.version)
    report = replay(bytes(Submission.objects.get(pk=submission.pk).content))
    assert (report.verdict, report.winner, report.won_by) == ("valid", "A", "concession")


def test_handing_in_twice_is_handing_in_once(django_user_model):
    ana = django_user_model.objects.create(username="ana", email="ana@example.org")
    recording = placed(table())
    one = submit(uuid=recording.uuid, who=ana, version=recording.version)
    two = submit(uuid=recording.uuid, who=ana, version=recording.version)
    assert one == two


def test_nothing_is_written_to_a_game_that_was_handed_in(django_user_model):
    ana = django_user_model.objects.create(username="ana", email="ana@example.org")
    recording = placed(table())
    submit(uuid=recording.uuid, who=ana, version=recording.version)
    with pytest.raises(Refused) as refused:
        say(recording, {"do": "activate", "unit": "a1"})
    assert refused.value.code == "handed-in"
