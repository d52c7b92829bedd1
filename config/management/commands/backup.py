from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import BackupRefused, archive


class Command(BaseCommand):
    help = "Writes every row and every file into one archive, while the site runs; encrypted when BACKUP_KEY is set."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the archive to write, for example arena.tar.gz")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        if path.exists():
            raise CommandError(f"{path} exists already: a backup is never overwritten")
        try:
            manifest = archive.write(path, settings.BACKUP_KEY)
        except (BackupRefused, OSError) as error:
            raise CommandError(f"the backup could not be written: {error}") from error
        tables, files = len(manifest["fingerprint"]), len(manifest["files"])
        kind = "encrypted" if settings.BACKUP_KEY else "not encrypted"
        self.stdout.write(f"{path}: {path.stat().st_size} bytes, {tables} fingerprints, {files} files, {kind}")
