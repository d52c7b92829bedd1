"""The actions of a light log, and the shape of each."""

from rules.arena.log_claims import TOKEN
from rules.arena.printed import RANKS
from rules.common.fields import Fields, at_most, change, either, number, one_of, text, text_or_null

HIGHEST_LEVEL = 99

_SIDE = one_of("A", "B").named("side")
_ANY: Fields = {
    "do": (text, True),
    "at": (number, False),
    "arrived": (number, False),
    "note": (text, False),
    "entered_by": (_SIDE, False),
}

ACTIONS: dict[str, Fields] = {
    "turn": {**_ANY, "player": (_SIDE, True)},
    "ko": {**_ANY, "unit": (text, True), "by": (text, False), "level": (at_most(HIGHEST_LEVEL), False)},
    "glory": {**_ANY, "glory": (either(change), True), "why": (one_of("tension", "power"), True)},
    "kamas": {**_ANY, "kamas": (either(change), True)},
    "buy-reward": {
        **_ANY,
        "rank": (one_of(*RANKS, *(rank.upper() for rank in RANKS)), True),
        "pile": (one_of(1, 2), False),
        "face": (one_of("up", "down"), False),
        "reward": (text, False),
        "to": (text_or_null, False),
        **TOKEN,
    },
    "buy-glory": _ANY,
    "concede": {**_ANY, "player": (_SIDE, True)},
    "time": _ANY,
    "seen": {**_ANY, "player": (_SIDE, True)},
}
