"""How each game is shown on the replay page, and its single positions to judges."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from judging.board.board_state import board_data
from judging.board.script_texts import REPLAY_TEXTS
from judging.replay.board import amending, blast, blast_moments, positions, replay_data
from rules.arena.public import facts_of
from rules.games import BLAST, DEFAULT, Log, ruleset_of


@dataclass(frozen=True)
class Shown:
    """What the page needs to draw a game."""

    data: Callable[[Log], dict[str, Any]]  # positions and captions
    board: Callable[[Log], dict[str, Any]]
    words: Mapping[str, Any]  # texts of its scripts
    has_reach: bool  # whether it answers how far a spell reaches, and a practice table goes on from it
    around: Callable[[Log, int], dict[str, Any] | None]  # the positions before and after an action
    pieces: Callable[[Log], amending.Pieces]  # that a correction can name
    amended: Callable[[Log, dict[str, Any], Mapping[str, Any]], Iterator[amending.Amended]]  # what it changes


def _arena(log: Log) -> dict[str, Any]:
    arena = facts_of(log).board(log.arena)
    if arena is None:
        raise Http404(_("This log names an arena that does not exist."))
    return board_data(arena)


SHOWN = {
    DEFAULT.game: Shown(
        replay_data.replay_data,
        _arena,
        REPLAY_TEXTS,
        has_reach=True,
        around=positions.around,
        pieces=amending.pieces,
        amended=amending.amended,
    ),
    BLAST.game: Shown(
        blast.replay_data,
        blast.board_data,
        blast.TEXTS,
        has_reach=False,
        around=blast_moments.around,
        pieces=blast_moments.pieces,
        amended=blast_moments.amended,
    ),
}


def shown(log: Log) -> Shown:
    """Raise Http404 for a game that has no replay."""
    game = ruleset_of(log).game
    if game not in SHOWN:
        raise Http404(_("Only the score of this game was recorded: it has no replay."))
    return SHOWN[game]
