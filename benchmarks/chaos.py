"""Nothing lost, nothing twice: python -m benchmarks.chaos [--logs 2000] [--faults 40] [--backend embedded servers]

Hands in logs while, in turn, workers are killed with -9 in mid-validation, the broker is killed and started again, both
at once, and (with `servers`) PostgreSQL is restarted as after a power cut. At the end every log that got a receipt must
have exactly one report, the same as `rules.arena.replay` gives for its bytes. Exits 1 when it does not.
"""

import argparse
import itertools
import multiprocessing
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.many_logs import many_logs
from benchmarks.private_site import BACKENDS, Site

WORKERS = 2
WAITING = 5  # logs that come in before a fault while the workers stand still
LOGS_A_PERSON = 20
PATIENCE = 240  # seconds for the last log, after the last fault


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=2000)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--backend", nargs="+", choices=BACKENDS, default=list(BACKENDS))
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")  # each backend has a Django of its own
    worst = 0
    for backend in options.backend:
        run = spawn.Process(target=one_backend, args=(backend, options.logs, options.faults))
        run.start()
        run.join()
        worst = max(worst, run.exitcode or 0)
    return worst


def one_backend(backend: str, logs: int, faults: int) -> None:
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        site = Site(Path(folder), backend)
        try:
            site.start()
            sys.exit(hammer(site, logs, faults))
        finally:
            site.stop()


def hammer(site: Site, logs: int, faults: int) -> int:
    import django

    django.setup()
    from benchmarks.receipts import given_twice, hand_in_all, look, outstanding

    for _ in range(WORKERS):
        site.start_worker()
    began = time.monotonic()
    receipts: dict[str, bytes] = {}
    in_queue_order = itertools.cycle(FAULTS[site.backend])
    every = max(1, logs // max(1, faults))
    for number, (uuid, content) in enumerate(hand_in_all(many_logs(logs), LOGS_A_PERSON)):
        receipts[uuid] = content
        if number % every == max(0, every - WAITING):
            site.signal_workers(signal.SIGSTOP)  # so that logs wait when the fault comes, however fast the workers are
        if number % every == every - 1:
            site.signal_workers(signal.SIGCONT)
            next(in_queue_order)(site)
    wait_until(lambda: not outstanding(), PATIENCE)
    trouble = look(receipts)
    if not given_twice():
        trouble.append("no worker died with a log in its hands: this run proves nothing")
    told = f"{len(receipts)} logs, {logs // every} faults, {given_twice()} logs taken up again"
    print(f"{site.backend}: {told}, {time.monotonic() - began:.0f} s")
    for line in trouble or ["each has exactly one report, and the right one"]:
        print(f"  {line}", flush=True)
    return 1 if trouble else 0


def wait_until(what: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.5)


def workers_killed_at_work(site: Site) -> None:
    """kill -9 in mid-validation: they are stopped, looked at and let go, until one is seen with a log in its hands."""
    from benchmarks.receipts import leases, outstanding

    seen_before = leases()
    while outstanding() > len(seen_before):
        site.signal_workers(signal.SIGSTOP)
        if leases() - seen_before:
            break
        site.signal_workers(signal.SIGCONT)
        time.sleep(0.02)
    kill_workers(site)


def broker_killed(site: Site) -> None:
    site.broker.kill()
    time.sleep(0.5)
    site.broker.start()


def everything_killed(site: Site) -> None:
    site.broker.kill()
    kill_workers(site)
    site.broker.start()


def kill_workers(site: Site) -> None:
    for worker in list(site.workers):
        site.kill_worker(worker)
        site.start_worker()


def database_restarted(site: Site) -> None:
    if site.postgres:
        site.postgres.restart()


FAULTS = {
    "embedded": [workers_killed_at_work, broker_killed, everything_killed],
    "servers": [workers_killed_at_work, broker_killed, everything_killed, database_restarted],
}

if __name__ == "__main__":
    sys.exit(main())
