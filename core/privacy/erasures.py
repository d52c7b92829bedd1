"""The register of erased people. It does not say who they were, but finds them again in an old backup."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

FILE = "erased-accounts"


def key_of(user: Any) -> str:
    """Hash of account number and day of joining: both are in every backup, and differ between sites."""
    return hashlib.sha256(f"{user.pk}:{user.date_joined.timestamp():.6f}".encode()).hexdigest()


class Erasure(models.Model):
    """The erasure of one account. `done_at` is empty while it runs; only then may texts of the audit log be changed.
    The database lets nobody delete a row, or change more of it than `done_at`, once."""

    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key


def begin(user: Any) -> Erasure:
    row, _created = Erasure.objects.get_or_create(key=key_of(user))
    return row


def end(row: Erasure) -> None:
    row.done_at = timezone.now()
    row.save(update_fields=["done_at"])


def is_erased(user: Any) -> bool:
    return Erasure.objects.filter(key=key_of(user)).exclude(done_at=None).exists()


def path() -> Path:
    return Path(settings.VAR_DIR) / FILE


def read(file: Path) -> set[str]:
    return set(file.read_text().split()) if file.exists() else set()


def write_file() -> None:
    """Copy the register to a file outside the database, for when an older database is restored. Only adds lines."""
    file, known = path(), read(path())
    missing = set(Erasure.objects.exclude(done_at=None).values_list("key", flat=True)) - known
    if missing:
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text("".join(f"{key}\n" for key in sorted(known | missing)))
        draft.replace(file)


def erased_since_backup(keys: Iterable[str], people: Iterable[Any]) -> list[Any]:
    """Those of these people who were erased after the backup was written."""
    wanted = set(keys) - set(Erasure.objects.exclude(done_at=None).values_list("key", flat=True))
    return [person for person in people if key_of(person) in wanted]
