"""Tries a change to what is done while the rules are loaded: `python -m tests.mutants.loading`, in a process of its own
with the mutant in MUTANT_UNDER_TEST. Exits 0 when the recorded logs it tries have their reports."""

import os
import sys

from mutmut.mutation import trampoline

ONE_IN = 60  # of the recorded logs


def main() -> int:
    name = os.environ["MUTANT_UNDER_TEST"]
    trampoline.get_mutant_under_test = lambda: name  # it would ask the environment at every call

    from tests.golden.reports import FILE, recorded
    from tests.mutants.checks import of_log

    return 0 if all(of_log(record, FILE).holds() for record in recorded()[::ONE_IN]) else 1


if __name__ == "__main__":
    sys.exit(main())
