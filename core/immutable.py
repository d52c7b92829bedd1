"""Rows that are never changed or deleted. Only model methods are guarded; queries bypass this."""

from typing import Any

from django.db import models


class NeverDeleted(models.Model):
    """It stays readable; another row supersedes or revokes it."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")


class WrittenOnce(NeverDeleted):
    """Also never changed: a later statement is a row of its own."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)
