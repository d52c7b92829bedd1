"""Generate the JSON Schemas of the documents from the fields that read them: manage.py schemas [--check]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tools.document_schemas import SCHEMAS, path_of, problems


class Command(BaseCommand):
    help = "Writes the JSON Schemas of all documents; --check lists those that are stale."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, list what is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            for name, text in SCHEMAS.items():
                path_of(name).write_text(text(), "utf-8")
        if stale := problems():
            raise CommandError("\n".join(stale))
        self.stdout.write(f"{len(SCHEMAS)} schemas are current.")
