"""Random games by the book of 2013, and such games with one rule broken, cite numbers of that book alone."""

import json

import pytest

from rules.arena.articles import BOOK_2013
from rules.games import replay
from tests.rules.logs import TEAM_A, TEAM_B
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

TEAMS = [[*TEAM_A.values()], [*TEAM_B.values()]]
MUTATIONS = 8


@pytest.mark.parametrize("seed", ["a cup of tofus", pytest.param("a second cup", marks=pytest.mark.check)])
def test_random_games_and_mutations_cite_this_book(seed):
    document = random_game(seed, TEAMS, "the-pit", "arena-2013", team_format="box")
    found = replay(json.dumps(document).encode())
    assert found.errors == ()
    cited = set()
    for number in range(MUTATIONS):
        mutated = mutate(document, Rng(f"{seed} {number}"))
        assert mutated is not None
        cited |= {each.article for each in replay(json.dumps(mutated.document).encode()).findings if each.article}
    assert cited
    assert cited <= BOOK_2013.articles().keys()
