"""The register of erased people: nothing in it says who they were, and it finds them again in an old backup."""

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
    """Number and day of joining, as a hash: both are in every backup, and another site's account has another key."""
    return hashlib.sha256(f"{user.pk}:{user.date_joined.timestamp():.6f}".encode()).hexdigest()


class Erasure(models.Model):
    """`done_at` is empty while the erasure goes on: only then the audit log lets texts be changed."""

    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.key


def begin(user: Any) -> Erasure:
    row, _created = Erasure.objects.update_or_create(key=key_of(user), defaults={"done_at": None})
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
    """Outside of the database, for the day on which an older one takes its place. Adds, and never takes away."""
    file, known = path(), read(path())
    missing = set(Erasure.objects.exclude(done_at=None).values_list("key", flat=True)) - known
    if missing:
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text("".join(f"{key}\n" for key in sorted(known | missing)))
        draft.replace(file)


def again(keys: Iterable[str], people: Iterable[Any]) -> list[Any]:
    """Those of these people who had been erased after the backup was written."""
    wanted = set(keys) - set(Erasure.objects.exclude(done_at=None).values_list("key", flat=True))
    return [person for person in people if key_of(person) in wanted]
