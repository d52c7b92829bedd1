from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import encryption


class Command(BaseCommand):
    help = "Makes a pair of keys for encrypted backups: the secret one into a file, the public one for BACKUP_KEY."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="where the secret key goes; keep it away from this machine")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        try:
            public = encryption.write_new_key(path)
        except OSError as error:
            raise CommandError(f"the key could not be written: {error}") from error
        self.stdout.write(f"BACKUP_KEY={public}")
