"""Periodic tasks of teams."""

from celery import shared_task

from core.database.deleted import forget_deleted
from teams.cards.services.pictures import forget_removed
from teams.models import Pool, TeamList


@shared_task(name="teams.delete_removed", ignore_result=True)
def delete_removed() -> None:
    """Delete pictures, lists and pools for good once that can no longer be undone."""
    forget_removed()
    forget_deleted(TeamList.with_deleted.all())
    forget_deleted(Pool.with_deleted.all())
