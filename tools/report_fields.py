"""The fields of reports on logs, as `validate_log --json` and the API answer them; their schemas are made of these."""

from collections.abc import Collection
from typing import Final

from rules.arena.log_actions import MOST_PLAYERS, SEAT, SIDE
from rules.blast.words import PLAYERS
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
from rules.quest import log as quest_log
from rules.quest.words import LETTERS

# -- of every game --------------------------------------------------------------------------------------------


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


# -- of each game ---------------------------------------------------------------------------------------------


BELIEVED_OF_ARENA = (
    "alterable", "amount", "ap", "characteristics", "colour", "copies", "cost", "effects", "element", "hp", "least",
    "limit", "most", "mp", "powers", "range", "rank", "sight", "spell", "types",
)  # fmt: skip

_OF_ARENA = of_every_game(BELIEVED_OF_ARENA)
_LIGHT_ROW = object_with(
    turn=(COUNT, True),
    player=(nullable(SIDE), True),
    glory=(both(COUNT), True),
    wild=(COUNT, True),
    kamas=(both(COUNT), True),
).named("row", "The account of a light log after an action.")

REPORT: Fields = {
    **{name: _OF_ARENA[name] for name in ("verdict", "findings")},
    "winner": (nullable(SIDE), True),
    "won_by": (nullable(one_of("glory", "last-standing", "tension", "concession", "time", "judge")), True),
    "glory": (nullable(both(COUNT)), True),
    "ended": _OF_ARENA["ended"],
    "ledger": (list_of(_LIGHT_ROW), False),
    **_OF_ARENA,
}

_OF_THE_TABLE = object_with(**{player: (COUNT, player in MOST_PLAYERS[:3]) for player in MOST_PLAYERS})
# The report on a game of more than two: `winners` and `out` in place of `winner`.
TABLE_REPORT: Fields = {
    **{name: field for name, field in REPORT.items() if name not in ("winner", "ledger")},
    "winners": (list_of(SEAT), True),
    "out": (list_of(list_of(SEAT)), True),
    "glory": (nullable(_OF_THE_TABLE), True),
}


BELIEVED_OF_BLAST: Final = (
    *("ap", "board", "card", "challenge", "effects", "element", "favor", "holder", "hp", "limit", "minion", "mp"),
    *("powers", "rarity", "sight", "spell"),
)
ENDINGS_OF_BLAST: Final = ("knock-out", "glyphs", "nobody", "judge", "concession", "time")

_NULL = Shape(nullable(TEXT).check, {"type": "null"})
_PLAYER = one_of(*PLAYERS)

# A document that cannot be read has none of the last three.
BLAST_REPORT: Fields = {
    **of_every_game(BELIEVED_OF_BLAST),
    "winner": (nullable(_PLAYER), True),
    "glory": (_NULL, True),
    "won_by": (nullable(one_of(*ENDINGS_OF_BLAST)), True),
    "glyphs": (both(COUNT), False),
    "dofus": (nullable(_PLAYER), False),
    "turns": (COUNT, False),
}


BELIEVED_OF_QUEST: Final = ("geegee_path", "item", "mob", "powers", "prices", "scenario")

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
QUEST_REPORT: Fields = {
    **of_every_game(BELIEVED_OF_QUEST),
    "winner": (_NULL, True),
    "glory": (_NULL, True),
    "won_by": (nullable(one_of(*quest_log.ENDINGS)), True),
    "ledger": (list_of(_ROW), False),
    "winners": (list_of(one_of(*LETTERS, quest_log.THE_DEMON)), False),
    "gg": (_OF_EACH, False),
    "path": (list_of(TEXT), False),
}
