"""A PostgreSQL that is there and says nothing: readers are told to come back in a moment, and the site recovers."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from celery import signals
from django.db import close_old_connections, connection, connections
from django.test import Client

from config.celery_settings import SETTINGS

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is no server"),
    pytest.mark.django_db(transaction=True),
]
MANY = 8
LONG = 120  # seconds, after which a test fails rather than hangs


class Proxy:
    """Between site and server. While it is silent it takes what it is sent, as a stopped process does, and passes
    nothing on."""

    def __init__(self, target: Callable[[], socket.socket]) -> None:
        self.target = target
        self.speaks = threading.Event()
        self.speaks.set()
        self.opened: list[socket.socket] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                ours, theirs = self.listening.accept()[0], self.target()
                self.opened += [ours, theirs]
                for ends in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while read := source.recv(65536):
                self.speaks.wait()
                target.sendall(read)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.speaks.set()
        for opened in (self.listening, *self.opened):
            opened.close()


def connected_to(server: dict[str, str]) -> socket.socket:
    port = server["PORT"] or "5432"
    if not server["HOST"].startswith("/"):
        return socket.create_connection((server["HOST"] or "127.0.0.1", int(port)))
    reached = socket.socket(socket.AF_UNIX)
    reached.connect(str(Path(server["HOST"], f".s.PGSQL.{port}")))
    return reached


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """Threads that begin now reach the database through it, and wait a moment for an answer."""
    driver = import_module("config.postgresql.base")
    monkeypatch.setattr(driver, "PAUSE", 0.1)
    monkeypatch.setattr(driver.Connection, "longest_wait", 0.3)
    monkeypatch.setattr(driver.Connection, "silent_until", 0)
    server = dict(connection.settings_dict)
    proxy = Proxy(lambda: connected_to(server))
    monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
    monkeypatch.setitem(connection.settings_dict, "PORT", str(proxy.port))
    yield proxy
    proxy.close()


@pytest.fixture
def readers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(MANY) as pool:
        yield pool
        all_threads = threading.Barrier(MANY)

        def leave() -> None:
            all_threads.wait(LONG)
            connections.close_all()

        for leaving in [pool.submit(leave) for _ in range(MANY)]:
            leaving.result(LONG)


def read(_reader: int) -> tuple[int, str]:
    close_old_connections()  # as for every request but those of the tests
    answer = Client(raise_request_exception=False).get("/events/")
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_readers_get_503_and_the_site_recovers(proxy, readers):
    assert set(readers.map(read, range(MANY), timeout=LONG)) == {(200, "")}
    proxy.speaks.clear()
    for _ in range(2):  # their connections say nothing; then nobody can connect
        assert set(readers.map(read, range(MANY), timeout=LONG)) == {(503, "10")}
    proxy.speaks.set()
    deadline = time.monotonic() + LONG
    while set(readers.map(read, range(MANY), timeout=LONG)) != {(200, "")}:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_machine_that_is_gone_is_noticed_by_tcp(proxy, readers):
    def options() -> list[int]:
        connection.ensure_connection()
        with socket.socket(fileno=os.dup(connection.connection.fileno())) as tcp:
            asked = (socket.TCP_USER_TIMEOUT, socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
            return [tcp.getsockopt(socket.IPPROTO_TCP, option) for option in asked]

    assert readers.submit(options).result(LONG) == [15_000, 15, 5, 3]


def test_a_worker_gives_up_before_its_task_is_ended(proxy):
    signals.worker_process_init.send(sender=None)
    driver = import_module("config.postgresql.base")
    assert 1 < driver.Connection.longest_wait < SETTINGS["task_soft_time_limit"]
