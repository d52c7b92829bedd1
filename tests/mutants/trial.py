"""Tries mutants: `python -m tests.mutants.trial NAMES`, in the folder where mutmut has made them.

The tests are collected once. Each mutant is run in a fork of that process by the checks that reach the changed line,
those about the function first, until one fails that holds without the mutant, or the time allowed is used up. What no
check reaches is tried in a process of its own, in which the rules are loaded with the mutant.
"""

import argparse
import gc
import json
import os
import re
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from math import log
from pathlib import Path

from mutmut.mutation import trampoline

from tests.mutants.checks import Check, Reach, load, with_checks
from tests.mutants.judging import is_drawn
from tests.mutants.mutated import Mutant, mutants

KILLED, SURVIVED, TIMEOUT = 1, 0, 36  # the codes of mutmut
WARM = 20
SLOW = 30  # a word that only one check in a thousand has is worth a quarter of a second
FEW = 25  # a line that fills a cache is reached only by the checks that came first, and only with empty caches
MEMORY = 4 << 30


class Trial:
    def __init__(self, names: Iterable[str], processes: int, seconds: float) -> None:
        self.tried = list(dict.fromkeys(mutant for name in names for mutant in to_try(name)))
        self.processes, self.seconds = processes, seconds
        self.running: dict[int, Mutant] = {}

    def run(self, checks: list[Check]) -> None:
        reach, by_name = load(), {check.name: check for check in checks}
        for check in checks[:WARM]:
            check.holds()
        gc.freeze()
        for mutant in self.tried:
            names = chosen(reach, mutant, self.seconds)
            while len(self.running) >= self.processes:
                self.wait()
            limits = [(by_name[name], 5 + 20 * reach.seconds[name]) for name in names]
            process = in_a_fork(partial(survives, mutant, limits)) if names else in_a_new_process(mutant)
            self.running[process] = mutant
        while self.running:
            self.wait()

    def wait(self) -> None:
        process, status = os.wait()
        end = os.waitstatus_to_exitcode(status)
        write_end(self.running.pop(process), {-signal.SIGVTALRM: TIMEOUT, 0: SURVIVED}.get(end, KILLED))


def to_try(name: str) -> list[Mutant]:
    """What is drawn of a package, a module or a function, without what has been killed before."""
    return [each for each in mutants(Path(), name) if is_drawn(each) and each.end not in ("killed", "timeout")]


def chosen(reach: Reach, mutant: Mutant, seconds: float) -> list[str]:
    """The checks that reach what is changed, as many as fit into the time, one at least. First come those whose names
    share many words, and rare ones, with the function: the names of tests say what they are about."""
    reaching = set().union(*(reach.reaching.get((mutant.function, line), ()) for line in mutant.lines))
    times = Counter(word for name in reaching for word in words(name))
    about = words(f"{mutant.function} {mutant.source}")
    near = {name: sum(log(len(reaching) / times[word]) for word in words(name) & about) for name in reaching}
    found: list[str] = []
    for name in sorted(reaching, key=lambda name: (SLOW * reach.seconds[name] - near[name], name)):
        if not found or reach.seconds[name] <= seconds:
            seconds -= reach.seconds[name]
            found.append(name)
    return found


@cache
def words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in re.findall("[a-z]{3,}", text.lower()))


def survives(mutant: Mutant, limits: list[tuple[Check, float]]) -> bool:
    if len(limits) <= FEW:
        empty_caches()
    for check, seconds in limits:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)  # its signal ends the process
        put_on(name_within(mutant))
        if not check.holds():
            put_on("")
            if check.holds():
                return False
    return True


def name_within(mutant: Mutant) -> str:
    """The name by which the changed rules ask for it."""
    return mutant.name.replace("__init__.", "")


def put_on(name: str) -> None:
    trampoline.get_mutant_under_test = lambda: name  # it would ask the environment at every call


def empty_caches() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("rules."):
            for value in list(vars(module).values()):
                getattr(value, "cache_clear", int)()


def in_a_fork(survives: Callable[[], bool]) -> int:
    """The process, which ends with 0 if the mutant survives; whatever is raised there ends it with 1."""
    if process := os.fork():
        return process
    end = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        end = 0 if survives() else 1
    finally:
        os._exit(end)


def ended_well(process: int) -> bool:
    return os.waitpid(process, 0)[1] == 0


def in_a_new_process(mutant: Mutant) -> int:
    """The process. What no check reaches may have been done while the rules were loaded."""
    command = [sys.executable, "-m", "tests.mutants.loading"]
    return os.posix_spawn(sys.executable, command, os.environ | {"MUTANT_UNDER_TEST": name_within(mutant)})


def write_end(mutant: Mutant, code: int) -> None:
    data = json.loads(mutant.meta.read_text())
    data["exit_code_by_key"][mutant.name] = code
    mutant.meta.write_text(json.dumps(data, indent=4))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    return with_checks(Trial(options.names, options.processes, options.seconds).run)


if __name__ == "__main__":
    sys.exit(main())
