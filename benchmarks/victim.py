"""The site that faults happen to, and what several of them do to it."""

import os
import random
import signal
import time
from dataclasses import dataclass

from benchmarks.private_site import Site
from benchmarks.uploads import Client


@dataclass
class Run:
    site: Site
    client: Client
    chance: random.Random

    def moment(self, most: float = 0.5) -> None:
        time.sleep(self.chance.uniform(0, most))


def restart_web(run: Run, number: signal.Signals) -> None:
    assert run.site.web
    os.killpg(run.site.web.pid, number)
    run.site.web.wait()
    run.site.start_web()


def restart_workers(run: Run) -> None:
    for worker in list(run.site.workers):
        run.site.kill_worker(worker)
        run.site.start_worker()
