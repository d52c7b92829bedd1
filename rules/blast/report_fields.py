"""The fields of a report on a log of Blast, as `validate_log --json` answers it; its schema is made from them."""

from typing import Final

from rules.blast.words import PLAYERS
from rules.common.fields import Fields, Shape, both, nullable, one_of
from rules.common.report_fields import COUNT, TEXT, of_every_game

BELIEVED_FIELDS: Final = (
    *("ap", "board", "card", "challenge", "effects", "element", "favor", "holder", "hp", "limit", "minion", "mp"),
    *("powers", "rarity", "sight", "spell"),
)
ENDINGS: Final = ("knock-out", "glyphs", "nobody", "judge", "concession", "time")

_NULL = Shape(nullable(TEXT).check, {"type": "null"})
_SIDE = one_of(*PLAYERS)

# A document that cannot be read has none of the last three.
REPORT: Fields = {
    **of_every_game(BELIEVED_FIELDS),
    "winner": (nullable(_SIDE), True),
    "glory": (_NULL, True),
    "won_by": (nullable(one_of(*ENDINGS)), True),
    "glyphs": (both(COUNT), False),
    "dofus": (nullable(_SIDE), False),
    "turns": (COUNT, False),
}
