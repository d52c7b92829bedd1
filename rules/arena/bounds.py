"""How much may be believed of cards and tokens that nobody has entered: data/bounds.toml, with its sources."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "bounds.toml"


@dataclass(frozen=True, slots=True)
class Bound:
    """`seen` is the most that any source shows, `most` what is believed."""

    seen: int
    most: int
    source: str


@cache
def bounds() -> Mapping[str, Mapping[str, Bound]]:
    tables = tomllib.loads(FILE.read_text("utf-8"))
    return {group: {name: Bound(**facts) for name, facts in table.items()} for group, table in tables.items()}


@cache
def most(group: str, name: str) -> int:
    """Of `effect`, `spell`, `power`, `lasting` or `once`."""
    return bounds()[group][name].most
