"""What tests of accounts stand on."""

import time
from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def within_one_window(monkeypatch) -> None:
    """Tries are counted by the minute; none ends in the middle of a test."""
    standing = SimpleNamespace(time=lambda: 1_800_000_000.0, monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr("core.throttle.time", standing)
    monkeypatch.setattr("allauth.core.internal.ratelimit.time", standing)


@pytest.fixture(autouse=True)
def notices_are_sent_at_once(monkeypatch) -> None:
    """What is done on commit is done where it is asked for: the transaction of a test is never committed."""
    monkeypatch.setattr("core.outbox.transaction.on_commit", lambda work, **_options: work())
