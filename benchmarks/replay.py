"""How fast logs are validated, beside python-chess reading the main lines of PGN games in the same run.

    python -m benchmarks.replay [--logs 60] [--seed 1]

Both work on random legal games made beforehand and held in memory, on one core, in turns; the best of several rounds
counts. Then a thousand logs are validated one after the other, and the memory of the process is watched.
"""

import argparse
import gc
import io
import json
import statistics
import sys
import time
from pathlib import Path
from random import Random

import chess
import chess.pgn

from rules.games import replay
from tools.selfplay.game import random_game

ROUNDS = 5
MOST_MOVES = 160
MANY = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logs = [json.dumps(random_game(f"{options.seed}/{number}")).encode() for number in range(options.logs)]
    games = [random_pgn(Random(number)) for number in range(options.logs)]
    actions = sum(len(json.loads(log)["actions"]) for log in logs)
    moves = sum(pgn.count("{move}") for pgn in games)
    games = [pgn.replace("{move}", "") for pgn in games]
    ours, theirs = race(logs, games)
    print(f"rules.arena     {actions:7} actions {actions / ours:9.0f} a second")
    print(
        f"python-chess     {moves:7} moves   {moves / theirs:9.0f} a second   ({chess.__version__}, main lines of PGN)"
    )
    print(f"ratio            {actions / ours / (moves / theirs):.2f}")
    whole_games(logs)
    memory(logs)
    return 0


def random_pgn(rng: Random) -> str:
    """A random legal game of chess, each move followed by a mark to count it by."""
    board = chess.Board()
    words: list[str] = []
    while not board.is_game_over() and len(words) < MOST_MOVES:
        move = rng.choice(list(board.legal_moves))
        words.append(f"{board.san(move)} {{move}}")
        board.push(move)
    return '[Event "random"]\n\n' + " ".join(words) + " *\n"


def race(logs: list[bytes], games: list[str]) -> tuple[float, float]:
    """The best time of either, taken in turns so that both see the same machine."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(clock(lambda: [replay(log) for log in logs]))
        theirs.append(clock(lambda: [read_main_line(pgn) for pgn in games]))
    return min(ours), min(theirs)


def clock(work) -> float:
    gc.collect()
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def read_main_line(pgn: str) -> chess.Board:
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    assert not game.errors
    return game.end().board()


def whole_games(logs: list[bytes]) -> None:
    times = sorted(min(clock(lambda log=log: replay(log)) for _ in range(3)) * 1000 for log in logs)
    print(f"a whole game     {statistics.median(times):.1f} ms in the middle, {times[-1]:.1f} ms at most")


def memory(logs: list[bytes]) -> None:
    for log in logs:
        replay(log)
    before = resident()
    for number in range(MANY):
        replay(logs[number % len(logs)])
    print(f"memory           {before / 1024:.1f} MiB, after {MANY} logs {resident() / 1024:.1f} MiB")


def resident() -> int:
    """KiB that the process holds, as the system counts them."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    sys.exit(main())
