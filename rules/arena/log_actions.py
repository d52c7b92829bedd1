"""The actions of a log, and the shape of each: of a duel, and of a game of three or four players."""

from typing import Any, Final

from rules.arena.log_claims import CORRECTED_MARKERS, CORRECTED_SUMMONS, LOST_POWERS, declared_of, token_of
from rules.arena.printed import RANKS
from rules.common.dice_fields import dice, die_or_dice, roll
from rules.common.fields import (
    Fields,
    Shape,
    count,
    list_of,
    nullable,
    number,
    object_with,
    one_of,
    table_of,
    text,
    text_or_null,
    truth,
    whole,
)

PLAYERS, MOST_PLAYERS = "AB", "ABCD"  # of a duel, and of the largest table


def _a_choice(value: Any) -> list[str] | None:
    return None if type(value) in (str, int, bool) else list_of(text).check(value)


_CELL = text.described("a cell, A1 to L12")
_CHOICES = table_of(Shape(_a_choice, {"anyOf": [text, whole, truth, list_of(text)]})).named("choices")
_ROLLS = {
    "critical": (roll, False),
    "armour": (table_of(roll), False),
    "coins": (list_of(one_of("heads", "tails")), False),
    "choices": (_CHOICES, False),
}
_CORRECTED_UNIT = object_with(
    ap=(count, False),
    mp=(count, False),
    injuries=(count, False),
    cell=(nullable(_CELL), False),
    markers=(CORRECTED_MARKERS, False),
    lost_powers=(LOST_POWERS, False),
)
_BLOCK = object_with(by=(text, True), lock=(roll, True), dodge=(roll, True))
_RANK = (one_of(*RANKS, *(rank.upper() for rank in RANKS)).named("rank"), True)  # the rules print them in capitals
_PILE = (one_of(1, 2), True)


def seat_of(players: str) -> Shape:
    return one_of(*players).named("side" if players == PLAYERS else "seat")


def _named_by_players(seat: Shape) -> tuple[Fields, Fields, Fields]:
    """9.2.5, 9.2.6, 4.6.3: whom a player names where there are several opponents."""
    gives = table_of(seat).described("to whom the GG of one's own fallen figure go")
    doubles = list_of(seat).described("the opponent named, and the player named by that one")
    return {"gives": (gives, False)}, {"doubles": (doubles, False)}, {"from": (seat, False)}


def _corrected(players: str) -> Shape:
    """What a judge may set: the position of the units, and the stocks."""
    stocks = object_with(**dict.fromkeys(players, (count, False)))
    return object_with(
        units=(table_of(_CORRECTED_UNIT), False),
        glory=(stocks, False),
        kamas=(stocks, False),
        wild=(count, False),
        summoned=(CORRECTED_SUMMONS, False),
    )


def actions_of(players: str) -> dict[str, Fields]:
    """Of a game of these players. `gives` may stand on every action: a figure can fall in any of them."""
    declared, seat = declared_of(players), seat_of(players)
    gives, doubles, from_whom = ({}, {}, {}) if players == PLAYERS else _named_by_players(seat)
    standby = list_of(object_with(effect=(text, True), by=(text, False), declared=(declared, False), **_ROLLS))
    lists = {"standby": (standby.named("standby"), False)}
    every: Fields = {
        "do": (text, True),
        "at": (number.described("seconds from the start"), False),
        "arrived": (number.described("when it was heard of, if later: seconds from the start"), False),
        "note": (text, False),
        "entered_by": (seat.described("the seat whose phone entered it"), False),
        "declared": (declared, False),
        **gives,
    }
    of_pile: Fields = {"rank": _RANK, "pile": _PILE}
    token = token_of(gives["gives"][0] if gives else None)
    return {
        "place": {**every, "unit": (text, True), "cell": (_CELL, True)},
        "flip": {**every, **of_pile, "reward": (text, True), **token},
        "tension": {**every, "dice": (dice, True), "reroll": (die_or_dice, False), **doubles},
        "inspire": {**every, "die": (whole, True), "unit": (text, True)},
        "activate": {**every, "unit": (text, True), **lists},
        "move": {**every, "to": (_CELL, True), "blocks": (list_of(_BLOCK), False), **lists},
        "collect": every,
        "buy-glory": {**every, **from_whom},
        "buy-reward": {
            **every,
            **of_pile,
            "face": (one_of("up", "down"), True),
            "reward": (text, True),
            "to": (text_or_null, True),
            **token,
        },
        "reveal": {**every, "reward": (text, True), "rank": (_RANK[0], False), **token, **lists, **_ROLLS},
        "cast": {**every, "spell": (text, True), "target": (_CELL, True), **lists, **_ROLLS},
        "end-turn": {**every, **lists},
        "concede": {**every, "player": (seat, True)},
        "time": every,
        "seen": {**every, "player": (seat, True)},
        "correct": {**every, "set": (_corrected(players), True), "reason": (text, True)},
    }


SIDE, SEAT = seat_of(PLAYERS), seat_of(MOST_PLAYERS)
ACTIONS = actions_of(PLAYERS)
LISTS_STANDBY = frozenset(do for do, fields in ACTIONS.items() if "standby" in fields)
OF_A_UNIT: Final = frozenset({"move", "collect", "buy-glory", "buy-reward", "reveal", "cast"})  # 6.1.1: the active one
