"""Dice in documents: faces, turned dice, and rolls of which only the outcome was recorded."""

from typing import Any

from rules.common.faces import FACES
from rules.common.fields import InvalidValue, Shape, at_most, list_of, object_with
from rules.common.messages import message as _

DICE = frozenset(FACES) | {f"{rolled}>{turned}" for rolled in FACES for turned in FACES}
MAX_SUCCESSES = 20  # per roll: no card gives as many dice


def _die(value: Any) -> None:
    if type(value) is not str or value not in DICE:
        raise InvalidValue(
            "unknown-face", _("a die shows {faces}; a turned one is written rolled>turned", faces=[*FACES])
        )


def _dice(value: Any) -> None:
    if type(value) is not list:
        raise InvalidValue("wrong-type", _("a list of dice is expected"))
    for index, face in enumerate(value):
        if type(face) is not str or face not in DICE:
            raise InvalidValue(
                "unknown-face", _("a die shows {faces}; turned: rolled>turned", faces=[*FACES]), f"/{index}"
            )


def _die_or_dice(value: Any) -> None:
    if type(value) is list:
        _dice(value)
    else:
        _die(value)


def _roll(value: Any) -> list[str] | None:
    if type(value) is dict:
        return _outcome.check(value)
    _dice(value)
    return None


_outcome = object_with(successes=(at_most(MAX_SUCCESSES), True)).described(
    "only the outcome was entered: as good as the faces"
)
die = Shape(_die, {"type": "string", "enum": sorted(DICE)}).named(
    "die", "a face, or rolled>turned; that a die was turned as it may not be is for the rules to say (1.6.2)"
)
dice = Shape(_dice, list_of(die).schema).named("dice")
die_or_dice = Shape(_die_or_dice, {"anyOf": [die, dice]})
roll = Shape(_roll, {"anyOf": [dice, _outcome]}).named("roll")
