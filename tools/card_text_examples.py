"""Examples of card texts from the data, or made up where no known card has one."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, load, tables_of

MADE_UP: Mapping[str, str] = {
    "replace": '{ do = "replace", by = "gobball" }',
    "copy-power": '{ do = "copy-power", of = "ally" }',
    "invasion": '{ do = "bonus", damage = 2, invasion = true }',
    "again": '{ do = "bonus", damage = 1, again = true }',
    "first-attack": '{ do = "bonus", damage = 1, first-attack = true }',
    "marked": '{ do = "bonus", damage = 1, marked = true }',
    "beside": '{ do = "bonus", damage = 1, beside = "Villain" }',
    "loot": "loot-2",
}
MADE_UP_FIELDS: Mapping[str, str] = {
    "front": 'front = { hp = 7, reason = "the card in my hand, second printing" }',
    "types": 'types = ["Iop", "Boss"]',
    "boss": 'boss = "yes"',
    "colour": 'colour = "black"',
    "level": "level = 2",
    "initiative": "initiative = 4",
    "hp": "hp = 7",
    "ap": "ap = 6",
    "reason": 'reason = "the card in my hand, second printing"',
    "missing": 'missing = "the text of the power"',
    "lacks": 'lacks = ["powers"]',
    "french": 'french = "Rayon stellaire"',
    "words": 'words = "Until the end of the fight, its bearer walks through walls."',
    "track": "track = true",
    "invasion": "invasion = true",
    "mp": "mp = 1",
    "kamas": "kamas = 3",
    "when": 'when = "injured"',
    "who": 'who = "team"',
    "type": 'type = "Monk"',
    "turn": 'turn = "own"',
    "once": 'once = "game"',
    "least": "least = 2",
    "may": "may = true",
    "of": 'of = "adjacent-allies"',
    "against": 'against = "water"',
    "shares": 'shares = "Knight"',
    "loses": 'loses = ["unfazed"]',
    "dice": "dice = -1",
    "fallen": "fallen = true",
    "other": 'other = "krosmaster"',
    "other-type": 'other-type = "Tofu"',
    "while": 'while = { team-has = "Knight" }',
    "team-has": 'team-has = "Knight"',
    "retribution": "retribution = 4",
    "injured": "injured = 7",
    "injured-below": "injured-below = 6",
    "for-each": 'for-each = "injury"',
    "every": "every = 2",
    "damage": "damage = [{ amount = 1, elements = ['fire'] }]",
    "pierce": "pierce = true",
    "per": 'per = "Kanniball"',
    "bonus": "bonus = { hp = 2 }",
    "powers": 'powers = ["resistance-fire"]',
    "lose-powers": "lose-powers = true",
    "no-healing": "no-healing = true",
    "suffers": "suffers = -2",
    "only-beside": "only-beside = true",
    "lost-after": "lost-after = 5",
    "effects": 'effects = [{ do = "markers", mp = 1, to = "adjacent-allies" }]',
    "name": 'name = "Bodyguard"',
    "inferred": 'inferred = { once = "from an example" }',
    "punch": 'punch = [{ do = "push", cells = 1 }]',
}
LONGEST = 110


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the data: its file, card and spell, and the fields that lead to it."""

    file: str
    owner: str
    path: tuple[str, ...]
    table: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return {SUMMONS: "summon", REWARDS: "reward"}.get(self.file, "figure")


@cache
def places() -> tuple[Place, ...]:
    """Every table of the data, outer ones first. Raises TextError if the data cannot be read."""
    load(FOLDER)
    return tuple(
        place
        for file, tables in tables_of(FOLDER).items()
        for slug, table in tables.items()
        for place in _inside(Place(file, slug, (), table))
    )


def _inside(place: Place) -> Iterator[Place]:
    yield place
    for name, value in place.table.items():
        for table in value if isinstance(value, list) else [value]:
            if isinstance(table, dict):
                owner = f"{table['name']}, {place.owner}" if name == "spells" else place.owner
                yield from _inside(Place(place.file, owner, (*place.path, name), table))


def of_effect(word: str, *, at_once: bool) -> str:
    """The example with the most arguments, among a reward's immediate effects or those of spells."""
    found = [each for each in places() if each.table.get("do") == word and (each.path == ("effects",)) == at_once]
    if not found:
        return made_up(word)
    richest = max(found, key=lambda place: len(place.table.keys() - EFFECTS.conditions.keys()))
    return _written(richest, richest.table)


def of_condition(word: str) -> str:
    found = next((each for each in places() if "do" in each.table and word in each.table), None)
    return _written(found, found.table) if found else made_up(word)


def of_power(word: str) -> str:
    """A power as the data writes it: its name, or its name and its argument."""
    for place in places():
        for power in place.table.get("powers", []):
            if power == word or power.startswith(f"{word}-"):
                return f"`{power}` ({place.owner})"
    return made_up(word) or f"`{word}` (made up)"


def of_word(field: str, word: str, path: tuple[str, ...]) -> str:
    """An example in which this field has this word."""
    found = next((each.owner for each in places() if each.path == path and each.table.get(field) == word), "made up")
    return f"`{field} = {toml(word)}` ({found})"


def of_field(field: str, path: tuple[str, ...], kind: str | None) -> str:
    """The first short value of a field in tables at the end of this path."""
    for place in places():
        if place.path == path and kind in (None, place.kind) and field in place.table:
            value = f"{field} = {toml(place.table[field])}"
            if len(value) <= LONGEST:
                return f"`{value}` ({place.owner})"
    if field in ("spells", "own-powers"):
        return f"`[[….{field}]]`"
    return f"`{MADE_UP_FIELDS[field]}` (made up)" if field in MADE_UP_FIELDS else ""


def made_up(word: str) -> str:
    return f"`{MADE_UP[word]}` (made up)" if word in MADE_UP else ""


def _written(place: Place, value: Any) -> str:
    return f"`{toml(value)}` ({place.owner})"


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
