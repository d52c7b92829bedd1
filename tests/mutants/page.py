"""docs/mutants.md, written from explained.toml and last_run.toml: `python -m tests.mutants.page`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.mutants.judging import ONE_IN, Explanation, explanations, last_run

PAGE = Path(__file__).parents[2] / "docs" / "mutants.md"
KINDS = {
    "condition": "an operator, a number, a truth or a branch",
    "value": "`None` in the place of a value",
    "argument": "an argument left out",
    "text": "another string",
}
COLUMNS = ("killed", "timeout", "survived", "not_run")
HEAD = """# Mutants

[mutmut](https://mutmut.readthedocs.io) changes one operator, number or value of the rules at a time, a *mutant*,
and the tests that reach the changed line are run. A mutant that no test notices *survives*: either it changes no
verdict, and `tests/mutants/explained.toml` says why, or a test is missing. Before a release

```sh
.venv/bin/python -m tests.mutants            # exits 0 when each mutant that was run is killed or explained
.venv/bin/python -m tests.mutants --only rules.arena.engine.block
.venv/bin/python -m tests.mutants --record   # keeps the figures and writes this page anew
.venv/bin/python -m tests.mutants.articles   # takes out the refusals of each enforced article: a minute or two
```

It works in the folder `mutants`, which git ignores, and takes hours. A second run leaves alone what was killed before,
as long as the function is the same; without the folder everything begins anew. `mutmut show NAME` shows one mutant.
`.ci/run` makes no mutants: it checks that this page says what the data says, and that each explained mutant still fits
a line of the rules.

## What is tried
- By the recorded reports (`tests/golden`: hundreds of logs, each with the bytes of its report) and the tests in
  `tests/rules`, without the database, the fuzz, the random games and the second opinion: a mutant that only those would
  notice counts as a survivor. A mutant killed by a recorded report changes what is said of a log, not always its
  verdict.
- Every check is run once under coverage; then each mutant is run in a fork of one process by the checks that reach the
  changed line, those about the function first, until one fails that holds without the mutant. A mutant that stands
  after the time allowed (`--seconds`) is a survivor, though another check might notice it. What no check reaches may
  be done while the rules are loaded: a process of its own loads them with the mutant and reads a few recorded logs.
- Every condition; of the other kinds one in {one_in}, chosen by what the mutant changes, so the same ones each time.
- Not changed: what is said (messages and what the replay tells), decorated functions (properties, cached readers, what
  is registered by a decorator), constants outside functions, and the modules that decide no verdict because they draw,
  describe, document or offer: `do_not_mutate` in `pyproject.toml` lists them.
- Besides, every enforced article is taken out: nothing that names it is reported or refused. Every test that
  [the coverage page](rules-coverage.md) names as breaking it (✗) must fail then. `.ci/run` does so for a sample.
"""


def text() -> str:
    reasons, explained = explanations()
    run = last_run()
    parts = [HEAD.format(one_in=ONE_IN["text"]), *_figures(run), *_open(run), *_explained(reasons, explained)]
    return "\n".join(parts) + "\n"


def _figures(run: Mapping[str, Any]) -> Iterator[str]:
    yield "## The last run\n\nPer package below `rules` and kind of change:\n"
    yield "| package | change | made | killed | out of time | survived | not run |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    total: Counter[str] = Counter()
    for row in run["counts"]:
        numbers = {name: row[name] for name in COLUMNS}
        total.update(numbers)
        yield _row(row["package"], KINDS[row["kind"]], numbers)
    yield _row("all", "", total) + "\n"


def _row(package: str, change: str, numbers: Mapping[str, int]) -> str:
    made = sum(numbers[name] for name in COLUMNS)
    return f"| {package} | {change} | {made:,} | " + " | ".join(f"{numbers[name]:,}" for name in COLUMNS) + " |"


def _open(run: Mapping[str, Any]) -> Iterator[str]:
    left = run["open"]
    if not left:
        return
    yield "## Survivors without a test or a reason\n"
    yield f"{len(left)} mutants, each after a few seconds of checks: a run with more `--seconds` may kill some."
    yield "`tests/mutants/last_run.toml` has each of them; `python -m tests.mutants --no-run` prints them.\n"
    yield "| module | open |\n| --- | ---: |"
    modules = Counter(_module(each["function"]) for each in left)
    yield "\n".join(f"| {module} | {many} |" for module, many in sorted(modules.items())) + "\n"


def _module(function: str) -> str:
    """Of a function or of a method of a class."""
    parts = function.split(".")[1:-1]
    return ".".join(part for part in parts if part[0].islower())


def _explained(reasons: Mapping[str, str], explained: list[Explanation]) -> Iterator[str]:
    yield "## Survivors that change no verdict\n"
    for reason, sentence in reasons.items():
        those = [each for each in explained if each.reason == reason]
        yield f"### {reason[0].upper()}{reason[1:]} ({len(those)})\n\n{sentence}\n"
        for function, changes in _by_function((each.function, each.was, each.became, each.why) for each in those):
            yield f"- `{function}`\n{changes}"
        yield ""


def _by_function(found: Any) -> Iterator[tuple[str, str]]:
    groups: dict[str, list[str]] = {}
    for function, was, became, why in sorted(found):
        line = f"  - {_code(was)} → {_code(became)}" + (f": {why}" if why else "")
        groups.setdefault(function.removeprefix("rules."), []).append(line)
    for function, lines in groups.items():
        yield function, "\n".join(lines)


def _code(line: str) -> str:
    return f"``{line}``" if line else "nothing"


def write() -> None:
    PAGE.write_text(text())


if __name__ == "__main__":
    write()
