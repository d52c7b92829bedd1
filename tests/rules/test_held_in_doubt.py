"""Whether a Block held a unit, where a token nobody has entered may have given or taken MP, or only the players say
that somebody is Itty-Bitty (4.14.2.f, 4.14.7)."""

import pytest

from rules.arena import bounds
from rules.arena.engine.policy import STRICT
from rules.arena.engine.units import Reward
from tests.rules.duels import endow
from tests.rules.table import Table
from tests.rules.test_block import DODGE, LOCK, NOTHING, block
from tests.rules.test_claimed_powers import claims, shooter

NOW = 3  # the action in which it moves
LOCKED = block(lock=LOCK, dodge=NOTHING)  # three MP less
CAUGHT = block(lock=LOCK, dodge=DODGE)  # one MP less
AWAY = block(lock=NOTHING, dodge=DODGE)


def moves(rolls: dict[str, object], mp: int, *, token: bool = True, drawn: int = 0, otherwise: bool = False) -> Table:
    """Away from an enemy, with so many MP, bearing a token of which nothing is said."""
    table = Table("m E .", m="anna-tommy", E="oscar-kass").activate("m")
    table.game.index, table["m"].mp = NOW, mp
    if token:
        table["m"].rewards += (Reward("granite-1", None, face_up=True, drawn={"mp": drawn}),)
    if otherwise:
        table.game.claims.otherwise = frozenset({NOW})
    assert table.does("move", to="A2", blocks=[rolls]) == []
    return table


def how(table: Table) -> tuple[str | None, int, list[int]]:
    """Where it stands, the MP that are left, and the actions that may be read either way."""
    return table.at("m"), table["m"].mp, table.game.claims.either_way


@pytest.mark.article("4.14.2.f", "4.7.5.b")
def test_a_held_figure_may_have_moved_on_by_a_token() -> None:
    assert how(moves(LOCKED, 2)) == ("A1", 0, [NOW])
    assert how(moves(LOCKED, 2, otherwise=True)) == ("A2", 0, [NOW])
    assert how(moves(LOCKED, 2, token=False, otherwise=True)) == ("A1", 0, [])
    assert how(moves(LOCKED, 2, drawn=9, otherwise=True)) == ("A1", 0, [])


@pytest.mark.article("4.14.2.f", "4.7.5.b")
def test_who_moved_on_may_have_been_held_by_a_token() -> None:
    assert how(moves(CAUGHT, 2)) == ("A2", 0, [NOW])
    assert how(moves(CAUGHT, 2, drawn=9)) == ("A2", 0, [NOW])
    assert how(moves(CAUGHT, 2, otherwise=True)) == ("A1", 0, [NOW])
    assert how(moves(CAUGHT, 2, token=False, otherwise=True)) == ("A2", 0, [])


@pytest.mark.article("4.14.2.f", "4.7.5.b")
def test_a_token_takes_no_more_mp_than_any_known_one() -> None:
    most = bounds.most("lasting", "mp")
    assert how(moves(CAUGHT, most + 1)) == ("A2", most - 1, [NOW])
    assert how(moves(CAUGHT, most + 2)) == ("A2", most, [])


@pytest.mark.article("4.14.2.d", "4.14.2.f")
def test_a_block_without_lost_mp_leaves_nothing_in_doubt() -> None:
    assert how(moves(AWAY, 1, otherwise=True)) == ("A2", 0, [])


@pytest.mark.parametrize("recorded", [True, False])
def test_play_that_no_log_tells_is_in_no_doubt(recorded: bool) -> None:
    table = Table("m E .", m="anna-tommy", E="oscar-kass").activate("m")
    table["m"].rewards += (Reward("granite-1", None, face_up=True),)
    table.game.index = NOW if recorded else None
    if recorded:
        table.game.policy = STRICT
    assert table.does("move", to="A2", blocks=[LOCKED]) == []
    assert how(table) == ("A1", 0, [])


# -- Itty-Bitty ------------------------------------------------------------------------------------------


def slips(board: Table) -> tuple[bool, int]:
    """Whether its step away rests on belief, and how many cells it then stands from where it could have gone."""
    assert board.does("move", to="A3") == []
    return board.game.index in board.game.basis.resting, board["q"].believed.cells


@pytest.mark.article("4.14.7")
def test_printed_itty_bitty_slips_past_those_said_to_have_it() -> None:
    board = shooter(". . . . .\nq P . . .\n. . X . Y")
    claims(board, "P", "itty-bitty")
    endow(board["q"], "itty-bitty")
    assert slips(board) == (False, 0)


@pytest.mark.article("4.14.7", "4.17.3")
def test_cells_that_rest_on_belief_add_up() -> None:
    board = shooter(". . . . .\nq P . . .\n. . X . Y")
    claims(board, "P", "itty-bitty")
    board["q"].believed.cells = 2
    assert slips(board) == (True, 3)


@pytest.mark.article("6.3.2", "4.17.3")
def test_a_step_on_a_believed_mp_goes_one_cell_further() -> None:
    board = shooter(". . . . .\nq . P . .\n. . X . Y")
    board["q"].mp = board["q"].believed.mp = 1
    assert slips(board) == (True, 1)


@pytest.mark.article("4.14.7", "4.14.1")
def test_allies_are_in_nobodys_way_whatever_is_said_of_them() -> None:
    board = Table(". . . . .\nq p . . .\n. . X . Y", q="bill-tell", p="percedal", X="anna-tommy", Y="oscar-kass")
    board.activate("q").game.index = 1
    claims(board, "p", "itty-bitty")
    assert slips(board) == (False, 0)


@pytest.mark.article("4.14.7")
def test_no_claim_is_needed_to_slip_past_printed_itty_bitty() -> None:
    board = shooter(". . . . .\nq . X . .\n. . P . Y")
    endow(board["X"], "itty-bitty")
    board.game.put(board["X"], board.game.cell("B2"))
    board["q"].claimed |= {"itty-bitty"}
    board["q"].refresh()
    assert slips(board) == (False, 0)
