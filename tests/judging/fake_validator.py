"""A validator whose logs say what is to happen to it: for what no honest engine can be brought to do."""

import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judging.logs.validator.child import main

USUAL: dict[str, Any] = {"verdict": "valid", "ended": True, "findings": [], "engine": "fake/1"}


def answer(content: bytes, _facts: bytes = b"", _corrections: Sequence[int] = ()) -> dict[str, Any]:
    wish = json.loads(content)
    match wish.get("wish"):
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "raise":
            raise RuntimeError("a mistake in the engine")
        case "hang":
            hang(Path(wish.get("until", "/no/such/file")))
        case "spin":
            while True:
                pass
        case "eat":
            return {"eaten": len(b"x" * 1024**3)}
        case "write":
            Path(wish["path"]).write_bytes(b"x")
        case "environment":
            return {"environment": dict(os.environ)}
        case "print":
            print("noise", flush=True)  # noqa: T201  (that is the point)
    report = {name: wish.get(name, usual) for name, usual in USUAL.items()}
    words = {"sentences": [], "descriptions": wish.get("descriptions", [])}
    game = {"ruleset": wish.get("ruleset", ""), "header": wish.get("header", {}), "steps": wish.get("steps", "")}
    expected = {"report": report, **words, **game}
    return {**expected, "pid": os.getpid()}


def hang(until: Path) -> None:
    while not until.exists():
        time.sleep(0.01)


if __name__ == "__main__":
    main(answer)
