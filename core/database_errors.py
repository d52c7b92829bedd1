"""What a database error means, by the code of the database's own exception, which Django keeps as the cause."""

import sqlite3

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

SQLITE_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_AWAY = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
LOCK_NOT_AVAILABLE = "55P03"  # the SQLSTATE of PostgreSQL when lock_timeout runs out
# Classes of SQLSTATE of PostgreSQL: a connection that broke; no more room on the disk, in memory or for connections; an
# error of the operating system below it.
CLASSES_AWAY = ("08", "53", "58")
# A server that stops, starts or recovers; a standby that only reads; a lock that another holds, and two that wait for
# each other; what PostgreSQL has no other code for, among it a file that the system does not let grow.
AWAY = {"57P01", "57P02", "57P03", "25006", LOCK_NOT_AVAILABLE, "40P01", "40001", "XX000"}


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
    return nobody_answered or state in AWAY or state.startswith(CLASSES_AWAY)


def _sqlite_code(cause: BaseException | None) -> int:
    """The low byte; the rest says which kind. Only errors that SQLite itself raised have one."""
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF if isinstance(cause, sqlite3.Error) else 0


def _sqlstate(cause: BaseException | None) -> str:
    return getattr(cause, "sqlstate", None) or ""
