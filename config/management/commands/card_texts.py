"""Write the documentation of card texts: manage.py card_texts [--check]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.arena.public import TextError
from tools import card_texts


class Command(BaseCommand):
    help = "Writes docs/card-texts.md; --check writes nothing and lists what is wrong."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, list what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self.check_page()
            else:
                self.write_page()
        except TextError as error:
            raise CommandError(str(error)) from None

    def write_page(self) -> None:
        card_texts.PAGE.write_text(card_texts.page(), "utf-8")
        self.stdout.write(f"{card_texts.PAGE.name} is written.")

    def check_page(self) -> None:
        wrong = card_texts.problems()
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write(f"{card_texts.PAGE.name} is current.")
