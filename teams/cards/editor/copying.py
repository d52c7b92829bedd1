"""Copying what a similar card says into the form of another one."""

from collections.abc import Mapping
from typing import Any

from teams.cards.editor.fields import KEPT
from teams.cards.editor.reading import Body

OWN = {"name", "french", "also", "missing", "lacks", *KEPT}  # of a card itself


def with_copy(body: Mapping[str, Any], other: Mapping[str, Any]) -> Body:
    """Add what the other card says. What is already in the form stays: nothing typed is lost."""
    found = dict(body)
    for name, value in other.items():
        if name in OWN:
            continue
        if isinstance(value, list):
            found[name] = [*body.get(name, []), *_new_rows(body.get(name, []), value)]
        else:
            found.setdefault(name, value)
    return found


def _new_rows(mine: list[Any], others: list[Any]) -> list[Any]:
    known = [_key(row) for row in mine]
    return [_without_reasons(row) for row in others if _key(row) not in known]


def _key(row: Any) -> Any:
    return row.get("name", row) if isinstance(row, dict) else row


def _without_reasons(row: Any) -> Any:
    return {name: value for name, value in row.items() if name not in KEPT} if isinstance(row, dict) else row
