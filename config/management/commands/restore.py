from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User
from config.backup import BackupRefused, archive
from core.pages import live
from core.privacy import erasures, personal_data


class Command(BaseCommand):
    help = (
        "Puts a backup into an empty, migrated database, and proves that all of it is there. "
        "Accounts that were deleted since are deleted again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the archive that backup wrote")
        parser.add_argument("--erased", type=Path, help="a register of deleted accounts besides the one in VAR_DIR")
        parser.add_argument("--key", type=Path, help="the file with the secret key of an encrypted backup")

    def handle(self, *args: Any, path: Path, erased: Path | None = None, key: Path | None = None, **more: Any) -> None:
        if erased and not erased.is_file():
            raise CommandError(f"there is no register at {erased}")
        try:
            keys = erasures.read(erasures.path()) | (erasures.read(erased) if erased else set())
            with transaction.atomic():
                manifest = archive.read(path, key)
                again = personal_data.erase_again(keys, User._base_manager.order_by("pk"))
                live.renew_versions()
        except (BackupRefused, OSError, UnicodeDecodeError) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"restored and compared: {len(manifest['fingerprint'])} fingerprints are equal")
        self.stdout.write(f"deleted again: {again} accounts that had been deleted since the backup")
        call_command("delete_old_data", stdout=self.stdout)
