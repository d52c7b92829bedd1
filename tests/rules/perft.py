"""How many actions are legal in a position, and how many positions follow from them to a depth, as chess engines count.

    python -m tests.rules.perft

writes the numbers of perft.toml anew for its positions, each after so many actions of a recorded log (tests/golden).
Whatever is rolled or chosen is the same each time, so each action leads to one position.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start, step
from tests.golden.reports import FILE, MADE_UP, recorded
from tests.made_up import made_up_cards
from tests.partly_seen import partly_seen_cards
from tools.selfplay.rng import Rng

DATA = Path(__file__).with_suffix(".toml")
DEPTH = 3
MOST = 10_000  # positions of which the next depth is counted


def positions() -> list[dict[str, Any]]:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))["positions"]


def counted(position: dict[str, Any], depth: int) -> list[int]:
    """The number of legal actions, then of positions after so many of them."""
    with cards_of(position):
        game = reached(position)
        counts: list[int] = []
        while len(counts) < depth and max(counts, default=0) < MOST:
            counts.append(perft(game, len(counts) + 1))
        return counts


def cards_of(position: dict[str, Any]) -> AbstractContextManager[None]:
    """Those with which its log was recorded."""
    return made_up_cards() if position["made_up"] else partly_seen_cards()


def reached(position: dict[str, Any]) -> Game:
    log = read(json.loads(_logs(MADE_UP if position["made_up"] else FILE)[position["log"]]))
    game = start(log)
    for index in range(position["after"]):
        step(game, log, index)
    game.be_strict()
    return game


@cache
def _logs(file: Path) -> dict[str, bytes]:
    return {each.name: each.log for each in recorded(file)}


def perft(game: Game, depth: int) -> int:
    legal = [option.action for option in legal_actions(game) if option.is_legal]
    return len(legal) if depth == 1 else sum(perft(after, depth - 1) for after in followed(game, legal))


def followed(game: Game, actions: list[dict[str, Any]]) -> Iterator[Game]:
    for action in actions:
        after = copied(game)
        after.dealer = Rng("perft")
        play(after, {**action})
        yield after


def main() -> int:
    lines = []
    for each in positions():
        counts = counted(each, DEPTH)
        facts = f'board = "{each["board"]}", made_up = {str(each["made_up"]).lower()}, after = {each["after"]}'
        lines.append(f"    {{ log = {json.dumps(each['log'])}, {facts}, counts = {counts} }},\n")
        sys.stdout.write(lines[-1])
    DATA.write_text(f"positions = [\n{''.join(lines)}]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
