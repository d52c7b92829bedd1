"""Strict JSON reader for every document that comes from outside.

Anything that could exhaust the machine (size, depth, number of values) is checked on the bytes before parsing.
"""

import json
import math
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import accumulate

from rules.common.fields import LARGEST_INTEGER, LONGEST_STRING
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Issue, Malformed

MOST_VALUES = 200_000

STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
ONE_KIND_OF_DIGIT = bytes.maketrans(b"123456789", b"000000000")
EVERY_FOURTH = b"0000"  # an integer can only be too large from 16 digits on, and of those these are every fourth
NOT_STRUCTURE = bytes(set(range(256)) - set(b'"[]{},:'))
ONE_KIND_OF_BRACKET = bytes.maketrans(b"{}", b"[]")
FIRST_SURROGATE, LAST_SURROGATE = chr(0xD800), chr(0xDFFF)


def loads(
    data: bytes,
    *,
    max_bytes: int,
    max_depth: int,
    max_values: int = MOST_VALUES,
    max_string: int = LONGEST_STRING,
) -> object:
    """Read the document, or raise Malformed with the place of the error."""
    if len(data) > max_bytes:
        raise Malformed("", "too-large", _("{size} bytes; the limit is {most}", size=len(data), most=max_bytes))
    data = data.removeprefix(BOM_UTF8)  # some editors put it before a text
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Malformed("", "not-utf8", _("byte {place} is not UTF-8", place=error.start)) from None
    structure = _structure(data)
    _refuse_the_boundless(structure, max_depth, max_values)
    values, any_large = _Values(), EVERY_FOURTH in data[::4].translate(ONE_KIND_OF_DIGIT)
    tree = _parse(text, values, names=structure.count(b":"), any_large=any_large)
    if values.faults or _has_escaped(data, b"u") or _may_hold_longer(data, max_string):
        for pointer, value in _walk(tree):
            _refuse(pointer, value, max_string)
    return tree


def _has_escaped(data: bytes, sign: bytes) -> bool:
    """Most documents have no backslash, and one byte is found many times sooner than two."""
    return b"\\" in data and b"\\" + sign in data


def _structure(data: bytes) -> bytes:
    """The brackets, commas and colons outside of strings."""
    if _has_escaped(data, b'"'):
        return STRING.sub(b"", data).translate(None, NOT_STRUCTURE)
    # each quotation mark begins or ends a string; most strings hold no structure and are now two marks side by side
    left = data.translate(None, NOT_STRUCTURE).replace(b'""', b"")
    return b"".join(left.split(b'"')[::2])


def _refuse_the_boundless(structure: bytes, max_depth: int, max_values: int) -> None:
    """Count depth and values."""
    brackets = structure.translate(ONE_KIND_OF_BRACKET, b",:")
    if _is_deeper(brackets, max_depth):
        # "[" is the code before "\" and "]" the one after
        depth = max(accumulate(map(ord("\\").__sub__, brackets)))
        if depth > max_depth:
            raise Malformed(
                "", "too-deep", _("nested {depth} levels deep; the limit is {most}", depth=depth, most=max_depth)
            )
    values = structure.count(b",") + brackets.count(b"[") + 1
    if values > max_values:
        raise Malformed("", "too-many-values", _("more than {most} values", most=max_values))


def _is_deeper(brackets: bytes, most: int) -> bool:
    """Whether something is left when the innermost pairs are taken away so many times (as where pairs do not match)."""
    for _level in range(most):
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


def _may_hold_longer(data: bytes, most: int) -> bool:
    """Whether a string may be longer: such a one fills a whole block of half as many bytes without a quotation mark."""
    if _has_escaped(data, b'"'):
        return max(map(len, STRING.findall(data))) > most
    half = max(1, most // 2)
    return any(data.find(b'"', start, start + half) < 0 for start in range(0, len(data) - half, half))


class _Values:
    """The values of a document as they are built. A refused one is replaced by an issue, so that its place can be
    reported."""

    def __init__(self) -> None:
        self.faults: list[Issue] = []
        self.names = 0  # of all members that were kept

    def fault(self, code: str, message: Message) -> Issue:
        self.faults.append(Issue("error", code, message))
        return self.faults[-1]

    def whole(self, digits: str) -> int | Issue:
        if len(digits) > 17 or abs(int(digits)) > LARGEST_INTEGER:
            return self.fault("number-too-large", _("whole numbers must be between -2^53 and 2^53"))
        return int(digits)

    def fraction(self, digits: str) -> float | Issue:
        number = float(digits)
        return number if math.isfinite(number) else self.fault("not-finite", _("not a finite number"))

    def constant(self, name: str) -> Issue:
        return self.fault("not-finite", _("{number} is not a number", number=name))

    def count(self, found: dict[str, object]) -> dict[str, object]:
        self.names += len(found)
        return found

    def members(self, pairs: list[tuple[str, object]]) -> object:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        return self.fault("duplicate-key", _("duplicate name in one object: {name}", name=_twice(pairs)))


def _parse(text: str, values: _Values, *, names: int, any_large: bool) -> object:
    """`names` is the number of names in the document: if the objects have fewer, one of them repeats a name, and the
    document is read again to find it."""
    read = partial(
        json.loads,
        text,
        parse_int=values.whole if any_large else None,
        parse_float=values.fraction,
        parse_constant=values.constant,
    )
    try:
        tree = read(object_hook=values.count)
        if values.names == names:
            return tree
        values.faults.clear()
        return read(object_pairs_hook=values.members)
    except json.JSONDecodeError as error:
        facts = {"reason": error.msg, "line": error.lineno, "column": error.colno}
        raise Malformed("", "not-json", _("not JSON: {reason} (line {line}, column {column})", **facts)) from None


def _twice(pairs: list[tuple[str, object]]) -> str:
    times = Counter(key for key, _value in pairs)
    return next(repr(key[:40]) for key, number in times.items() if number > 1)


def _walk(tree: object) -> Iterator[tuple[str, object]]:
    """Every value and name with its JSON pointer, in document order."""
    waiting: list[tuple[str, object]] = [("", tree)]
    while waiting:
        pointer, value = waiting.pop()
        yield pointer, value
        if isinstance(value, dict):
            for key in value:
                yield pointer, key
            waiting.extend((f"{pointer}/{_escape(key)}", child) for key, child in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend((f"{pointer}/{index}", value[index]) for index in reversed(range(len(value))))


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _refuse(pointer: str, value: object, max_string: int) -> None:
    if isinstance(value, Issue):
        raise Malformed(pointer, value.code, value.message)
    if not isinstance(value, str):
        return
    if len(value) > max_string:
        message = _("a text of {length} characters; the limit is {most}", length=len(value), most=max_string)
        raise Malformed(pointer, "string-too-long", message)
    if "\0" in value or any(FIRST_SURROGATE <= sign <= LAST_SURROGATE for sign in value):
        message = _("a text contains an invalid character (NUL or half a surrogate pair)")
        raise Malformed(pointer, "bad-character", message)
