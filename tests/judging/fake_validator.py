"""A validator whose logs say what is to happen to it: for what no honest engine can be brought to do."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from judging.validator.child import main


def answer(content: bytes, facts: bytes) -> dict[str, Any]:
    wish = json.loads(content)
    match wish.get("wish"):
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "raise":
            raise RuntimeError("a mistake in the engine")
        case "hang":
            time.sleep(60)
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
    report = {"verdict": wish.get("verdict", "valid"), "findings": wish.get("findings", []), "engine": "fake/1"}
    told = {"report": report, "sentences": [], "header": wish.get("header", {}), "steps": wish.get("steps", "")}
    return {**told, "pid": os.getpid()}


if __name__ == "__main__":
    main(answer)
