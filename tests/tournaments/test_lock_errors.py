"""A lock that is not free in time is recognised by the error code of the database, never by its text."""

import sqlite3

import psycopg
import pytest
from django.db import OperationalError

from core.errors import Busy
from tournaments.base.services import locking


def fail_with(monkeypatch, cause: Exception | None) -> None:
    def locked_event(event_id: int) -> None:
        raise OperationalError("in any language") from cause

    monkeypatch.setattr(locking, "_locked_event", locked_event)


def sqlite_lock_error(tmp_path) -> sqlite3.OperationalError:
    """What SQLite raises while another connection writes."""
    writing, waiting = (sqlite3.connect(tmp_path / "x.sqlite3", timeout=0, isolation_level=None) for _ in range(2))
    writing.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as caught:
        waiting.execute("BEGIN IMMEDIATE")
    writing.close()
    waiting.close()
    return caught.value


def enter_lock() -> None:
    with locking.event_lock(1):
        raise AssertionError("the lock was not taken")


@pytest.mark.django_db
def test_a_locked_sqlite_file_is_answered_with_busy(monkeypatch, tmp_path):
    fail_with(monkeypatch, sqlite_lock_error(tmp_path))
    with pytest.raises(Busy):
        enter_lock()


@pytest.mark.django_db
def test_a_lock_timeout_of_postgresql_is_answered_with_busy(monkeypatch):
    fail_with(monkeypatch, psycopg.errors.LockNotAvailable("annulation à cause du délai de verrou"))
    with pytest.raises(Busy):
        enter_lock()


@pytest.mark.django_db
@pytest.mark.parametrize("cause", [None, psycopg.errors.QueryCanceled("lock timeout"), sqlite3.OperationalError("x")])
def test_any_other_database_error_is_not_answered_with_busy(monkeypatch, cause):
    fail_with(monkeypatch, cause)
    with pytest.raises(OperationalError):
        enter_lock()
