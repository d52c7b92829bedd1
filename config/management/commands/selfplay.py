"""Write complete random games as logs: manage.py selfplay --seed 7 --games 10 --out logs [--mode ...] [--mutate ...]

Each game gets its own file. --mutate breaks one rule in each and prints the file, the mutator, its article and the
action.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.games import DEFAULT, RULESETS
from tools.selfplay.game import MODES, random_game
from tools.selfplay.mutation import ALL, OF_TABLES, mutate
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng

NAMES = sorted({mutator.name for mutator in (*ALL, *OF_TABLES)})


class Command(BaseCommand):
    help = "Writes complete random games as logs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--ruleset",
            choices=[each.slug for each in RULESETS.values() if each.game == DEFAULT.game],
            default=DEFAULT.slug,
        )
        parser.add_argument("--mode", choices=[*MODES], default=next(iter(MODES)), help="who plays with whom")
        parser.add_argument("--players", type=int, help="of a free-for-all: 3 or 4")
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--out", type=Path, default=Path("logs"), help="the folder for the logs")
        parser.add_argument("--arena", choices=DEFAULT.boards.slugs, help="drawn for each game when left out")
        parser.add_argument("--teams", help="the cards of each player: a,b,c,d/e,f,g,h; otherwise they are drawn")
        parser.add_argument(
            "--mutate", nargs="*", choices=NAMES, metavar="MUTATION", help=f"any, or some of: {', '.join(NAMES)}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        mode = MODES[options["mode"]]
        players = mode.players[-1] if options["players"] is None else options["players"]
        if players not in mode.players:
            raise CommandError(f"{mode.slug} is for {' or '.join(map(str, mode.players))} players.")
        teams = _teams(options["teams"], players) if options["teams"] else None
        folder: Path = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(options["games"]):
            seed = f"{options['seed']}/{number}"
            path = folder / f"game-{options['seed']}-{number}.json"
            document = random_game(seed, teams, options["arena"], options["ruleset"], mode=mode.slug, players=players)
            if options["mutate"] is None:
                self._write(path, document)
                continue
            mutated = mutate(document, Rng(seed), options["mutate"])
            if mutated is None:
                self.stderr.write(f"{path}: no such mutation is possible in this game")
                continue
            action = "-" if mutated.action is None else mutated.action
            self._write(path, mutated.document, f" {mutated.mutator} {mutated.article} {action}")

    def _write(self, path: Path, document: Document, note: str = "") -> None:
        path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        self.stdout.write(f"{path}{note}")


def _teams(text: str, players: int) -> list[list[str]]:
    teams = [side.split(",") for side in text.split("/")]
    if len(teams) != players:
        needed = "Two" if players == 2 else players
        raise CommandError(f"{needed} teams are needed, with a / between them.")
    for team in teams:
        verdict = DEFAULT.lists.check(team, "constructed" if players == 2 else "four-player")
        faults = [str(error.message) for error in verdict.errors] + [str(fault.message) for fault in verdict.violations]
        if faults:
            raise CommandError(f"{','.join(team)}: {' '.join(faults)}")
    return teams
