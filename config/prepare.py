"""Prepare the database and the static files in parallel; static files only if one of them changed."""

import gc
import hashlib
import io
import multiprocessing
import os
import sys
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import django
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from core.database.errors import database_is_unavailable
from launch import FOLDER_OF_DATA, LaunchError, install


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


NOT_LOADED = ["rest_framework", "redoc"]  # the files of DRF's own pages, and the second viewer of the API's description


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    gc.freeze()  # migrations make so many objects that what is loaded would be scanned again and again
    try:
        install.refuse_unwritable(settings.VAR_DIR, FOLDER_OF_DATA)
        install.refuse_full_data(settings.VAR_DIR)
    except LaunchError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    make_private(settings.VAR_DIR)
    collecting = collecting_static()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("check", databases=["default"], stdout=io.StringIO())  # passed checks are not printed
    except CommandError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except DatabaseError as error:
        if not database_is_unavailable(error):
            raise
        reason = str(error).splitlines()[0]
        sys.stderr.write(f"The database does not answer ({reason}). Look at DATABASE_URL, and at the database.\n")
        return 1
    finally:
        if collecting:
            collecting.join()
    return int(collecting is not None and collecting.exitcode != 0)


def collecting_static() -> BaseProcess | None:
    """Run collectstatic beside the migrations, if any file changed: in a fork, in which Django is set up already."""
    if static_is_current():
        return None
    process = multiprocessing.get_context("fork").Process(target=collect_static)
    process.start()
    return process


def collect_static() -> None:
    wanted = version_of_static()
    try:
        call_command("collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=NOT_LOADED)
    except CommandError as error:
        sys.exit(str(error))
    stamp().write_text(wanted)


def static_is_current() -> bool:
    return stamp().exists() and stamp().read_text() == version_of_static()


def stamp() -> Path:
    return settings.STATIC_ROOT / "collected"


def version_of_static() -> str:
    return hashlib.sha256("\n".join(described_sources()).encode()).hexdigest()


def described_sources() -> Iterator[str]:
    """Our own files by size and time, those of packages by the lock file, and the bundler's code."""
    yield (settings.BASE_DIR / "requirements/base.txt").read_text()
    yield (settings.BASE_DIR / "config/static_files/storage.py").read_text()
    for folder in settings.STATICFILES_DIRS:
        for path in sorted(Path(folder).rglob("*")):
            found = path.stat()
            yield f"{path} {found.st_size} {found.st_mtime_ns}"


if __name__ == "__main__":
    sys.exit(main())
