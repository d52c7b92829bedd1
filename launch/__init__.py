"""The implementation of ./run and ./check. Standard library only: it works before anything is installed."""

import errno
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FOLDER_OF_DATA = "Give this user the folder, or name another in VAR_DIR."


class LaunchError(Exception):
    """A message that says what is wrong and what to do about it."""


def unwritable(folder: Path, reason: OSError, advice: str) -> str:
    if reason.errno == errno.ENOSPC:
        return full(folder)
    return f"Nothing can be written to {folder} ({reason.strerror}). {advice}"


def full(folder: Path) -> str:
    return f"The disk of {folder} is full. Make room on it."


def say(line: str) -> None:
    with suppress(OSError):  # the terminal was closed
        print(line, flush=True)  # noqa: T201  this is what a command line is for
