"""The fields that the reports on logs of all games have; their schemas are made from them."""

from collections.abc import Collection

from rules.common.fields import (
    Fields,
    Shape,
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

COUNT = Shape(whole.check, {"type": "integer", "minimum": 0})
TEXT = text_of_any_length
_ANYTHING = Shape(lambda _value: None, {"type": "object"})
_FINDING = object_with(
    action=(nullable(COUNT), False),
    pointer=(TEXT, False),
    severity=(one_of("error", "warning", "note"), True),
    article=(nullable(TEXT), False),
    code=(TEXT, True),
    message=(TEXT, True),
    expected=(_ANYTHING, False),
    logged=(_ANYTHING, False),
).named("finding")
_CLAIMED: Fields = {"card": (TEXT, True), "spell": (nullable(TEXT), True)}
_CLAIM = Shape(
    lambda _value: None,
    fields_schema(_CLAIMED) | {"additionalProperties": {"type": "array", "minItems": 1, "items": TEXT}},
).named("claim", "For each field the values that the game leaves possible.")


def of_every_game(believed: Collection[str]) -> Fields:
    """`believed` are the fields of facts that a game may have to believe."""
    fact: Fields = {"card": (TEXT, True), "field": (one_of(*believed), True), "spell": (nullable(TEXT), True)}
    belief = list_of(object_with(action=(nullable(COUNT), True), **fact).named("belief"))
    return {
        "verdict": (one_of("valid", "unverified", "ledger", "invalid", "malformed"), True),
        "findings": (Shape(list_of(_FINDING).check, list_of(_FINDING).schema | {"maxItems": MOST_FINDINGS}), True),
        "ended": (truth, True),
        "actions": (COUNT, True),
        "unverified_cards": (Shape(list_of(TEXT).check, list_of(TEXT).schema | {"uniqueItems": True}), True),
        "proof": (_proof(fact), True),
        "believed": (Shape(belief.check, belief.schema | {"maxItems": MOST_BELIEFS}), True),
        "claims": (list_of(_CLAIM), True),
        "engine": (TEXT, True),
        "facts": (TEXT, False),
    }


def _proof(fact: Fields) -> Shape:
    open_fact = object_with(**fact, decides=(nullable(one_of("winner", "glory", "legality")), True)).named(
        "open fact", "What hangs on a fact that is not known; null where any value that it may have comes to the same."
    )
    return object_with(
        proved=(COUNT, True),
        believed=(COUNT, True),
        unchecked=(COUNT, True),
        faulty=(COUNT, True),
        believed_injuries=(COUNT, True),
        believed_knock_outs=(COUNT, True),
        believed_glory=(COUNT, True),
        decisive=(truth, True),
        by_card=(table_of(COUNT), True),
        open_facts=(Shape(list_of(open_fact).check, list_of(open_fact).schema | {"maxItems": MOST_BELIEFS}), True),
    ).named("proof", "Counted over the actions: proved, believed, unchecked and faulty add up to `actions`.")
