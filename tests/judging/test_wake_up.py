"""Notifying the workers never blocks and never fails; a lost message loses no log."""

import threading
from unittest import mock

from celery import current_app

from core.pages.live import losses
from judging.logs.wake_up import WorkerNotifier, send_wake_up
from judging.tasks import drain

TIMEOUT = 120  # seconds, after which a test fails rather than hangs


def test_notifying_does_not_wait_for_the_broker():
    broker_answers = threading.Event()
    sending = threading.Event()

    def slow() -> None:
        sending.set()
        broker_answers.wait(TIMEOUT)

    WorkerNotifier(slow).notify()  # returns although the broker has not answered
    assert sending.wait(TIMEOUT)
    broker_answers.set()


def test_many_notifications_while_busy_become_one():
    sent, first, go_on, second = [], threading.Event(), threading.Event(), threading.Event()

    def send() -> None:
        sent.append(1)
        (second if len(sent) == 2 else first).set()
        go_on.wait(TIMEOUT)

    notifier = WorkerNotifier(send)
    notifier.notify()
    assert first.wait(TIMEOUT)
    for _ in range(100):
        notifier.notify()
    go_on.set()
    assert second.wait(TIMEOUT)
    assert len(sent) == 2


def test_a_broker_failure_is_counted_and_sending_continues():
    before = losses["wake-ups"]
    delivered = threading.Event()
    tries = iter([ConnectionError("connection refused"), None])

    def send() -> None:
        if error := next(tries):
            raise error
        delivered.set()

    notifier = WorkerNotifier(send)
    notifier.notify()
    while losses["wake-ups"] == before:
        threading.Event().wait(0.01)
    notifier.notify()
    assert delivered.wait(TIMEOUT)


def test_without_a_broker_no_message_is_sent(monkeypatch):
    monkeypatch.setattr("judging.logs.wake_up.current_app.send_task", mock.Mock(side_effect=AssertionError("sent")))
    monkeypatch.setattr("judging.logs.wake_up.current_app.conf.broker_url", "")
    send_wake_up()


def test_the_message_names_the_task_that_empties_the_queue(monkeypatch):
    monkeypatch.setattr("judging.logs.wake_up.current_app.conf.broker_url", "memory://")
    send_wake_up()
    with current_app.connection_for_read() as connection, connection.SimpleQueue("celery") as queue:
        assert queue.get_nowait().headers["task"] == drain.name
