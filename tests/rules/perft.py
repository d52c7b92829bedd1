"""How many actions are legal in a position, and how many positions follow from them to a depth, as chess engines count.

    python -m tests.rules.perft [--draw]

writes the numbers of perft.toml anew for its positions, each after so many actions of a recorded log (tests/golden).
Whatever is rolled or chosen is the same each time, so each action leads to one position. `both` says to which depth the
second opinion counts the same. `--draw` first draws the positions of perft.jsonl.xz anew: random games between figures
that the second opinion models.
"""

import json
import sys
import tomllib
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from rules.arena.boards import BOARDS
from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start, step
from rules.common.actions import Action
from tests.golden.reports import FILE, MADE_UP, Recorded, recorded, write
from tests.made_up import made_up_cards
from tests.oracle.comparing import compared_game, library
from tests.oracle.data import CannotTell
from tests.oracle.game import Game as Second
from tests.oracle.game import set_up
from tests.oracle.table import Illegal
from tests.partly_seen import partly_seen_cards
from tests.rules.offered import decided, everything
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng

DATA = Path(__file__).with_suffix(".toml")
MODELLED = Path(__file__).with_suffix(".jsonl.xz")
DEPTH = 3
LATE_IN_LOGS = "reward-not-flipped"  # a log may tell of these flips after the Roll for Tension, a player may not
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
    log = read(_log_of(position))
    game = start(log)
    for index in range(position["after"]):
        step(game, log, index)
    game.be_strict()
    return game


def _log_of(position: dict[str, Any]) -> Document:
    file = MODELLED if position["log"].startswith("modelled") else MADE_UP if position["made_up"] else FILE
    log: Document = json.loads(_logs(file)[position["log"]])
    return log


@cache
def _logs(file: Path) -> dict[str, bytes]:
    return {each.name: each.log for each in recorded(file)}


def perft(game: Game, depth: int) -> int:
    legal = [option.action for option in legal_actions(game) if option.is_legal]
    return len(legal) if depth == 1 else sum(perft(_played(game, action)[0], depth - 1) for action in legal)


# -- the second opinion --------------------------------------------------------------------------------------------


class Differ(AssertionError):
    """Engine and second opinion, about one action of a position."""


def counted_by_second(position: dict[str, Any], depth: int) -> list[int]:
    """The numbers of the second opinion, as far as it can tell; Differ where they are not the engine's.

    In the position itself each cell is tried and each figure, deeper what the engine looks at.
    """
    counts: list[int] = []
    with cards_of(position), suppress(CannotTell):
        game, second = reached(position), seconded(position)
        while len(counts) < depth:
            counts.append(compared(game, second, len(counts) + 1, everything(game)))
    return counts


def seconded(position: dict[str, Any]) -> Second:
    log = _log_of(position)
    if len(log["players"]) > 2 or not position["made_up"]:
        raise CannotTell
    game = set_up(log, library())
    for action in log["actions"][: position["after"]]:
        game.do(action)
    return game


def compared(game: Game, second: Second, depth: int, others: Iterable[Action] = ()) -> int:
    """How many positions follow by the second opinion."""
    options = legal_actions(game)
    legal = {decided(option.action): option.action for option in options if option.is_legal}
    refused = [option.action for option in options if option.refusal and option.refusal.code != LATE_IN_LOGS]
    for action in (*refused, *others):
        if decided(action) not in legal and _may_go_on(second, action):
            raise Differ(f"only the second opinion lets play go on with {action}")
    number = 0
    for action in legal.values():
        after, done = _played(game, action)
        then = _copied(second)
        try:
            then.do(done)
        except Illegal as refused:
            raise Differ(f"the second opinion refuses {done} by {refused}") from None
        number += 1 if depth == 1 else compared(after, then, depth - 1)
    return number


def _may_go_on(second: Second, action: Action) -> bool:
    """Without what is rolled and chosen: that this is missing shows only once the action itself is no fault."""
    try:
        _copied(second).do(action)
    except Illegal as refused:
        return str(refused).startswith(("4.14", "7.2"))
    return True


def _played(game: Game, action: Action) -> tuple[Game, Action]:
    """The position afterwards, and the action with what was rolled and chosen."""
    after, done = copied(game), {**action}
    after.dealer = Rng("perft")
    play(after, done)
    return after, done


def _copied(second: Second) -> Second:
    """With the cards and the board of the former, which nothing changes."""
    shared = (second.texts, second.ground, *(unit.card for unit in second.units.values()))
    return deepcopy(second, {id(each): each for each in shared})


# -- the positions of the data file ----------------------------------------------------------------------------


def draw() -> None:
    """For each board two positions that the second opinion can tell, the other one with a summon or a token in play."""
    kept = [position for position in positions() if not position["log"].startswith("modelled")]
    wanted = [(board, kind) for board in sorted(BOARDS) for kind in ("plain", "rich")]
    logs: list[Recorded] = []
    found: list[dict[str, Any]] = []
    for number in count():
        if not wanted:
            break
        with made_up_cards():
            log = compared_game(number)
            places = [(log["arena"], kind) for kind in ("rich", "plain") if (log["arena"], kind) in wanted]
            after = _place(log, number, places[0][1] == "rich") if places else None
        if after is None:
            continue
        wanted.remove(places[0])
        name = f"modelled-{len(logs):02}"
        logs.append(Recorded(name, json.dumps({**log, "actions": log["actions"][:after]}).encode(), ""))
        found.append({"log": name, "board": log["arena"], "made_up": True, "after": after})
        sys.stdout.write(f"{name}: {log['arena']} after {after}\n")
    write(logs, MODELLED)
    _write([*kept, *found])


def _place(log: Document, number: int, rich: bool) -> int | None:
    """After how many actions; none where this game has no such position."""
    whole, fit = read(log), []
    game = start(whole)
    with suppress(CannotTell, Illegal):
        second = set_up(log, library())
        for index, action in enumerate(log["actions"]):
            step(game, whole, index)
            second.do(action)
            summons = any(unit.summoner for unit in game.in_play())
            tokens = any(unit.face_up() for unit in game.in_play())
            if not game.over and (not rich or summons or tokens):
                fit.append(index + 1)
    return Rng(f"position/{number}").one_of(fit) if fit else None


def _write(listed: list[dict[str, Any]]) -> None:
    lines = []
    for each in listed:
        facts = f'board = "{each["board"]}", made_up = {str(each["made_up"]).lower()}, after = {each["after"]}'
        numbers = f"counts = {each.get('counts', [])}, both = {each.get('both', 0)}"
        lines.append(f"    {{ log = {json.dumps(each['log'])}, {facts}, {numbers} }},\n")
    DATA.write_text(f"positions = [\n{''.join(lines)}]\n", encoding="utf-8")


def main() -> int:
    if "--draw" in sys.argv:
        draw()
    listed = positions()
    for each in listed:
        each["counts"] = counted(each, DEPTH)
        each["both"] = len(counted_by_second(each, DEPTH))
        sys.stdout.write(f"{each['log']}, {each['after']}: {each['counts']}, both to depth {each['both']}\n")
        sys.stdout.flush()
    _write(listed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
