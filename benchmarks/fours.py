"""Tables of four beside what sites for Commander games do: repeats, widest gap at a table, cost and time of one round.

    python -m benchmarks.fours [--largest 256] [--events 4] [--prices]

The other way is written here as those sites describe it: players sorted by points and cut into tables, then two of
them change places wherever that makes one meeting less a repeat, nearest table first, until nothing helps. Events are
drawn by lot (6-3-1-0), half of them seated by either way so far; then both seat the same next round. Figures are means.
The cost is the one of docs/swiss.md, and no seating costs less than the bound. --prices seats the rounds with other
prices for a rematch. Every round is looked at by the independent check. Time is processor time on one core.
"""

import argparse
import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from statistics import mean
from typing import NamedTuple

from tournaments.core.fours.players import Player
from tournaments.core.fours.seating import seat
from tournaments.core.round_check import PlayerEntry, Sizes, check_round

SIZES = (
    *((10, 3), (14, 3), (16, 4), (18, 4), (24, 5), (30, 5), (32, 5), (58, 5), (60, 5), (64, 5), (100, 5), (101, 5)),
    *((128, 6), (200, 6), (256, 7), (301, 7), (1000, 7), (10_000, 7)),
)
FIRST_PLACE = 6
PRICE = (2 * FIRST_PLACE) ** 2
POINTS = {4: (6, 3, 1, 0), 3: (6, 2, 0)}
STRICT = 1000  # a first place so dear that one rematch outweighs all gaps
Tables = list[list[str]]
Hall = dict[str, Player]
Way = Callable[[Hall, int], Tables]


class Figures(NamedTuple):
    repeats: int
    widest: int
    cost: int
    milliseconds: float


def by_exchange(hall: Hall, seed: int) -> Tables:
    return [list(table) for table in seat(hall.values(), seed=seed, first_place=FIRST_PLACE).tables]


def by_sorting(hall: Hall, seed: int) -> Tables:
    """Sorted, cut, and players exchanged against repeats; tables of three at the end."""
    rng = Random(seed)
    names = sorted(hall, key=lambda name: (-hall[name].points, rng.random()))
    threes = -len(names) % 4
    fours = len(names) - 3 * threes
    tables = [names[first : first + 4] for first in range(0, fours, 4)]
    tables += [names[first : first + 3] for first in range(fours, len(names), 3)]
    met = {name: set(player.met) for name, player in hall.items()}
    while any(_exchanged(tables, number, met) for number in range(len(tables))):
        pass
    return tables


def _exchanged(tables: Tables, number: int, met: dict[str, set[str]]) -> bool:
    table = tables[number]
    for place, name in enumerate(table):
        if not met[name].isdisjoint(table):
            for other in sorted(range(len(tables)), key=lambda index: abs(index - number)):
                for seat_, partner in enumerate(tables[other]) if other != number else ():
                    before = _meetings(table, met) + _meetings(tables[other], met)
                    table[place], tables[other][seat_] = partner, name
                    if _meetings(table, met) + _meetings(tables[other], met) < before:
                        return True
                    table[place], tables[other][seat_] = name, partner
    return False


def _meetings(table: list[str], met: dict[str, set[str]]) -> int:
    return sum(other in met[one] for one, other in combinations(table, 2))


def hall_after(size: int, rounds: int, seed: int, way: Way) -> Hall:
    """The players after some rounds that were seated this way; places by lot."""
    rng = Random(seed)
    hall = {f"p{number}": Player(f"p{number}") for number in range(size)}
    for number in range(rounds):
        for table in way(hall, seed + number):
            for name, points in zip(table, rng.sample(POINTS[len(table)], len(table)), strict=True):
                old, others = hall[name], tuple(other for other in table if other != name)
                hall[name] = Player(name, old.points + points, old.met + others, threes=old.threes + (len(table) == 3))
    return hall


def figures(hall: Hall, tables: Tables, spent: float) -> Figures:
    entries = [PlayerEntry(player.id, player.points, frozenset(player.met)) for player in hall.values()]
    assert not any(issue.is_error for issue in check_round(entries, tables, sizes=Sizes(4, with_threes=True)))
    pairs = [(hall[one], hall[other]) for table in tables for one, other in combinations(table, 2)]
    gaps = [abs(one.points - other.points) for one, other in pairs]
    met = [one.met.count(other.id) for one, other in pairs]
    at_three = [hall[name].threes for table in tables if len(table) == 3 for name in table]
    ahead = sum(at_three) - len(at_three) * min(player.threes for player in hall.values())
    cost = sum(gap**2 for gap in gaps) + PRICE * (sum(met) + ahead)
    return Figures(sum(times > 0 for times in met), max(gaps), cost, spent * 1000)


def measured(hall: Hall, way: Way, seed: int) -> Figures:
    start = time.process_time()
    tables = way(hall, seed)
    return figures(hall, tables, time.process_time() - start)


def column(found: list[Figures]) -> str:
    repeats, widest, cost, spent = (mean(values) for values in zip(*found, strict=True))
    return f"{repeats:7.1f} {widest:5.1f} {cost:9.1f} {spent:8.0f}"


def line(size: int, round_: int, events: int) -> str:
    halls = [hall_after(size, round_ - 1, seed, (by_exchange, by_sorting)[seed % 2]) for seed in range(events)]
    bounds = [seat(hall.values(), seed=seed) for seed, hall in enumerate(halls)]
    ours, theirs = (
        column([measured(hall, way, seed) for seed, hall in enumerate(halls)]) for way in (by_exchange, by_sorting)
    )
    best = sum(seating.is_best_possible for seating in bounds)
    return f"{size:6} {round_:3} |{ours} {mean(one.bound for one in bounds):9.1f} {best:3}/{events} |{theirs}"


def line_of_prices(size: int, round_: int, events: int) -> str:
    halls = [hall_after(size, round_ - 1, seed, by_exchange) for seed in range(events)]
    columns = []
    for first_place in (STRICT, 6, 3, 0):
        found = []
        for seed, hall in enumerate(halls):
            tables = [list(table) for table in seat(hall.values(), seed=seed, first_place=first_place).tables]
            found.append(figures(hall, tables, 0))
        columns.append(f"{mean(one.repeats for one in found):6.1f} / {mean(one.widest for one in found):4.1f}")
    return f"{size:6} {round_:3} | " + " | ".join(columns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=int, default=256)
    parser.add_argument("--events", type=int, default=4)
    parser.add_argument("--prices", action="store_true", help="other prices for a rematch, to 60 players")
    options = parser.parse_args()
    if options.prices:
        print("players, round | repeats / widest gap: never a repeat | P = 144 | P = 36 | P = 0")
    else:
        print(
            "players, round | repeats, gap, cost, ms, bound, proved best | sorted and exchanged: repeats, gap, cost, ms"
        )
    for size, round_ in SIZES:
        if size <= min(options.largest, 60 if options.prices else options.largest):
            print((line_of_prices if options.prices else line)(size, round_, options.events), flush=True)


if __name__ == "__main__":
    main()
