"""Each action that the reader of logs accepts is among those that are offered: in logs, mutants and random games."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.arena.log import read
from rules.common.verdicts import Illegal, Malformed
from tests import made_up
from tests.golden.reports import FILE, MADE_UP, recorded
from tests.oracle.mutants import mutant
from tests.rules.offered import missed, positions
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.options import boldly, sensibly
from tools.selfplay.rng import Rng

Document = dict[str, Any]
OTHERS = 2  # of each kind, tried at each position besides the action of the log
EVERYWHERE = 100  # positions: in one of so many each cell and figure is tried
EVERY = 30  # recorded logs, one is tried


def random_logs(number: int) -> Iterator[Document]:
    """A duel, what was spoiled in it on purpose and blindly, and a table."""
    rng = Rng(f"offered/{number}")
    yield (duel := random_game(f"offered/{number}", worth=boldly if number % 2 else sensibly))
    on_purpose = mutate(duel, rng)
    yield on_purpose.document if on_purpose else duel
    yield mutant(duel, rng)
    mode = "two-v-two" if number % 2 else "free-for-all"
    yield random_game(f"offered/{number}", mode=mode, players=4 if number % 2 else 3)


def not_offered(document: Document, most: int | None = None) -> tuple[int, list[Any]]:
    """How many positions were looked at, and what is accepted there and not offered."""
    found, count = [], 0
    try:
        for index, (game, action) in enumerate(positions(read(document))):
            if game.over or index == most:
                break
            count += 1
            tried = missed(game, action, Rng(f"{index}"), OTHERS, everywhere=index % EVERYWHERE == 30)
            found += [(index, each) for each in tried]
    except (Malformed, Illegal):  # no game can begin with such a header
        pass
    return count, found


@pytest.mark.check
def test_what_a_reader_accepts_is_offered() -> None:
    for document in (*random_logs(0), *random_logs(1)):
        assert not_offered(document, most=40)[1] == []


@pytest.mark.ci
def test_in_ten_thousand_positions_what_is_accepted_is_offered() -> None:
    looked_at = 0
    for number in range(8):
        for document in random_logs(number):
            count, found = not_offered(document)
            assert found == []
            looked_at += count
    for each in recorded(FILE)[::EVERY]:
        count, found = not_offered(json.loads(each.log)) if '"malformed"' not in each.report else (0, [])
        assert (each.name, found) == (each.name, [])
        looked_at += count
    with made_up.made_up_cards():
        for each in recorded(MADE_UP)[::EVERY]:
            count, found = not_offered(json.loads(each.log))
            assert (each.name, found) == (each.name, [])
            looked_at += count
    assert looked_at >= 10_000
