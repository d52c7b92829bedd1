"""What tests of accounts stand on."""

from types import SimpleNamespace

import pytest


@pytest.fixture(autouse=True)
def within_one_window(monkeypatch) -> None:
    """Tries are counted by the minute; none ends in the middle of a test."""
    monkeypatch.setattr("accounts.throttle.time", SimpleNamespace(time=lambda: 1_800_000_000.0))
