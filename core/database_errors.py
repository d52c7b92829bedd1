"""What a database error means, by the code of the database's own exception, which Django keeps as the cause."""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError

SQLITE_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_AWAY = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
LOCK_NOT_AVAILABLE = "55P03"  # the SQLSTATE of PostgreSQL when lock_timeout runs out
# Of PostgreSQL: a connection that broke, one refused for want of room, a server that stops, starts or recovers.
CONNECTION_CLASS = "08"
AWAY = {"53300", "57P01", "57P02", "57P03"}


def lock_was_taken(error: DatabaseError) -> bool:
    cause = error.__cause__
    return _sqlite_code(cause) in SQLITE_LOCKED or _sqlstate(cause) == LOCK_NOT_AVAILABLE


def database_is_away(error: BaseException | None) -> bool:
    """The same request may well succeed in a moment: nothing is wrong with it."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_AWAY | SQLITE_LOCKED
    state = _sqlstate(cause)
    return not state or state in AWAY or state.startswith(CONNECTION_CLASS)  # none at all: no server has answered


def _sqlite_code(cause: BaseException | None) -> int:
    """The low byte; the rest says which kind. Only errors that SQLite itself raised have one."""
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF if isinstance(cause, sqlite3.Error) else 0


def _sqlstate(cause: BaseException | None) -> str:
    return getattr(cause, "sqlstate", None) or ""
