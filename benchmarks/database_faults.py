"""What can happen to the database, and to the disk that it is on."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from subprocess import DEVNULL

import psycopg

from benchmarks.victim import Run, restart_web, restart_workers

COMMIT_TAKES = 1.0
SLOW_COMMIT = """
CREATE OR REPLACE FUNCTION chaos_wait() RETURNS trigger AS 'BEGIN PERFORM pg_sleep({seconds}); RETURN NULL; END'
LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER chaos_wait AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION chaos_wait();
"""


def database_locked(run: Run) -> None:
    """By something else that writes for long: a backup, a migration."""
    seconds = run.chance.uniform(1, 5)
    if run.site.postgres:
        with administrator(run) as connection, connection.transaction():
            connection.execute("LOCK TABLE judging_submission IN ACCESS EXCLUSIVE MODE")
            time.sleep(seconds)
        return
    with closing(sqlite3.connect(run.site.folder / "site.sqlite3", timeout=30, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


@contextmanager
def administrator(run: Run) -> Iterator[psycopg.Connection]:
    assert run.site.postgres
    with psycopg.connect(run.site.postgres.url, autocommit=True) as connection:
        yield connection


def disk_full(run: Run) -> None:
    """No process that keeps data may make a file longer: the system refuses it as a full disk does."""
    postgres = run.site.postgres
    limit_files(run, "0")
    time.sleep(run.chance.uniform(0.5, 2))
    with contextlib.suppress(OSError):  # PostgreSQL ends when it cannot write its journal
        limit_files(run, "unlimited")
    if postgres:
        postgres.start_again()


def limit_files(run: Run, size: str) -> None:
    """By the user of those processes, the only one who may do it without more rights."""
    postgres = run.site.postgres
    for pid in postgres.processes() if postgres else run.site.processes():
        command = ["prlimit", "--pid", str(pid), f"--fsize={size}:"]
        subprocess.run(command, check=False, stderr=DEVNULL, user=postgres.owner if postgres else None)


def database_restarted(run: Run) -> None:
    assert run.site.postgres
    run.moment()
    run.site.postgres.restart()


def database_away(run: Run) -> None:
    assert run.site.postgres
    run.moment()
    run.site.postgres.stop()
    time.sleep(run.chance.uniform(0.5, 4))
    run.site.postgres.start_again()


def database_hangs(run: Run) -> None:
    """A disk or a network that does not answer for a while."""
    assert run.site.postgres
    processes = run.site.postgres.processes()
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        if number == signal.SIGSTOP:
            time.sleep(run.chance.uniform(0.5, 4))


def connections_to_the_database_cut(run: Run) -> None:
    for _time in range(3):
        run.moment()
        with administrator(run) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )


def database_read_only(run: Run) -> None:
    """As a standby after a failover is."""
    with administrator(run) as connection:
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(run.chance.uniform(0.5, 3))
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")


def killed_at_a_commit(run: Run) -> None:
    """PostgreSQL is made to take a second for a commit, in which the process that asked for it is killed: the commit is
    done all the same, and no answer says so."""
    is_web = run.chance.random() < 0.5
    table = "judging_submission" if is_web else "judging_report"
    with administrator(run) as connection:
        connection.execute(SLOW_COMMIT.format(table=table, seconds=COMMIT_TAKES))
        committing = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        end = time.monotonic() + 10
        while not connection.execute(committing).fetchone() and time.monotonic() < end:
            time.sleep(0.05)
        restart_web(run, signal.SIGKILL) if is_web else restart_workers(run)
        connection.execute(f"DROP TRIGGER chaos_wait ON {table}")
