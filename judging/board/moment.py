"""The position before and after one action of a log, for the board component."""

from itertools import pairwise
from typing import Any

from judging.board.film import titles
from judging.board.scene import Scene, board_scene
from judging.board.script_words import BOARD_WORDS
from judging.board.telling import tell
from judging.models import Submission
from judging.unit_names import names_of
from rules.arena.public import board, frames, start
from rules.common.verdicts import Malformed
from rules.games import parse


def moment(submission: Submission, action: int) -> dict[str, Any] | None:
    """None where the log cannot be read, or was not played as far as that."""
    try:
        log = parse(bytes(submission.content))
    except Malformed:
        return None
    arena = board(log.arena)
    scene, names = Scene(), names_of(log, start(log))
    for before, after in pairwise(frames(log)):
        if after["action"] == action and arena is not None:
            return {
                "board": board_scene(arena),
                "words": BOARD_WORDS,
                "near": log.sides["A"],
                "before": scene.position(before),
                "after": scene.position(after),
                "told": tell(after["events"], names | titles(scene.position(after))),
            }
    return None
