"""What was found out about the mutants: the figures of the last run, and why those that survive change no verdict."""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from tests.mutants.mutated import Mutant

HERE = Path(__file__).parent
EXPLAINED, LAST_RUN = HERE / "explained.toml", HERE / "last_run.toml"
ONE_IN = {"condition": 1, "value": 40, "argument": 40, "text": 40}

Key = tuple[str, str, str]


@dataclass(frozen=True)
class Explanation:
    function: str
    was: str
    became: str
    reason: str  # a heading of the page
    why: str

    @property
    def key(self) -> Key:
        return self.function, self.was, self.became


def explanations(path: Path = EXPLAINED) -> tuple[Mapping[str, str], list[Explanation]]:
    """The reasons with their sentences, and the mutants explained by them."""
    data = tomllib.loads(path.read_text())
    return data["reasons"], [Explanation(**each) for each in data["mutants"]]


def is_drawn(mutant: Mutant) -> bool:
    """Every condition; of the other kinds one of so many, the same ones each time."""
    number = int(hashlib.sha256("\n".join(mutant.key).encode()).hexdigest(), 16)
    return number % ONE_IN[mutant.kind] == 0


def unexplained(found: Iterable[Mutant], explained: Iterable[Explanation]) -> list[Mutant]:
    known = {each.key for each in explained}
    return [mutant for mutant in found if mutant.end == "survived" and mutant.key not in known]


def figures(found: Iterable[Mutant], explained: Iterable[Explanation]) -> dict[str, Any]:
    """A document for last_run.toml: how many of each package and kind ended how, and who is left to explain."""
    found = list(found)
    counted = Counter((mutant.package, mutant.kind, mutant.end or "not run") for mutant in found)
    rows = sorted({(package, kind) for package, kind, _end in counted})
    ends = ("killed", "timeout", "survived", "not run")
    return {
        "counts": [
            {"package": package, "kind": kind, **{end.replace(" ", "_"): counted[package, kind, end] for end in ends}}
            for package, kind in rows
        ],
        "open": [
            {"function": mutant.function, "was": mutant.was, "became": mutant.became}
            for mutant in unexplained(found, explained)
        ],
    }


def record(document: Mapping[str, Any], path: Path = LAST_RUN) -> None:
    path.write_text(tomli_w.dumps(document))


def last_run(path: Path = LAST_RUN) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text())
