"""Mutation testing of the rules: `python -m tests.mutants`, for hours, before a release.

Exits 0 when every mutant that was run was killed or stands in explained.toml. `--only rules.arena.engine.block` runs
those of a module or package; `--record` keeps the figures and writes docs/mutants.md anew.
"""

import argparse
import subprocess
import sys

from tests.mutants.judging import explanations, figures, is_drawn, record, unexplained
from tests.mutants.mutated import mutants
from tests.mutants.page import write

FIRST = "rules.arena.laws.*"  # a few: with them all are made, and it is found which test reaches which function


def mutmut(*names: str, processes: str) -> None:
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", processes, *names]
    subprocess.run(command, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="rules", help="a package, a module or a function")
    parser.add_argument("--processes", default="2")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--no-run", action="store_true", help="judge what the last run left")
    options = parser.parse_args()
    if not options.no_run:
        mutmut(FIRST, processes=options.processes)
        names = [each.name for each in mutants() if is_drawn(each) and each.function.startswith(options.only)]
        mutmut(*names, processes=options.processes)
    _reasons, explained = explanations()
    found = list(mutants())
    if options.record:
        record(figures(found, explained))
        write()
    left = unexplained(found, explained)
    for mutant in left:
        sys.stdout.write(f"{mutant.end}: {mutant.name}\n  - {mutant.was}\n  + {mutant.became}\n")
    sys.stdout.write(f"{len(left)} mutants are neither killed nor explained.\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
