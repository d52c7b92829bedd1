"""Rows that are there for good. What is guarded is one row in one's hand; queries go past it."""

from typing import Any

from django.db import models


class NeverDeleted(models.Model):
    """Another row supersedes it or takes it back, and it stays to be read."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")


class WrittenOnce(NeverDeleted):
    """Nor is it changed: what is said later is said by a row of its own."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)
