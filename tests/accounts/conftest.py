"""What tests of accounts stand on."""

import time
from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def sign_ins_within_one_window(monkeypatch) -> None:
    """allauth counts tries by the minute too: see `tries_within_one_window` of tests/conftest.py."""
    standing = SimpleNamespace(time=lambda: 1_800_000_000.0, monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr("allauth.core.internal.ratelimit.time", standing)


@pytest.fixture(autouse=True)
def notices_are_sent_at_once(monkeypatch) -> None:
    """What is done on commit is done where it is asked for: the transaction of a test is never committed."""
    monkeypatch.setattr("core.records.outbox.transaction.on_commit", lambda work, **_options: work())
