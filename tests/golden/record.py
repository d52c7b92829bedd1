"""`python -m tests.golden.record` writes the reports of the golden file anew, for the logs that it holds.

To be used only when a change of a report is meant: it says which reports changed and what is said now, and the commit
says why. Files named as arguments are logs to be added, each under the name of its file.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.reports import Recorded, answer, recorded, write


def main(arguments: Sequence[str] | None = None) -> int:
    known = recorded()
    files = [Path(name) for name in (sys.argv[1:] if arguments is None else arguments)]
    added = [(path.stem, path.read_bytes()) for path in files]
    taken = {each.name for each in known} & {name for name, _ in added}
    if taken:
        sys.stderr.write(f"already there: {', '.join(sorted(taken))}\n")
        return 1
    anew = [Recorded(each.name, each.log, answer(each.log)) for each in known]
    changed = [(old, new) for old, new in zip(known, anew, strict=True) if new != old]
    write([*anew, *(Recorded(name, log, answer(log)) for name, log in added)])
    sys.stdout.writelines(f"changed: {new.name}: {_said(old)} -> {_said(new)}\n" for old, new in changed)
    sys.stdout.write(f"{len(known) + len(added)} logs, {len(changed)} reports changed, {len(added)} logs added\n")
    return 0


def _said(recorded: Recorded) -> str:
    """The verdict, and the article or code of the first error."""
    report = json.loads(recorded.report)
    errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
    return " ".join([report["verdict"], *(error["article"] or error["code"] for error in errors[:1])])


if __name__ == "__main__":
    sys.exit(main())
