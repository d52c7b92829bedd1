"""Whether the game that a log tells is over."""

import json

import pytest

from rules.games import replay
from tests.rules.logs import OPENING, PLACED, TWO_TURNS, UNFINISHED, do, encoded, errors, report

EVEN = {"A": 6, "B": 6}
DOUBLES = do("tension", dice=["lock", "lock"])


def lone(**glory: int) -> dict[str, object]:
    return do("correct", set={"glory": glory}, reason="a position for this test")


def ends(*actions: dict[str, object], **changes: object) -> tuple[str, bool]:
    found = report(*actions, **changes)
    assert found.as_dict()["ended"] is found.ended
    return found.verdict, found.ended


@pytest.mark.parametrize("actions", [(), PLACED, TWO_TURNS[:-1], TWO_TURNS])
def test_a_log_that_stops_in_the_middle_has_not_ended(actions: tuple[dict[str, object], ...]) -> None:
    assert ends(*actions) == ("valid", False)
    assert ends(*actions, result=None) == ("valid", False)


def test_a_concession_or_the_end_of_time_ends_a_game() -> None:
    assert ends(*PLACED, do("concede", player="A"), result={"winner": "B", "glory": EVEN}) == ("valid", True)
    assert ends(*PLACED, do("time")) == ("valid", True)


@pytest.mark.article("1.4.1")
def test_a_game_won_by_rule_has_ended() -> None:
    lost = lone(A=1, B=3)
    won = {"winner": "B", "glory": {"A": 0, "B": 2}}
    assert ends(*PLACED, lost, do("end-turn"), *OPENING, DOUBLES, result=won) == ("valid", True)


def test_a_correction_may_open_a_game_again() -> None:
    assert ends(*PLACED, do("concede", player="A"), lone(A=6, B=6)) == ("valid", False)


@pytest.mark.article("1.4.1")
def test_gg_set_by_a_judge_before_turn_one_win_nothing() -> None:
    glory = {"A": 6, "B": 0}
    laid = do("correct", set={"glory": glory, "wild": 0}, reason="a position for this test")
    assert errors(*PLACED, laid, result={"winner": None, "glory": glory}) == []


def test_a_document_that_is_no_log_has_not_ended() -> None:
    assert replay(b"{").as_dict()["ended"] is False


@pytest.mark.article("1.4.1", breaks=True)
def test_a_log_in_which_time_ran_out_names_no_winner() -> None:
    assert errors(*PLACED, do("time"), result={"winner": "A", "glory": EVEN}) == [(None, "1.4.1")]
    assert errors(*PLACED, do("time"), result={"winner": None, "glory": EVEN}) == []


@pytest.mark.article("5.2.3", breaks=True)
def test_no_winner_is_named_when_both_lose_their_last_gg() -> None:
    played = (*PLACED, lone(A=1, B=1), do("end-turn"), *OPENING, DOUBLES)
    assert errors(*played, result={"winner": "B", "glory": {"A": 0, "B": 0}}) == [(None, "5.2.3")]
    assert errors(*played, result={"winner": None, "glory": {"A": 0, "B": 0}}) == []


@pytest.mark.article("1.4.3", breaks=True)
def test_a_log_in_which_nobody_is_left_names_no_winner() -> None:
    gone = {name: {"cell": None} for name in ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")}
    played = (*PLACED, do("end-turn"), do("correct", set={"units": gone}, reason="a position for this test"))
    assert errors(*played, result={"winner": "A", "glory": EVEN}) == [(None, "1.4.3")]
    assert errors(*played, result={"winner": None, "glory": EVEN}) == []


@pytest.mark.article("1.4.1", breaks=True)
def test_a_log_cut_in_the_middle_names_no_winner() -> None:
    assert errors(*TWO_TURNS, result={"winner": "A", "glory": EVEN}) == [(None, "1.4.1")]
    assert errors(*TWO_TURNS, result=UNFINISHED) == []


LOST = (*PLACED, do("concede", player="A"))
WON_AFTER_ALL = do("correct", set={"glory": {"A": 13, "B": 0}, "wild": 0}, reason="a judge said so")


def test_a_player_who_writes_down_a_correction_corrects_nothing() -> None:
    """A lost game became 13:0 with verdict `valid` by one entry at its end."""
    content = encoded(*LOST, WON_AFTER_ALL, result={"winner": "A", "glory": {"A": 13, "B": 0}})
    found = replay(content)
    (error,) = found.errors
    assert (found.verdict, found.winner, found.glory) == ("invalid", "B", EVEN)
    assert (error.action, error.code, error.article) == (len(LOST), "correct-not-allowed", None)


@pytest.mark.parametrize("place", [0, 3, len(PLACED), len(PLACED) + 1])
def test_a_players_correction_is_a_fault_wherever_it_stands(place: int) -> None:
    actions = [*PLACED, do("end-turn"), *OPENING]
    actions.insert(place, do("correct", set={"kamas": {"A": 9}}, reason="mine"))
    assert [(each.action, each.code) for each in replay(encoded(*actions)).errors] == [(place, "correct-not-allowed")]


def test_only_the_entries_that_the_record_names_are_the_judges() -> None:
    mine = do("correct", set={"kamas": {"A": 9}}, reason="mine")
    content = encoded(*PLACED, mine, mine)
    found = replay(content, corrections=(len(PLACED) + 1,))
    reported = [(each.action, each.severity, each.code) for each in found.findings]
    assert reported == [(len(PLACED), "error", "correct-not-allowed"), (len(PLACED) + 1, "note", "corrected")]


def test_a_document_cannot_claim_that_a_judge_amended_it() -> None:
    log = json.loads(encoded(*LOST, WON_AFTER_ALL))
    log |= {"corrections": [len(LOST)], "amended": True}
    assert replay(json.dumps(log).encode()).verdict in ("invalid", "malformed")
