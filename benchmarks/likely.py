"""How often the next action is among the three that the recorder proposes, and what that saves in taps.

    python -m benchmarks.likely

On eighteen games that were played by hand (tests/judging/hand_games.md): six by who set the weights, and twelve by
four players who had not seen them. A proposal counts if it is exactly what came next: the same figure, the cell where
its walk ends, and the spell with its target.

Taps: a walk is one, with the beginning of its figure's turn; a figure that begins while another is active is one more;
a cast is two (target, outcome); a proposal is one, and one more for the roll of its spell. All else is one tap with and
without.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start, step

FOLDER = Path(__file__).parent.parent / "tests" / "judging"
GAMES = {
    "by who set the weights": "hand_games.json.gz",
    "weights not seen": "hand_games_2.json.gz",
    "to their ends, by three players": "hand_games_4.json.gz",
}
Action = Mapping[str, Any]


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for name, file in GAMES.items():
        print(name)
        _measure(games_of(file))
    return 0


def games_of(file: str) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(gzip.decompress((FOLDER / file).read_bytes()))
    return games


def _measure(games: Sequence[Mapping[str, Any]]) -> None:
    print("game  actions  asked  among three  share    taps per 100 actions: without  with")
    total: Counter[str] = Counter()
    for number, log in enumerate(games, 1):
        counted = measured(log)
        total += counted
        print(_line(str(number), counted))
    print(_line("all", total))
    for kind in ("walk", "cast", "collect", "end-turn", "other"):
        print(f"{kind:9} {total[f'hit {kind}']:4} of {total[f'asked {kind}']:4}")


def _line(name: str, counted: Counter[str]) -> str:
    share = counted["hit"] / counted["asked"]
    without, with_ = (100 * counted[each] / counted["actions"] for each in ("without", "with"))
    asked = f"{counted['actions']:8} {counted['asked']:6} {counted['hit']:12} {share:6.0%}"
    return f"{name:4} {asked} {without:37.0f} {with_:5.0f}"


def measured(document: Mapping[str, Any]) -> Counter[str]:
    """Go through a game; a proposal that is what came next is taken, and else the single action is tapped."""
    from judging.recorder.board.likely import likely

    log = read(document)
    game = start(log)
    counted: Counter[str] = Counter(actions=len(log.actions))
    index = 0
    while index < len(log.actions):
        ahead = log.actions[index:]
        proposed = [] if not game.turn and ahead[0]["do"] == "place" else likely(game, log.actions[:index])
        hit = max((length for each in proposed if (length := matched(each, ahead))), default=0)
        length = hit or len(alone(ahead))
        shown = bool(proposed)
        counted["asked"] += shown
        counted[f"asked {kind_of(ahead)}"] += shown
        counted["hit"] += bool(hit)
        counted[f"hit {kind_of(ahead)}"] += bool(hit)
        without = taps(game, ahead[:length])
        casts = sum(action["do"] == "cast" for action in ahead[:length])
        counted["without"] += without
        counted["with"] += 1 + casts if hit else without
        for each in range(index, index + length):
            step(game, log, each)
        index += length
    return counted


def kind_of(ahead: Sequence[Action]) -> str:
    """What the tap is for: of a figure that begins its turn, what it does first."""
    kind = ahead[1]["do"] if ahead[0]["do"] == "activate" and len(ahead) > 1 else ahead[0]["do"]
    return {"move": "walk"}.get(kind, kind if kind in ("cast", "collect", "end-turn") else "other")


def alone(ahead: Sequence[Action]) -> Sequence[Action]:
    """What the board enters with one tap, or with a target and its spell."""
    begun = ahead[0]["do"] == "activate" and len(ahead) > 1 and ahead[1]["do"] in ("move", "cast")
    start_ = 1 if begun else 0
    if ahead[start_]["do"] != "move":
        return ahead[: start_ + 1]
    return ahead[: start_ + len(walk(ahead[start_:]))]


def walk(ahead: Sequence[Action]) -> Sequence[Action]:
    length = next((number for number, action in enumerate(ahead) if action["do"] != "move"), len(ahead))
    return ahead[:length]


def taps(game: Game, actions: Sequence[Action]) -> int:
    return sum(_taps(game, actions))


def _taps(game: Game, actions: Sequence[Action]) -> Iterator[int]:
    if actions[0]["do"] == "activate" and (len(actions) == 1 or game.active is not None):
        yield 1
    if any(action["do"] == "move" for action in actions):
        yield 1
    for action in actions:
        if action["do"] == "cast":
            yield 2
        elif action["do"] not in ("move", "activate"):
            yield 1


def matched(proposed: Sequence[Action], ahead: Sequence[Action]) -> int:
    """Return how many actions of the log the proposal enters; 0 if it is not what came next."""
    length = 0
    rest = list(proposed)
    while rest:
        if length >= len(ahead):
            return 0
        if rest[0]["do"] == "move":
            way, real = walk(rest), walk(ahead[length:])
            if not real or real[-1]["to"] != way[-1]["to"]:
                return 0
            rest, length = rest[len(way) :], length + len(real)
            continue
        if not rest[0].items() <= ahead[length].items():
            return 0
        rest, length = rest[1:], length + 1
    return length


if __name__ == "__main__":
    raise SystemExit(main())
