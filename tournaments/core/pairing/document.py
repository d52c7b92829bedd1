"""The JSON document of a round to be paired, which may come from anyone and is checked field by field.

An opponent who is not among the players has dropped since, which is no error. If only one of two players lists the
other in `met`, they still count as having met.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Any, cast, get_args

from rules.common import columns, strictjson
from rules.common.fields import (
    Fields,
    Shape,
    Wrong,
    all_fields_fit,
    check_fields,
    fields_schema,
    list_of,
    nullable,
    one_of,
    reported_as,
    truth,
)
from rules.common.messages import sentence
from rules.common.verdicts import Malformed
from tournaments.core.pairing.players import MOST_POINTS, Float, Opening, Pair, Player

MOST_BYTES = 16 * 2**20
MOST_VALUES = 1_000_000
DEEPEST = 8
LONGEST_NAME = 200
LARGEST_SEED = 2**53
MOST_IN_A_LIST = 50


@dataclass(frozen=True, slots=True)
class Document:
    seed: int
    players: tuple[Player, ...]
    forbidden: tuple[Pair, ...]
    separate_clubs: bool
    opening: Opening
    numeric_ids: frozenset[str]  # the ids that were written as numbers
    warnings: tuple[str, ...]  # fields that may have been read differently from what was meant

    def original_id(self, player: str) -> str | int:
        """The id as it was written in the document."""
        return int(player) if player in self.numeric_ids else player


PLACES = re.compile(r"\d+/")  # a position in the list of players


def read(data: bytes) -> Document:
    """Return the document, or raise Malformed with pointer and reason."""
    tree = strictjson.loads(data, max_bytes=MOST_BYTES, max_depth=DEEPEST, max_values=MOST_VALUES)
    if not isinstance(tree, dict):
        raise Malformed("", "not-an-object", sentence("the document is an object with seed, players and forbidden"))
    try:
        unknown = check_fields(tree, DOCUMENT)
    except Wrong as wrong:
        code = "missing" if wrong.code == "missing-field" else wrong.code
        raise Malformed(wrong.pointer, code, wrong.said) from None
    return _document(tree, unknown)


def _document(tree: dict[str, Any], unknown: list[str]) -> Document:
    players = tuple(_players(tree["players"]))
    _check_ids(players)
    _check_opponents(players)
    one_sided = _one_sided_meetings(players)
    return Document(
        seed=int(tree.get("seed", 0)),
        players=tuple([_with_meetings(player, one_sided) for player in players]),
        forbidden=tuple((str(one), str(other)) for one, other in tree.get("forbidden", [])),
        separate_clubs=tree.get("separate_clubs", True),
        opening=tree.get("opening", "random"),
        numeric_ids=frozenset(str(item["id"]) for item in tree["players"] if isinstance(item["id"], int)),
        warnings=(*_warn_of_unknown(unknown), *_warn_of_one_sided(one_sided)),
    )


def _with_meetings(player: Player, one_sided: Mapping[str, list[str]]) -> Player:
    more = one_sided.get(player.id)
    return player._replace(met=(*player.met, *more)) if more else player


def _players(items: list[dict[str, Any]]) -> Iterator[Player]:
    """Field by field: the documents of large events have thousands of players."""

    def all_of(name: str, default: object = None) -> list[Any]:
        return [item.get(name, default) for item in items]

    fields = zip(
        map(str, all_of("id")),
        map(int, all_of("points", 0)),
        _texts(all_of("met", ())),
        map(int, all_of("byes", 0)),
        [tuple(map(_parse_float, floats)) if floats else () for floats in all_of("floats", ())],
        [club or None for club in all_of("club")],
        repeat(None),
        [None if rating is None else int(rating) for rating in all_of("rating")],
        all_of("late", default=False),
        strict=False,  # one of them has no end
    )
    return map(Player._make, fields)


def _texts(lists: list[Any]) -> Iterable[tuple[str, ...]]:
    if set(map(type, chain.from_iterable(lists))) <= {str}:
        return map(tuple, lists)
    return [tuple(map(str, names)) for names in lists]


def _parse_float(value: Any) -> Float:
    """Return the float as a word. A number is the point difference to the opponent: negative means down."""
    if isinstance(value, int):
        return "down" if value < 0 else "up"
    return cast(Float, value)


def _check_ids(players: tuple[Player, ...]) -> None:
    seen: dict[str, int] = {}
    for place, player in enumerate(players):
        if player.id in seen:
            raise Malformed(
                f"/players/{place}/id",
                "player-twice",
                sentence("{id} is already player {place}", id=player.id, place=seen[player.id]),
            )
        seen[player.id] = place


def _check_opponents(players: tuple[Player, ...]) -> None:
    for place, player in enumerate(players):
        if player.id in player.met:
            raise Malformed(f"/players/{place}/met", "met-oneself", sentence("{id} cannot have met {id}", id=player.id))


def _one_sided_meetings(players: tuple[Player, ...]) -> dict[str, list[str]]:
    """Return for each player the opponents who list this player in `met` but are not listed in return."""
    places = {player.id: place for place, player in enumerate(players)}
    met = [_searchable([*map(places.get, player.met)]) for player in players]
    one_sided: dict[str, list[str]] = {}
    for me, opponents in enumerate(met):
        if [other for other in opponents if other is not None and me not in met[other]]:
            for name in dict.fromkeys(players[me].met):
                if name in places and me not in met[places[name]]:
                    one_sided.setdefault(name, []).append(players[me].id)
    return one_sided


def _searchable(places: list[int | None]) -> Collection[int | None]:
    """Numbers in a short list are found sooner than in a set."""
    return places if len(places) <= MOST_IN_A_LIST else frozenset(places)


def _warn_of_one_sided(one_sided: dict[str, list[str]]) -> Iterator[str]:
    pairs = [f"{name} and {other}" for other, names in one_sided.items() for name in names]
    if pairs:
        yield f"met by the word of one of them, taken as met by both: {_shortened(pairs)}"


def _warn_of_unknown(unknown: list[str]) -> Iterator[str]:
    """Warn of unknown fields: a misspelt name would silently change the pairing."""
    if unknown:
        yield f"unknown fields, not read: {_shortened(sorted({PLACES.sub('', name) for name in unknown}))}"


def _shortened(names: list[str]) -> str:
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")


# -- what a field may hold ---------------------------------------------------------------------------------


def _check_name(value: Any) -> None:
    """Check an id, which may be a number or a text."""
    if type(value) is str and 0 < len(value) <= LONGEST_NAME:
        return
    if type(value) is int and len(str(value)) <= LONGEST_NAME:
        return
    _check_text(value)
    if not value:
        raise Wrong("not-a-name", sentence("an id is a text that is not empty"))


def _check_text(value: Any) -> None:
    if type(value) is not str or len(value) > LONGEST_NAME:
        raise Wrong("not-a-name", sentence("a text of at most {most} characters is wanted", most=LONGEST_NAME))


def _check_pair(value: Any) -> None:
    if type(value) is not list or len(value) != 2:
        raise Wrong("not-a-pair", sentence("a forbidden pair is a list of two ids"))
    _names.check(value)
    one, other = map(str, value)
    if one == other:
        raise Wrong("pair-of-one", sentence("{id} cannot be forbidden to meet {id}", id=one))


def _check_float(value: Any) -> None:
    if value not in get_args(Float) and not (type(value) is int and value):
        raise Wrong("not-a-float", sentence('an earlier float is "down" or "up"'))


def _check_player(value: Any) -> list[str]:
    if type(value) is not dict:
        raise Wrong("not-an-object", sentence("a player is an object with at least an id"))
    return check_fields(value, PLAYER)


def _whole(field: str, least: int, most: int) -> Shape:
    def check(value: Any) -> None:
        if type(value) is not int and not (type(value) is float and value.is_integer()):
            raise Wrong("not-a-whole-number", sentence("{field} is a whole number", field=field))
        if not least <= value <= most:
            said = sentence("{field} lies between {least} and {most}", field=field, least=least, most=most)
            raise Wrong("out-of-range", said)

    all_fit = columns.whole_numbers(least, most)
    return Shape(check, {"type": "integer", "minimum": least, "maximum": most}, all_fit=all_fit)


def _flag(field: str) -> Shape:
    shape = reported_as(truth, "not-true-or-false", sentence("{field} is true or false", field=field))
    return replace(shape, all_fit=columns.truths)


def _several(field: str, entry: Shape) -> Shape:
    entries = list_of(entry)

    def check(value: Any) -> list[str] | None:
        if type(value) is not list:
            raise Wrong("not-a-list", sentence("{field} is a list", field=field))
        return entries.check(value)

    return replace(entries, check=check)


def _opening() -> Shape:
    ways = get_args(Opening)
    return reported_as(
        one_of(*ways), "unknown-opening", sentence("the first round is paired by one of {ways}", ways=ways)
    )


TEXT = Shape(_check_text, {"type": "string", "maxLength": LONGEST_NAME}, all_fit=columns.texts(0, LONGEST_NAME))
NAME = Shape(
    _check_name,
    {"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}]},
    all_fit=columns.texts(1, LONGEST_NAME),
).named("id")
_names = list_of(NAME)
PAIR = Shape(_check_pair, {**_names.schema, "minItems": 2, "maxItems": 2})
FLOAT = Shape(
    _check_float,
    {"anyOf": [{"enum": [*get_args(Float)]}, {"type": "integer", "not": {"const": 0}}]},
    all_fit=columns.words(get_args(Float)),
)
PLAYER: Fields = {
    "id": (NAME, True),
    "points": (_whole("points", -MOST_POINTS, MOST_POINTS), False),
    "met": (_several("met", NAME), False),
    "byes": (_whole("byes", 0, 1000), False),
    "floats": (_several("floats", FLOAT), False),
    "club": (nullable(TEXT), False),
    "rating": (nullable(_whole("rating", -(10**6), 10**6)), False),
    "late": (_flag("late"), False),
}
_player = Shape(_check_player, fields_schema(PLAYER), all_fit=all_fields_fit(PLAYER)).named("player")
DOCUMENT: Fields = {
    "seed": (_whole("seed", -LARGEST_SEED, LARGEST_SEED), False),
    "players": (_several("players", _player), True),
    "forbidden": (_several("forbidden", PAIR), False),
    "separate_clubs": (_flag("separate_clubs"), False),
    "opening": (_opening(), False),
}
