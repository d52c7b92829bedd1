"""How many constructed lists are checked in a second on one core: python -m benchmarks.teams

Beside it, what the standard library needs to read the same list from JSON, and how long a limited pool of 60 takes.
"""

import json
import timeit

from rules.arena.cards import catalogue
from rules.arena.legality import profiles
from rules.arena.limited import highest
from rules.arena.team import check

LISTS = {
    "legal, 4 figures": ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"],
    "legal, 8 figures": ["di-curey", "fern-sockem", "kivin", "moe-lawr", "trank", "skale", "krobax", "lumino"],
    "with six faults": [
        "poochan",
        "gein",
        "katar",
        "percedal",
        "percedal",
        "bill-tell",
        "bill-tell",
        "bill-tell",
        "ush",
    ],
}
SEASON = profiles()["season-2018-01"]


def seconds(action, number: int = 20_000) -> float:
    return min(timeit.repeat(action, number=number, repeat=5)) / number


def main() -> None:
    print(f"{'list':20}{'checks a second':>17}{'json.loads':>14}{'ratio':>8}")
    for name, figures in LISTS.items():
        document = json.dumps({"format": "krosmaster-team/1", "name": name, "figures": figures, "pool": None})
        checking = seconds(lambda figures=figures: check(figures, "constructed", SEASON))
        reading = seconds(lambda document=document: json.loads(document))
        print(f"{name:20}{1 / checking:>17,.0f}{1 / reading:>14,.0f}{checking / reading:>8.1f}")
    pool = catalogue().cards[:60]
    print(f"\nhighest level of a pool of 60: {seconds(lambda: highest(pool), 500) * 1000:.2f} ms")


if __name__ == "__main__":
    main()
