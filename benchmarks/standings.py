"""Milliseconds of standings with every tie-break: 1,000 players over 10 rounds.

python -m benchmarks.standings [--players 1000] [--rounds 10]
"""

import argparse
import time
from random import Random

from tournaments.core.scoring import Result
from tournaments.core.standings import DIRECT_ENCOUNTER, Entrant, standings
from tournaments.core.tiebreaks import TIE_BREAKS

PLACES = ((1, 2), (2, 1), (1, 1))
OF_TABLES = {"points", "first-places", "opponents-share"}
ORDER = ("match-points", DIRECT_ENCOUNTER, *(code for code in TIE_BREAKS if code not in {"match-points", *OF_TABLES}))


def event(players: int, rounds: int) -> tuple[list[Entrant], list[Result]]:
    random = Random(1)
    names = list(range(players))
    results = []
    for number in range(1, rounds + 1):
        random.shuffle(names)
        for a, b in zip(names[::2], names[1::2], strict=False):
            places = random.choice(PLACES)
            results.append(Result(number, (a, b), places, (random.randrange(13), random.randrange(13))))
    return [Entrant(name, draw_order=random.getrandbits(32)) for name in range(players)], results


def best_of(times: int, work) -> float:
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent) * 1000


def ranked(entrants: list[Entrant], results: list[Result]) -> list:
    rows = standings(entrants, results, order=ORDER)
    for code in TIE_BREAKS:
        rows[0].value(code)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    entrants, results = event(options.players, options.rounds)
    rows = ranked(entrants, results)
    print(f"{options.players} players, {options.rounds} rounds, {len(ORDER)} tie-breaks, milliseconds:")
    print(f"  ranked, every figure computed      {best_of(5, lambda: ranked(entrants, results)):7.1f}")
    values = best_of(5, lambda: [rows[0].format_value(code) for code in ORDER])
    print(f"  every value formatted, one player  {values:7.3f}")
    print(
        f"  all breakdowns of one player       {best_of(5, lambda: [rows[0].breakdown(code) for code in ORDER]):7.3f}"
    )
    everyone = best_of(2, lambda: [row.breakdown(code) for row in rows for code in ORDER])
    print(f"  all breakdowns of everyone at once {everyone:7.1f}")


if __name__ == "__main__":
    main()
