"""The fields of a report on a log, as `validate_log --json` and the API answer it; its schema is made from them."""

from rules.arena.log_actions import MOST_PLAYERS, SEAT, SIDE
from rules.common.fields import Fields, both, list_of, nullable, object_with, one_of
from rules.common.report_fields import COUNT, of_every_game

BELIEVED_FIELDS = (
    "alterable", "amount", "ap", "characteristics", "colour", "copies", "cost", "effects", "element", "hp", "least",
    "limit", "most", "mp", "powers", "range", "rank", "sight", "spell", "types",
)  # fmt: skip

_OF_EVERY_GAME = of_every_game(BELIEVED_FIELDS)
_ROW = object_with(
    turn=(COUNT, True),
    player=(nullable(SIDE), True),
    glory=(both(COUNT), True),
    wild=(COUNT, True),
    kamas=(both(COUNT), True),
).named("row", "The account of a light log after an action.")

REPORT: Fields = {
    **{name: _OF_EVERY_GAME[name] for name in ("verdict", "findings")},
    "winner": (nullable(SIDE), True),
    "won_by": (nullable(one_of("glory", "last-standing", "tension", "concession", "time", "judge")), True),
    "glory": (nullable(both(COUNT)), True),
    "ended": _OF_EVERY_GAME["ended"],
    "ledger": (list_of(_ROW), False),
    **_OF_EVERY_GAME,
}

_OF_THE_TABLE = object_with(**{player: (COUNT, player in MOST_PLAYERS[:3]) for player in MOST_PLAYERS})
# The report on a game of more than two: `winners` and `out` in place of `winner`.
TABLE_REPORT: Fields = {
    **{name: field for name, field in REPORT.items() if name not in ("winner", "ledger")},
    "winners": (list_of(SEAT), True),
    "out": (list_of(list_of(SEAT)), True),
    "glory": (nullable(_OF_THE_TABLE), True),
}
