"""Many different logs from few random games: each has its own bytes, and some have one rule broken."""

import copy
import json
from collections.abc import Iterator

from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

GAMES = 40


def many_logs(number: int, games: int = GAMES) -> Iterator[bytes]:
    documents = list(_games(min(number, games)))
    for index in range(number):
        document = copy.deepcopy(documents[index % len(documents)])
        document["players"]["A"]["name"] = f"Player {index}"
        yield json.dumps(document).encode()


def _games(number: int) -> Iterator[dict]:
    """Every other log breaks a rule, where a mutation is possible."""
    for index in range(number):
        document = random_game(f"many-logs/{index}")
        mutated = mutate(document, Rng(index)) if index % 2 else None
        yield mutated.document if mutated else document
