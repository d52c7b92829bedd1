"""Logs validated a second through the queue, with two workers, beside `replay` in a plain loop in the same run.

python -m benchmarks.throughput [--logs 400] [--backend embedded servers]
"""

import argparse
import multiprocessing
import tempfile
import time
from pathlib import Path

from benchmarks.many_logs import many_logs
from benchmarks.private_site import BACKENDS, Site, wait_for

WORKERS = 2
AIM = 0.7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=400)
    parser.add_argument("--backend", nargs="+", choices=BACKENDS, default=list(BACKENDS))
    options = parser.parse_args()
    logs = list(many_logs(options.logs))
    plain = plain_loop(logs)
    print(f"plain loop, one process: {plain:.0f} logs a second")
    spawn = multiprocessing.get_context("spawn")
    for backend in options.backend:
        run = spawn.Process(target=through_the_queue, args=(backend, logs, plain))
        run.start()
        run.join()


def plain_loop(logs: list[bytes]) -> float:
    from rules.games import replay

    replay(logs[0])  # cards and texts are read once
    began = time.perf_counter()
    for log in logs:
        replay(log)
    return len(logs) / (time.perf_counter() - began)


def through_the_queue(backend: str, logs: list[bytes], plain: float) -> None:
    with tempfile.TemporaryDirectory(prefix="throughput-") as folder:
        site = Site(Path(folder), backend)
        try:
            site.start()
            speed = measured(site, logs)
        finally:
            site.stop()
    good = "" if speed / plain >= AIM else f" (the aim is {AIM})"
    print(f"{backend}: {speed:.0f} logs a second with {WORKERS} workers, {speed / plain:.2f} of the plain loop{good}")


def measured(site: Site, logs: list[bytes]) -> float:
    """From the notification to the last report; the workers are warm, after one log each."""
    import django

    django.setup()
    from benchmarks.receipts import hand_in_all, outstanding
    from judging.logs.wake_up import worker_notifier
    from judging.models import Submission

    site.start_worker(processes=WORKERS)
    for _ in hand_in_all(many_logs(2 * WORKERS, games=1), 10, "early"):
        pass
    wait_for(lambda: outstanding() == 0, "the first answers", 60)
    for _ in hand_in_all(logs, 20):
        Submission.objects.filter(state="queued").update(state="needs_human")  # held back until all are there
    began = time.perf_counter()
    Submission.objects.filter(state="needs_human").update(state="queued")
    worker_notifier.notify()
    wait_for(lambda: outstanding() == 0, "the answers", 600)
    return len(logs) / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
