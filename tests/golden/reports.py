"""The golden file: whole logs, and for each the bytes of its report as they were when it was recorded."""

import json
import lzma
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.games import EVERY_ACTION, replay

FILE = Path(__file__).parent / "reports.jsonl.xz"


@dataclass(frozen=True, slots=True)
class Recorded:
    name: str
    log: bytes
    report: str


def answer(log: bytes) -> str:
    """The report of a log, as the golden file holds it. Tests lay positions with `correct`, as in a judge's copy."""
    return replay(log, corrections=EVERY_ACTION).to_json()


@cache
def recorded() -> tuple[Recorded, ...]:
    lines = lzma.decompress(FILE.read_bytes()).decode().splitlines()
    facts = (json.loads(line) for line in lines)
    return tuple(Recorded(fact["name"], fact["log"].encode("latin-1"), fact["report"]) for fact in facts)


def write(records: Iterable[Recorded]) -> None:
    """One line of JSON a log, compressed; a log is kept byte for byte, whether or not it is text."""
    facts = ({"name": each.name, "log": each.log.decode("latin-1"), "report": each.report} for each in records)
    lines = "".join(json.dumps(fact) + "\n" for fact in facts)
    FILE.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))
