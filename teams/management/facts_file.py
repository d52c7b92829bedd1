"""The option --facts FILE of commands: what people have entered of a game, each game in a file of its own."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.files.command import COULD_NOT_RUN, FilesCommand
from rules.common.verdicts import Malformed
from rules.games import title_of_game
from teams.cards.services.packs import content_of_file


class FactsOfFiles(Mapping[str, bytes]):
    """Facts by game, which remember what was held against them."""

    def __init__(self, found: Mapping[str, tuple[Path, bytes]]) -> None:
        self.found = found
        self.asked_for: set[str] = set()

    def __getitem__(self, game: str) -> bytes:
        _file, content = self.found[game]
        self.asked_for.add(game)
        return content

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def unused(self) -> Iterator[str]:
        for game, (file, _content) in self.found.items():
            if game not in self.asked_for:
                yield f"{file}: these are facts of {title_of_game(game)}, and nothing here was held against them."


class FactsCommand(FilesCommand):
    """A command that checks files against the rules and the facts of the option --facts."""

    facts: FactsOfFiles

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        said = "card texts, arenas and figures, or facts of another game: krosmaster-facts/1 (JSON or TOML), one a game"
        parser.add_argument("--facts", metavar="FILE", action="append", default=[], help=said)

    def handle(self, *args: Any, **options: Any) -> None:
        self.facts = facts_in(options["facts"])
        super().handle(*args, **options)

    def _check_files(self, options: dict[str, Any]) -> int:
        outcome = super()._check_files(options)
        for line in self.facts.unused():
            self.stderr.write(line)
        return outcome


def facts_in(names: Sequence[str]) -> FactsOfFiles:
    """Return the facts in the files, by game. Any error stops the command, so that nothing is checked against part of
    the facts."""
    packs: dict[str, tuple[Path, bytes]] = {}
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
        packs[game] = (file, content)
    return FactsOfFiles(packs)
