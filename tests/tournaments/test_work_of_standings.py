"""How much work standings and their breakdowns are, as Python calls: numbers that a change must not raise."""

from benchmarks.standings import ORDER, event
from tests.calls import Calls
from tournaments.core.standings import standings

PLAYERS, ROUNDS = 100, 7
CALLS_OF_A_RESULT = 7
CALLS_OF_A_BREAKDOWN = 15


def test_standings_take_few_calls_for_a_result():
    entrants, results = event(PLAYERS, ROUNDS)
    with Calls() as calls:
        standings(entrants, results)
    assert calls.number / len(results) < CALLS_OF_A_RESULT


def test_breakdowns_take_few_calls_for_a_value():
    rows = standings(*event(PLAYERS, ROUNDS), order=ORDER)
    with Calls() as calls:
        for row in rows:
            for code in ORDER:
                row.breakdown(code)
    assert calls.number / (PLAYERS * len(ORDER)) < CALLS_OF_A_BREAKDOWN
