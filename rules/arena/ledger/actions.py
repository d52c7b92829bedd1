"""The actions of a light log, and the shape of each."""

from typing import Any

from rules.arena.log_claims import TOKEN
from rules.arena.printed import RANKS
from rules.common.fields import Check, Wrong, at_most, either, number, one_of, text, text_or_null, whole
from rules.common.messages import sentence as _

MOST_AT_ONCE = 99


def _change(value: Any) -> None:
    whole(value)
    if abs(value) > MOST_AT_ONCE:
        raise Wrong("out-of-bounds", _("a number from {least} to {most} is expected", least=-99, most=99))


_ANY: dict[str, tuple[Check, bool]] = {"do": (text, True), "at": (number, False), "note": (text, False)}
_SIDE = one_of("A", "B")

ACTIONS: dict[str, dict[str, tuple[Check, bool]]] = {
    "turn": {**_ANY, "player": (_SIDE, True)},
    "ko": {**_ANY, "unit": (text, True), "by": (text, False), "level": (at_most(MOST_AT_ONCE), False)},
    "glory": {**_ANY, "glory": (either(_change), True), "why": (one_of("tension", "power"), True)},
    "kamas": {**_ANY, "kamas": (either(_change), True)},
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
}
