"""Celery tasks of the queue: one that is sent when there is work, and the sweeper in each worker."""

from typing import Any

from celery import bootsteps, current_app, shared_task
from django.db import transaction

from judging.services.logs.ip_addresses import delete_old_addresses
from judging.services.logs.revalidation import validate_dependents_again
from judging.services.logs.worker import Sweeper, work_batch
from judging.services.recorder.practice import delete_old_tables
from judging.validator.process import Validator
from judging.wake_up import TRANSPORT_OPTIONS, WorkerNotifier

validator = Validator()


@shared_task(ignore_result=True)
def drain() -> None:
    work_batch(validator, worker_notifier.notify)


@shared_task(name="judging.delete_old_tables", ignore_result=True)
def delete_old_practice_tables() -> None:
    delete_old_tables()


@shared_task(name="judging.delete_old_addresses", ignore_result=True)
def delete_addresses() -> None:
    delete_old_addresses()


def send_wake_up() -> None:
    if not current_app.conf.broker_url:
        return  # without a broker, `validate_worker` polls the table
    with current_app.connection_for_write(transport_options=TRANSPORT_OPTIONS) as connection:
        drain.apply_async(connection=connection, retry=False)


worker_notifier = WorkerNotifier(send_wake_up)


def validate_dependents(*, subject: str, **_facts: Any) -> None:
    """Handle "event-facts-changed"."""
    validate_dependents_again(subject=subject)
    transaction.on_commit(worker_notifier.notify)


class SweeperStep(bootsteps.StartStopStep):
    """Starts the sweeper with the worker, after its pool has been forked."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.sweeper = Sweeper(worker_notifier.notify)

    def start(self, worker: Any) -> None:
        self.sweeper.start()

    def stop(self, worker: Any) -> None:
        self.sweeper.stop()
