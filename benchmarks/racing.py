"""Work of ours and of a peer, in turns in one process: medians of processor time, and how many times the peer it is."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def nothing() -> None:
    return None


@dataclass(frozen=True)
class Race:
    """What is measured beside what. `prepare` makes, untimed and for each run anew, what both are given."""

    name: str
    ours: Callable[[Any], object]
    peer_name: str
    peer: Callable[[Any], object]
    prepare: Callable[[], Any] = nothing
    amount: int = 1  # so many of our units are done in a run
    peer_amount: int = 1
    unit: str = ""  # in which a rate is told; without one only the times are
    goal: str = ""


@dataclass(frozen=True)
class Times:
    """Medians, in seconds of processor time."""

    ours: float
    peer: float


def run(race: Race, runs: int) -> Times:
    """Each run does both, so that both see the same machine; the first is not counted."""
    ours, peer = [], []
    for number in range(runs + 1):
        first, second = spent(race.ours, race.prepare()), spent(race.peer, race.prepare())
        if number:
            ours.append(first)
            peer.append(second)
    return Times(statistics.median(ours), statistics.median(peer))


def spent(work: Callable[[Any], object], given: Any) -> float:
    gc.collect()
    before = time.process_time()
    work(given)
    return time.process_time() - before


def line(race: Race, times: Times) -> str:
    """A row of the table. Rates are compared as rates, so that more is better; times as times, so that less is."""
    if race.unit:
        ours, peer = race.amount / times.ours, race.peer_amount / times.peer
        cells = [f"{ours:,.0f} {race.unit}", f"{peer:,.0f}", f"{ours / peer:.2f}"]
    else:
        cells = [f"{times.ours * 1000:.1f} ms", f"{times.peer * 1000:.1f} ms", f"{times.ours / times.peer:.2f}"]
    return "| " + " | ".join([race.name, race.peer_name, *cells, race.goal]) + " |"
