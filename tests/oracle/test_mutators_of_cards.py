"""Rules that few cards bring up, broken on purpose in random games between made-up figures."""

import json
from collections.abc import Iterable

import pytest

from rules.games import replay
from tests.made_up import made_up_cards
from tests.oracle.comparing import game
from tools.selfplay.mutation import places
from tools.selfplay.of_cards import MUTATORS
from tools.selfplay.rng import Rng

RARE = {"cast-without-health", "blocked-by-a-turret"}  # seldom comes up at all


def found_out(numbers: Iterable[int]) -> set[str]:
    """The mutators that these games allow; each breach is found at its action under its article."""
    found: set[str] = set()
    for number in numbers:
        with made_up_cards():
            whole = game(number)
            for mutator in MUTATORS:
                spots = [] if mutator.name in found else list(places(whole, mutator))
                if spots:
                    mutated = Rng(number).one_of(spots)
                    first = replay(json.dumps(mutated.document).encode()).errors[0]
                    assert (first.article, first.action) == (mutated.article, mutated.action), first
                    found.add(mutator.name)
        if {mutator.name for mutator in MUTATORS} - found <= RARE:
            break
    return found


@pytest.mark.ci
def test_a_rare_cards_rule_is_named_at_its_action() -> None:
    assert found_out(range(2))


@pytest.mark.ci
def test_every_rule_of_rare_cards_comes_up_in_random_games() -> None:
    assert {mutator.name for mutator in MUTATORS} - found_out(range(100)) <= RARE
