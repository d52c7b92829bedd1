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
