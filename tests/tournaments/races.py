"""Two people at the same moment, made to happen: threads that wait for each other in the middle of a service.

The gate stands where the service has looked and not yet written. With the event's lock the second thread cannot come
to the gate, so the first goes on alone after a moment. Without the lock both stand there, having seen the same: that is
the negative control, and it must go wrong, or the test proves nothing.
"""

import contextlib
import pkgutil
import threading
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from django.db import connection
from django.urls import reverse

from core.errors import Refused
from tournaments.base.services import locking
from tournaments.models import Event

PATIENCE = 0.25  # seconds: with the lock nobody comes
PATIENCE_OF_CONTROLS = 30.0  # without it somebody does, however busy the machine is


class UnexpectedError(Exception):
    """Neither done nor refused: what a visitor would see as a broken page."""


@contextlib.contextmanager
def both_wait_after(path: str) -> Iterator[None]:
    """A thread that has called the function named by `path` waits for the other, or for PATIENCE."""
    barrier = threading.Barrier(2)

    def wait() -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(PATIENCE)

    with mock.patch(path, followed_by(pkgutil.resolve_name(path), wait)):
        yield


class Interruption:
    """One call stands still after the function named by `path`; the other runs meanwhile, if nothing holds it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.reached, self.over = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.reached.set()
        self.over.wait(PATIENCE)

    def meanwhile(self, call: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            self.reached.wait(PATIENCE_OF_CONTROLS)
            try:
                return call()
            finally:
                self.over.set()

        return run

    @contextlib.contextmanager
    def armed(self) -> Iterator[None]:
        with mock.patch(self.path, followed_by(pkgutil.resolve_name(self.path), self.wait)):
            yield


def followed_by(original: Callable[..., Any], then: Callable[[], None]) -> Callable[..., Any]:
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        answer = original(*args, **kwargs)
        then()
        return answer

    return wrapped


@contextlib.contextmanager
def no_lock() -> Iterator[None]:
    """The guard off: no transaction and no lock around the services, as naive code has it."""
    no_transaction = mock.Mock(atomic=contextlib.nullcontext)
    with (
        mock.patch(f"{__name__}.PATIENCE", PATIENCE_OF_CONTROLS),
        mock.patch.object(locking, "transaction", no_transaction),
        mock.patch.object(locking, "_locked_event", lambda pk: Event.objects.get(pk=pk)),
    ):
        yield


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call answered: a value, or the refusal it met. Anything else is UnexpectedError."""
    reverse("account_login")  # loads every view, as all processes of the site have: loaded under a lock it takes longer
    answers: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE_OF_CONTROLS)
            answers[place] = call()
        except Refused as refusal:
            answers[place] = refusal
        except Exception as error:  # noqa: BLE001 (whatever it is, it is what the visitor would have met)
            answers[place] = UnexpectedError(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(4 * PATIENCE_OF_CONTROLS)
    return answers


def error_codes(answers: list[Any]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Refused))


def is_clean(answers: list[Any]) -> bool:
    return not any(isinstance(answer, UnexpectedError) for answer in answers)
