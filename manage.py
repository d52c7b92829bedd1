#!/usr/bin/env python3
"""The commands of the site, with the packages that ./run installed, whichever Python it is started with."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

OWN_PYTHON = Path(__file__).resolve().parent / ".venv/bin/python"


def main() -> None:
    if find_spec("django") is None:
        if not OWN_PYTHON.exists():
            sys.exit("The packages are not installed: ./run does it.")
        os.execv(OWN_PYTHON, [str(OWN_PYTHON), *sys.argv])  # noqa: S606  no shell in between
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
