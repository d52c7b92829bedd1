"""The option --facts FILE of commands: what people have entered of a game, each game in a file of its own."""

from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from core.files.command import COULD_NOT_RUN
from rules.common.verdicts import Malformed
from rules.games import Packs
from teams.cards.services.packs import content_of_file


def add_facts_option(parser: CommandParser) -> None:
    said = "card texts, arenas and figures, or facts of another game, as krosmaster-facts/1 (JSON or TOML); one a game"
    parser.add_argument("--facts", metavar="FILE", action="append", default=[], help=said)


def facts_in(names: Sequence[str]) -> Packs:
    """Return the facts in the files, by game. Any error stops the command, so that nothing is checked against part of
    the facts."""
    packs: dict[str, bytes] = {}
    for name in names:
        file = Path(name)
        try:
            game, content = content_of_file(file.read_bytes())
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror or error}", returncode=COULD_NOT_RUN) from None
        except Malformed as malformed:
            raise CommandError(f"{file}: {malformed}", returncode=COULD_NOT_RUN) from None
        if game in packs:
            said = f"{file} is a second file of facts of the game {game}: give one a game."
            raise CommandError(said, returncode=COULD_NOT_RUN)
        packs[game] = content
    return packs
