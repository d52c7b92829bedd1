"""Table numbers of pairs or larger groups of players."""

import itertools
from collections.abc import Sequence

from tournaments.models import Event
from tournaments.players.models.crews import first_of_crew

Groups = Sequence[tuple[int | None, ...]]  # the players at each table; for a bye one player and None


def table_numbers(event: Event, pairs: Groups, ranks: dict[int, int]) -> list[int | None]:
    """Return the table of each group: best ranks first, fixed tables before all others, no table for a bye."""
    tables: list[int | None] = [None] * len(pairs)
    seated = [place for place in _by_rank(pairs, ranks) if None not in pairs[place]]
    wishes = _wishes(event, pairs, seated, ranks)
    free = (number for number in itertools.count(event.first_table) if number not in set(wishes.values()))
    for place in seated:
        tables[place] = wishes[place] if place in wishes else next(free)
    return tables


def arrange_pairs(event: Event, pairs: list[tuple[int, int]], tables: list[int | None]) -> list[tuple[int, int]]:
    """Order the pairs by these tables, keeping their order except for pairs with a fixed table."""
    wishes = _wishes(event, [*pairs], [*range(len(pairs))], {})
    possible = {table: place for place, table in wishes.items() if table in tables}
    others = (place for place in range(len(pairs)) if place not in possible.values())
    return [pairs[possible[table] if table in possible else next(others)] for table in tables]


def _by_rank(pairs: Groups, ranks: dict[int, int]) -> list[int]:
    last = len(ranks) + 1
    return sorted(range(len(pairs)), key=lambda place: min(ranks.get(player or 0, last) for player in pairs[place]))


def _wishes(event: Event, pairs: Groups, seated: list[int], ranks: dict[int, int]) -> dict[int, int]:
    """Return the fixed table by the index of each pair; if two pairs want the same table, the better rank gets it."""
    fixed = fixed_tables(event)
    wishes: dict[int, int] = {}
    for place in seated:
        free = [table for table in _wanted(pairs[place], fixed, ranks) if table not in wishes.values()]
        if free:
            wishes[place] = free[0]
    return wishes


def _wanted(pair: tuple[int | None, ...], fixed: dict[int, int], ranks: dict[int, int]) -> list[int]:
    """Return the fixed tables of a pair: that of the better-ranked player first, lower tables first on equal rank."""
    last = len(ranks) + 1
    players = [player for player in pair if player in fixed]
    return [fixed[p] for p in sorted(players, key=lambda player: (ranks.get(player, last), fixed[player]))]


def fixed_tables(event: Event) -> dict[int, int]:
    """Return the fixed tables. A table that one of two partners needs is that of their crew."""
    rows = event.registrations.exclude(fixed_table=None).order_by("-crew_seat").values_list("pk", "fixed_table")
    crews = first_of_crew(event)
    return {crews.get(player, player): table for player, table in rows if table is not None}
