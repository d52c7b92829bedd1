"""Rows that are never changed or deleted. Only model methods are guarded; queries bypass this."""

from typing import Any

from django.db import models


class NeverDeleted(models.Model):
    """A model whose rows cannot be deleted; another row supersedes or revokes them."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")


class WrittenOnce(NeverDeleted):
    """A model whose rows cannot be changed either; a later statement is a new row."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)
