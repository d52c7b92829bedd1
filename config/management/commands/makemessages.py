"""Django's makemessages with the options of this project, and texts in alphabetical order: a run moves none."""

import re
from pathlib import Path

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--sort-output", "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=["fr"],
            extensions=["html,txt,py,jinja"],
            ignore_patterns=["var", ".venv", "tests/*"],
            no_obsolete=True,
            no_wrap=True,
            no_location=True,
        )

    def write_po_file(self, potfile: str, locale: str) -> None:
        super().write_po_file(potfile, locale)
        catalogue = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        catalogue.write_text(
            re.sub(r'^"POT-Creation-Date.*\n', "", catalogue.read_text("utf-8"), flags=re.MULTILINE), "utf-8"
        )
