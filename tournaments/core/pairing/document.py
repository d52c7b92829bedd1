"""The JSON document of a round to be paired, which may come from anyone: checked field by field.

An opponent who is not among the players has dropped since, which is no error. It is enough that one of two players
lists the other in `met`: both count as having met.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import cast, get_args

from rules.common import strictjson
from rules.common.messages import sentence
from rules.common.verdicts import Malformed
from tournaments.core.pairing.players import MOST_POINTS, Float, Opening, Pair, Player

MOST_BYTES = 16 * 2**20
MOST_VALUES = 1_000_000
DEEPEST = 8
LONGEST_NAME = 200
LARGEST_SEED = 2**53

Members = dict[str, object]


@dataclass(frozen=True, slots=True)
class Document:
    seed: int
    players: tuple[Player, ...]
    forbidden: tuple[Pair, ...]
    separate_clubs: bool
    opening: Opening
    numeric_ids: frozenset[str]  # the ids that were written as numbers
    warnings: tuple[str, ...]  # what may have been read differently from what was meant

    def original_id(self, player: str) -> str | int:
        """The id as it was written in the document."""
        return int(player) if player in self.numeric_ids else player


COMPUTED_FIELDS = {"numeric_ids", "warnings"}
DOCUMENT_FIELDS = {field.name for field in fields(Document)} - COMPUTED_FIELDS
PLAYER_FIELDS = {field.name for field in fields(Player)}


def read(data: bytes) -> Document:
    """The document, or Malformed with the place and the reason."""
    tree = strictjson.loads(data, max_bytes=MOST_BYTES, max_depth=DEEPEST, max_values=MOST_VALUES)
    if not isinstance(tree, dict):
        raise Malformed("", "not-an-object", sentence("the document is an object with seed, players and forbidden"))
    items = _required_list(tree, "players")
    players = tuple(_player(item, f"/players/{i}") for i, item in enumerate(items))
    _check_ids(players)
    _check_opponents(players)
    one_sided = _one_sided_meetings(players)
    return Document(
        seed=_whole(tree, "seed", "", least=-LARGEST_SEED, most=LARGEST_SEED),
        players=tuple(replace(player, met=player.met + tuple(one_sided.get(player.id, ()))) for player in players),
        forbidden=tuple(_pair(item, f"/forbidden/{i}") for i, item in enumerate(_list(tree, "forbidden", ""))),
        separate_clubs=_flag(tree, "separate_clubs", "", default=True),
        opening=_opening(tree),
        numeric_ids=frozenset(
            str(item["id"]) for item in items if isinstance(item, dict) and isinstance(item["id"], int)
        ),
        warnings=(*_unknown_fields(tree, items), *_warn_of_one_sided(one_sided)),
    )


def _player(item: object, at: str) -> Player:
    if not isinstance(item, dict):
        raise Malformed(at, "not-an-object", sentence("a player is an object with at least an id"))
    return Player(
        id=_name(item.get("id"), f"{at}/id"),
        points=_whole(item, "points", at, least=-MOST_POINTS, most=MOST_POINTS),
        met=tuple(_name(name, f"{at}/met/{i}") for i, name in enumerate(_list(item, "met", at))),
        byes=_whole(item, "byes", at, least=0, most=1000),
        floats=tuple(_float(value, f"{at}/floats/{i}") for i, value in enumerate(_list(item, "floats", at))),
        club=None if item.get("club") is None else _text(item["club"], f"{at}/club") or None,
        rating=None if item.get("rating") is None else _whole(item, "rating", at, least=-(10**6), most=10**6),
        late=_flag(item, "late", at, default=False),
    )


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
    """For each player the opponents who list this player in `met` but are not listed in return."""
    met = {player.id: set(player.met) for player in players}
    one_sided: dict[str, list[str]] = {}
    for player in players:
        for name in dict.fromkeys(player.met):
            if name in met and player.id not in met[name]:
                one_sided.setdefault(name, []).append(player.id)
    return one_sided


def _warn_of_one_sided(one_sided: dict[str, list[str]]) -> Iterator[str]:
    pairs = [f"{name} and {other}" for other, names in one_sided.items() for name in names]
    if pairs:
        yield f"met by the word of one of them, taken as met by both: {_shortened(pairs)}"


def _unknown_fields(tree: Members, items: list[object]) -> Iterator[str]:
    """A misspelt field name would silently change the pairing."""
    of_players = {name for item in items if isinstance(item, dict) for name in item.keys() - PLAYER_FIELDS}
    unknown = [*sorted(tree.keys() - DOCUMENT_FIELDS), *(f"players/{name}" for name in sorted(of_players))]
    if unknown:
        yield f"unknown fields, not read: {_shortened(unknown)}"


def _shortened(names: list[str]) -> str:
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")


def _pair(item: object, at: str) -> Pair:
    if not isinstance(item, list) or len(item) != 2:
        raise Malformed(at, "not-a-pair", sentence("a forbidden pair is a list of two ids"))
    one, other = _name(item[0], f"{at}/0"), _name(item[1], f"{at}/1")
    if one == other:
        raise Malformed(at, "pair-of-one", sentence("{id} cannot be forbidden to meet {id}", id=one))
    return one, other


def _required_list(tree: Members, field: str) -> list[object]:
    if field not in tree:
        raise Malformed("", "missing", sentence("the document has no {field}", field=field))
    return _list(tree, field, "")


def _list(tree: Members, field: str, at: str) -> list[object]:
    value = tree.get(field)
    if value is None and field not in tree:
        return []
    if not isinstance(value, list):
        raise Malformed(f"{at}/{field}", "not-a-list", sentence("{field} is a list", field=field))
    return value


def _whole(tree: Members, field: str, at: str, *, least: int, most: int) -> int:
    value = tree.get(field, 0)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(f"{at}/{field}", "not-a-whole-number", sentence("{field} is a whole number", field=field))
    if not least <= value <= most:
        message = sentence("{field} lies between {least} and {most}", field=field, least=least, most=most)
        raise Malformed(f"{at}/{field}", "out-of-range", message)
    return value


def _flag(tree: Members, field: str, at: str, *, default: bool) -> bool:
    value = tree.get(field, default)
    if not isinstance(value, bool):
        raise Malformed(f"{at}/{field}", "not-true-or-false", sentence("{field} is true or false", field=field))
    return value


def _text(value: object, at: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise Malformed(at, "not-a-name", sentence("a text of at most {most} characters is wanted", most=LONGEST_NAME))
    return value


def _name(value: object, at: str) -> str:
    """An id may be a number or a text."""
    name = _text(str(value) if isinstance(value, int) and not isinstance(value, bool) else value, at)
    if not name:
        raise Malformed(at, "not-a-name", sentence("an id is a text that is not empty"))
    return name


def _float(value: object, at: str) -> Float:
    """ "down" or "up"; a negative or positive number (a difference of points) means the same."""
    if value in get_args(Float):
        return cast(Float, value)
    if isinstance(value, int) and not isinstance(value, bool) and value:
        return "down" if value < 0 else "up"
    raise Malformed(at, "not-a-float", sentence('an earlier float is "down" or "up"'))


def _opening(tree: Members) -> Opening:
    value = tree.get("opening", "random")
    if value not in get_args(Opening):
        raise Malformed(
            "/opening",
            "unknown-opening",
            sentence("the first round is paired by one of {ways}", ways=get_args(Opening)),
        )
    return cast(Opening, value)
