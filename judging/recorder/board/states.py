"""What the recorder of each game shows, and what it answers to a tap that does nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from judging.recorder.board import answers, blast
from judging.recorder.board.table_state import table_state
from judging.recorder.services.playing import position_of
from rules.games import BLAST, DEFAULT, CopiedSpell, Log, ruleset_of


@dataclass(frozen=True)
class Recorder:
    state: Callable[..., dict[str, Any]]
    why: Callable[..., str]  # with a log, a cell or None, and the spells that were copied


def _why_of_arena(log: Log, cell: str | None, copied: list[CopiedSpell]) -> str:
    return answers.why(log, position_of(log), cell, copied)


def _why_of_blast(log: Log, cell: str | None, _copied: list[CopiedSpell]) -> str:
    return blast.why(log, cell)


RECORDERS: Mapping[str, Recorder] = {
    DEFAULT.game: Recorder(table_state, _why_of_arena),
    BLAST.game: Recorder(blast.blast_state, _why_of_blast),
}


def recorder_of(log: Log) -> Recorder:
    return RECORDERS[ruleset_of(log).game]
