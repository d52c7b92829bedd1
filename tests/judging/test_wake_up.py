"""Notifying the workers never blocks and never fails; a lost message loses no log."""

import threading

from core.live import losses
from judging import tasks
from judging.wake_up import WorkerNotifier

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
    monkeypatch.setattr(tasks.drain, "apply_async", lambda **_: (_ for _ in ()).throw(AssertionError("sent")))
    monkeypatch.setattr("judging.tasks.current_app.conf.broker_url", "")
    tasks.send_wake_up()
