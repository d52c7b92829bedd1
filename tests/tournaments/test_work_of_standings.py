"""What standings and their breakdowns share, so that thousands of values take little memory and work."""

import gc

from benchmarks.standings import ORDER, event
from tournaments.core.scoring import Result, Scoring, records
from tournaments.core.standings import standings

PLAYERS, ROUNDS = 100, 7
OBJECTS_OF_A_BREAKDOWN = 6


def test_breakdowns_share_the_games_of_a_player():
    rows = standings(*event(PLAYERS, ROUNDS), order=ORDER)
    before = len(gc.get_objects())
    breakdowns = [row.breakdown(code) for row in rows for code in ORDER]
    assert (len(gc.get_objects()) - before) / len(breakdowns) < OBJECTS_OF_A_BREAKDOWN


def test_records_are_kept_where_results_are_the_same():
    results = [Result(1, "a", "b", "a", 3, 0), Result(1, "c", "d", "a", 3, 0), Result(2, "a", "c", "draw")]
    before = records(results, Scoring())
    corrected = [results[0], Result(1, "c", "d", "b", 0, 3), results[2]]
    now = records(corrected, Scoring(), before)
    assert now == records(corrected, Scoring()) != before
    assert [now[player] is before[player] for player in "abcd"] == [True, True, False, False]
    assert records(results, Scoring(win=2), before) == records(results, Scoring(win=2))
