"""List every article, how it is treated, and the tests that prove it: manage.py rules_coverage [--check]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tools import rules_coverage


class Command(BaseCommand):
    help = "Writes the pages docs/rules-coverage*.md; with --check nothing is written, and what is wrong is listed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, list what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            for name in rules_coverage.write_pages():
                self.stdout.write(f"{name} is written.")
            return
        wrong = rules_coverage.problems()
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write("Every article is treated and proved as it says.")
