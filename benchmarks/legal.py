"""How fast the legal actions of a position are listed, beside python-chess listing legal moves in the same run.

    python -m benchmarks.legal [--games 6] [--seed bench]

Ours are listed with the dice that each needs or, where a rule forbids it, with the reason; both on every position of
random games, in processor time.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

import chess

from benchmarks.racing import Race
from benchmarks.replay import MOST_MOVES
from rules.arena.engine.copying import copied
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start, step
from tools.selfplay.game import random_game

Position = TypeVar("Position")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    ours = list(positions(options.games, options.seed))
    theirs = list(chess_positions(options.games))
    middle = printed("rules.arena", ours, legal_actions)
    peer = printed("python-chess", theirs, chess_moves)
    print(f"ratio          {middle / peer:.1f} in the middle")
    return 0


def positions(games: int, seed: str) -> Iterator[Game]:
    """Before each action of random games."""
    for number in range(games):
        log = read(random_game(f"{seed}/{number}"))
        game = start(log)
        for index in range(len(log.actions)):
            yield copied(game)
            step(game, log, index)


def chess_positions(games: int) -> Iterator[chess.Board]:
    for number in range(games):
        rng, board = Random(number), chess.Board()
        while not board.is_game_over() and len(board.move_stack) < MOST_MOVES:
            yield board.copy(stack=False)
            board.push(rng.choice(list(board.legal_moves)))


def chess_moves(board: chess.Board) -> list[chess.Move]:
    return list(board.legal_moves)


def printed(name: str, given: list[Position], listed: Callable[[Position], Sequence[object]]) -> float:
    """The middle time, after a line with all of them."""
    counts = [len(listed(position)) for position in given]
    times = sorted(min(spent(position, listed) for _ in range(3)) for position in given)
    middle, ninetieth = times[len(times) // 2], times[len(times) * 9 // 10]
    print(
        f"{name:14} {len(given):5} positions   {milli(middle)} in the middle, {milli(sum(times) / len(times))} on "
        f"average, {milli(ninetieth)} at the ninetieth, {milli(times[-1])} at most; "
        f"{sum(times) / sum(counts) * 1e6:.1f} µs an option"
    )
    return middle


def milli(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms"


def spent(position: Position, listed: Callable[[Position], Sequence[object]]) -> float:
    before = time.process_time()
    listed(position)
    return time.process_time() - before


def listing(games: int) -> Race:
    """All positions of so many games."""
    ours, theirs = list(positions(games, "bench")), list(chess_positions(games))
    return Race(
        f"legal actions of a position, over {len(ours):,}",
        lambda _: [legal_actions(position) for position in ours],
        "python-chess lists legal moves",
        lambda _: [chess_moves(board) for board in theirs],
        amount=sum(len(legal_actions(position)) for position in ours),
        peer_amount=sum(len(chess_moves(board)) for board in theirs),
        unit="options/s",
        goal="33,000 options/s",
    )


if __name__ == "__main__":
    sys.exit(main())
