"""The option --facts FILE of commands: card texts, arenas and figures contributed by people."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from core.files.command import COULD_NOT_RUN
from rules.common.verdicts import Malformed
from teams.cards.services.packs import content_of_file


def add_facts_option(parser: CommandParser) -> None:
    said = "card texts, arenas and figures, as krosmaster-facts/1 (JSON or TOML)"
    parser.add_argument("--facts", metavar="FILE", help=said)


def facts_in(name: str | None) -> bytes:
    """Return the facts in the file. Any error stops the command, so that nothing is checked against part of the
    facts."""
    if not name:
        return b""
    file = Path(name)
    try:
        return content_of_file(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror or error}", returncode=COULD_NOT_RUN) from None
    except Malformed as malformed:
        raise CommandError(f"{file}: {malformed}", returncode=COULD_NOT_RUN) from None
