"""`python -m tests.golden.record` writes the reports of the golden files anew, for the logs that they hold.

To be used only when a change of a report is meant: it says which reports changed and what is said now, and the commit
says why. Files named as arguments are logs to be added, each under the name of its file; with `--made-up` to the logs
that are played with the cards of tests/made_up.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.reports import FILE, MADE_UP, Recorded, answer, engine_of, recorded, write


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("added", nargs="*", type=Path)
    parser.add_argument("--made-up", action="store_true")
    options = parser.parse_args(arguments)
    known = [each.name for file in (FILE, MADE_UP) for each in recorded(file)]
    taken = {path.stem for path in options.added} & {*known}
    if taken:
        sys.stderr.write(f"already there: {', '.join(sorted(taken))}\n")
        return 1
    record(FILE, () if options.made_up else options.added)
    record(MADE_UP, options.added if options.made_up else ())
    return 0


def record(file: Path, added: Sequence[Path]) -> None:
    known = recorded(file)
    anew = [Recorded(each.name, each.log, answer(each.log, file)) for each in known]
    changed = [(old, new) for old, new in zip(known, anew, strict=True) if new != old]
    write([*anew, *(Recorded(path.stem, log := path.read_bytes(), answer(log, file)) for path in added)], file)
    said = [(new.name, _said(old), _said(new)) for old, new in changed]
    sys.stdout.writelines(f"changed: {name}: {old} -> {new}\n" for name, old, new in said if old != new)
    otherwise = sum(old == new for _, old, new in said)
    sys.stdout.write(
        f"{file.name}: {len(known)} logs, {len(changed)} reports changed ({otherwise} of them neither in verdict nor"
        f" first error), {len(added)} logs added\n"
    )
    engines = {engine_of(new.report) for old, new in changed if engine_of(old.report) == engine_of(new.report)}
    if engines:
        sys.stdout.write(f"the number of {', '.join(sorted(engines))} is as before: raise `engine` and record again\n")


def _said(recorded: Recorded) -> str:
    """The verdict, and the article or code of the first error."""
    report = json.loads(recorded.report)
    errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
    return " ".join([report["verdict"], *(error.get("article") or error["code"] for error in errors[:1])])


if __name__ == "__main__":
    sys.exit(main())
