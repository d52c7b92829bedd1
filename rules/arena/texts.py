"""The texts of figures, summons and Demonic Rewards, read from data/texts/*.toml.

A fact that is not known is listed under `unknown`, one that was concluded under `inferred` with its reason.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.arena.printed import RANKS, RewardText, Spell, SummonText, Text
from rules.common.names import slugify

FOLDER = Path(__file__).parent / "data" / "texts"
LIMITS = ("unlimited", "turn", "target", "game", "unknown")
RANGES = ("close", "ranged", "line", "unseen", "personal", "unknown")
BODIES = ("mob", "bomb", "trap", "turret", "tombstone", "mechanism")


class TextError(Exception):
    """A text file says something it may not."""


def text_of(slug: str) -> Text | None:
    """The text of a figure's card, or None where it is not known in machine-readable words."""
    return figures().get(slug)


def summon_of(slug: str) -> SummonText | None:
    return summons().get(slug)


def reward_of(slug: str) -> RewardText | None:
    return _rewards().get(slug)


def all_rewards() -> tuple[RewardText, ...]:
    return tuple({text.slug: text for text in _rewards().values()}.values())


def _read(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


@cache
def figures() -> Mapping[str, Text]:
    return {slug: _text(slug, facts) for name in ("starters", "cards") for slug, facts in _read(name).items()}


@cache
def summons() -> Mapping[str, SummonText]:
    return {slug: _summon(slug, facts) for slug, facts in _read("summons").items()}


@cache
def _rewards() -> Mapping[str, RewardText]:
    texts = [_reward(slug, facts) for slug, facts in _read("rewards").items()]
    return {name: text for text in texts for name in (text.slug, *text.also)}


def _text(slug: str, facts: dict[str, Any]) -> Text:
    taken = _Facts(slug, facts)
    text = Text(slug, tuple(taken("powers", [])), _spells(slug, taken("spells", [])), taken("missing", None))
    taken.nothing_left()
    return text


def _summon(slug: str, facts: dict[str, Any]) -> SummonText:
    taken = _Facts(slug, facts)
    text = SummonText(
        slug=slug,
        name=taken("name"),
        kind=taken.one_of("kind", BODIES),
        families=tuple(taken("families")),
        mp=taken("mp", None),
        hp=taken("hp", None),
        ap=taken("ap", None),
        powers=tuple(taken("powers", [])),
        spells=_spells(slug, taken("spells", [])),
        known=taken("figures", "known") == "known",
    )
    taken.nothing_left()
    return text


def _reward(slug: str, facts: dict[str, Any]) -> RewardText:
    taken = _Facts(slug, facts)
    text = RewardText(
        slug=slug,
        name=taken("name"),
        also=tuple(taken("also", [])),
        kind=taken.one_of("kind", ("boost", "buff", "equipment")),
        equipment=taken("equipment", None),
        rank=taken.one_of("rank", (*RANKS, None), None),
        bonus=_Fixed(taken("bonus", {})),
        powers=tuple(taken("powers", [])),
        damage=tuple(map(_Fixed, taken("damage", []))),
        following=_Fixed(facts["next"]) if taken("next", None) else None,
        effects=tuple(map(_Fixed, taken("effects", []))),
        spells=_spells(slug, taken("spells", [])),
        inferred=_Fixed(taken("inferred", {})),
    )
    taken.nothing_left()
    return text


def _spells(owner: str, tables: list[dict[str, Any]]) -> Mapping[str, Spell]:
    spells = [_spell(owner, table) for table in tables]
    return _Fixed({name: spell for spell in spells for name in (spell.slug, *spell.also)})


def _spell(owner: str, facts: dict[str, Any]) -> Spell:
    taken = _Facts(f"{owner}, {facts.get('name')}", facts)
    cost, reach = taken("cost"), taken("range")
    attack, heal = taken("attack", None), taken("heal", None)
    name = taken("name")
    spell = Spell(
        slug=slugify(name),
        name=name,
        also=tuple(taken("also", [])),
        limit=taken.one_of("limit", LIMITS),
        ap=cost.get("ap"),
        mp=cost.get("mp", 0),
        injuries=cost.get("injuries", 0),
        range=reach["kind"],
        least=reach.get("min", {"personal": 0}.get(reach["kind"], 1)),
        most=reach.get("max", {"personal": 0}.get(reach["kind"], 1)),
        alterable=False if reach["kind"] in ("close", "personal") else reach.get("alterable"),
        kind="attack" if attack else "special" if heal is None else "healing",
        element=attack["element"] if attack else None,
        amount=attack["damage"] if attack else heal or 0,
        area=taken("area", None),
        control=taken("control", None),
        effects=tuple(map(_Fixed, taken("effects", []))),
        track=taken("track", False),
        invasion=taken("invasion", False),
        unknown=frozenset(taken("unknown", [])),
        inferred=_Fixed(taken("inferred", {})),
    )
    taken.nothing_left()
    if spell.range not in RANGES or (spell.alterable is None) != bool({"alterable", "range"} & spell.unknown):
        raise TextError(f"{owner}, {name}: range")
    if spell.kind == "attack" and (spell.element == "unknown") != ("element" in spell.unknown):
        raise TextError(f"{owner}, {name}: element")
    return spell


class _Fixed(dict[str, Any]):
    """A table that is never copied with the position it belongs to."""

    def __deepcopy__(self, memo: object) -> "_Fixed":
        return self


class _Facts:
    """The keys of one table, asked for one by one; what nobody asked for is refused."""

    def __init__(self, place: str, facts: dict[str, Any]) -> None:
        self.place = place
        self.facts = dict(facts)

    def __call__(self, key: str, *default: Any) -> Any:
        if key not in self.facts and not default:
            raise TextError(f"{self.place}: {key} is missing")
        return self.facts.pop(key, *default)

    def one_of(self, key: str, choices: tuple[str | None, ...], *default: str | None) -> Any:
        value = self(key, *default)
        if value not in choices:
            raise TextError(f"{self.place}: {key} cannot be {value!r}")
        return value

    def nothing_left(self) -> None:
        if self.facts:
            raise TextError(f"{self.place}: no such fact: {', '.join(self.facts)}")
