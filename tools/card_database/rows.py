"""The rows of a database file: its codes in the words of docs/card-texts.md."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.common.names import slugify

HERE = Path(__file__).parent
JUDGED: Mapping[str, Any] = tomllib.loads((HERE / "judged.toml").read_text("utf-8"))

ELEMENTS = {"{A}": "air", "{W}": "water", "{E}": "earth", "{F}": "fire", "{N}": "neutral"}
COSTS = {"ap": "ap", "mp": "mp", "ij": "injuries", "k": "kamas"}
CONTROL = re.compile(r"\s*\((?P<control>\d+)\)\s*$")
POWER = re.compile(r"^(?P<name>[^()]*?)\s*\((?P<text>.*)\)$", re.DOTALL)
# as the tournament rules write them: 4.9.19 counts Avengers
TYPES = {"Vigilante": "Avenger", "Eniripisa": "Eniripsa"}


@dataclass(frozen=True, slots=True)
class SpellRow:
    name: str
    control: int | None
    limit: str
    cost: Mapping[str, int] | None  # None where it holds a number that the card leaves open
    range: Mapping[str, Any]
    element: str | None  # None for a special spell, "heal" for a healing one
    amount: int
    effect: str
    named: bool = True  # whether its English name was seen


@dataclass(frozen=True, slots=True)
class CardRow:
    """One printed card. `slug` is None where it is no figure of ours."""

    id: str
    slug: str
    name: str
    colour: str
    types: tuple[str, ...]
    level: int
    initiative: int
    mp: int
    hp: int
    ap: int | None
    powers: tuple[tuple[str, str], ...]  # each with its sentence, empty for a keyword
    spells: tuple[SpellRow, ...]
    front: str  # the number of the scan of its front


def read(file: Path) -> dict[str, CardRow]:
    """The rows of the file by our slugs, as the file has them; a row that stands twice is one."""
    raw = json.loads(file.read_text("utf-8"))
    return {row.slug: row for row in (_row(facts) for facts in raw)}


def _row(facts: Mapping[str, Any]) -> CardRow:
    return CardRow(
        id=facts["id"],
        slug=JUDGED["identified"].get(facts["id"], {}).get("slug") or facts["slug"] or slugify(facts["name"]),
        name=facts["name"],
        colour=facts["colour"],
        types=tuple(TYPES.get(each, each) for each in facts["types"]),
        level=facts["level"],
        initiative=facts["initiative"],
        mp=facts["mp"],
        hp=facts["hp"],
        ap=None if facts["ap"] == "-" else facts["ap"],
        powers=tuple(_powers(facts["powers"])),
        spells=tuple(_spells(facts["id"], facts["spells"])),
        front=facts["front"].partition("_")[0],
    )


def _powers(written: str) -> Iterator[tuple[str, str]]:
    """Names after commas, each perhaps with its sentence in brackets, which has commas of its own."""
    for part in re.split(r",\s*(?![^()]*\))", written):
        if match := POWER.match(part.strip()):
            yield match["name"], match["text"].partition(":")[2].strip()
        elif part.strip():
            yield part.strip(), ""


def _spells(row: str, written: list[Mapping[str, Any]]) -> Iterator[SpellRow]:
    renamed = {each["place"]: each for each in JUDGED["renamed"].get(row, ())}
    for place, spell in enumerate(written):
        control, otherwise = CONTROL.search(spell["name"]), renamed.get(place, {})
        yield SpellRow(
            name=otherwise.get("name") or CONTROL.sub("", spell["name"]).strip(),
            named=not otherwise.get("unknown"),
            control=int(control["control"]) if control else None,
            limit=spell["limit"],
            cost=_cost(spell["cost"]),
            range=_range(spell["range"], spell["cells"]),
            element=None if spell["element"] == "none" else spell["element"],
            amount=spell["damage"] or 0,
            effect=" ".join(spell["effect"].split()),
        )


def _cost(written: Mapping[str, Any]) -> Mapping[str, int] | None:
    if not all(isinstance(number, int) for number in written.values()):
        return None
    return {COSTS[code]: written[code] for code in ("ap", "mp", "ij", "k") if code in written}


def _range(kind: str, cells: str) -> Mapping[str, Any]:
    name, *more = kind.split(", ")
    if name in ("close", "personal"):
        return {"kind": name}
    nearest, farthest = map(int, cells.split("-"))
    unseen = "without line of sight" in more
    return {
        "kind": "unseen" if unseen else name,
        "min": nearest,
        "max": farthest,
        "alterable": "not alterable" not in more,
    }
