"""What the second opinion shares with the engine: the data files of cards, texts and boards, read plainly."""

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

Card = dict[str, Any]
Cell = tuple[int, int]
DATA = Path(__file__).parents[2] / "rules" / "arena" / "data"


BEYOND = frozenset(
    [
        "own-powers",
        "kamas",
        "copy-power",
        "choose-gain",
        "mend",
        "take-kamas",
        "bonus-if",
        "frost",
        "at",
        "again",
        "first-attack",
        "invisibility",
        "compulsion",
        "all-types",
        "interior-fire",
        "splicing",
        "desplicing",
        "team",
        "adjacent-allies",
        "self-and-adjacent-allies",
        "allied-summons",
    ]
)


class CannotTell(Exception):
    """The answer hangs on something that the data does not know."""


def slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def known(spell: Card) -> Card:
    if spell.get("unknown") or beyond(spell):
        raise CannotTell(spell["name"])
    return spell


class Library:
    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}
        self.texts: dict[str, Card] = {}
        self.summons: dict[str, Card] = {}
        self.rewards: dict[str, Card] = {}

    def read(self, folder: Path) -> "Library":
        for file in folder.glob("cards/*.toml"):
            self.cards |= {card["slug"]: card for card in tomllib.loads(file.read_text())["cards"]}
        for file in folder.glob("texts/*.toml"):
            read = tomllib.loads(file.read_text())
            if file.name == "rewards.toml":  # some have several names
                read = {other: {**r, "slug": name} for name, r in read.items() for other in (name, *r.get("also", ()))}
            tables = {"summons.toml": self.summons, "rewards.toml": self.rewards}.get(file.name, self.texts)
            tables |= read
        return self

    def figure(self, name: str) -> Card:
        """The card with its text, if all of it is known."""
        printed, text = self.cards.get(name), self.texts.get(name)
        if printed is None or text is None or "missing" in text or printed.get("types") == "unknown" or beyond(text):
            raise CannotTell(name)
        return {**printed, **text, "name": printed["name"], "spells": [known(s) for s in text.get("spells", [])]}

    def summon(self, name: str) -> Card:
        text = self.summons[name]
        if text.get("figures") == "unknown":
            raise CannotTell(name)
        return {**text, "types": [*text["families"], text["name"]]}


def beyond(value: Any) -> bool:
    """Words of the card texts that this opinion does not model: it says nothing of cards that print them."""
    if isinstance(value, dict):
        single = "do" in value and bool({"track", "invasion"} & value.keys())
        return single or bool(BEYOND & value.keys()) or any(beyond(inner) for inner in value.values())
    if isinstance(value, list):
        return any(beyond(inner) for inner in value)
    return isinstance(value, str) and value in BEYOND


def cell(name: Any) -> Cell | None:
    found = re.fullmatch(r"([A-L])([1-9]|1[0-2])", name) if isinstance(name, str) else None
    return ("ABCDEFGHIJKL".index(found[1]), int(found[2]) - 1) if found else None


def board(name: str) -> dict[Cell, str] | None:
    """The letter of each cell, or None where there is no such board."""
    for file in DATA.glob("boards/*.txt"):
        head, drawing = file.read_text().split("\n\n", 1)
        also = re.search(r"^also: *(.*)$", head, re.MULTILINE)
        if name == file.stem or (also and name in re.split(r", *", also[1])):
            rows = [line.split() for line in drawing.splitlines()[1:] if line.strip()]
            return {(x, int(row[0]) - 1): letter for row in rows for x, letter in enumerate(row[1:])}
    return None
