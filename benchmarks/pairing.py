"""CPU milliseconds and cost of pairing one round, beside whichever peers are installed.

    python -m benchmarks.pairing [--largest 10000] [--bbp PATH/TO/bbpPairings]

Events are drawn by lot (3/1/0 points, 5 % have dropped); each figure is the best of three seeds on one core. The
complete graphs are exact too and grow with the cube of the players; bbpPairings (Dutch system) has rules of its own, so
only its time can be compared. At every size the round is looked at by the independent checker.
"""

import argparse
import resource
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import networkx
import rustworkx

from tournaments.core.pairing import Pairing, Player, pair
from tournaments.core.pairing.players import Float
from tournaments.core.round_check import PlayerEntry, check_round

Answer = TypeVar("Answer")
Edge = tuple[int, int, int]
Matcher = Callable[[list[Edge]], set[tuple[int, int]]]

SIZES = ((100, 4), (300, 4), (1000, 4), (2000, 4), (10_000, 4), (100, 9), (300, 9), (1000, 9), (10_000, 9))
LARGEST_RUSTWORKX = 400
LARGEST_NETWORKX = 120
LARGEST_BBP = 300
WORTH = {"1": 3, "=": 1, "0": 0, "U": 3}
BBP_WORTH = {"1": 1.0, "=": 0.5, "0": 0.0, "U": 1.0, "Z": 0.0}


class Game(NamedTuple):
    opponent: int | None
    colour: str
    result: str


class Event:
    """An event drawn by lot, with what each player did round by round."""

    def __init__(self, size: int, rounds: int, seed: int) -> None:
        self.points = [0] * size
        self.games: list[list[Game]] = [[] for _ in range(size)]
        self.floats: list[list[Float]] = [[] for _ in range(size)]
        self.gone: set[int] = set()
        self.random = Random(seed)
        for _ in range(rounds):
            self._play(pair(self.players(), seed=seed))
            self.gone |= {player for player in range(size) if self.random.random() < 0.05 / rounds}

    def players(self) -> list[Player]:
        return [self._player(number) for number in range(len(self.points)) if number not in self.gone]

    def _player(self, number: int) -> Player:
        met = tuple(str(game.opponent) for game in self.games[number] if game.opponent is not None)
        byes = sum(game.result == "U" for game in self.games[number])
        return Player(str(number), self.points[number], met, byes, tuple(self.floats[number]))

    def _play(self, pairing: Pairing) -> None:
        for high, low in ((int(a), int(b)) for a, b in pairing.pairs):
            if self.points[high] != self.points[low]:
                self.floats[high].append("down")
                self.floats[low].append("up")
            results = self.random.choice(["10"] * 8 + ["01"] * 8 + ["=="])
            colours = "wb" if self._whites(high) <= self._whites(low) else "bw"
            for player, opponent, colour, result in zip((high, low), (low, high), colours, results, strict=True):
                self.games[player].append(Game(opponent, colour, result))
                self.points[player] += WORTH[result]
        if pairing.bye:
            self.games[int(pairing.bye)].append(Game(None, "-", "U"))
            self.points[int(pairing.bye)] += WORTH["U"]
        for player in self.gone:
            self.games[player].append(Game(None, "-", "Z"))

    def _whites(self, player: int) -> int:
        return sum(game.colour == "w" for game in self.games[player])


def complete_graph(players: list[Player], bye: str | None, match: Matcher) -> int:
    """The least cost with everybody against everybody, but for the player with the bye."""
    players = [player for player in players if player.id != bye]
    edges = [
        (i, j, -((players[i].points - players[j].points) ** 2))
        for i in range(len(players))
        for j in range(i + 1, len(players))
        if players[j].id not in players[i].met
    ]
    return sum((players[i].points - players[j].points) ** 2 for i, j in match(edges))


def by_rustworkx(edges: list[Edge]) -> set[tuple[int, int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(1 + max(j for _, j, _ in edges)))
    graph.add_edges_from(edges)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def by_networkx(edges: list[Edge]) -> set[tuple[int, int]]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return networkx.max_weight_matching(graph, maxcardinality=True)


def milliseconds(work: Callable[..., Answer], *arguments: object) -> tuple[float, Answer]:
    start = time.process_time()
    answer = work(*arguments)
    return (time.process_time() - start) * 1000, answer


def bbp(program: str, event: Event) -> str:
    """The time bbpPairings takes for the next round of the same event (its points are 1, a half and 0)."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "event.trf")
        report.write_text(tournament_report(event))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([program, "--dutch", str(report), "-p"], capture_output=True, timeout=900, check=False)
        spent = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1000
    if done.returncode:
        raise SystemExit(f"{program} answered {done.returncode}: {done.stderr.decode()[:300]}")
    return f"{spent:8.1f}"


def tournament_report(event: Event) -> str:
    """The event so far as FIDE's TRF: one line a player; who has left has a zero-point bye in the next round too."""
    lines = [f"XXR {len(event.games[0]) + 5}", "XXC white1"]
    for number, games in enumerate(event.games):
        points = sum(BBP_WORTH[game.result] for game in games)
        name = f"Player {number + 1}"
        head = f"001 {number + 1:4}      {name:<33} {2000:4} {'':3} {'':11} {'':10} {points:4.1f} {number + 1:4}"
        entries = [*games, Game(None, "-", "Z")] if number in event.gone else games
        lines.append(head + "".join(_entry(game) for game in entries))
    return "\n".join(lines) + "\n"


def _entry(game: Game) -> str:
    opponent = "0000" if game.opponent is None else f"{game.opponent + 1:4}"
    return f"  {opponent} {game.colour} {game.result}"


def line(size: int, rounds: int, program: str | None) -> str:
    events = [Event(size, rounds, seed) for seed in (1, 2, 3)]
    halls = [event.players() for event in events]
    runs = [milliseconds(lambda players: pair(players, seed=9), players) for players in halls]
    for players, (_, pairing) in zip(halls, runs, strict=True):
        _check(players, pairing)
    columns = [f"{size:6} {rounds:2}", _column([(spent, pairing.cost) for spent, pairing in runs])]
    for match, largest in ((by_rustworkx, LARGEST_RUSTWORKX), (by_networkx, LARGEST_NETWORKX)):
        columns.append(_peer(halls, [pairing for _, pairing in runs], match) if size <= largest else f"{'-':>20}")
    if program:
        columns.append(bbp(program, events[0]) if size <= LARGEST_BBP else f"{'-':>8}")
    return " | ".join(columns)


def _peer(halls: list[list[Player]], ours: list[Pairing], match: Matcher) -> str:
    return _column(
        [
            milliseconds(complete_graph, players, pairing.bye, match)
            for players, pairing in zip(halls, ours, strict=True)
        ]
    )


def _column(runs: list[tuple[float, int]]) -> str:
    return f"{min(spent for spent, _ in runs):8.1f} {'/'.join(str(cost) for _, cost in runs):>11}"


def _check(players: list[Player], pairing: Pairing) -> None:
    entries = [PlayerEntry(p.id, p.points, frozenset(p.met), p.byes, p.just_arrived) for p in players]
    issues = check_round(entries, [*pairing.pairs, *([(pairing.bye,)] if pairing.bye else [])])
    assert issues == [], issues


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=int, default=10_000)
    parser.add_argument("--bbp", help="the program bbpPairings, if it is at hand")
    options = parser.parse_args()
    print(
        "players, rounds | ours, costs | rustworkx complete graph, costs | networkx complete graph, costs | bbpPairings"
    )
    for size, rounds in SIZES:
        if size <= options.largest:
            print(line(size, rounds, options.bbp), flush=True)
    print(f"memory of one pairing of {options.largest} players: {extra_memory(options.largest):.1f} MB at its peak")


def extra_memory(size: int) -> float:
    players = Event(size, 4, 1).players()
    tracemalloc.start()
    pair(players, seed=9)
    return tracemalloc.get_traced_memory()[1] / 2**20


if __name__ == "__main__":
    main()
