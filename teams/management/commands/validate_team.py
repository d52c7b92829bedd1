"""Hold team lists to the construction rules: manage.py validate_team FILE... [--json] [--facts FILE]"""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.files.command import COULD_NOT_RUN
from rules.common.lists import looks_like_json
from rules.common.verdicts import UnreadableListError
from rules.games import DEFAULT, RULESETS, Packs, Ruleset, TeamVerdict, lists_of
from teams.management.facts_file import FactsCommand


def _of_arena() -> list[str]:
    return [slug for slug, each in RULESETS.items() if each.game == DEFAULT.game]


class Command(FactsCommand):
    help = (
        "Says of each team list whether it is legal, and every rule that it breaks. Exit: 0 all legal, 1 not, 2 failed."
    )
    what = "a krosmaster-team/1, krosmaster-quest-hero/1 or krosmaster-blast-team/1 document, or text"
    most_bytes = DEFAULT.lists.max_bytes

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object a line and file")
        profiles = DEFAULT.lists.profiles()
        parser.add_argument("--legality", choices=profiles, help="for lists in text form; none when left out")
        parser.add_argument(
            "--format",
            choices=("constructed", "four-player", "box"),
            dest="team_format",
            help="for lists in text form; constructed when left out",
        )
        parser.add_argument(
            "--ruleset", choices=_of_arena(), help=f"for lists in text form; {DEFAULT.slug} when left out"
        )
        parser.add_argument(
            "--level",
            type=int,
            choices=DEFAULT.lists.pair_levels,
            metavar="LEVEL",
            help="of the two figures of a list for four players, where an event sets another than 6",
        )

    def check_file(self, file: str, data: bytes, options: dict[str, Any]) -> bool:
        verdict = _verdict(file, data, options, self.facts)
        self.stdout.write(_as_json(file, verdict) if options["as_json"] else _as_text(file, verdict))
        return verdict.is_legal


def _verdict(file: str, data: bytes, options: dict[str, Any], packs: Packs) -> TeamVerdict:
    for_text = {name: options[name] for name in ("legality", "team_format", "ruleset") if options[name] is not None}
    ruleset = DEFAULT
    try:
        if file.endswith(".json") or looks_like_json(data):
            ruleset = lists_of(data)
            team = ruleset.lists.parse_json(data)
            if for_text:
                said = "is JSON and says this itself: --format, --legality and --ruleset are for text."
                raise CommandError(f"{file} {said}", returncode=COULD_NOT_RUN)
        else:
            _require_that_it_has(RULESETS[for_text.get("ruleset", DEFAULT.slug)], for_text)
            team = DEFAULT.lists.read(data, **for_text)
    except UnreadableListError as unreadable:
        return unreadable.verdict
    if options["level"] is not None and team.team_format != "four-player":
        said = f"is a {team.team_format} list: --level is for lists for four players."
        raise CommandError(f"{file} {said}", returncode=COULD_NOT_RUN)
    of_level = {} if options["level"] is None else {"pair_level": options["level"]}
    return team.check(known=ruleset.figures(packs), **of_level)


def _require_that_it_has(ruleset: Ruleset, for_text: dict[str, str]) -> None:
    """A format and a legality profile of the ruleset."""
    if for_text.get("team_format", "constructed") not in ruleset.lists.formats:
        raise CommandError(f"{ruleset.slug} has no {for_text['team_format']} lists.", returncode=COULD_NOT_RUN)
    if ruleset is not DEFAULT and for_text.get("legality", "none") != "none":
        raise CommandError(f"{ruleset.slug} has no legality profiles.", returncode=COULD_NOT_RUN)


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
