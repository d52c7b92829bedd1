"""What `python -m benchmarks` measures without a database, each beside a peer that does comparable work."""

import copy
import io
import json
from collections.abc import Callable
from random import Random
from typing import Any

import chess.pgn

from benchmarks import pairing, standings, teams
from benchmarks.legal import listing
from benchmarks.racing import Race
from benchmarks.replay import random_pgn
from rules.arena.team import check
from rules.games import replay
from tools.selfplay.game import random_game
from tournaments.core.pairing import pair
from tournaments.core.pairing.document import Document, from_json, read
from tournaments.core.standings import StandingsRow
from tournaments.core.standings import standings as ranked

SEED = 9
ROUNDS = 4


def races(*, small: bool) -> list[Race]:
    size, many = (60, 100) if small else (300, 10_000)
    return [
        replaying(2 if small else 30),
        listing(1 if small else 4),
        pairing_beside_the_complete_graph(size),
        round_of_plain_objects(many),
        round_from_document_to_document(many),
        ranking(many, 4 if small else 14),
        breaking_down(40 if small else 1000, 10),
        team_lists(50 if small else 2000),
    ]


def growth(*, small: bool) -> dict[str, list[Race]]:
    """The same work on ten times as much, and on a hundred times."""
    sizes = (20, 40, 80) if small else (100, 1000, 10_000)
    kinds: dict[str, Callable[[int], Race]] = {
        "pair a round": round_of,
        "pair a round, document to document": round_from_document_to_document,
        "standings after 14 rounds": lambda size: ranking(size, 14),
    }
    return {name: [race_of(size) for size in sizes] for name, race_of in kinds.items()}


def replaying(number: int) -> Race:
    """Random legal games of ours, and random legal games of chess."""
    logs = [json.dumps(random_game(f"1/{each}")).encode() for each in range(number)]
    games = [random_pgn(Random(each)) for each in range(number)]
    moves = sum(game.count("{move}") for game in games)
    plain = [game.replace("{move}", "") for game in games]
    return Race(
        "replay logs of games",
        lambda _: [replay(log) for log in logs],
        "python-chess reads the main lines of PGN",
        lambda _: [main_line(game) for game in plain],
        amount=sum(len(json.loads(log)["actions"]) for log in logs),
        peer_amount=moves,
        unit="actions/s",
        goal="1.5, then 3",
    )


def main_line(game: str) -> chess.Board:
    found = chess.pgn.read_game(io.StringIO(game))
    assert found is not None
    assert not found.errors
    return found.end().board()


def round_of(size: int) -> Race:
    players = pairing.Event(size, ROUNDS, 1).players()
    return Race(f"pair a round of {size:,}", lambda _: pair(players, seed=SEED), "itself", lambda _: None)


def pairing_beside_the_complete_graph(size: int) -> Race:
    players = pairing.Event(size, ROUNDS, 1).players()
    bye = pair(players, seed=SEED).bye
    return Race(
        f"pair a round of {size:,}",
        lambda _: pair(players, seed=SEED),
        "rustworkx (compiled), complete graph",
        lambda _: pairing.complete_graph(players, bye, pairing.by_rustworkx),
        goal="under 1",
    )


def round_of_plain_objects(size: int) -> Race:
    document = _document(size)
    return Race(
        f"a round of {size:,}, plain objects in and out",
        lambda _: _paired(from_json(document)),
        "a deep copy of the same objects",
        lambda _: copy.deepcopy(document),
        goal="35 ms",
    )


def round_from_document_to_document(size: int) -> Race:
    data = json.dumps(_document(size))
    return Race(
        f"a round of {size:,}, JSON in and out",
        lambda _: json.dumps(_paired(read(data.encode()))),
        "the standard library reads and writes the same JSON",
        lambda _: json.dumps(json.loads(data)),
    )


def _document(size: int) -> dict[str, Any]:
    return {"seed": SEED, "players": [_plain(each) for each in pairing.Event(size, ROUNDS, 1).players()]}


def _plain(player: Any) -> dict[str, Any]:
    return {
        "id": player.id,
        "points": player.points,
        "met": list(player.met),
        "byes": player.byes,
        "floats": list(player.floats),
    }


def _paired(document: Document) -> dict[str, Any]:
    pairing_ = pair(document.players, seed=document.seed, forbidden=document.forbidden)
    return {"pairs": pairing_.pairs, "bye": pairing_.bye, "cost": pairing_.cost}


def ranking(size: int, rounds: int) -> Race:
    entrants, results = standings.event(size, rounds)

    def points(_: None) -> list[int]:
        """The least that any standings do."""
        total = dict.fromkeys((entrant.id for entrant in entrants), 0)
        for result in results:
            for player, place in zip(result.players, result.places, strict=True):
                total[player] += 0 if place > 1 else 3 if result.places.count(1) == 1 else 1
        return sorted(total.values(), reverse=True)

    return Race(
        f"standings of {size:,} after {rounds} rounds, five tie-breaks",
        lambda _: ranked(entrants, results),
        "a loop that adds up points and sorts",
        points,
        goal="250 ms",
    )


def breaking_down(size: int, rounds: int) -> Race:
    entrants, results = standings.event(size, rounds)

    def prepare() -> list[StandingsRow]:
        return ranked(entrants, results, order=standings.ORDER)

    def peer(rows: list[StandingsRow]) -> str:
        """As many lines of figures, written as JSON."""
        lines = [[game.round, str(game.opponent), float(game.points), game.outcome] for game in rows[0].record.games]
        return json.dumps([lines for _ in rows for _ in standings.ORDER])

    return Race(
        f"every breakdown of {size:,} players after {rounds} rounds",
        lambda rows: [row.breakdown(code) for row in rows for code in standings.ORDER],
        "the standard library writes as many lines as JSON",
        peer,
        prepare,
        goal="100 ms",
    )


def team_lists(times: int) -> Race:
    figures = teams.LISTS["with six faults"]
    document = json.dumps({"format": "krosmaster-team/1", "name": "x", "figures": figures, "pool": None})
    return Race(
        "check team lists with six faults",
        lambda _: [check(figures, "constructed", teams.SEASON) for _ in range(times)],
        "the standard library reads the same list from JSON",
        lambda _: [json.loads(document) for _ in range(times)],
        amount=times,
        peer_amount=times,
        unit="lists/s",
        goal="40,000 lists/s",
    )
