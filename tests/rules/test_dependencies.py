"""What the stocks and the figures would be without what was believed: each kind of event of a game."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.damage import knock_out
from rules.arena.engine.reports.dependencies import Dependencies, dependencies_of
from rules.arena.engine.state import Decided
from tests.rules.duels import HIT, MISS
from tests.rules.fours import Four
from tests.rules.table import Table
from tests.rules.test_decisive import aims, has_hp, left, plays, shoots, table, won_by_belief

Event = tuple[str, dict[str, Any]]


def follows(board: Table, *events: Event, believed: int = 0) -> Dependencies:
    """These events, one by one in an action each, where that action is believed."""
    board.game.basis.stocks = board.game.basis.stocks or dict(board.game.glory)
    board.game.basis.believe_action(believed)
    for index, (event, facts) in enumerate(events, start=1):
        board.game.basis.note(index, event, **facts)
    return Dependencies(board.game)


def knocked_out(name: str) -> Event:
    return "knocked-out", {"unit": name}


def four(stocks: Mapping[str, int]) -> Four:
    board = Four("a k . b m\n. . . . .\nc n . d o", a="oscar-kass", k="bill-tell", b="oscar-kass", m="anna-tommy")
    for letter, card in {"c": "oscar-kass", "n": "lil-healey", "d": "oscar-kass", "o": "bad-aboum"}.items():
        board.add(letter, card, [])
    board.game.glory = dict(stocks)
    return board


# -- injuries and KOs --------------------------------------------------------------------------------------


@pytest.mark.article("7.2.7.c", "4.10.2")
@pytest.mark.parametrize(("hp", "decisive"), [(4, True), (5, False)])
def test_what_several_believed_shields_took_off_adds_up(hp: int, *, decisive: bool) -> None:
    """Two blows of 2, each 1 less by belief; `b` was hurt before and stands in any case."""
    board = table("b q . . X\n. Y . . .")
    has_hp(board, "q", hp)
    board.game.record_event("injured", unit="b", amount=1, by="Y", worth=1)
    board.game.basis.note(board.game.index, "stands", unit="b", hp=9, lost=0)
    for power in ("shield", "rampart"):
        board.activate("Y")
        shield = {"power": power, "by": "b", "damage_change": {"q": -1}}
        plays(board, "cast", spell="punch", target=board.at("q"), critical=HIT, armour={"q": MISS}, declared=shield)
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("7.2.7.c")
def test_a_believed_shield_is_noted_even_without_an_armour_roll() -> None:
    board = table("b q . . X\n. Y . . .")
    board["q"].profile = replace(board["q"].profile, hp=None)
    board["q"].refresh()
    board.activate("Y")
    shield = {"power": "shield", "by": "b", "damage_change": {"q": -1}}
    plays(board, "cast", spell="punch", target=board.at("q"), critical=MISS, declared=shield)
    assert [facts["amount"] for _action, event, facts in board.game.basis.events if event == "spared"] == [1]


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("hp", "knock_outs"), [(0, 0), (-1, 1)])
def test_a_judges_correction_fells_by_belief_only_after_believed_losses(hp: int, knock_outs: int) -> None:
    board = table()
    left(board, "X", 2)
    aims(board, **({"gained": {"X": {"hp": hp}}} if hp else {"moved": {"b": "A2"}}))
    board.game.index = 9
    with suppress(Decided):
        knock_out(board.game, board["X"], None)
    assert Dependencies(board.game).knock_outs.total() == knock_outs


@pytest.mark.article("1.4.3")
@pytest.mark.parametrize(
    ("fallen", "decisive"), [(["X"], True), (["X", "X/tofu-1"], True), (["X/tofu-1"], False), (["b"], False)]
)
def test_the_last_one_standing_wins_by_belief_through_believed_falls(fallen: list[str], *, decisive: bool) -> None:
    board = table()
    board.add("t", "tofu of X", [board["X"].cell + 1])
    board.game.winner, board.game.won_by = "A", "last-standing"
    hurt: list[Event] = [("injured", {"unit": name, "amount": 1, "by": "q", "worth": 1}) for name in fallen]
    events = [event for name, event in zip(fallen, hurt, strict=True) for event in (event, knocked_out(name))]
    board.game.basis.resting.update(range(len(events) + 1))
    for index in range(len(events) + 1):
        board.game.basis.believe_action(index)
    rests = follows(board, *events)
    assert (rests.knock_outs.total(), rests.glory.total(), rests.decisive(board.game)) == (len(fallen), 0, decisive)


@pytest.mark.article("1.4.3")
@pytest.mark.parametrize(("gone", "decisive"), [("q", True), ("X", False)])
def test_a_last_figure_standing_by_belief_has_won_by_belief(gone: str, *, decisive: bool) -> None:
    board = table()
    board.game.winner, board.game.won_by = "A", "last-standing"
    hurt = ("injured", {"unit": gone, "amount": 1, "by": None, "worth": 5})
    rests = follows(board, ("stands", {"unit": gone, "hp": 5, "lost": 0}), hurt)
    assert (rests.gone, rests.decisive(board.game)) == ({gone}, decisive)


@pytest.mark.article("4.10.6.b", "4.6.2")
@pytest.mark.parametrize(("by", "receiver"), [("c", "C"), ("k", "B"), (None, "B")])
def test_gg_for_who_stands_by_belief_go_to_its_attacker(by: str | None, receiver: str) -> None:
    """The wild GG suffice."""
    board = four({"A": 9, "B": 1, "C": 1, "D": 1})
    hurt = ("injured", {"unit": "a", "amount": 1, "by": by, "worth": 5})
    rests = follows(board, ("stands", {"unit": "a", "hp": 5, "lost": 0}), hurt)
    assert rests.stocks == {"A": 9, "B": 1, "C": 1, "D": 1, receiver: 1 + board["a"].level}


@pytest.mark.article("4.10.6.c", "4.6.2")
def test_who_paid_all_hp_and_stands_by_belief_would_fall() -> None:
    board = table()
    rests = follows(board, ("stands", {"unit": "q", "hp": 5, "lost": 0}), ("injury-cost", {"unit": "q", "amount": 5}))
    assert (rests.gone, rests.stocks["B"]) == ({"q"}, 1 + board["q"].level)


@pytest.mark.article("4.10.7")
def test_exchanging_no_injuries_with_the_uninjured_leaves_none() -> None:
    stand = [("stands", {"unit": name, "hp": 1, "lost": 0}) for name in "qX"]
    assert follows(table(), *stand, ("injuries-exchanged", {"unit": "q", "other": "X"})).gone == set()


def test_gg_for_kos_without_a_fall_rest_on_no_belief() -> None:
    glory = {"player": "A", "amount": 2, "worth": 2, "why": "knock-out", "loser": "B"}
    assert follows(table(), ("glory", glory)).glory.total() == 0


# -- stocks ------------------------------------------------------------------------------------------------


@pytest.mark.article("9.2.3", "9.2.5", "9.2.6")
@pytest.mark.parametrize(
    ("event", "after"),
    [
        (("took-all", {"player": "C", "amount": 2, "loser": "A"}), {"A": 0, "B": 1, "C": 5, "D": 0}),
        (("set-aside", {"player": "A", "amount": 2}), {"A": 0, "B": 1, "C": 3, "D": 0}),
        (("doubles-named", {"player": "A", "amount": 1}), {"A": 1, "B": 1, "C": 3, "D": 0}),
        (("doubles-named", {"player": "B", "amount": 1}), {"A": 2, "B": 0, "C": 3, "D": 0}),
        (("doubles-named", {"player": "D", "amount": 0}), {"A": 2, "B": 1, "C": 3, "D": 0}),
    ],
)
def test_gg_that_change_hands_at_a_table(event: Event, after: dict[str, int]) -> None:
    assert follows(four({"A": 2, "B": 1, "C": 3, "D": 0}), event).stocks == after


@pytest.mark.article("5.2.3")
@pytest.mark.parametrize(
    ("before", "after", "winner"),
    [((1, 2), (0, 1), "B"), ((2, 1), (1, 0), "A"), ((1, 1), (0, 0), None), ((2, 0), (1, 0), None)],
)
def test_who_alone_loses_the_last_gg_by_doubles_loses(
    before: tuple[int, int], after: tuple[int, int], winner: str | None
) -> None:
    """As long as a wild GG is left, having none yet loses nothing."""
    board = table()
    board.game.wild, board.game.basis.stocks = 1, dict(zip("AB", before, strict=True))
    rests = follows(board, ("doubles", {}))
    assert (rests.stocks, rests.broke) == (dict(zip("AB", after, strict=True)), winner)


@pytest.mark.article("1.4.1")
def test_who_would_have_won_first_has_won() -> None:
    board = table()
    board.game.basis.stocks = {"A": 3, "B": 1}
    rests = follows(
        board,
        ("glory", {"player": "A", "amount": 2, "worth": 2, "why": "bought", "loser": "B"}),
        ("glory", {"player": "B", "amount": 9, "worth": 9, "why": "bought", "loser": "A"}),
    )
    assert (rests.stocks, rests.broke) == ({"A": 0, "B": 5}, "A")


# -- the winner --------------------------------------------------------------------------------------------


def test_belief_decides_a_result_that_follows_from_it_afterwards() -> None:
    for decisive in (True, False):
        board = table()
        board.game.winner, board.game.won_by, board.game.basis.decisive = "A", "glory", decisive
        assert Dependencies(board.game).decisive(board.game) is decisive


@pytest.mark.article("4.11.5", "1.4.1")
@pytest.mark.parametrize(
    ("mine", "others", "taken", "decisive"),
    [
        ((6, 3), (6, 3), {"ap": 12}, True),
        ((6, 3), (6, 3), {"ap": 11, "mp": 5}, False),
        ((6, 3), (6, 3), {"mp": 6}, True),
        ((6, 3), (None, None), {"ap": 6}, True),
        ((6, 3), (None, None), {"mp": 3}, True),
        ((None, None), (None, None), {}, False),
        ((None, 1), (None, None), {}, False),
        ((None, 1), (None, None), {"mp": 1}, True),
    ],
)
@pytest.mark.parametrize("winner", ["A", None])
def test_who_lost_a_turn_by_belief_is_behind_by_belief(
    mine: tuple[int, int],
    others: tuple[int | None, int | None],
    taken: dict[str, int],
    winner: str | None,
    *,
    decisive: bool,
) -> None:
    """Where time is up, as where somebody has won."""
    board = table()
    for name, (ap, mp) in (("X", mine), ("Y", others)):
        board[name].profile = replace(board[name].profile, ap=ap, mp=mp)
    board.game.winner, board.game.won_by = winner, "time"
    rests = follows(board, *[("weakened", {"unit": "X", "gauge": g, "amount": n}) for g, n in taken.items()])
    assert rests.decisive(board.game) is decisive


@pytest.mark.article("1.4.3", "4.11.5")
@pytest.mark.parametrize(("weakened", "decisive"), [("q", False), ("X", True)])
def test_the_loser_is_who_did_not_win_whatever_gg_remain(weakened: str, *, decisive: bool) -> None:
    board = table()
    board.game.glory = {"A": 1, "B": 11}
    board.game.winner, board.game.won_by = "A", "last-standing"
    rests = follows(board, ("weakened", {"unit": weakened, "gauge": "ap", "amount": 99}))
    assert rests.decisive(board.game) is decisive


# -- followed once -----------------------------------------------------------------------------------------


def test_events_are_followed_anew_only_after_more_events_or_beliefs() -> None:
    board = table()
    game = board.game
    first = dependencies_of(game)
    assert dependencies_of(game) is first
    game.basis.believe_action(7)
    believed = dependencies_of(game)
    assert believed is not first
    assert believed.actions == {7}
    game.basis.note(7, "knocked-out", unit="q")
    after_the_event = dependencies_of(game)
    assert after_the_event is not believed
    assert after_the_event.knock_outs.total() == 1
    assert dependencies_of(game) is after_the_event


def test_a_units_acts_are_events_once_something_was_believed() -> None:
    board = table()
    plays(board, "move", to="B2")
    board.game.basis.believe_action(0)
    plays(board, "move", to="C2")
    acts = [(action, facts["unit"]) for action, event, facts in board.game.basis.events if event == "acts"]
    assert acts == [(3, "q")]
