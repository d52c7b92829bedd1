"""`python -m tools.selfplay --seed 7 --games 10 --out logs`: complete games, each in a file of its own.

With --mutate one rule is broken in each; the file, the breach, its article and the action are told on standard output.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.arena.boards import BOARDS
from rules.arena.team import check
from tools.selfplay import Chance, random_game, spoil
from tools.selfplay.breaches import ALL


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    teams = _teams(options.teams) if options.teams else None
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.games):
        seed = f"{options.seed}/{number}"
        document = random_game(seed, teams, options.arena)
        path = options.out / f"game-{options.seed}-{number}.json"
        told = ""
        if options.mutate is not None:
            spoiled = spoil(document, Chance(seed), options.mutate)
            if spoiled is None:
                sys.stderr.write(f"{path}: this game has no room for such a breach\n")
                continue
            document = spoiled.document
            told = f" {spoiled.breach} {spoiled.article} {'-' if spoiled.action is None else spoiled.action}"
        path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        sys.stdout.write(f"{path}{told}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("logs"), help="the folder for the logs")
    parser.add_argument("--arena", choices=BOARDS, help="chance chooses one for each game when left out")
    parser.add_argument("--teams", help="the cards of both sides: a,b,c,d/e,f,g,h; otherwise chance draws them")
    names = sorted(breach.name for breach in ALL)
    parser.add_argument(
        "--mutate", nargs="*", choices=names, metavar="BREACH", help=f"any, or some of: {', '.join(names)}"
    )
    return parser


def _teams(text: str) -> list[list[str]]:
    teams = [side.split(",") for side in text.split("/")]
    if len(teams) != 2:
        sys.exit("two teams are wanted, with a / between them")
    for team in teams:
        verdict = check(team)
        faults = [error.message for error in verdict.errors] + [fault.message for fault in verdict.violations]
        if faults:
            sys.exit(f"{','.join(team)}: {' '.join(faults)}")
    return teams


if __name__ == "__main__":
    sys.exit(main())
