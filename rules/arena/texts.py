"""The texts of figures, summons and Demonic Rewards, read from data/texts/*.toml and checked while they are read.

`summons.toml` and `rewards.toml` hold summons and rewards, every other file figures. What a table may say stands in
text_tables.py and in the signatures of the primitives; docs/card-texts.md is written from both. A fact that is not
known is listed under `unknown`, one that was concluded under `inferred` with its reason.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rules.arena.engine.effects.summon_names import SummonSlug
from rules.arena.facts import GameFacts
from rules.arena.log import Log
from rules.arena.printed import CardTexts, RewardText, SummonText, Text
from rules.arena.text_tables import FigureTable, RewardTable, SummonTable, Table, effects_of
from rules.common.binding import bind
from rules.common.fields import InvalidValue
from rules.common.messages import Message
from rules.common.messages import message as _

FOLDER = Path(__file__).parent / "data" / "texts"
SUMMONS, REWARDS = "summons.toml", "rewards.toml"
T = TypeVar("T", FigureTable, SummonTable, RewardTable)
Tables = Mapping[str, Any]


class TextError(Exception):
    """A text file says what it may not: the file, the card, the spell, the field, a stable code, and why in words."""

    def __init__(self, file: str, card: str, wrong: InvalidValue, spell: str = "") -> None:
        super().__init__(file, card, wrong.code)
        self.file, self.card, self.spell, self.field = file, card, spell, wrong.pointer
        self.code: str = wrong.code
        self.message: Message = wrong.message

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.card, self.spell) if part)
        return ": ".join(part for part in (self.file, place, self.field, str(self.message)) if part)


@cache
def built_in() -> GameFacts:
    return GameFacts(card_texts())


def facts_of(log: Log) -> GameFacts:
    """What a log is held against."""
    return log.facts or built_in()


def all_rewards() -> tuple[RewardText, ...]:
    return tuple({text.slug: text for text in card_texts().rewards.values()}.values())


def figures() -> Mapping[str, Text]:
    return card_texts().figures


def summons() -> Mapping[str, SummonText]:
    return card_texts().summons


@cache
def card_texts() -> CardTexts:
    return load(FOLDER)


def load(folder: Path) -> CardTexts:
    """Every file of the folder, or TextError for the first thing that does not fit."""
    files = tables_of(folder)
    known = files.get(SUMMONS, {}).keys()
    figures = {
        slug: _bound(FigureTable, file, slug, table, known).printed(slug)
        for file, slug, table in _once_each({name: files[name] for name in files if name not in (SUMMONS, REWARDS)})
    }
    summons = {
        slug: _bound(SummonTable, SUMMONS, slug, table, known).printed(slug)
        for slug, table in files.get(SUMMONS, {}).items()
    }
    rewards = [
        _bound(RewardTable, REWARDS, slug, table, known).printed(slug) for slug, table in files.get(REWARDS, {}).items()
    ]
    return CardTexts(figures, summons, {name: text for text in rewards for name in (text.slug, *text.also)})


def tables_of(folder: Path) -> dict[str, Tables]:
    """What the files say, as it stands there."""
    return {path.name: _tables(path) for path in sorted(folder.glob("*.toml"))}


def _tables(path: Path) -> Tables:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TextError(path.name, "", InvalidValue("not-toml", _("not TOML: {problem}", problem=str(error)))) from None


def _once_each(files: Mapping[str, Tables]) -> list[tuple[str, str, Any]]:
    seen: dict[str, str] = {}
    for file, tables in files.items():
        for slug in tables:
            if slug in seen:
                raise TextError(file, slug, InvalidValue("twice", _("already in {file}", file=seen[slug])))
            seen[slug] = file
    return [(file, slug, table) for file, tables in files.items() for slug, table in tables.items()]


def _bound(kind: type[T], file: str, slug: str, facts: Any, summons: Any) -> T:
    """A table as its fields are typed; the summons that its effects name are in the data."""
    try:
        table = kind(**bind(kind, facts))
        check_effects(table, summons)
    except InvalidValue as wrong:
        raise TextError(file, slug, wrong, _spell_at(wrong.pointer, facts)) from None
    return table


def check_effects(table: Table, summons: Any) -> None:
    """Its summons are known, and no side of a coin tosses coins again: no card does, and it would go on forever."""
    for pointer, effect in effects_of(table):
        if effect.do == "coins" and pointer.rpartition("/")[2] in ("heads", "tails"):
            raise InvalidValue("contradiction", _("a side of a coin cannot toss coins again"), pointer)
        for name, value in effect.arguments.items():
            if isinstance(value, SummonSlug) and value not in summons:
                message = _("no summon is called {summon}", summon=str(value))
                raise InvalidValue("unknown-summon", message, f"{pointer}/{name}")


def _spell_at(pointer: str, facts: Any) -> str:
    """The name of the spell in which a pointer ends; its place where it has no name."""
    parts = pointer.split("/")
    if parts[1:2] != ["spells"] or len(parts) < 3:
        return ""
    spell = facts["spells"][int(parts[2])]
    name = spell.get("name") if isinstance(spell, dict) else None
    return name if isinstance(name, str) else f"spell {int(parts[2]) + 1}"
