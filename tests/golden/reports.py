"""The golden files: whole logs, and for each the bytes of its report as they were when it was recorded.

The logs of the first one are played with the cards of tests/partly_seen, those of the second one with the printed
cards and those of tests/made_up. Each of the second notices a change of the rules that nothing else had noticed
(docs/mutants.md), or is a game between any printed cards.
"""

import json
import lzma
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.games import EVERY_ACTION, replay
from tests.made_up import made_up_cards
from tests.partly_seen import partly_seen_cards

HERE = Path(__file__).parent
FILE, MADE_UP = HERE / "reports.jsonl.xz", HERE / "made_up.jsonl.xz"


@dataclass(frozen=True, slots=True)
class Recorded:
    name: str
    log: bytes
    report: str


def answer(log: bytes, file: Path = FILE) -> str:
    """The report of a log, as the golden file holds it. Tests lay positions with `correct`, as in a judge's copy."""
    with made_up_cards() if file == MADE_UP else partly_seen_cards():
        return replay(log, corrections=EVERY_ACTION).to_json()


def engine_of(report: str) -> str:
    """The engine that a report names, as `arena-2.7/57`; a log that cannot be read names none."""
    return str(json.loads(report).get("engine") or "")


@cache
def recorded(file: Path = FILE) -> tuple[Recorded, ...]:
    lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    facts = (json.loads(line) for line in lines)
    return tuple(Recorded(fact["name"], fact["log"].encode("latin-1"), fact["report"]) for fact in facts)


def write(records: Iterable[Recorded], file: Path = FILE) -> None:
    """One line of JSON a log, compressed; a log is kept byte for byte, whether or not it is text."""
    facts = ({"name": each.name, "log": each.log.decode("latin-1"), "report": each.report} for each in records)
    lines = "".join(json.dumps(fact) + "\n" for fact in facts)
    file.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))
