"""What the second opinion shares with the engine, the data files; and the geometry of the board (4.15, 4.16).

A cell is a complex number: A1 is 1+1j, and a step north 1j.
"""

import json
import re
import tomllib
import unicodedata
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

Record = dict[str, Any]
DATA = Path(__file__).parents[2] / "rules" / "arena" / "data"
CELLS: dict[Any, complex] = {f"{'ABCDEFGHIJKL'[x - 1]}{y}": complex(x, y) for x in range(1, 13) for y in range(1, 13)}
BEYOND = {  # this opinion says nothing of what prints these words
    *("unknown", "missing", "words", "suffers", "only-beside", "lost-after", "frost", "coin-for-reward", "replace"),
    *("copy-power", "knocked-out", "attacked", "splicing", "desplicing", "at-home", "approached", "inflicted"),
    *("has-power", "ally-beside", "allies-among", "called", "per-ap", "knock-out", "summon-one-of", "not-caster"),
    *("no-boss", "who-moved", "enemy-character", "around-caster", "where-it-fell", "one-other-ally", "chosen"),
    *("one-two-cells-from-target", "enemies-beside-target", "enemies-beside-moved", "adjacent-allied-krosmaster"),
    *("adjacent-allied-summon", "demon-cell", "switch-two", "resistance-neutral", "never-locked"),
    *("wakute-vision", "nice-zest", "bloqueo", "defrosting", "buzzed", "golden-parachute", "interior-fire"),
    *("drunkenness-of-combat", "ecaflips-second-chance", "moon-hammer", "wakforce", "claw-attack", "wear"),
    *("profanation", "move-group", "momia"),
}
FACING = {"north": 1j, "east": 1 + 0j, "south": -1j, "west": -1 + 0j}
CORNERS = 0.5 + 0.5j, 0.5 - 0.5j, -0.5 + 0.5j, -0.5 - 0.5j
AREAS: dict[str | None, list[complex]] = {  # 4.16.3; looking east, where the caster turns
    "cross": [1j, 1, -1j, -1],
    "square": [-1 - 1j, -1, -1 + 1j, -1j, 1j, 1 - 1j, 1, 1 + 1j],
    "hand": [1, 2],
    "breath": [1, 1 + 1j, 1 - 1j],
    "hammer": [1j, -1j, 1],
    "staff": [1j, -1j],
    "shovel": [1],
}
TURNED = ("hand", "breath", "hammer", "staff", "shovel")


class CannotTell(Exception):
    """The answer hangs on what the data does not know, no log tells, or this opinion does not model."""


def slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def known(text: Record | None) -> Record:
    """The text, if this opinion models all of it."""
    written = json.dumps(text or "unknown")
    if BEYOND & {*re.findall(r'"([a-z-]+)', written)}:
        raise CannotTell
    return text or {}


class Library:
    """The cards, and the texts of figures and of rewards, by each of their names."""

    def __init__(self, *folders: Path) -> None:
        self.of: defaultdict[str, dict[str, Record]] = defaultdict(dict)
        files = [file for folder in folders for kind in ("cards", "texts") for file in folder.glob(f"{kind}/*.toml")]
        for file in files:
            read, kind = tomllib.loads(file.read_text()), file.parent.name
            texts = {card["slug"]: card for card in read["cards"]} if kind == "cards" else read
            for own, text in texts.items():
                every = {name: {**text, "slug": own} for name in [own, *text.get("also", [])]}
                self.of[file.stem if file.stem in ("rewards", "summons") else kind] |= every

    def figure(self, name: str) -> Record:
        card, text = known(self.of["cards"].get(name)), self.of["texts"].get(name)
        known(text and {**text, "spells": []})  # its spells have to be known when they are cast
        card = {key: value for key, value in card.items() if value != "none"}  # a dash is printed (4.11.1)
        return {"range": 0, **card, **(text or {}), "name": card["name"]}


def board(name: str) -> dict[complex, str]:
    """The letter of each cell; none where there is no such board."""
    for file in DATA.glob("boards/*.txt"):
        head, drawing = file.read_text().split("\n\n", 1)
        also = re.search(r"^also: *(.*)$", head, re.MULTILINE)
        if name == file.stem or (also and name in re.split(r", *", also[1])):
            rows = [line.split() for line in drawing.splitlines()[1:] if line.strip()]
            return {complex(x, int(row[0])): letter for row in rows for x, letter in enumerate(row[1:], 1)}
    return {}


def along(step: complex, a: complex, b: complex) -> float:
    """How far b lies ahead of a in the direction of the step."""
    return ((b - a) * step.conjugate()).real


def distance(a: complex, b: complex) -> float:
    return abs(a.real - b.real) + abs(a.imag - b.imag)


@cache
def between(a: complex, b: complex) -> list[complex]:
    """The cells that the line between the two centres cuts: to touch a corner is not enough (4.15.9)."""
    sides = [
        (cell, [along((b - a) * 1j, a, cell + corner) for corner in CORNERS])
        for cell in CELLS.values()
        if cell not in (a, b) and distance(a, cell) + distance(cell, b) == distance(a, b)
    ]
    return [cell for cell, ahead in sides if min(ahead) < 0 < max(ahead)]
