"""What a single field can be sent, each value with a name and with why it is here.

.ci/run sends the usual ones, at each page every second of them. With NASTY=all in the environment, as in
./check --release, it is every value at every page, and each also in every field alone that takes it. What is seen to
break something is added here.
"""

import os
from typing import Any
from urllib.parse import quote_plus

from tests.nasty.values.dates import DATES
from tests.nasty.values.injections import INJECTIONS
from tests.nasty.values.numbers import NUMBERS
from tests.nasty.values.texts import TEXTS
from tests.nasty.values.value import Value

SEND_ALL = os.environ.get("NASTY") == "all"
VALUES: dict[str, Value] = NUMBERS | TEXTS | DATES | INJECTIONS
_CHOSEN = {name: value for name, value in VALUES.items() if value.usual or SEND_ALL}

EVERYTHING: dict[str, str | bytes] = {name: value.sent for name, value in _CHOSEN.items()}
HARSH = {name for name, value in _CHOSEN.items() if value.harsh or SEND_ALL}

USUAL_JSON: list[Any] = [
    *(None, True, [], {}, [[]], {"a": {"b": []}}, "", "a\0b", "\ud800", "\u202e", "x" * 70_000),
    *(-1, 0, 0.5, 32768, 2**31, 2**63, 10**30, 1e308, "9" * 30, "NaN", "0001-01-01T00:00:00Z"),
]
MORE_JSON: list[Any] = [
    *(False, [None], [1, "a"], [[[]]] * 50, {"": ""}, {"__proto__": {}}, {"id": 1}, [{}] * 500, ["a"] * 5000),
    *(1, -0.0, 1e-320, -(2**63) - 1, 2**53 + 1, 10**300, 3.0, -32769, 65536),
    *(value.decode("utf-8", "surrogatepass") for value in (b"\xed\xa0\xbd\xed\xb8\x80", b"\xed\xb0\x80")),
]
JSON_VALUES: list[Any] = USUAL_JSON + (
    MORE_JSON + [value for value in EVERYTHING.values() if isinstance(value, str)] if SEND_ALL else []
)


def encoded(fields: dict[str, str | bytes | list[str | bytes]]) -> bytes:
    pairs = [(name, one) for name, value in fields.items() for one in (value if isinstance(value, list) else [value])]
    return "&".join(f"{quote_plus(name)}={quote_plus(one)}" for name, one in pairs).encode()


def parts(of: list[Any], most: int) -> list[list[Any]]:
    """For tests side by side, none of them too long."""
    return [of[first : first + most] for first in range(0, len(of), most)]
