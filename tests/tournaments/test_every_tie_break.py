"""Every tie-break that an event can have: it can tell players of its format apart, and its breakdown adds up."""

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tournaments.core.scoring import Result
from tournaments.core.standings import standings
from tournaments.core.tiebreaks import Entrant
from tournaments.events.models.formats import GAMES

FORMATS = [(game, mode) for game, record in GAMES.items() for mode in record.formats]
PLAYERS, ROUNDS, EVENTS = 8, 5, 12
SETTINGS = SimpleNamespace(
    points_win=3, points_draw=1, points_loss=0, glory_cap=6, points_by_place=[6, 3, 1, 0], bye_points=6
)
PLACES: dict[int, list[tuple[int, ...]]] = {
    1: [(1,), (2,)],
    2: [(1, 2), (2, 1), (1, 1)],
    4: [(1, 2, 3, 4), (2, 1, 3, 4), (1, 1, 3, 4), (1, 2, 2, 2)],
}


def codes_of(game: str, mode: str) -> list[str]:
    """What an event can have, the direct encounter second: it is asked about those who are tied so far."""
    codes = GAMES[game].formats[mode].tie_breaks or GAMES[game].tie_breaks
    return sorted(codes, key=lambda code: (code not in ("match-points", "points"), code != "direct-encounter"))


def a_result(dice: random.Random, of_format: Any, number: int, players: tuple[int, ...]) -> Result:
    """Return a result that could be entered: it fits how the game ended."""
    while True:
        places, ending = dice.choice(PLACES[of_format.seats]), dice.choice(of_format.endings)
        tallies = tuple(dice.choice((0, 0, dice.randint(1, 9))) for _seat in places)
        check, has_winner = of_format.checks.get(ending), places.count(1) == 1
        if (has_winner or ending not in of_format.endings_with_winner) and (
            check is None or check.fits(list(zip(places, tallies, strict=True)), False)
        ):
            heat = (dice.randint(1, 9), dice.randint(0, 5)) if of_format.also_counted else ()
            return Result(number, players, places, tallies, ending, heat=heat)


def an_event(seed: int, game: str, mode: str) -> Any:
    """Return the standings after some rounds in which everyone plays, and one who sits out has a bye."""
    dice, of_format = random.Random(seed), GAMES[game].formats[mode]
    results: list[Result] = []
    for number in range(1, ROUNDS + 1):
        order = dice.sample(range(1, PLAYERS + 1), PLAYERS)
        tables = [tuple(order[at : at + of_format.seats]) for at in range(0, PLAYERS, of_format.seats)]
        results += [a_result(dice, of_format, number, table) for table in tables[:-1]]
        results += [dice.choice((Result.bye, Result.missed))(number, player) for player in tables[-1]]
    entrants = [Entrant(at, 9 - at, initiative=at % 3, manual=at, manual_reason="tea") for at in range(1, PLAYERS + 1)]
    return standings(entrants, results, scoring=of_format.scoring(SETTINGS), order=codes_of(game, mode))


@pytest.mark.parametrize(("game", "mode"), FORMATS)
def test_a_tie_break_is_offered_where_it_can_differ(game, mode):
    """One about an ending that no game of this format has gives everyone the same."""
    events = [an_event(seed, game, mode) for seed in range(EVENTS)]
    same = [
        code for code in codes_of(game, mode) if all(len({row.value(code) for row in rows}) == 1 for rows in events)
    ]
    assert same == [], f"these never differ in {mode} of {game}: leave them out in events/models/formats.py"


def combined(row: Any, code: str, records: dict[int, Any], most: int) -> Fraction:
    """The value of the parts that are shown, put together as `how` says."""
    made = row.breakdown(code)
    total = sum(made.values, Fraction(0))
    match made.how:
        case "sum":
            return total
        case "mean":
            return total / len(made.values) if made.values else Fraction(0)
        case "points-a-match":
            return total / (most * len(made.values))
        case "points-over-matches":
            matches = sum(records[part.opponent].matches for part in made.parts)
            return total / matches if matches else Fraction(0)
        case "sum-won-and-half-drawn":
            weights = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
            return sum(
                (weights[how] * of for how, of in zip(row.record.outcomes, made.values, strict=True)), Fraction(0)
            )
        case how if how == code:  # a value without parts
            return made.values[0]
    raise AssertionError(f"{code} is put together by {made.how}: say here how its parts give the value")


@pytest.mark.parametrize(("game", "mode"), FORMATS)
def test_the_breakdown_of_every_tie_break_adds_up(game, mode):
    most = GAMES[game].formats[mode].scoring(SETTINGS).most
    for seed in range(EVENTS):
        rows = an_event(seed, game, mode)
        records = {row.player: row.record for row in rows}
        for row in rows:
            # one raised to the floor says so, and a direct encounter asks who is tied
            hows = {code: row.breakdown(code).how for code in codes_of(game, mode)}
            codes = [code for code, how in hows.items() if how not in ("floor", "among-the-tied")]
            assert {code: combined(row, code, records, most) for code in codes} == {
                code: row.value(code) for code in codes
            }
