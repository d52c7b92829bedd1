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

# A check answers the pointers of the names that mean nothing in the value, or None.
Check = Callable[[Any], list[str] | None]


class Wrong(Exception):
    """A value of the wrong shape; the pointer grows on the way up."""

    def __init__(self, code: str, said: Sentence, pointer: str = "") -> None:
        super().__init__(code)
        self.code, self.said, self.pointer = code, said, pointer


def check_fields(facts: dict[str, Any], shape: Mapping[str, tuple[Check, bool]]) -> list[str]:
    """Answers the names that mean nothing here or further down, each with the way to it."""
    known = 0
    unknown: list[str] = []
    for name, (check, required) in shape.items():
        if name in facts:
            known += 1
            _note(unknown, name, check, facts[name], name)
        elif required:
            raise Wrong("missing-field", _("`{field}` is missing", field=name))
    return unknown if known == len(facts) else unknown + [name for name in facts if name not in shape]


def _note(unknown: list[str], place: str | int, check: Check, value: Any, step: str | int) -> None:
    """Check a value; `step` is its place as a JSON pointer writes it."""
    try:
        below = check(value)
    except Wrong as wrong:
        wrong.pointer = f"/{step}{wrong.pointer}"
        raise
    if below:
        unknown.extend(f"{place}/{name}" for name in below)


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
    def check(value: Any) -> list[str]:
        if type(value) is not list:
            raise Wrong("wrong-type", _("a list is expected"))
        unknown: list[str] = []
        for index, item in enumerate(value):
            _note(unknown, index, entry, item, index)
        return unknown

    return check


def table_of(entry: Check) -> Check:
    def check(value: Any) -> list[str]:
        if type(value) is not dict:
            raise Wrong("wrong-type", _("an object is expected"))
        unknown: list[str] = []
        for name, item in value.items():
            _note(unknown, name, entry, item, name.replace("~", "~0").replace("/", "~1"))
        return unknown

    return check


def object_with(**shape: tuple[Check, bool]) -> Check:
    def check(value: Any) -> list[str]:
        if type(value) is not dict:
            raise Wrong("wrong-type", _("an object is expected"))
        return check_fields(value, shape)

    return check


def one_or_list_of(entry: Check, most: int) -> Check:
    """One value, or a list of at most so many."""
    several = list_of(entry)

    def check(value: Any) -> list[str] | None:
        if type(value) is not list:
            return entry(value)
        if len(value) > most:
            raise Wrong("too-many", _("at most {most} entries", most=most))
        return several(value)

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
    def check(value: Any) -> list[str] | None:
        return None if value is None else entry(value)

    return check
