"""The JSON document of a round of tables of four, as `python -m tournaments.core.pairing` reads it."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    check_fields,
    list_of,
    nullable,
    object_with,
    text,
    truth,
    whole,
)
from rules.common.messages import message
from rules.common.verdicts import Malformed
from tournaments.core.fours.players import Player, Seating

TABLES = "tables-of-four"  # the value of `kind`
BY_TYPE: Mapping[Any, Shape] = {
    str: text,
    int: whole,
    bool: truth,
    str | None: nullable(text),
    tuple[str, ...]: list_of(text),
}
PLAYER = {field.name: (BY_TYPE[field.type], field.name == "id") for field in dataclasses.fields(Player)}
OPTIONS: Fields = {
    "seed": (whole, True),
    "first_place": (whole, True),
    "forbidden": (list_of(list_of(text)), True),
    "separate_clubs": (truth, True),
    "with_threes": (truth, True),
}
DOCUMENT: Fields = {"kind": (text, True), "players": (list_of(object_with(**PLAYER)), True), **OPTIONS}


def is_of_tables(tree: object) -> bool:
    return isinstance(tree, dict) and tree.get("kind") == TABLES


def written(players: Iterable[Player], **options: Any) -> dict[str, Any]:
    """Return the document of a round; `options` are those of `seat`."""
    return {"kind": TABLES, **options, "players": [dataclasses.asdict(player) for player in players]}


def seated(tree: Any) -> Seating:
    """Seat the players of a document, or raise Malformed or CannotPair."""
    try:
        check_fields(tree, DOCUMENT)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None
    if any(len(pair) != 2 for pair in tree["forbidden"]):
        raise Malformed("/forbidden", "not-a-pair", message("a forbidden pair is a list of two ids"))
    from tournaments.core.fours.seating import seat  # noqa: PLC0415  numpy's 16 MB, for processes that pair

    players = [Player(**{**player, "met": tuple(player.get("met", ()))}) for player in tree["players"]]
    forbidden = [(one, other) for one, other in tree["forbidden"]]
    return seat(players, **{name: tree[name] for name in OPTIONS} | {"forbidden": forbidden})
