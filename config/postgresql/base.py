"""Django's PostgreSQL, for which web processes, workers and the sweeper wait so long and no longer.

The options of TCP (config/databases.py) notice a machine that is gone. A server that is stopped, or a proxy that hangs,
still acknowledges what it is sent: libpq then waits for an answer forever, and so would every thread of the site.
"""

from time import monotonic
from typing import Any, ClassVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.errors import ConnectionTimeout, _WaitTimeout

PAUSE = 2  # seconds in which nobody tries to connect: a thousand pages would wait for it one after the other


class Connection(psycopg.Connection[Any]):
    longest_wait: ClassVar[float | None] = None  # seconds for one answer; migrations, backups and other commands wait
    silent_until: ClassVar[float] = 0

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> "Connection":  # type: ignore[override]
        if monotonic() < Connection.silent_until:
            raise ConnectionTimeout("the database did not answer a moment ago")
        try:
            return super().connect(*args, **kwargs)
        except ConnectionTimeout:
            Connection.silent_until = monotonic() + PAUSE
            raise

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.longest_wait if timeout is None else timeout)
        except _WaitTimeout as error:
            if timeout is not None:
                raise
            Connection.silent_until = monotonic() + PAUSE
            self.close()  # an answer that comes after all would pass for that to the next query
            raise psycopg.OperationalError(f"the database has not answered for {self.longest_wait} s") from error


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return Connection.connect(**conn_params)
