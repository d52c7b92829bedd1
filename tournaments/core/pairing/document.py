"""The JSON document of a round to be paired, which may come from anyone and is checked field by field.

An opponent who is not among the players has dropped since, which is no error. If only one of two players lists the
other in `met`, they still count as having met. All lists are compared at once, as arrays of numbers, and one by one
only if something is wrong.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Any, cast, get_args

from rules.common import strictjson
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    check_fields,
    fields_schema,
    list_of,
    nullable,
    one_of,
    reported_as,
    truth,
)
from rules.common.messages import message
from rules.common.verdicts import Malformed
from tournaments.core.pairing.players import MOST_PLAYERS, MOST_POINTS, Float, Opening, Pair, Player, Players
from tournaments.core.pods import NO_SEAT, PodSeat

DROPPED = -1


class Meetings:
    """The opponents whom each player lists; `own` and `others` are the places of both players of every entry."""

    def __init__(self, ids: Sequence[str], met: Sequence[Sequence[str]]) -> None:
        import numpy as np  # noqa: PLC0415  20 MB, for processes that pair

        self.ids, self.met = ids, met
        self.places = dict(zip(ids, range(len(ids)), strict=True))
        self.own = np.repeat(np.arange(len(ids)), [*map(len, met)])
        opponents = [*map(self.places.get, chain.from_iterable(met), repeat(DROPPED))]
        self.others = np.array(opponents, np.int64)

    def with_oneself(self) -> int | None:
        """The place of the first player who claims to have met themselves."""
        found = self.own[self.own == self.others]
        return int(found[0]) if len(found) else None

    def one_sided(self) -> dict[str, list[str]]:
        """Return for each player the opponents who list this player in `met` but are not listed in return."""
        one_sided: dict[str, list[str]] = {}
        if not self._are_mutual():
            listed = [frozenset(names) for names in self.met]
            for own, names in zip(self.ids, self.met, strict=True):
                for name in dict.fromkeys(names):
                    if name in self.places and own not in listed[self.places[name]]:
                        one_sided.setdefault(name, []).append(own)
        return one_sided

    def _are_mutual(self) -> bool:
        """Whether every entry has its counterpart, as often."""
        known = self.others != DROPPED
        own, others = self.own[known], self.others[known]
        there, back = own * len(self.ids) + others, others * len(self.ids) + own
        there.sort()
        back.sort()
        return bool((there == back).all())


MOST_BYTES = 16 * 2**20
MOST_VALUES = 1_000_000
DEEPEST = 8
LONGEST_NAME = 200
LARGEST_SEED = 2**53


@dataclass(frozen=True, slots=True)
class Document:
    seed: int
    players: Players
    forbidden: tuple[Pair, ...]
    separate_clubs: bool
    opening: Opening
    numeric_ids: frozenset[str]  # the ids that were written as numbers
    pods: dict[str, PodSeat]  # of players who are paired inside their pod only
    warnings: tuple[str, ...]  # fields that may have been read differently from what was meant

    def original_id(self, player: str) -> str | int:
        """The id as it was written in the document."""
        return int(player) if player in self.numeric_ids else player


PLACES = re.compile(r"\d+/")  # a position in the list of players


def read(data: bytes) -> Document:
    """Return the document, or raise Malformed with pointer and reason."""
    return from_json(tree_of(data))


def tree_of(data: bytes) -> object:
    return strictjson.loads(data, max_bytes=MOST_BYTES, max_depth=DEEPEST, max_values=MOST_VALUES)


def written(
    players: Iterable[Player],
    *,
    seed: int,
    forbidden: Iterable[Pair],
    separate_clubs: bool,
    opening: Opening,
    pods: Mapping[str, PodSeat],
) -> dict[str, Any]:
    """Return the document of a round, for the players who are paired."""
    rows = [player._asdict() | ({"pod": pods.get(player.id, NO_SEAT).pod} if pods else {}) for player in players]
    ids = {row["id"] for row in rows}
    for row in rows:
        row |= {"met": [*row["met"]], "floats": [*row["floats"]]}
    return {
        "seed": seed,
        "players": rows,
        "forbidden": [[one, other] for one, other in forbidden if one in ids and other in ids],
        "separate_clubs": separate_clubs,
        "opening": opening,
    }


def from_json(tree: object) -> Document:
    """The same of a document whose text has been read."""
    if not isinstance(tree, dict):
        raise Malformed("", "not-an-object", message("the document is an object with seed, players and forbidden"))
    try:
        unknown = check_fields(tree, DOCUMENT)
    except InvalidValue as wrong:
        code = "missing" if wrong.code == "missing-field" else wrong.code
        raise Malformed(wrong.pointer, code, wrong.message) from None
    return _document(tree, unknown)


def _document(tree: dict[str, Any], unknown: list[str]) -> Document:
    items = tree["players"]
    ids = [*map(str, _column(items, "id"))]
    _check_ids(ids)
    meetings = Meetings(ids, _texts(_column(items, "met", ())))
    _check_opponents(meetings)
    one_sided = meetings.one_sided()
    return Document(
        seed=int(tree.get("seed", 0)),
        players=_players(items, ids, _with_both_sides(meetings, one_sided)),
        forbidden=tuple((str(one), str(other)) for one, other in tree.get("forbidden", [])),
        separate_clubs=tree.get("separate_clubs", True),
        opening=tree.get("opening", "random"),
        numeric_ids=frozenset([str(id_) for id_ in _column(items, "id") if type(id_) is int]),
        pods={
            id_: PodSeat(int(pod), int(seat or 0))
            for id_, pod, seat in zip(ids, _column(items, "pod"), _column(items, "seat"), strict=True)
            if pod is not None
        },
        warnings=(*_warn_of_unknown(unknown), *_warn_of_one_sided(one_sided)),
    )


def _players(items: list[dict[str, Any]], ids: list[str], met: list[Sequence[str]]) -> Players:
    return Players(
        ids=ids,
        points=[*map(int, _column(items, "points", 0))],
        met=met,
        byes=[*map(int, _column(items, "byes", 0))],
        floats=[[*map(_parse_float, floats)] if floats else () for floats in _column(items, "floats", ())],
        clubs=[club or None for club in _column(items, "club")],
        other_clubs=[club or None for club in _column(items, "other_club")],
        ratings=[None if rating is None else int(rating) for rating in _column(items, "rating")],
        late=_column(items, "late", default=False),
        seats=[None if seat is None else int(seat) for seat in _column(items, "seat")],
    )


def _column(items: list[dict[str, Any]], name: str, default: object = None) -> list[Any]:
    return [item.get(name, default) for item in items]


def _texts(lists: list[Any]) -> list[Any]:
    if set(map(type, chain.from_iterable(lists))) <= {str}:
        return lists
    return [[*map(str, names)] for names in lists]


def _with_both_sides(meetings: Meetings, one_sided: dict[str, list[str]]) -> list[Sequence[str]]:
    met = [*meetings.met]
    for name, more in one_sided.items():
        place = meetings.places[name]
        met[place] = [*met[place], *more]
    return met


def _parse_float(value: Any) -> Float:
    """Return the float as a word. A number is the point difference to the opponent: negative means down."""
    if isinstance(value, int):
        return "down" if value < 0 else "up"
    return cast(Float, value)


def _check_ids(ids: list[str]) -> None:
    if len(set(ids)) == len(ids):
        return
    seen: dict[str, int] = {}
    for place, id_ in enumerate(ids):
        if id_ in seen:
            problem = message("{id} is already player {place}", id=id_, place=seen[id_])
            raise Malformed(f"/players/{place}/id", "player-twice", problem)
        seen[id_] = place


def _check_opponents(meetings: Meetings) -> None:
    place = meetings.with_oneself()
    if place is not None:
        problem = message("{id} cannot have met {id}", id=meetings.ids[place])
        raise Malformed(f"/players/{place}/met", "met-oneself", problem)


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
        raise InvalidValue("not-a-name", message("an id is a text that is not empty"))


def _check_text(value: Any) -> None:
    if type(value) is not str or len(value) > LONGEST_NAME:
        raise InvalidValue("not-a-name", message("a text of at most {most} characters is wanted", most=LONGEST_NAME))


def _check_pair(value: Any) -> None:
    if type(value) is not list or len(value) != 2:
        raise InvalidValue("not-a-pair", message("a forbidden pair is a list of two ids"))
    _names.check(value)
    one, other = map(str, value)
    if one == other:
        raise InvalidValue("pair-of-one", message("{id} cannot be forbidden to meet {id}", id=one))


def _check_float(value: Any) -> None:
    if value not in get_args(Float) and not (type(value) is int and value):
        raise InvalidValue("not-a-float", message('an earlier float is "down" or "up"'))


def _check_player(value: Any) -> list[str]:
    if type(value) is not dict:
        raise InvalidValue("not-an-object", message("a player is an object with at least an id"))
    return check_fields(value, PLAYER)


def _whole(field: str, least: int, most: int) -> Shape:
    def check(value: Any) -> None:
        if type(value) is not int and not (type(value) is float and value.is_integer()):
            raise InvalidValue("not-a-whole-number", message("{field} is a whole number", field=field))
        if not least <= value <= most:
            problem = message("{field} lies between {least} and {most}", field=field, least=least, most=most)
            raise InvalidValue("out-of-range", problem)

    return Shape(check, {"type": "integer", "minimum": least, "maximum": most})


def _flag(field: str) -> Shape:
    return reported_as(truth, "not-true-or-false", message("{field} is true or false", field=field))


def _several(field: str, entry: Shape) -> Shape:
    entries = list_of(entry)

    def check(value: Any) -> list[str] | None:
        if type(value) is not list:
            raise InvalidValue("not-a-list", message("{field} is a list", field=field))
        return entries.check(value)

    return replace(entries, check=check)


def _opening() -> Shape:
    ways = get_args(Opening)
    return reported_as(
        one_of(*ways), "unknown-opening", message("the first round is paired by one of {ways}", ways=ways)
    )


TEXT = Shape(_check_text, {"type": "string", "maxLength": LONGEST_NAME})
NAME = Shape(
    _check_name,
    {"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}]},
).named("id")
_names = list_of(NAME)
PAIR = Shape(_check_pair, {**_names.schema, "minItems": 2, "maxItems": 2})
FLOAT = Shape(
    _check_float,
    {"anyOf": [{"enum": [*get_args(Float)]}, {"type": "integer", "not": {"const": 0}}]},
)
PLAYER: Fields = {
    "id": (NAME, True),
    "points": (_whole("points", -MOST_POINTS, MOST_POINTS), False),
    "met": (_several("met", NAME), False),
    "byes": (_whole("byes", 0, 1000), False),
    "floats": (_several("floats", FLOAT), False),
    "club": (nullable(TEXT), False),
    "other_club": (nullable(TEXT), False),
    "rating": (nullable(_whole("rating", -(10**6), 10**6)), False),
    "late": (_flag("late"), False),
    "seat": (nullable(_whole("seat", 1, MOST_PLAYERS)), False),
    "pod": (nullable(_whole("pod", 0, MOST_PLAYERS)), False),
}
_player = Shape(_check_player, fields_schema(PLAYER)).named("player")
DOCUMENT: Fields = {
    "seed": (_whole("seed", -LARGEST_SEED, LARGEST_SEED), False),
    "players": (_several("players", _player), True),
    "forbidden": (_several("forbidden", PAIR), False),
    "separate_clubs": (_flag("separate_clubs"), False),
    "opening": (_opening(), False),
}
