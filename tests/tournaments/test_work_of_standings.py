"""What standings and their breakdowns share, so that thousands of values take little memory and work."""

import gc

from benchmarks.standings import ORDER, event
from tournaments.core.standings import standings

PLAYERS, ROUNDS = 100, 7
OBJECTS_OF_A_BREAKDOWN = 7


def test_breakdowns_share_the_games_of_a_player():
    rows = standings(*event(PLAYERS, ROUNDS), order=ORDER)
    before = len(gc.get_objects())
    breakdowns = [row.breakdown(code) for row in rows for code in ORDER]
    assert (len(gc.get_objects()) - before) / len(breakdowns) < OBJECTS_OF_A_BREAKDOWN
