"""What share of the actions of random games is proved, by how much of the acting figure's card is known.

The games are recorded by the outcome of their dice.

    python -m benchmarks.proof_forecast [--games 60]

The figures of `teams/cards/catalogue/completeness.py` come from here. An estimate: others are played by people.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.arena.printed import Text
from rules.arena.replay import frames
from rules.arena.texts import figures
from rules.games import parse
from tools.selfplay.game import random_game
from tools.selfplay.outcomes import game_by_outcome

NOBODY = "no figure"


def how_much(text: Text | None) -> str:
    """As `teams.cards.catalogue.completeness` has it, which a script without the site cannot ask."""
    if text is None:
        return "not"
    if text.missing is None and not any(spell.unknown for spell in text.spells.values()):
        return "whole"
    return "spells" if text.spells else "no spells"


def of_game(game: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """For each action: how much is known of the figure that acted, and whether the action was proved."""
    cards = {unit: card for player in game["players"].values() for unit, card in player["team"].items()}
    before = None
    for frame in frames(parse(json.dumps(game_by_outcome(game)).encode())):
        if frame["action"] is not None:
            unit = (frame["active"] or before or "").split("/")[0]
            known = how_much(figures().get(cards[unit])) if unit in cards else NOBODY
            yield known, frame["proof"] == "proved"
        before = frame["active"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    actions: Counter[str] = Counter()
    proved: Counter[str] = Counter()
    for number in range(parser.parse_args().games):
        for known, is_proved in of_game(random_game(f"measure/{number}")):
            actions[known] += 1
            proved[known] += is_proved
    total = sum(actions.values())
    for known, count in sorted(actions.items()):
        share, part = 100 * proved[known] / count, 100 * count / total
        sys.stdout.write(f"{known:>10}: {share:5.1f} % of {count} actions proved ({part:.0f} % of all)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
