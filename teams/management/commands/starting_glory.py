"""What each side starts with (1.3.5): manage.py starting_glory --levels 12 11 [--format limited]"""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.arena.team import DUEL_FORMATS, starting_glory


class Command(BaseCommand):
    help = "Prints the Gallons of Glory of both sides before the first turn."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--levels", nargs=2, type=int, required=True, metavar=("OWN", "OTHER"))
        parser.add_argument("--format", choices=DUEL_FORMATS, default="constructed", dest="team_format")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, **options: Any) -> None:
        own, other = options["levels"]
        try:
            own, other = starting_glory(own, other, options["team_format"])
        except ValueError as error:
            raise CommandError(str(error), returncode=2) from None
        if options["as_json"]:
            self.stdout.write(json.dumps({"glory": [own, other]}))
        else:
            self.stdout.write(f"{own} GG against {other} GG")
