"""Which pair sits where."""

import itertools

from tournaments.models import Event

Pairs = list[tuple[int, int | None]]


def table_numbers(event: Event, pairs: Pairs, ranks: dict[int, int]) -> list[int | None]:
    """Best ranks at the first tables; a fixed table comes before everything; a bye has no table."""
    tables: list[int | None] = [None] * len(pairs)
    seated = [place for place in _by_rank(pairs, ranks) if pairs[place][1] is not None]
    wishes = _wishes(event, pairs, seated)
    free = (number for number in itertools.count(event.first_table) if number not in set(wishes.values()))
    for place in seated:
        tables[place] = wishes[place] if place in wishes else next(free)
    return tables


def _by_rank(pairs: Pairs, ranks: dict[int, int]) -> list[int]:
    last = len(ranks) + 1
    return sorted(range(len(pairs)), key=lambda place: min(ranks.get(player or 0, last) for player in pairs[place]))


def _wishes(event: Event, pairs: Pairs, seated: list[int]) -> dict[int, int]:
    """Fixed tables by the place of the pair; where two want the same table, the better rank has it."""
    fixed = dict(event.registrations.filter(fixed_table__isnull=False).values_list("pk", "fixed_table"))
    wishes: dict[int, int] = {}
    for place in seated:
        wish = next((fixed[player] for player in pairs[place] if player in fixed), None)
        if wish is not None and wish not in wishes.values():
            wishes[place] = wish
    return wishes
