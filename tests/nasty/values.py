"""What a single field can be sent: numbers that no column holds, text that no database takes, dates of no calendar.

Bytes go out as they are, as a browser would never encode them.
"""

from typing import Any
from urllib.parse import quote_plus

NUMBERS = {
    "below": "-1",
    "none": "0",
    "beyond 16 bit": "32768",
    "beyond 31 bit": "2147483648",
    "beyond 63 bit": "9223372036854775808",
    "thirty nines": "9" * 30,
    "minus thirty nines": "-" + "9" * 30,
    "five thousand digits": "9" * 5000,
    "huge exponent": "1e999999",
    "fraction": "0.5",
    "not a number": "NaN",
    "infinite": "-Infinity",
    "arabic digits": "٣٤",
    "superscript": "²",
    "underscore": "1_0",
}

TEXTS: dict[str, str | bytes] = {
    "empty": "",
    "spaces": "   ",
    "nought": "a\0b",
    "only nought": "\0",
    "lone surrogate": b"a\xed\xa0\xbdb",
    "not utf-8": b"\xff\xfe",
    "right to left": "\u202egnp.exe\u2066",
    "zero width": "a\u200b\u200d\ufeff",
    "line break": "a\r\nBcc: b@example.org",
    "long": "x" * 70_000,
    "many words": "a " * 5000,
    "long address": "a" * 300 + "@example.org",
    "quotes": "'\"\\%_;--",
    "open bracket": "http://[",
    "format": "{0.__class__}%s%(x)s{{ x }}",
    "path": "../..//\\",
}

DATES = {
    "year nought": "0000-01-01T00:00",
    "first year": "0001-01-01T00:00",
    "last year": "9999-12-31T23:59",
    "beyond the last year": "10000-01-01T00:00",
    "no such day": "2026-02-30T25:61",
    "hour that did not exist": "2026-03-29T02:30",
    "year alone": "9999",
}

EVERYTHING: dict[str, str | bytes] = {**NUMBERS, **TEXTS, **DATES}

# what is seen to break a database or a service that takes it: overflow, encoding, parsing of addresses and dates
HARSH = {
    *("below", "beyond 31 bit", "beyond 63 bit", "thirty nines", "superscript"),
    *("nought", "lone surrogate", "line break", "long", "open bracket"),
    *("first year", "last year"),
}

JSON_VALUES: list[Any] = [
    *(None, True, [], {}, [[]], {"a": {"b": []}}, "", "a\0b", "\ud800", "\u202e", "x" * 70_000),
    *(-1, 0, 0.5, 32768, 2**31, 2**63, 10**30, 1e308, "9" * 30, "NaN", "0001-01-01T00:00:00Z"),
]


def encoded(fields: dict[str, str | bytes | list[str | bytes]]) -> bytes:
    pairs = [(name, one) for name, value in fields.items() for one in (value if isinstance(value, list) else [value])]
    return "&".join(f"{quote_plus(name)}={quote_plus(one)}" for name, one in pairs).encode()
