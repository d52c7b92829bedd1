"""The shape of every field of a log: small checks that say where a value is not what the contract wants."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.common.faces import FACES
from rules.common.messages import Sentence
from rules.common.messages import sentence as _

DICE = frozenset(FACES) | {f"{rolled}>{turned}" for rolled in FACES for turned in FACES}
MAX_ACTIONS = 5_000
MAX_UNITS = 50
MAX_SUCCESSES = 20  # of one roll: no card gives so many dice

Check = Callable[[Any], None]


class Wrong(Exception):
    """A value of the wrong shape; the pointer grows on the way up."""

    def __init__(self, code: str, said: Sentence, pointer: str = "") -> None:
        super().__init__(code)
        self.code, self.said, self.pointer = code, said, pointer


def check_fields(facts: dict[str, Any], shape: Mapping[str, tuple[Check, bool]]) -> list[str]:
    known = 0
    for name, (check, required) in shape.items():
        if name in facts:
            known += 1
            try:
                check(facts[name])
            except Wrong as wrong:
                wrong.pointer = f"/{name}{wrong.pointer}"
                raise
        elif required:
            raise Wrong("missing-field", _("`{field}` is missing", field=name))
    return [] if known == len(facts) else [name for name in facts if name not in shape]


def text(value: Any) -> None:
    if type(value) is not str:
        raise Wrong("wrong-type", _("a text is expected"))


def text_or_null(value: Any) -> None:
    if value is not None:
        text(value)


def whole(value: Any) -> None:
    if type(value) is not int:
        raise Wrong("wrong-type", _("a whole number is expected"))


def count(value: Any) -> None:
    whole(value)
    if not 0 <= value <= 1_000:
        raise Wrong("out-of-bounds", _("a number from 0 to 1000 is expected"))


def at_most(most: int) -> Check:
    def check(value: Any) -> None:
        whole(value)
        if not 0 <= value <= most:
            raise Wrong("out-of-bounds", _("a number from 0 to {most} is expected", most=most))

    return check


def change(value: Any) -> None:
    whole(value)
    if not -1_000 <= value <= 1_000:
        raise Wrong("out-of-bounds", _("a number from -1000 to 1000 is expected"))


def number(value: Any) -> None:
    if type(value) not in (int, float):
        raise Wrong("wrong-type", _("a number is expected"))


def truth(value: Any) -> None:
    if type(value) is not bool:
        raise Wrong("wrong-type", _("true or false is expected"))


def one_of(*choices: Any) -> Check:
    def check(value: Any) -> None:
        if type(value) not in (str, int) or value not in choices:
            raise Wrong("not-a-choice", _("one of {choices} is expected", choices=[*map(str, choices)]))

    return check


def list_of(entry: Check) -> Check:
    def check(value: Any) -> None:
        if type(value) is not list:
            raise Wrong("wrong-type", _("a list is expected"))
        for index, item in enumerate(value):
            try:
                entry(item)
            except Wrong as wrong:
                wrong.pointer = f"/{index}{wrong.pointer}"
                raise

    return check


def table_of(entry: Check) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Wrong("wrong-type", _("an object is expected"))
        for name, item in value.items():
            try:
                entry(item)
            except Wrong as wrong:
                wrong.pointer = f"/{name.replace('~', '~0').replace('/', '~1')}{wrong.pointer}"
                raise

    return check


def object_with(**shape: tuple[Check, bool]) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Wrong("wrong-type", _("an object is expected"))
        check_fields(value, shape)

    return check


def die(value: Any) -> None:
    if type(value) is not str or value not in DICE:
        raise Wrong("unknown-face", _("a die shows {faces}; a turned one is written rolled>turned", faces=[*FACES]))


def dice(value: Any) -> None:
    if type(value) is not list:
        raise Wrong("wrong-type", _("a list of dice is expected"))
    for index, face in enumerate(value):
        if type(face) is not str or face not in DICE:
            raise Wrong("unknown-face", _("a die shows {faces}; turned: rolled>turned", faces=[*FACES]), f"/{index}")


def die_or_dice(value: Any) -> None:
    if type(value) is list:
        dice(value)
    else:
        die(value)


def roll(value: Any) -> None:
    """The dice of a roll, or `{"successes": 1}` where only its outcome was entered."""
    if type(value) is dict:
        _outcome(value)
    else:
        dice(value)


def list_of_actions(value: Any) -> None:
    if type(value) is not list:
        raise Wrong("wrong-type", _("a list of actions is expected"))
    if len(value) > MAX_ACTIONS:
        raise Wrong("too-many-actions", _("{count} actions; the limit is {most}", count=len(value), most=MAX_ACTIONS))


_outcome = object_with(successes=(at_most(MAX_SUCCESSES), True))


def both(entry: Check) -> Check:
    return object_with(A=(entry, True), B=(entry, True))


def either(entry: Check) -> Check:
    return object_with(A=(entry, False), B=(entry, False))


def nullable(entry: Check) -> Check:
    def check(value: Any) -> None:
        if value is not None:
            entry(value)

    return check
