"""One running site per folder: the lock is held by an open file, so it ends with its process in any case."""

import fcntl
from pathlib import Path
from typing import IO

from launch import LaunchError


def acquire(path: Path) -> IO[str]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = path.open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        where = lock.read() or "starting just now"
        raise LaunchError(f"The site already runs from this folder ({where}). Stop that one first.") from None
    lock.truncate(0)
    return lock


def write_address(lock: IO[str], address: str) -> None:
    lock.write(address)
    lock.flush()
