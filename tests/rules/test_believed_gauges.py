"""What only the word of the players gave a unit: what is sure is spent first, and all else rests on belief."""

from dataclasses import replace

import pytest

from rules.arena.cells import DISTANCE, cell_index
from rules.arena.engine.activation import begin_activation, fill_gauges
from rules.arena.engine.believed_gauges import end_turn_of, leans, note_displacement, spend
from rules.arena.engine.kamas import pay_kamas, take_kamas
from rules.arena.engine.units import Believed, Reward
from rules.arena.printed import Characteristics
from tests.known_texts import reward_of
from tests.rules.table import Table
from tests.rules.test_decisive import aims, plays, shoots, table, won_by_belief

Gauges = tuple[int, int, int]  # AP, MP and range


def in_belief() -> Table:
    """An action that rests on belief."""
    board = table()
    board.game.basis.rest(board.game.index)
    return board


@pytest.mark.article("4.11.4")
@pytest.mark.parametrize(
    ("have", "given", "cost", "rests", "left", "given_left"),
    [
        (4, 3, 1, False, 3, 3),
        (4, 3, 2, True, 2, 1),
        (3, 1, 3, True, 0, 0),
        (2, 0, 3, False, 0, 0),
        (0, 3, 0, False, 0, 3),
    ],
)
def test_what_is_sure_is_spent_first(
    have: int, given: int, cost: int, left: int, given_left: int, *, rests: bool
) -> None:
    board = table()
    unit = board["q"]
    unit.ap, unit.believed.ap = have, given
    assert spend(board.game, unit, "ap", cost) is rests
    assert (unit.ap, unit.believed.ap, board.game.index in board.game.basis.resting) == (left, given_left, rests)


@pytest.mark.article("4.11.4")
def test_mp_that_several_powers_gave_are_believed_together() -> None:
    board = table()
    for cause, gained in (("might", {"ap": 1}), ("haste", {"mp": 1}), ("swift", {"mp": 1})):
        declared = {"power": cause, "by": "b", "gained": {"q": gained}}
        plays(board, "cast", spell="long-shot", target=board.at("q"), declared=declared)
        board["q"].cast_this_turn = frozenset()
        if "ap" in gained:
            assert (board["q"].believed.ap, board["q"].believed.mp) == (1, 0)
    assert (board["q"].believed.ap, board["q"].believed.mp) == (1, 2)


@pytest.mark.article("4.11.5", "4.11.2")
@pytest.mark.parametrize(("sure", "decisive"), [(2, True), (3, False)])
def test_one_believed_marker_gives_one_ap_by_belief(sure: int, *, decisive: bool) -> None:
    """Plaguing Arrow costs 3 AP."""
    board = table()
    aims(board, markers={"q": {"ap": 1}})
    board["q"].ap_markers += sure - (board["q"].most_ap or 0)
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.11.5")
@pytest.mark.parametrize("amount", [1, 2])
def test_believed_markers_take_from_a_turn_beside_the_known_ones(amount: int) -> None:
    board = table()
    board["X"].ap_markers, board["X"].mp_markers = -2, -1
    aims(board, markers={"X": {"ap": -amount}})
    board.game.index = 7
    board.activate("X")
    taken = {"unit": "X", "gauge": "ap", "amount": amount}
    assert [event for event in board.game.basis.events if event[1] == "weakened"] == [(7, "weakened", taken)]


@pytest.mark.article("4.11.2", "4.7.5.b")
@pytest.mark.parametrize(
    ("bonus", "markers", "given"),
    [
        ({"ap": 2, "mp": 1, "range": 1}, {}, (2, 1, 1)),
        ({"hp": 1}, {}, (0, 0, 0)),
        ({"ap": -1, "mp": -1, "range": -1}, {"ap": 1}, (1, 0, 0)),
        ({"ap": 2, "mp": 1, "range": 1}, {"ap": 1, "mp": 2, "range": 3}, (3, 3, 4)),
    ],
)
def test_gauges_hold_what_believed_tokens_and_markers_give(
    bonus: dict[str, int], markers: dict[str, int], given: Gauges
) -> None:
    unit, text = table()["q"], reward_of("water-boost")
    assert text is not None
    text = replace(text, claimed=True, bonus=Characteristics(**bonus))
    unit.rewards += (Reward("granite-1", text, face_up=True),)
    unit.believed.markers = {**markers}
    unit.refresh()
    fill_gauges(unit)
    assert (unit.believed.ap, unit.believed.mp, unit.believed.reach) == given
    assert unit.believed.markers == {}


@pytest.mark.article("4.10.2")
def test_hp_by_a_believed_token_are_not_sure() -> None:
    unit, text = table()["q"], reward_of("water-boost")
    assert text is not None
    sure = unit.hp or 0
    for hp, more, lost in ((2, 0, 0), (-2, 0, 2), (2, 1, 0)):
        token = replace(text, claimed=True, bonus=Characteristics(hp=hp))
        unit.rewards, unit.more_hp = (Reward("granite-1", token, face_up=True),), more
        unit.refresh()
        assert (unit.hp, unit.sure_hp, max(0, -unit.claimed_hp())) == (sure + hp + more, sure, lost)


@pytest.mark.article("4.17.3")
def test_every_cell_its_own_side_moved_it_by_belief_counts() -> None:
    board = in_belief()
    unit, cells = board["q"], [cell_index(name) or 0 for name in ("A1", "B1", "D1")]
    note_displacement(board.game, unit, cells[0], cells[1])
    assert leans(unit)
    note_displacement(board.game, unit, cells[1], cells[2])
    assert unit.believed.cells == DISTANCE[cells[0]][cells[1]] + DISTANCE[cells[1]][cells[2]] == 3


@pytest.mark.article("4.11.3")
def test_what_was_given_ends_with_the_turn_except_unreachable_cells() -> None:
    unit = table()["q"]
    unit.mp, unit.believed = 3, Believed(ap=1, mp=2, reach=1, cells=3)
    end_turn_of(unit)
    assert unit.believed == Believed(cells=2)


@pytest.mark.article("4.5.3")
def test_believed_kamas_add_up_and_are_paid_last() -> None:
    board = in_belief()
    game = board.game
    for amount in (1, 3):
        take_kamas(game, "A", amount, why="declared")
    game.kamas["A"] += 4
    assert (game.kamas["A"], game.given_kamas["A"]) == (8, 4)
    game.basis.resting.clear()
    for price, rests, left in ((1, False, 4), (5, True, 0)):
        pay_kamas(game, "A", price, "a purchase")
        assert (bool(game.basis.resting), game.given_kamas["A"]) == (rests, left)


@pytest.mark.article("4.5.3")
@pytest.mark.parametrize(
    ("have", "given", "price", "rests", "left"),
    [
        (1, 1, 1, True, 0),
        (3, 6, 0, False, 3),
        (3, 6, 2, True, 1),
        (0, 6, 0, False, 0),
        (9, 4, 6, True, 0),
        (9, 6, 4, True, 2),
    ],
)
def test_a_purchase_beyond_the_sure_kamas_rests_on_belief(
    have: int, given: int, price: int, left: int, *, rests: bool
) -> None:
    """Of believed Kamas that other believed facts took away no more count than are left."""
    game = table().game
    game.kamas["A"], game.given_kamas["A"] = have, given
    pay_kamas(game, "A", price, "a purchase")
    assert (game.index in game.basis.resting, game.given_kamas["A"]) == (rests, left)


@pytest.mark.article("4.11.2", "4.11.5")
@pytest.mark.parametrize(
    ("most", "plain", "frost", "filled", "taken"),
    [(6, 2, 1, 9, 0), (6, -2, -1, 3, 3), (6, 2, -3, 5, 1), (2, -2, 0, 0, 2), (None, 0, 0, 0, 0)],
)
def test_characteristics_and_markers_of_both_kinds_fill_the_gauges(
    most: int | None, plain: int, frost: int, filled: int, taken: int
) -> None:
    board = table()
    unit = board["q"]
    unit.profile = replace(unit.profile, ap=most, mp=most)
    unit.refresh()
    unit.ap_markers, unit.mp_markers, unit.frost_ap, unit.frost_mp = plain, plain, frost, frost
    begin_activation(board.game, unit, {})
    assert (unit.ap, unit.mp, unit.markers_taken_ap, unit.markers_taken_mp) == (filled, filled, taken, taken)
    assert (unit.ap_markers, unit.mp_markers, unit.frost_ap, unit.frost_mp) == (0, 0, 0, 0)
