"""The implementation of ./run and ./check. Standard library only: it works before anything is installed."""

from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


class LaunchError(Exception):
    """A message that says what is wrong and what to do about it."""


def say(line: str) -> None:
    with suppress(OSError):  # the terminal was closed
        print(line, flush=True)  # noqa: T201  this is what a command line is for
