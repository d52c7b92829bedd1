import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

SOME_INVALID, COULD_NOT_RUN = 1, 2


class FilesCommand(BaseCommand):
    """Holds each file to the rules. Exit: 0 all are good, 1 some are not, 2 some could not be read."""

    requires_system_checks: list[str] = []
    what: str
    most_bytes: int

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help=f"{self.what}; - for stdin")

    def handle(self, *args: Any, **options: Any) -> None:
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
        if outcome:
            sys.exit(outcome)

    def _bytes_of(self, file: str) -> bytes:
        """One byte more than is taken, so that a file that is too large is seen to be."""
        if file == "-":
            return sys.stdin.buffer.read(self.most_bytes + 1)
        with Path(file).open("rb") as source:
            return source.read(self.most_bytes + 1)

    def check_file(self, file: str, data: bytes, options: dict[str, Any]) -> bool:
        """Writes what there is to say of the file."""
        raise NotImplementedError
