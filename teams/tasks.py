"""Periodic tasks of teams."""

from celery import shared_task

from teams.cards.services.pictures import forget_removed


@shared_task(name="teams.delete_removed_pictures", ignore_result=True)
def delete_removed_pictures() -> None:
    forget_removed()
