"""The fields of a report on a log of Quest, as `validate_log --json` answers it; its schema is made from them."""

from typing import Final

from rules.common.fields import Fields, Shape, list_of, nullable, object_with, one_of, table_of
from rules.common.report_fields import COUNT, TEXT, of_every_game
from rules.quest.log import ENDINGS, THE_DEMON
from rules.quest.words import LETTERS

BELIEVED_FIELDS: Final = ("geegee_path", "item", "mob", "powers", "prices", "scenario")

_NULL = Shape(nullable(TEXT).check, {"type": "null"})
_OF_EACH = object_with(**{letter: (COUNT, letter == "A") for letter in LETTERS})
_BAGS = object_with(**{letter: (table_of(COUNT), letter == "A") for letter in LETTERS})
_ROW = object_with(
    action=(COUNT, True),
    player=(nullable(one_of(*LETTERS)), True),
    gg=(_OF_EACH, True),
    why=(TEXT, True),
    kamas=(_OF_EACH, False),
    bag=(_BAGS, False),
).named("row", "The ledger after an action: `why` is what changed the GG, else what was done.")

# A document that cannot be read has neither ledger nor what stands beside it.
REPORT: Fields = {
    **of_every_game(BELIEVED_FIELDS),
    "winner": (_NULL, True),
    "glory": (_NULL, True),
    "won_by": (nullable(one_of(*ENDINGS)), True),
    "ledger": (list_of(_ROW), False),
    "winners": (list_of(one_of(*LETTERS, THE_DEMON)), False),
    "gg": (_OF_EACH, False),
    "path": (list_of(TEXT), False),
}
