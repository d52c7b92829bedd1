"""Mutation testing of the rules: `python -m tests.mutants`, for hours, before a release.

Exits 0 when every mutant that was run was killed or stands in explained.toml, and no enforced article can be taken out
unnoticed (`python -m tests.mutants.articles`). `--only rules.arena.engine.block` runs
those of a module or package; `--record` keeps the figures and writes docs/mutants.md anew.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants

from tests.mutants import articles
from tests.mutants.judging import explanations, figures, record, unexplained
from tests.mutants.mutated import FOLDER, mutants
from tests.mutants.page import write


def make(processes: int) -> None:
    """What `mutmut run` does before it runs the tests: what is not changed since keeps its mutants and their ends."""
    FOLDER.mkdir(exist_ok=True)
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(processes)


def python(module: str, *arguments: str, folder: Path = Path()) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], check=True, cwd=folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=["rules"], nargs="+", help="packages, modules or functions")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0, help="the time that the tests of a mutant may take")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--no-run", action="store_true", help="judge what the last run left")
    options = parser.parse_args()
    if not options.no_run:
        make(options.processes)
        python("tests.mutants.checks")
        limits = [f"--processes={options.processes}", f"--seconds={options.seconds}"]
        python("tests.mutants.trial", *limits, *options.only, folder=FOLDER)
    _reasons, explained = explanations()
    found = list(mutants())
    if options.record:
        record(figures(found, explained))
        write()
    left = unexplained(found, explained)
    for mutant in left:
        sys.stdout.write(f"{mutant.end}: {mutant.name}\n  - {mutant.was}\n  + {mutant.became}\n")
    sys.stdout.write(f"{len(left)} mutants are neither killed nor explained.\n")
    unnoticed = 0 if options.no_run else articles.main([])
    return 1 if left or unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
