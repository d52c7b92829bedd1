"""The recorded events: one document a line, compressed."""

import json
import lzma
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("recorded.jsonl.xz")


def load() -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.open(FILE, "rt", encoding="utf-8")]


def save(events: list[dict[str, Any]]) -> None:
    lines = (json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events)
    FILE.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def plain(found: Any) -> Any:
    """As it would be after a way through the file."""
    return json.loads(json.dumps(found))
