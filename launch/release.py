"""./check --release: the measurements of a release at full size, written to docs/reliability.md.

A step is a command that exits 0 on success and prints its figures last; STEPS lists them. `small` runs the same
commands with small numbers and writes to var/, because its figures are not those of a release.
"""

import os
import platform
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from launch import ROOT, VENV, LaunchError, say

REPORT, SMALL_REPORT = ROOT / "docs" / "reliability.md", ROOT / "var" / "reliability-small.md"
SBOM = ROOT / "var" / "sbom.cdx.json"
PYTEST = ("pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", "")
RACES = ("tests/tournaments/test_races.py", "tests/tournaments/test_races_of_leaving.py", "tests/judging/test_races.py")
LINES_KEPT = 12  # of two databases' faults too


@dataclass(frozen=True)
class Step:
    """`size` describes what `full` does; `variables` are environment variables with their full and small values."""

    name: str
    size: str
    full: tuple[str, ...]
    small: tuple[str, ...]
    variables: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def command(self, *, small: bool) -> list[str]:
        first, *others = self.small if small else self.full
        return [str(VENV / "bin" / first), *others]

    def environment(self, *, small: bool) -> dict[str, str]:
        return os.environ | {name: values[small] for name, values in self.variables.items()}


def module(name: str, *arguments: str) -> tuple[str, ...]:
    return ("python", "-m", name, *arguments)


STEPS = (
    Step(
        "faults",
        "500 faults while 5,000 logs come in by HTTP, on the embedded site (14 kinds) and again on PostgreSQL and "
        "Redis (20 kinds): processes killed, hung, restarted and deployed anew, the database away, locked, cut off, "
        "only read, killed at a commit, the disk full, connections broken off",
        module("benchmarks.chaos", "--logs", "5000", "--faults", "500"),
        module("benchmarks.chaos", "--logs", "12", "--faults", "4", "--seed", "12", "--backend", "embedded"),
    ),
    Step(
        "races",
        "every race 200 times, each with its control without the lock, which must go wrong",
        (*PYTEST, *RACES),
        (*PYTEST, *RACES),
        {"RACE_TRIALS": ("200", "2")},
    ),
    Step(
        "readers",
        "1,000 signed-in readers open a published round within 20 seconds",
        module("benchmarks.readers", "--readers", "1000", "--seconds", "20"),
        module("benchmarks.readers", "--readers", "30", "--seconds", "5"),
    ),
    Step(
        "slow connections",
        "2,000 of each kind of slow connection",
        module("benchmarks.slow_connections", "2000"),
        module("benchmarks.slow_connections", "50"),
    ),
    Step(
        "disk full",
        "logs come in until the disk takes no more, then there is room again, 10 times",
        module("benchmarks.disk_full", "--times", "10"),
        module("benchmarks.disk_full", "--times", "1"),
    ),
    Step(
        "API cases",
        "2,000 requests made from the schema for each operation of the API",
        (*PYTEST, "tests/config/test_schema.py"),
        (*PYTEST, "tests/config/test_schema.py"),
        {"API_EXAMPLES": ("2000", "3")},
    ),
    Step(
        "nasty values",
        "every nasty value at every page in all fields at once, and in each field alone that takes it: of fields that "
        "differ in a number the first and the last, and those of a form that it takes in all of them together once; "
        "in every field and parameter of the API; every nasty document at every door",
        (*PYTEST, "tests/nasty", "tests/teams/test_card_editor.py"),
        (*PYTEST, "tests/nasty/test_values.py"),
        {"NASTY": ("all", "")},
    ),
    Step(
        "oracle",
        "2,000 random games and 20,000 spoiled ones, compared with the second reading of the rules",
        module("tests.oracle.comparing", "--games", "2000", "--mutants", "20000"),
        module("tests.oracle.comparing", "--games", "4", "--mutants", "20"),
    ),
    Step(
        "oracle of 2013",
        "200 random games by the book of 2013 and 2,000 spoiled ones, compared with its second reading",
        module("tests.oracle.comparing", "--book", "2013", "--games", "200", "--mutants", "2000"),
        module("tests.oracle.comparing", "--book", "2013", "--games", "4", "--mutants", "20"),
    ),
    Step(
        "oracle of Blast",
        "200 random games of Blast and 2,000 spoiled ones, compared with its second reading",
        module("tests.oracle_blast.comparing", "--games", "200", "--mutants", "2000"),
        module("tests.oracle_blast.comparing", "--games", "10", "--mutants", "20"),
    ),
    Step("list of packages", "all locked packages", module("launch.sbom", str(SBOM)), module("launch.sbom", str(SBOM))),
    Step("known weaknesses", "all locked packages", module("launch.audit"), module("launch.audit")),
)


@dataclass(frozen=True)
class StepOutcome:
    step: Step
    good: bool
    said: list[str]
    seconds: float


def main(arguments: list[str]) -> int:
    small = arguments[:1] == ["small"]
    wanted = arguments[1:] if small else arguments
    steps = [step for step in STEPS if not wanted or step.name in wanted]
    if unknown := set(wanted) - {step.name for step in STEPS}:
        raise LaunchError(f"{', '.join(sorted(unknown))}: the steps are {', '.join(step.name for step in STEPS)}.")
    SBOM.parent.mkdir(exist_ok=True)
    target = REPORT if not small and not wanted else SMALL_REPORT
    outcomes: list[StepOutcome] = []
    for step in steps:  # written after each step, so that an interrupted run keeps its figures
        outcomes.append(run(step, small=small))
        target.write_text(report(outcomes, missing=steps[len(outcomes) :], small=small), "utf-8")
    failed = [each.step.name for each in outcomes if not each.good]
    say(f"\n{target} is written. " + ("Not good: " + ", ".join(failed) if failed else "All good."))
    return 1 if failed else 0


def run(step: Step, *, small: bool) -> StepOutcome:
    say(f"\n== {step.name}")
    began = time.monotonic()
    done = subprocess.run(
        step.command(small=small),
        cwd=ROOT,
        env=step.environment(small=small),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    lines = [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
    outcome = StepOutcome(step, done.returncode == 0, lines[-LINES_KEPT:], time.monotonic() - began)
    say("\n".join(lines if not outcome.good else outcome.said))
    say(f"== {step.name}: {'good' if outcome.good else 'NOT GOOD'} ({outcome.seconds:.0f} s)")
    return outcome


def report(outcomes: list[StepOutcome], *, missing: list[Step], small: bool) -> str:
    size = "on small numbers, which prove that the commands work and nothing else" if small else "at full size"
    lines = [
        "# What was measured before this release",
        "",
        f"Written by `./check --release`, {size}, on {time.strftime('%Y-%m-%d')}: Python {platform.python_version()}, "
        f"{platform.system()}, {os.cpu_count()} cores. Commands and sizes: `launch/release.py`.",
    ]
    if missing:
        lines += ["", f"**Not run: {', '.join(step.name for step in missing)}.**"]
    for each in outcomes:
        lines += ["", f"## {each.step.name.capitalize()}: {'good' if each.good else 'NOT GOOD'}"]
        shown = " ".join(Path(part).name if part.startswith("/") else part for part in each.step.command(small=small))
        lines += [f"{each.step.size[0].upper()}{each.step.size[1:]}." if not small else f"`{shown}`"]
        lines += [f"Took {each.seconds:.0f} s.", "", "```", *each.said, "```"]
    return "\n".join(lines) + "\n"
