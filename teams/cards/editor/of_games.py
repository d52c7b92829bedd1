"""What pages ask about facts of any game: how one reads, and in what several differ."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from rules.arena.public import Range
from rules.common.names import slugify
from rules.games import Fact, facts_of_game
from teams.cards.editor.preview import CardRead, card_read
from teams.cards.editor.table_preview import differing_fields, table_read
from teams.cards.editor.words import field_label

# Differences between texts of one card, in the reader's language, regardless of how each was written down.
WITHOUT_ORDER = {"powers", "also", "unknown", "lacks"}
NAMED = ("spells", "own_powers")  # lists of rows that are matched by name


def differences(facts: Sequence[Fact]) -> list[str]:
    """Return the differing fields, spells and powers: "Powers", "Kick (Area, Cost)"."""
    tables = [fact.table for fact in facts]
    if len(tables) < 2:
        return []
    return [*_differing_fields(tables), *_differing_rows(tables, "own_powers"), *_differing_rows(tables, "spells")]


def _differing_fields(tables: Sequence[Any]) -> list[str]:
    names = [each.name for each in fields(tables[0]) if each.name not in NAMED]
    return [_label(name) for name in names if _differ(_value(name, getattr(table, name)) for table in tables)]


def _label(name: str) -> str:
    return _("not checked") if name == "unknown" else field_label(name.rstrip("_").replace("_", "-"))


def _differing_rows(tables: Sequence[Any], name: str) -> list[str]:
    columns = [_by_name(getattr(table, name, ())) for table in tables]
    found = []
    for slug in dict.fromkeys(slug for column in columns for slug in column):
        rows = [column[slug] for column in columns if slug in column]
        details = _differing_fields(rows)
        if len(rows) < len(columns):
            found.append(rows[0].name)
        elif details:
            found.append(f"{rows[0].name} ({', '.join(details)})")
    return found


def _by_name(rows: Iterable[Any]) -> Mapping[str, Any]:
    return {slugify(row.name): row for row in rows}


def _value(name: str, value: Any) -> Any:
    """Normalise a value, so that two ways of writing it are equal."""
    if isinstance(value, Range):
        return (value.kind, value.least, value.most, value.alterable)
    return frozenset(value) if name in WITHOUT_ORDER and value is not None else value


def _differ(values: Iterable[Any]) -> bool:
    first, *others = values
    return any(other != first for other in others)


def read_of(game: str, fact: Fact) -> CardRead:
    if facts_of_game(game).tables is None:
        return card_read(fact)
    return table_read(game, fact.kind, fact.body)


def differences_of(game: str, facts: Sequence[Fact]) -> list[str]:
    if facts_of_game(game).tables is None:
        return differences(facts)
    found = (each for one, other in pairwise(facts) for each in differing_fields(game, one.kind, one.body, other.body))
    return list(dict.fromkeys(found))
