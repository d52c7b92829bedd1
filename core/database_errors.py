"""What a database error means, by the code of the database's own exception, which Django keeps as the cause."""

import sqlite3

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

SQLITE_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_AWAY = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
LOCK_NOT_AVAILABLE = "55P03"  # the SQLSTATE of PostgreSQL when lock_timeout runs out
# Of PostgreSQL: a connection that broke, one refused for want of room, a server that stops, starts or recovers; a disk
# that is full, a standby that only reads; a lock that another holds, and two that wait for each other.
CONNECTION_CLASS = "08"
AWAY = {"53300", "57P01", "57P02", "57P03", "53100", "25006", LOCK_NOT_AVAILABLE, "40P01", "40001"}


def lock_was_taken(error: DatabaseError) -> bool:
    cause = error.__cause__
    return _sqlite_code(cause) in SQLITE_LOCKED or _sqlstate(cause) == LOCK_NOT_AVAILABLE


def database_is_away(error: BaseException | None) -> bool:
    """The same request may well succeed in a moment: nothing is wrong with it."""
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_AWAY | SQLITE_LOCKED
    state = _sqlstate(cause)
    nobody_answered = not state and not isinstance(error, InternalError)
    return nobody_answered or state in AWAY or state.startswith(CONNECTION_CLASS)


def _sqlite_code(cause: BaseException | None) -> int:
    """The low byte; the rest says which kind. Only errors that SQLite itself raised have one."""
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF if isinstance(cause, sqlite3.Error) else 0


def _sqlstate(cause: BaseException | None) -> str:
    return getattr(cause, "sqlstate", None) or ""
