"""Nothing lost, nothing twice: python -m benchmarks.chaos [--logs 2000] [--faults 40] [--backend embedded servers]

Hands logs in by HTTP while faults of every kind (benchmarks/faults.py) happen to the site, in an order that --seed
decides. At the end every log that got a receipt must have exactly one report, the same as `rules.arena.replay` gives
for its bytes, and nothing but "accepted" and "come back later" must have been answered. Exits 1 when not.
"""

import argparse
import multiprocessing
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.many_logs import GAMES, many_logs
from benchmarks.private_site import BACKENDS, Site

if TYPE_CHECKING:
    from benchmarks.uploads import Client

WORKERS = 2
ENOUGH = 1_000_000  # made when they are wanted
SENDERS = 3  # at the same time
LINES_OF_A_TRACE = 24
ENTRY = re.compile(r"^(?=\d{4}-\d\d-\d\d )", re.MULTILINE)
PATIENCE = 240  # seconds for the last log, after the last fault


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=2000)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", nargs="+", help="kinds of fault by name")
    parser.add_argument("--backend", nargs="+", choices=BACKENDS, default=list(BACKENDS))
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")  # each backend has a Django of its own
    worst = 0
    for backend in options.backend:
        run = spawn.Process(target=one_backend, args=(backend, options))
        run.start()
        run.join()
        worst = max(worst, run.exitcode or 0)
    return worst


def one_backend(backend: str, options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        site = Site(Path(folder), backend)
        try:
            site.start()
            failed = hammer(site, options)
            if failed:
                print_errors(site)
            sys.exit(failed)
        finally:
            site.stop()


def print_errors(site: Site) -> None:
    """What the web process logged of answers that nobody should get: the end of each trace."""
    entries = ENTRY.split((site.folder / "web.log").read_text("utf-8", "replace"))
    for entry in [entry for entry in entries if "Internal Server Error" in entry]:
        print("\n".join(["--", *entry.splitlines()[-LINES_OF_A_TRACE:]]), flush=True)


def hammer(site: Site, options: argparse.Namespace) -> int:
    import django

    django.setup()
    from benchmarks.faults import FAULTS, chosen
    from benchmarks.receipts import outstanding
    from benchmarks.uploads import Client
    from benchmarks.victim import Run

    began, chance = time.monotonic(), random.Random(options.seed)
    kinds = options.only or list(chosen(site.backend, options.faults, chance))
    client = Client(site.port, many_logs(ENOUGH, min(GAMES, options.logs)), options.logs)
    site.start_web()
    site.start_beat()
    site.start_sweeper()
    for _ in range(WORKERS):
        site.start_worker()
    client.hand_in()  # until the site has started
    if client.refused:
        print(client.refused[0])
        return 1
    run, ended = Run(site, client, chance), 0
    for kind in kinds:
        ended += site.start_what_ended()
        print(f"{time.monotonic() - began:6.1f} s  {kind}", flush=True)
        with ThreadPoolExecutor(SENDERS) as senders:
            sending = [senders.submit(client.hand_in) for _ in range(max(1, options.logs // len(kinds)))]
            FAULTS[site.backend][kind](run)
            for one in sending:
                one.result()
    ended += site.start_what_ended()
    wait_until(lambda: not outstanding(), PATIENCE)
    summary = f"{len(kinds)} faults of {len(set(kinds))} kinds, {ended} processes that ended by themselves"
    print(f"{site.backend}, seed {options.seed}: {summary}, {time.monotonic() - began:.0f} s")
    print("  " + ", ".join(f"{kind} {times}" for kind, times in sorted(Counter(kinds).items())))
    return verdict(client)


def verdict(client: "Client") -> int:
    from benchmarks.receipts import given_twice, look

    trouble = look(client.receipts) + [f"answered {said}" for said in client.refused]
    if not given_twice():
        trouble.append("no worker died with a log in its hands: this run proves nothing")
    print(f"  {len(client.receipts)} logs, {given_twice()} of them taken up by a second worker")
    print(f"  answers, 0 for none: {dict(sorted(client.answers.items()))}")
    for line in trouble or ["each has exactly one report, and the right one"]:
        print(f"  {line}", flush=True)
    return 1 if trouble else 0


def wait_until(what: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
