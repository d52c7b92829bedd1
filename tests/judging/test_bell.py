"""Who rings never waits and never fails; nothing is lost when nobody hears it."""

import threading

from core.live import losses
from judging import tasks
from judging.wake_up import Bell

PATIENCE = 10


def test_whoever_rings_does_not_wait_for_the_broker():
    answers = threading.Event()
    struck = threading.Event()

    def slow() -> None:
        struck.set()
        answers.wait(PATIENCE)

    Bell(slow).ring()  # comes back although the broker has not answered
    assert struck.wait(PATIENCE)
    answers.set()


def test_many_rings_while_it_is_busy_become_one():
    strokes, first, go_on, second = [], threading.Event(), threading.Event(), threading.Event()

    def strike() -> None:
        strokes.append(1)
        (second if len(strokes) == 2 else first).set()
        go_on.wait(PATIENCE)

    bell = Bell(strike)
    bell.ring()
    assert first.wait(PATIENCE)
    for _ in range(100):
        bell.ring()
    go_on.set()
    assert second.wait(PATIENCE)
    assert len(strokes) == 2


def test_a_broker_that_is_away_is_counted_and_the_bell_goes_on():
    before = losses["bells"]
    rung = threading.Event()
    tries = iter([ConnectionError("nobody there"), None])

    def strike() -> None:
        if error := next(tries):
            raise error
        rung.set()

    bell = Bell(strike)
    bell.ring()
    while losses["bells"] == before:
        threading.Event().wait(0.01)
    bell.ring()
    assert rung.wait(PATIENCE)


def test_without_any_broker_nothing_is_rung(monkeypatch):
    monkeypatch.setattr(tasks.drain, "apply_async", lambda **_: (_ for _ in ()).throw(AssertionError("rung")))
    monkeypatch.setattr("judging.tasks.current_app.conf.broker_url", "")
    tasks.strike()
