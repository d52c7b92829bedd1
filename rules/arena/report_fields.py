"""The fields of a report on a log, as `validate_log --json` and the API answer it; its schema is made from them."""

from rules.arena.log_actions import MOST_PLAYERS, SEAT, SIDE
from rules.common.fields import (
    Fields,
    Shape,
    both,
    fields_schema,
    list_of,
    nullable,
    object_with,
    one_of,
    table_of,
    text_of_any_length,
    truth,
    whole,
)

MOST_FINDINGS = 201  # and the note that there were more
MOST_BELIEFS = 1_000
BELIEVED_FIELDS = (
    "alterable", "amount", "ap", "characteristics", "colour", "copies", "cost", "effects", "element", "hp", "least",
    "limit", "most", "mp", "powers", "range", "sight", "spell", "types",
)  # fmt: skip

_COUNT = Shape(whole.check, {"type": "integer", "minimum": 0})
_TEXT = text_of_any_length
_ANYTHING = Shape(lambda _value: None, {"type": "object"})
_FINDING = object_with(
    action=(nullable(_COUNT), False),
    pointer=(_TEXT, False),
    severity=(one_of("error", "warning", "note"), True),
    article=(nullable(_TEXT), False),
    code=(_TEXT, True),
    message=(_TEXT, True),
    expected=(_ANYTHING, False),
    logged=(_ANYTHING, False),
).named("finding")
_FACT: Fields = {"card": (_TEXT, True), "field": (one_of(*BELIEVED_FIELDS), True), "spell": (nullable(_TEXT), True)}
_OPEN_FACT = object_with(**_FACT, decides=(nullable(one_of("winner", "glory", "legality")), True)).named(
    "open fact", "What hangs on a fact that is not known; null where any value that it may have comes to the same."
)
_PROOF = (
    object_with(
        proved=(_COUNT, True),
        believed=(_COUNT, True),
        unchecked=(_COUNT, True),
        faulty=(_COUNT, True),
        believed_injuries=(_COUNT, True),
        believed_knock_outs=(_COUNT, True),
        believed_glory=(_COUNT, True),
        decisive=(truth, True),
        by_card=(table_of(_COUNT), True),
        open_facts=(Shape(list_of(_OPEN_FACT).check, list_of(_OPEN_FACT).schema | {"maxItems": MOST_BELIEFS}), True),
    )
    .named("proof", "Counted over the actions: proved, believed, unchecked and faulty add up to `actions`.")
)  # fmt: skip
_BELIEF = object_with(action=(nullable(_COUNT), True), **_FACT).named("belief")
_CLAIMED: Fields = {"card": (_TEXT, True), "spell": (nullable(_TEXT), True)}
_CLAIM = Shape(
    lambda _value: None,
    fields_schema(_CLAIMED) | {"additionalProperties": {"type": "array", "minItems": 1, "items": _TEXT}},
).named("claim", "For each field the values that the game leaves possible.")

_ROW = object_with(
    turn=(_COUNT, True),
    player=(nullable(SIDE), True),
    glory=(both(_COUNT), True),
    wild=(_COUNT, True),
    kamas=(both(_COUNT), True),
).named("row", "The account of a light log after an action.")

REPORT: Fields = {
    "verdict": (one_of("valid", "unverified", "ledger", "invalid", "malformed"), True),
    "findings": (Shape(list_of(_FINDING).check, list_of(_FINDING).schema | {"maxItems": MOST_FINDINGS}), True),
    "winner": (nullable(SIDE), True),
    "won_by": (nullable(one_of("glory", "last-standing", "tension", "concession", "time", "judge")), True),
    "glory": (nullable(both(_COUNT)), True),
    "ended": (truth, True),
    "ledger": (list_of(_ROW), False),
    "actions": (_COUNT, True),
    "unverified_cards": (Shape(list_of(_TEXT).check, list_of(_TEXT).schema | {"uniqueItems": True}), True),
    "proof": (_PROOF, True),
    "believed": (Shape(list_of(_BELIEF).check, list_of(_BELIEF).schema | {"maxItems": MOST_BELIEFS}), True),
    "claims": (list_of(_CLAIM), True),
    "engine": (_TEXT, True),
    "facts": (_TEXT, False),
}

_OF_THE_TABLE = object_with(**{player: (_COUNT, player in MOST_PLAYERS[:3]) for player in MOST_PLAYERS})
# The report on a game of more than two: `winners` and `out` in place of `winner`.
TABLE_REPORT: Fields = {
    **{name: field for name, field in REPORT.items() if name not in ("winner", "ledger")},
    "winners": (list_of(SEAT), True),
    "out": (list_of(list_of(SEAT)), True),
    "glory": (nullable(_OF_THE_TABLE), True),
}
