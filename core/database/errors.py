"""Classify database errors by the driver's own code; Django keeps the driver's exception as the cause."""

import sqlite3

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

SQLITE_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_UNAVAILABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
LOCK_NOT_AVAILABLE = "55P03"  # SQLSTATE of PostgreSQL when lock_timeout expires
# SQLSTATE classes of PostgreSQL: broken connection; out of disk, memory or connections; operating system error.
CLASSES_UNAVAILABLE = ("08", "53", "58")
# SQLSTATE codes: server stopping, starting or recovering; read-only standby; lock not available and deadlock; internal
# error, which PostgreSQL also raises when the system does not let a file grow.
UNAVAILABLE = {"57P01", "57P02", "57P03", "25006", LOCK_NOT_AVAILABLE, "40P01", "40001", "XX000"}


def lock_was_taken(error: DatabaseError) -> bool:
    cause = error.__cause__
    return _sqlite_code(cause) in SQLITE_LOCKED or _sqlstate(cause) == LOCK_NOT_AVAILABLE


def sqlite_has_no_room(error: DatabaseError) -> bool:
    return _sqlite_code(error.__cause__) == sqlite3.SQLITE_FULL


def database_is_unavailable(error: BaseException | None) -> bool:
    """Whether the request failed only because the database is unavailable, so that repeating it may succeed."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_UNAVAILABLE | SQLITE_LOCKED
    state = _sqlstate(cause)
    nobody_answered = not state and not isinstance(error, InternalError)
    return nobody_answered or state in UNAVAILABLE or state.startswith(CLASSES_UNAVAILABLE)


def _sqlite_code(cause: BaseException | None) -> int:
    """The primary result code (low byte) of an error raised by SQLite itself, or 0."""
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF if isinstance(cause, sqlite3.Error) else 0


def _sqlstate(cause: BaseException | None) -> str:
    return getattr(cause, "sqlstate", None) or ""
