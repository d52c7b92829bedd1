"""What can happen to a running site, done to it from outside: FAULTS, each with what it does to a `Run`.

Every one of them ends with all processes of the site running again; logs go on coming in meanwhile.
"""

import contextlib
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import database_faults as database
from benchmarks.private_site import BACKENDS, descendants
from benchmarks.receipts import leases, move_leases_back, outstanding
from benchmarks.victim import Run, restart_web, restart_workers

LONG_START = 60  # seconds until a process answers again on a busy machine


def web_killed(run: Run) -> None:
    """With requests in its hands."""
    run.moment()
    restart_web(run, signal.SIGKILL)


def workers_killed_at_work(run: Run) -> None:
    """In mid-validation: stopped, looked at and let go, until one is seen with a log in its hands."""
    with workers_frozen_at_work(run):
        restart_workers(run)


@contextmanager
def workers_frozen_at_work(run: Run) -> Iterator[None]:
    """A log comes in while they stand still, so that there is work; they are let go a little at a time."""
    seen_before, end = leases(), time.monotonic() + LONG_START
    while not leases() - seen_before and time.monotonic() < end:
        run.site.signal_workers(signal.SIGSTOP)
        if not outstanding():
            run.client.hand_in()
        run.site.signal_workers(signal.SIGCONT)
        time.sleep(0.01)
        run.site.signal_workers(signal.SIGSTOP)
    yield
    run.site.signal_workers(signal.SIGCONT)


def child_of_a_worker_killed(run: Run) -> None:
    """The process of Celery's pool that has the log."""
    with workers_frozen_at_work(run):
        for worker in run.site.workers:
            for pid in Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split():
                kill(int(pid))


def validator_killed(run: Run) -> None:
    """The process that reads the logs, as the kernel kills one when memory is short."""
    with workers_frozen_at_work(run):
        for pid in [below for worker in run.site.workers for below in descendants(worker.pid)]:
            with contextlib.suppress(OSError):
                if b"judging.logs.validator" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    kill(pid)


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def beat_killed(run: Run) -> None:
    assert run.site.beat
    os.killpg(run.site.beat.pid, signal.SIGKILL)
    run.site.beat.wait()
    run.site.start_beat()


def broker_killed(run: Run) -> None:
    run.moment()
    run.site.broker.kill()
    run.moment(1)
    run.site.broker.start()


def broker_hangs(run: Run) -> None:
    """Takes connections, and answers nothing."""
    run.site.broker.signal(signal.SIGSTOP)
    time.sleep(run.chance.uniform(0.5, 3))
    run.site.broker.signal(signal.SIGCONT)


def broker_forgets(run: Run) -> None:
    run.moment()
    run.site.broker.forget_everything()


def power_cut(run: Run) -> None:
    """Everything at once."""
    run.moment()
    run.site.broker.kill()
    for worker in run.site.workers:
        os.killpg(worker.pid, signal.SIGKILL)
    if run.site.postgres:
        run.site.postgres.restart()
    run.site.broker.start()
    restart_web(run, signal.SIGKILL)
    beat_killed(run)
    restart_workers(run)


def deployed_anew(run: Run) -> None:
    """Each process is asked to end, and its successor started: as an upgrade does it."""
    run.moment()
    restart_web(run, signal.SIGTERM)
    for worker in list(run.site.workers):
        worker.terminate()
        worker.wait()
        run.site.workers.remove(worker)
        run.site.start_worker()
    beat_killed(run)


def connections_broken_off(run: Run) -> None:
    """People lose the network in the middle of sending, and after it: they never see the receipt, and send again."""
    run.client.break_off(after=run.chance.uniform(0, 1))
    run.client.break_off(after=1)


def lease_runs_out(run: Run) -> None:
    """A worker stands still until its log was given to another, as when the clock is set on; then it goes on."""
    while not given_to_another(run):
        pass


def given_to_another(run: Run) -> bool:
    """Not where the worker was stopped inside a transaction: nobody else may touch its row then."""
    with workers_frozen_at_work(run):
        frozen = leases()
        if not move_leases_back():
            return False
        other = run.site.start_worker()
        end = time.monotonic() + LONG_START
        while leases() & frozen and time.monotonic() < end:
            time.sleep(0.2)
        run.site.workers.remove(other)
    other.terminate()
    other.wait()
    return True


Fault = Callable[[Run], None]
EVERYWHERE: dict[str, Fault] = {
    "web process killed with requests in its hands": web_killed,
    "workers killed at work": workers_killed_at_work,
    "process of a worker killed at work": child_of_a_worker_killed,
    "validator killed at work": validator_killed,
    "beat killed": beat_killed,
    "broker killed": broker_killed,
    "broker hangs": broker_hangs,
    "broker loses its queue": broker_forgets,
    "all processes killed": power_cut,
    "deployed anew": deployed_anew,
    "connections broken off while sending": connections_broken_off,
    "database locked": database.database_locked,
    "disk full": database.disk_full,
    "lease runs out at work": lease_runs_out,
}
OF_SERVERS: dict[str, Fault] = {
    "database restarted": database.database_restarted,
    "database away": database.database_away,
    "database hangs": database.database_hangs,
    "connections to the database cut": database.connections_to_the_database_cut,
    "database read only": database.database_read_only,
    "killed at a commit": database.killed_at_a_commit,
}
FAULTS: dict[str, dict[str, Fault]] = dict(zip(BACKENDS, (EVERYWHERE, EVERYWHERE | OF_SERVERS), strict=True))


def chosen(backend: str, number: int, chance: random.Random) -> Iterator[str]:
    """Each kind as often as the others, in an order of chance."""
    while number > 0:
        kinds = list(FAULTS[backend])
        chance.shuffle(kinds)
        yield from kinds[:number]
        number -= len(kinds)
