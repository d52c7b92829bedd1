"""Make the site's files private to its user, whatever their mode was before."""

import os
from pathlib import Path


def make_private(folder: Path) -> None:
    """Set folders to 0700 and files to 0600. Links are skipped: their targets may belong to somebody else."""
    folder.chmod(0o700)
    for where, folders, files in os.walk(folder):
        for name in folders:
            _chmod(Path(where, name), 0o700)
        for name in files:
            _chmod(Path(where, name), 0o600)


def _chmod(path: Path, mode: int) -> None:
    if not path.is_symlink() and path.stat().st_mode & 0o777 != mode:
        path.chmod(mode)
