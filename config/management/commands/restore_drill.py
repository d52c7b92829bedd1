import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.test.utils import override_settings

from config.backup import encryption


class Command(BaseCommand):
    help = "Proves that a backup of this very site can be restored: takes one, restores it elsewhere, compares."

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="restore-drill-") as folder:
            backup = Path(folder) / "drill.tar.gz"
            secret = Path(folder) / "drill-key.txt"
            with override_settings(BACKUP_KEY=encryption.write_new_key(secret)):
                call_command("backup", backup, stdout=self.stdout)
            elsewhere = {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/drill.sqlite3"}
            for command in (["migrate", "--verbosity", "0"], ["restore", str(backup), "--key", str(secret)]):
                self._manage(command, elsewhere)

    def _manage(self, command: list[str], environment: dict[str, str]) -> None:
        done = subprocess.run(  # noqa: S603  this program itself
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env={name: value for name, value in os.environ.items() if name != "MIGRATION_DATABASE_URL"} | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CommandError(f"the drill failed at {command[0]}: {done.stderr.strip()}")
        self.stdout.write(done.stdout.strip())
