"""Hold team lists to the construction rules: manage.py validate_team FILE... [--json] [--facts FILE]"""

import json
from typing import Any

from django.core.management.base import CommandParser

from core.files_command import FilesCommand
from rules.arena.cards import Catalogue, catalogue
from rules.arena.held_against import known_from
from rules.arena.legality import profiles
from rules.arena.team import TeamVerdict
from rules.arena.teamlist import MAX_BYTES, UnreadableListError, parse_json, read
from teams.management.facts_file import add_facts_option, facts_in


class Command(FilesCommand):
    help = (
        "Says of each team list whether it is legal, and every rule that it breaks. Exit: 0 all legal, 1 not, 2 failed."
    )
    what = "a krosmaster-team/1 document or text"
    most_bytes = MAX_BYTES

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object a line and file")
        parser.add_argument("--legality", choices=profiles(), default="none", help="for lists in text form")
        add_facts_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        content = facts_in(options["facts"])
        self.known = known_from(content).cards if content else catalogue()
        super().handle(*args, **options)

    def check_file(self, file: str, data: bytes, options: dict[str, Any]) -> bool:
        verdict = _verdict(file, data, options["legality"], self.known)
        self.stdout.write(_as_json(file, verdict) if options["as_json"] else _as_text(file, verdict))
        return verdict.is_legal


def _verdict(file: str, data: bytes, legality: str, known: Catalogue) -> TeamVerdict:
    try:
        team = parse_json(data) if file.endswith(".json") else read(data, legality=legality)
    except UnreadableListError as unreadable:
        return unreadable.verdict
    return team.check(known=known)


def _as_json(file: str, verdict: TeamVerdict) -> str:
    return json.dumps({"file": file, **verdict.as_dict()})


def _as_text(file: str, verdict: TeamVerdict) -> str:
    name = file.encode("utf-8", "backslashreplace").decode()
    totals = "" if verdict.level is None else f", level {verdict.level}, initiative {verdict.initiative}"
    lines = [f"{name}: {verdict.verdict}{totals}"]
    lines += [f"  {error.pointer or '/'}: {error.message}" for error in verdict.errors]
    lines += [f"  {broken.article}: {broken.message} {broken.remedy}" for broken in verdict.violations]
    lines += [f"  {note.severity}: {note.message} ({', '.join(note.about)})" for note in verdict.notes]
    return "\n".join(lines)
