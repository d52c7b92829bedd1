"""Celery tasks of the queue: one that is sent when there is work, and what is done by the clock."""

from typing import Any

from celery import shared_task

from judging.logs.services.revalidation import validate_dependents_again
from judging.logs.services.submission import delete_old_addresses
from judging.logs.services.worker import work_batch
from judging.logs.validator.process import Validator
from judging.logs.wake_up import DRAIN, worker_notifier
from judging.recorder.services.practice import delete_old_tables

validator = Validator()


@shared_task(name=DRAIN, ignore_result=True)
def drain() -> None:
    work_batch(validator, worker_notifier.notify)


@shared_task(name="judging.delete_old_tables", ignore_result=True)
def delete_old_practice_tables() -> None:
    delete_old_tables()


@shared_task(name="judging.delete_old_addresses", ignore_result=True)
def delete_addresses() -> None:
    delete_old_addresses()


def validate_dependents(*, subject: str, **_facts: Any) -> None:
    """Handle "event-facts-changed"."""
    validate_dependents_again(subject=subject)
