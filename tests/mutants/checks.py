"""The checks that try mutants: the tests of the selection, and the recorded logs, each with its report.

`python -m tests.mutants.checks` runs each of them once under coverage, in the rules as they are, and keeps in the
folder of the mutants how long it takes and which lines it reaches.
"""

import pickle
import sys
from ast import ClassDef, FunctionDef, Module, parse
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import coverage
import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from mutmut.configuration import config

from tests.golden.reports import FILE, MADE_UP, Recorded, answer, recorded
from tests.mutants.mutated import FOLDER

REACH = "reach.pickle"
OPTIONS = ["--tb=no", "--assert=plain", "--capture=sys", "-p", "no:cacheprovider", "-p", "no:xdist"]
Line = tuple[str, int]  # the name of a function with its module, and the line in it from 0


@dataclass(frozen=True)
class Check:
    name: str
    holds: Callable[[], bool]


@dataclass
class Reach:
    seconds: dict[str, float] = field(default_factory=dict)  # by the names of the checks
    reaching: dict[Line, set[str]] = field(default_factory=dict)


class Checks:
    """A plugin of pytest that does something with every check, where a session would run its tests."""

    def __init__(self, use: Callable[[list[Check]], None]) -> None:
        self.use = use

    def pytest_collection(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # nobody reads the smallest example
        hypothesis.settings.register_profile("mutants", hypothesis.settings(), phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        logs = [of_log(record, file) for file in (FILE, MADE_UP) for record in recorded(file)]
        self.use([*logs, *map(of_test, session.items)])
        return True


def with_checks(use: Callable[[list[Check]], None]) -> int:
    return int(pytest.main([*OPTIONS, *config().pytest_add_cli_args_test_selection], plugins=[Checks(use)]))


def of_test(item: pytest.Item) -> Check:
    return Check(item.nodeid, lambda: not any(each.failed for each in runtestprotocol(item, log=False, nextitem=None)))


def of_log(record: Recorded, file: Path) -> Check:
    def is_answered_as_recorded() -> bool:
        try:
            return answer(record.log, file) == record.report
        except Exception:  # noqa: BLE001 - whatever the mutant raises, the report is not there
            return False

    return Check(record.name, is_answered_as_recorded)


def measure(checks: Iterable[Check]) -> None:
    reach = Reach()
    tracer = coverage.Coverage(data_file=None, config_file=False, source=["rules"])
    tracer.start()
    for check in checks:
        tracer.switch_context(check.name)
        before = process_time()
        if check.holds():
            reach.seconds[check.name] = process_time() - before
    tracer.stop()
    reach.reaching.update(reached_lines(tracer.get_data(), reach.seconds.keys()))
    (FOLDER / REACH).write_bytes(pickle.dumps((reach.seconds, reach.reaching)))


def reached_lines(data: Any, names: Set[str]) -> Iterator[tuple[Line, set[str]]]:
    root = Path.cwd()
    for measured in data.measured_files():
        path = Path(measured).relative_to(root)
        lines = dict(lines_of_functions(path.read_text(), ".".join(path.with_suffix("").parts)))
        for line, reaching in data.contexts_by_lineno(measured).items():
            if line in lines:
                yield lines[line], {*names & set(reaching)}


def lines_of_functions(source: str, module: str) -> Iterator[tuple[int, Line]]:
    """Of the functions of a module and the methods of its classes, which are those that mutmut changes."""
    tree = parse(source)
    classes: list[tuple[str, Module | ClassDef]] = [("", tree)]
    classes += [(f"{node.name}.", node) for node in tree.body if isinstance(node, ClassDef)]
    for within, parent in classes:
        for node in parent.body:
            if isinstance(node, FunctionDef):
                for line in range(node.lineno, (node.end_lineno or 0) + 1):
                    yield line, (f"{module}.{within}{node.name}", line - node.lineno)


def load() -> Reach:
    """What was measured, for a process that works in the folder of the mutants."""
    return Reach(*pickle.loads(Path(REACH).read_bytes()))


if __name__ == "__main__":
    sys.exit(with_checks(measure))
