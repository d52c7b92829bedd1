"""List every article, how it is treated, and the tests that prove it: manage.py rules_coverage [--check]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tools import rules_coverage


class Command(BaseCommand):
    help = "Writes docs/rules-coverage.md; with --check nothing is written, and what is wrong is listed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, list what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            page = rules_coverage.page(rules_coverage.proofs())
            rules_coverage.PAGE.write_text(page, "utf-8")
            self.stdout.write(f"{rules_coverage.PAGE.name} is written.")
            return
        wrong = rules_coverage.problems()
        if wrong:
            raise CommandError("\n".join(wrong))
        self.stdout.write("Every article is treated and proved as it says.")
