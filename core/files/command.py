import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

SOME_INVALID, COULD_NOT_RUN = 1, 2


class FilesCommand(BaseCommand):
    """Base of the commands that check files against the rules. Exit code: 0 all valid, 1 some invalid, 2 some
    unreadable."""

    requires_system_checks: list[str] = []
    what: str
    most_bytes: int

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help=f"{self.what}; - for stdin")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            outcome = self._check_files(options)
            self.stdout.flush()
        except BrokenPipeError:  # nobody reads any further, as with `| head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            outcome = COULD_NOT_RUN
        if outcome:
            sys.exit(outcome)

    def _check_files(self, options: dict[str, Any]) -> int:
        outcome = 0
        for file in options["files"]:
            try:
                data = self._bytes_of(file)
            except OSError as error:
                self.stderr.write(f"{file}: {error.strerror or error}")
                outcome = COULD_NOT_RUN
                continue
            if not self.check_file(file, data, options):
                outcome = max(outcome, SOME_INVALID)
        return outcome

    def _bytes_of(self, file: str) -> bytes:
        """Read one byte more than the limit, so that a file over the limit is recognised."""
        if file == "-":
            return sys.stdin.buffer.read(self.most_bytes + 1)
        with Path(file).open("rb") as source:
            return source.read(self.most_bytes + 1)

    def check_file(self, file: str, data: bytes, options: dict[str, Any]) -> bool:
        """Check a file and print the result; true if the file is valid."""
        raise NotImplementedError
