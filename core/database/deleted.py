"""Rows that their owner has deleted: no page shows them, and for a while they can be restored as they were."""

import datetime as dt
from typing import Any

from django.db import models
from django.utils import timezone

RESTORED_WITHIN = dt.timedelta(days=30)


class ExistingManager(models.Manager[Any]):
    """Leaves out what was deleted (`removed_at`)."""

    def get_queryset(self) -> Any:
        return super().get_queryset().filter(removed_at=None)


def restorable(rows: models.QuerySet[Any, Any]) -> models.QuerySet[Any, Any]:
    return rows.filter(removed_at__gt=timezone.now() - RESTORED_WITHIN).order_by("-removed_at")


def forget_deleted(rows: models.QuerySet[Any, Any]) -> None:
    """Delete for good what can no longer be restored."""
    rows.filter(removed_at__lte=timezone.now() - RESTORED_WITHIN).delete()
