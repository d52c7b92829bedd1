"""A log that is played on from a kept position with other facts ends as if it were played whole with them."""

from dataclasses import replace

import pytest

from rules.arena.engine.reports.proof import faulty_actions
from rules.arena.engine.state import Game
from rules.arena.other_values import values_of
from rules.arena.recovery.reading import as_written, most_believable, start, steps
from rules.arena.resumed import OF_FIGURES, OF_THE_INJURED, OtherGames, Reads, by_action, first
from rules.common.proof import Fact
from tools.hidden_facts import hidden_game

pytestmark = pytest.mark.usefixtures("figures_of_the_seeds")


def consequences(game: Game) -> tuple[object, ...]:
    """As far as the first fault: what comes after one is compared nowhere."""
    fault = first(faulty_actions(game)) if faulty_actions(game) else None
    done = {at: events for at, events in by_action(game).items() if fault is None or (at or 0) < fault}
    return fault, done, *((game.winner, game.glory) if fault is None else ())


def compared(seed: str) -> tuple[OtherGames, list[Fact], Game]:
    hidden = hidden_game(seed)
    assert hidden is not None
    log = replace(hidden.log, facts=hidden.without)
    reading = most_believable(log)
    games = OtherGames(log, hidden.without, reading, Reads(most_believable, as_written, start, steps))
    found = [*{belief.fact for belief in reading.game.basis.beliefs()}]
    games.compare_with(reading, found)
    return games, [fact for fact in found if values_of(hidden.without, fact)], reading.game


@pytest.mark.check
@pytest.mark.parametrize("seed", ["hidden/1", "hidden/2", "hidden/6", "hidden/7"])
def test_a_log_resumed_with_other_facts_ends_as_played_whole(seed: str) -> None:
    games, facts, game = compared(seed)
    assert games.kept
    for fact in facts:
        for value in values_of(games.facts, fact) if fact.field not in OF_FIGURES else ():
            whole = as_written(games.log_with({fact: value})).game
            assert consequences(games.otherwise({fact: value}) or game) == consequences(whole), (fact, value)


@pytest.mark.check
@pytest.mark.parametrize("seed", ["hidden/9", "hidden/10", "hidden/14"])
def test_who_resists_does_so_from_the_first_injury_on(seed: str) -> None:
    games, facts, game = compared(seed)
    powers = [fact for fact in facts if fact.field == "powers"]
    assert max(games.injured[fact] for fact in powers) > 0
    for fact in powers:
        for value in values_of(games.facts, fact):
            if value.startswith(OF_THE_INJURED):
                whole = as_written(games.log_with({fact: value})).game
                assert consequences(games.otherwise({fact: value}) or game) == consequences(whole), (fact, value)
