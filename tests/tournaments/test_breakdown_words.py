"""Each tie-break says on its page, in words, how its value was made."""

import pytest

from tournaments.core.scoring import PointsByPlace, Result, WinDrawLoss
from tournaments.core.standings import standings
from tournaments.core.tiebreaks import Entrant
from tournaments.events.models.formats import DUEL, TABLES_OF_FOUR
from tournaments.models import TieBreak
from tournaments.standings.services.breakdown import HOW

DUELS = [
    Result(1, (1, 2), (1, 2), (4, 0)),
    Result(1, (3, 4), (1, 1), (2, 2)),
    Result(2, (1, 3), (2, 1), (0, 3), "concession"),
    Result(2, (2, 4), (1, 2), (0, 0), "drop"),
    Result.bye(3, 1),
]
TABLES = [Result(1, (1, 2, 3, 4), (1, 2, 3, 4), (5, 3, 1, 0)), Result(2, (4, 3, 2, 1), (1, 1, 3, 4), (4, 4, 1, 0))]


@pytest.mark.parametrize(
    ("played", "scoring", "of_format", "order"),
    [
        (DUELS, WinDrawLoss(), DUEL, tuple(TieBreak.values)),
        (TABLES, PointsByPlace(), TABLES_OF_FOUR, TABLES_OF_FOUR.tie_breaks),
    ],
    ids=["duels", "tables of four"],
)
def test_how_a_value_was_made_is_said_in_words(played, scoring, of_format, order):
    rows = standings([Entrant(player, player) for player in range(1, 5)], played, scoring=scoring, order=order)
    made = {row.breakdown(code).how for row in rows for code in order}
    assert made - {*HOW, *of_format.words.how} == set()
