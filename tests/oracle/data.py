"""What the second opinion shares with the engine: the data files of cards, texts and boards, read plainly."""

import json
import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

Record = dict[str, Any]
DATA = Path(__file__).parents[2] / "rules" / "arena" / "data"
CELLS: dict[Any, complex] = {f"{'ABCDEFGHIJKL'[x - 1]}{y}": complex(x, y) for x in range(1, 13) for y in range(1, 13)}
BEYOND = {  # this opinion says nothing of cards that print these words
    *("unknown", "missing", "own-powers", "kamas", "copy-power", "choose-gain", "mend", "take-kamas", "bonus-if"),
    *("frost", "at", "again", "first-attack", "invisibility", "compulsion", "all-types", "interior-fire", "splicing"),
    *("desplicing", "team", "adjacent-allies", "self-and-adjacent-allies", "allied-summons"),
}


class CannotTell(Exception):
    """The answer hangs on something that the data does not know, or that this opinion does not model."""


def slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def known(text: Record | None) -> Record:
    """The text, if this opinion models all of it; not where a single effect has Track or Invasion."""
    written = json.dumps(text or "unknown")
    if BEYOND & {*re.findall(r'"([a-z-]+)"', written)} or re.search(r'"do":[^{}]*"(track|invasion)"', written):
        raise CannotTell
    return text or {}


class Library:
    def __init__(self, *folders: Path) -> None:
        self.printed: dict[str, Record] = {}
        self.figures: dict[str, Record] = {}
        self.summons: dict[str, Record] = {}
        self.rewards: dict[str, Record] = {}
        for file in [file for folder in folders for file in folder.glob("*/*.toml")]:
            read = tomllib.loads(file.read_text())
            if file.parent.name == "cards":
                self.printed |= {card["slug"]: card for card in read["cards"]}
            else:  # some have several names
                texts = {"summons": self.summons, "rewards": self.rewards}.get(file.stem, self.figures)
                for own, text in read.items():
                    texts |= {name: {**text, "slug": own} for name in [own, *text.get("also", [])]}

    def figure(self, name: str) -> Record:
        printed = known(self.printed.get(name))
        return {"range": 0, **printed, **known(self.figures.get(name)), "name": printed["name"]}

    def summon(self, name: str) -> Record:
        text = self.summons[name]
        if text.get("figures") == "unknown":
            raise CannotTell
        return {"range": 0, **text, "types": [*text["families"], text["name"]]}


def board(name: str) -> dict[complex, str]:
    """The letter of each cell; none where there is no such board."""
    for file in DATA.glob("boards/*.txt"):
        head, drawing = file.read_text().split("\n\n", 1)
        also = re.search(r"^also: *(.*)$", head, re.MULTILINE)
        if name == file.stem or (also and name in re.split(r", *", also[1])):
            rows = [line.split() for line in drawing.splitlines()[1:] if line.strip()]
            return {complex(x, int(row[0])): letter for row in rows for x, letter in enumerate(row[1:], 1)}
    return {}
