"""Transactional outbox: events are stored in the transaction that causes them, and subscribers are called after the
commit, at least once. If a process dies in between, the next delivery finds the row.

Handlers take keyword arguments. A handler may be called twice with the same ones, so it must be idempotent.
"""

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)

Handler = Callable[..., None]
# lease of a handler that runs outside a transaction; after it the process is considered dead
LEASE = dt.timedelta(minutes=5)
GRACE = dt.timedelta(seconds=10)  # head start of the process that stored the event; after it any process delivers it
LONGEST_RETRY_DELAY = dt.timedelta(minutes=10)
BATCH_SIZE = 200

_handlers: dict[str, list[str]] = defaultdict(list)
_outside: set[str] = set()  # events whose handlers have effects that no rollback undoes, such as an e-mail


class DomainEvent(models.Model):
    """One event for one subscriber. The row is deleted when the handler has succeeded."""

    name = models.CharField(max_length=60)
    handler = models.CharField(max_length=120)
    payload = models.JSONField()
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} for {self.handler}"


def subscribe(handler: Handler, *names: str, outside: bool = False) -> None:
    """Register a handler; call in `AppConfig.ready`. `outside` handlers contact another server, so no transaction is
    open while they run."""
    path = f"{handler.__module__}.{handler.__qualname__}"
    if outside:
        _outside.update(names)
    for name in names:
        if path not in _handlers[name]:
            _handlers[name].append(path)


def publish(name: str, **payload: Any) -> None:
    """Store an event for each subscriber. Call inside the transaction that causes it."""
    due_at = timezone.now() + GRACE
    events = [DomainEvent(name=name, handler=path, payload=payload, due_at=due_at) for path in _handlers[name]]
    if events:
        DomainEvent.objects.bulk_create(events)
        numbers = [event.pk for event in events]
        transaction.on_commit(lambda: deliver(numbers), robust=True)


def deliver(numbers: Iterable[int]) -> None:
    for number in numbers:
        deliver_one(number)


def deliver_one(number: int) -> bool:
    """Deliver one row. True when it is delivered or another process has it."""
    try:
        _deliver(number)
    except OSError as error:  # another server is unavailable; its message is not logged because it may name a person
        log.warning("domain event %d will be tried again: %s", number, type(error).__name__)
    except Exception:
        log.exception("domain event %d could not be delivered and will be tried again", number)
    else:
        return True
    _postpone(number)
    return False


def deliver_overdue() -> int:
    """Deliver what another process left behind or failed to deliver; return how many were tried."""
    overdue = _overdue().exclude(name__in=_outside)
    numbers = list(overdue.values_list("pk", flat=True)[:BATCH_SIZE])
    deliver(numbers)
    return len(numbers)


def deliver_overdue_outside() -> int:
    """The same for `outside` handlers. Stops at the first failure, because the server may be unavailable."""
    tried = 0
    for number in list(_overdue().filter(name__in=_outside).values_list("pk", flat=True)[:BATCH_SIZE]):
        tried += 1
        if not deliver_one(number):
            break
    return tried


def _overdue() -> models.QuerySet[DomainEvent]:
    return DomainEvent.objects.filter(due_at__lte=timezone.now())


def _deliver(number: int) -> None:
    event = DomainEvent.objects.filter(pk=number).first()
    if event is None:
        return
    if event.name in _outside:
        _deliver_outside(event)
    else:
        _deliver_inside(number)


def _deliver_outside(event: DomainEvent) -> None:
    """Claim the row by moving its due date, so that only one process works on it while the lease lasts."""
    unchanged = DomainEvent.objects.filter(pk=event.pk, due_at=event.due_at)
    if unchanged.update(due_at=timezone.now() + LEASE):
        _handler_of(event)(**event.payload)
        event.delete()


@transaction.atomic
def _deliver_inside(number: int) -> None:
    """Run the handler and delete the row in one transaction. A row that another process has locked is skipped."""
    rows = DomainEvent.objects.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
    event = rows.filter(pk=number).first()
    if event is not None:
        _handler_of(event)(**event.payload)
        event.delete()


def _handler_of(event: DomainEvent) -> Handler:
    """Find the subscriber by the name of its function: an event stored before an upgrade names the module it was in."""
    function = event.handler.rpartition(".")[2]
    path = next(path for path in _handlers[event.name] if path.rpartition(".")[2] == function)
    handler: Handler = import_string(path)
    return handler


def _postpone(number: int) -> None:
    for event in DomainEvent.objects.filter(pk=number):
        pause = min(GRACE * 2 ** min(event.attempts, 10), LONGEST_RETRY_DELAY)
        DomainEvent.objects.filter(pk=number).update(attempts=models.F("attempts") + 1, due_at=timezone.now() + pause)
