"""The actions that the recorder proposes: legal, few, and mostly what came next in games that people chose."""

import pytest

from benchmarks.likely import games_of, measured
from judging.recorder.board.likely import MOST, likely
from judging.recorder.board.table_state import table_state
from rules.arena.log import read
from rules.arena.public import Game, played
from rules.arena.replay import replay, start, step
from rules.common.verdicts import ChoiceMissing, DiceMissing

GAMES = games_of("hand_games.json.gz")
FRESH = games_of("hand_games_2.json.gz")
TO_THEIR_ENDS = games_of("hand_games_4.json.gz")


OPEN = {"version": 1, "closed": False, "undo": 0}


def position(document: dict, actions: int) -> Game:
    log = read(document)
    game = start(log)
    for index in range(actions):
        step(game, log, index)
    return game


def goes_through(game: Game, actions: list) -> bool:
    """Whether nothing forbids the actions, up to the first that needs dice."""
    for action in actions:
        try:
            game = played(game, action)
        except (DiceMissing, ChoiceMissing):
            return True
    return True


@pytest.mark.check
@pytest.mark.parametrize("game", [GAMES[5], FRESH[2], TO_THEIR_ENDS[2]], ids=["by us", "weights unseen", "to its end"])
def test_most_actions_of_games_by_hand_were_proposed(game):
    counted = measured(game)
    assert counted["hit"] > counted["asked"] / 2
    assert counted["with"] < counted["without"]


@pytest.mark.check
@pytest.mark.parametrize("document", TO_THEIR_ENDS)
def test_a_game_by_hand_is_valid_to_its_end(document):
    report = replay(read(document))
    assert (report.verdict, report.ended, list(report.errors)) == ("valid", True, [])


@pytest.mark.check
def test_proposals_are_few_and_break_no_rule():
    log = read(GAMES[5])
    game = start(log)
    game.be_strict()
    for index in range(len(log.actions)):
        proposed = likely(game, log.actions[:index])
        assert len(proposed) <= MOST
        assert all(goes_through(game, actions) for actions in proposed)
        step(game, log, index)


def test_nothing_is_proposed_before_the_figures_stand():
    assert likely(position(GAMES[5], 3), GAMES[5]["actions"][:3]) == []


def test_nothing_is_proposed_after_the_game():
    actions = GAMES[5]["actions"]
    assert likely(position(GAMES[5], len(actions)), actions) == []


def test_a_proposal_holds_a_walk_and_a_cast():
    begun = next(number for number, action in enumerate(GAMES[5]["actions"]) if action["do"] == "end-turn") + 1
    doings = [
        [action["do"] for action in actions]
        for index in range(begun, len(GAMES[5]["actions"]))
        for actions in likely(position(GAMES[5], index), GAMES[5]["actions"][:index])
    ]
    assert any("move" in each and each[-1] == "cast" for each in doings)


def test_the_state_of_the_table_names_the_proposals():
    document = {**GAMES[5], "actions": GAMES[5]["actions"][:8]}
    state = table_state(read(document), **OPEN)
    assert all(each["label"] and each["actions"] for each in state["likely"])
    assert state["likely"]


def test_a_proposal_says_walk_and_spell_in_plain_words():
    states = (table_state(read({**FRESH[2], "actions": FRESH[2]["actions"][:at]}), **OPEN) for at in range(84, 96))
    walks = [each for state in states for each in state["likely"] if {"move", "cast"} <= doings(each)]
    assert walks
    for each in walks:
        way, cast = each["actions"][-2:]
        assert f"alk to {way['to']}, " in each["label"]
        assert each["label"].count(" at ") == 1
        assert cast["target"] not in each["label"]  # the figure that stands there is named


def doings(proposal: dict) -> set[str]:
    return {action["do"] for action in proposal["actions"]}


def test_a_proposed_spell_has_its_outcomes_after_the_walk():
    states = (
        table_state(read({**FRESH[2], "actions": FRESH[2]["actions"][:count]}), **OPEN) for count in range(84, 96)
    )
    casts = [each["cast"] for state in states for each in state["likely"] if len(each["actions"]) > 1 and each["cast"]]
    assert any(cast["forecast"]["outcomes"] for cast in casts)


def test_a_closed_table_proposes_nothing():
    document = {**GAMES[5], "actions": GAMES[5]["actions"][:8]}
    assert table_state(read(document), version=1, closed=True, undo=0)["likely"] == []
