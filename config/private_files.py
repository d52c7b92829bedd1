"""What the site keeps is for its own user alone, whatever was there before."""

import os
from pathlib import Path


def make_private(folder: Path) -> None:
    """Folders 0700, files 0600. Links are left alone: what they lead to may belong to somebody else."""
    folder.chmod(0o700)
    for where, folders, files in os.walk(folder):
        for name in folders:
            _chmod(Path(where, name), 0o700)
        for name in files:
            _chmod(Path(where, name), 0o600)


def _chmod(path: Path, mode: int) -> None:
    if not path.is_symlink() and path.stat().st_mode & 0o777 != mode:
        path.chmod(mode)
