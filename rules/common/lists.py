"""What team lists of several games share: whether they are JSON, and for Blast and Quest how they are read."""

from codecs import BOM_UTF8
from typing import Any, Final

from rules.common.fields import Fields, InvalidValue, Shape, every_wrong, text
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.names import HIDDEN, printable
from rules.common.ruleset import MAX_BYTES, MAX_DEPTH
from rules.common.strictjson import loads
from rules.common.verdicts import Issue, Malformed, UnreadableListError

LONGEST_NAME: Final = 200
MOST_UNKNOWN_FIELDS: Final = 20


def _name(value: Any) -> None:
    text(value)
    if len(value) > LONGEST_NAME:
        raise InvalidValue("too-long", _("at most {most} characters", most=LONGEST_NAME))
    if HIDDEN.search(value):
        raise InvalidValue("bad-character", _("it contains an invisible character"))


NAME = Shape(_name, {"type": "string", "maxLength": LONGEST_NAME})


def looks_like_json(data: bytes) -> bool:
    return data.removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def parts_of(line: str) -> list[str]:
    """What a typed line holds without its comment: commas part as lines do."""
    return [part.strip() for part in line.split("#", maxsplit=1)[0].split(",")]


def typed_lines(data: bytes, unreadable: type[UnreadableListError]) -> list[str]:
    """The lines of a typed list that hold something, without their comments. Raises `unreadable`."""
    try:
        lines = [part for line in data.decode("utf-8-sig").splitlines() for part in parts_of(line)]
    except UnicodeDecodeError as error:
        message = _("Byte {place} is not UTF-8.", place=error.start)
        raise unreadable([Issue("error", "not-utf8", message, "")]) from None
    if not any(lines):
        raise unreadable([Issue("error", "empty", _("The list contains no figures."), "")])
    return list(filter(None, lines))


def read_list(
    data: bytes, fields: Fields, not_an_object: Message, unreadable: type[UnreadableListError]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The document and its unknown fields. Raises `unreadable` with every fault."""
    try:
        document = loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed as malformed:
        raise unreadable([Issue("error", malformed.code, malformed.message, malformed.pointer)]) from None
    if not isinstance(document, dict):
        raise unreadable([Issue("error", "wrong-type", not_an_object, "")])
    if wrong := [Issue("error", each.code, each.message, each.pointer) for each in every_wrong(document, fields)]:
        raise unreadable(wrong)
    return document, tuple(name for name in document if name not in fields)[:MOST_UNKNOWN_FIELDS]


def ignored(name: str) -> Issue:
    return Issue("warning", "unknown-field", _("Unknown field {field}: it is ignored.", field=printable(name)))
