"""krosmaster-facts/1 of Blast: boards and cards that people bring, and what the rule book shows of them."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rules.blast.boards import Board, read_board
from rules.blast.cards import Attack, BlastFacts, Challenge, Effects, Favor, Fighter, Power, Spell, Threshold
from rules.blast.engine.effects import read_effect
from rules.blast.words import ELEMENTS, UNKNOWN
from rules.common import facts as envelope
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    list_of,
    number_from,
    object_with,
    one_of,
    text,
    text_not_blank,
    truth,
)
from rules.common.messages import message as _
from rules.common.table_facts import stored

GAME: Final = "blast"
BUILT_IN: Final = Path(__file__).parent / "data" / "cards.toml"
MOST_EFFECTS: Final = 4
WHEN: Final = ("captures", "turn-ends-beside-ally", "always")


def _or_unknown(entry: Shape) -> Shape:
    def check(value: Any) -> list[str] | None:
        return None if value == UNKNOWN else entry.check(value)

    return Shape(check, {"anyOf": [entry, {"const": UNKNOWN}]})


def _few(entry: Shape, most: int, least: int = 0) -> Shape:
    entries = list_of(entry)

    def check(value: Any) -> list[str] | None:
        below = entries.check(value)
        if not least <= len(value) <= most:
            message = _("{least} to {most} entries are expected", least=least, most=most)
            raise InvalidValue("out-of-bounds", message)
        return below

    bounds = {"maxItems": most, **({"minItems": least} if least else {})}
    return Shape(check, {**entries.schema, **bounds})


def _effect(value: Any) -> None:
    read_effect(value)


_NAME = text_not_blank
_TWENTY = number_from(0, 20)
_EFFECTS = _few(Shape(_effect, {"type": "object"}).named("effect"), MOST_EFFECTS)
_RANGE = object_with(min=(_TWENTY, True), max=(_TWENTY, True))
_ATTACK = object_with(element=(one_of(*ELEMENTS), True), damage=(_TWENTY, True))
_SPELL = object_with(
    name=(_NAME, True),
    french=(_NAME, False),
    range=(_RANGE, True),
    limit=(one_of("unlimited", "turn", "target", "unknown"), False),
    sight=(_or_unknown(truth), False),
    attack=(_ATTACK, False),
    effects=(_EFFECTS, False),
    words=(_NAME, False),
).named("spell")
_POWER = object_with(
    name=(_NAME, True), when=(one_of(*WHEN), True), effects=(_EFFECTS, False), words=(_NAME, False)
).named("power")
_THRESHOLD = object_with(
    glyphs=(number_from(1, 8), True),
    kind=(one_of("passive", "active"), True),
    name=(_NAME, True),
    when=(one_of(*WHEN), False),
    effects=(_EFFECTS, False),
    words=(_NAME, False),
).named("threshold")


def _fighter_fields(most: int) -> Fields:
    return {
        "name": (_NAME, True),
        "french": (_NAME, False),
        "mp": (_or_unknown(_TWENTY), True),
        "hp": (_or_unknown(number_from(1, 99)), True),
        "ap": (_or_unknown(_TWENTY), True),
        "powers": (_few(_POWER, most), False),
        "spells": (_few(_SPELL, most), False),
        "lacks": (list_of(one_of("powers", "spells")), False),
    }


BODIES: Final[Mapping[str, Fields]] = {
    "board": {"diagram": (text, True)},
    "fighter": {**_fighter_fields(3), "rarity": (one_of("elite", "common", UNKNOWN), False)},
    "minion": _fighter_fields(1),
    "favor": {
        "name": (_NAME, True),
        "superior": (truth, False),
        "copies": (number_from(1, 10), False),
        "effects": (_EFFECTS, False),
        "words": (_NAME, False),
    },
    "challenge": {"name": (_NAME, True), "thresholds": (_few(_THRESHOLD, 3, least=1), True)},
}
AnyFact = Board | Fighter | Favor | Challenge
Body = Mapping[str, Any]


# -- what a body says ------------------------------------------------------------------------------------------------


def _number(value: Any) -> Any:
    return None if value == UNKNOWN else value


def _effects(body: Body) -> Effects:
    return tuple(map(read_effect, body.get("effects", ())))


def _board(slug: str, body: Body) -> Board:
    return read_board(slug, body["diagram"])


def _fighter(slug: str, body: Body, *, is_minion: bool) -> Fighter:
    spells = tuple(_spell(spell, f"/spells/{place}") for place, spell in enumerate(body.get("spells", ())))
    _each_named_once([spell.slug for spell in spells], "/spells")
    return Fighter(
        slug,
        body["name"],
        _number(body["mp"]),
        _number(body["hp"]),
        _number(body["ap"]),
        french=body.get("french", ""),
        rarity=body.get("rarity", UNKNOWN),
        powers=tuple(map(_power, body.get("powers", ()))),
        spells=spells,
        lacks=tuple(body.get("lacks", ())),
        is_minion=is_minion,
    )


def _spell(body: Body, place: str) -> Spell:
    least, most = body["range"]["min"], body["range"]["max"]
    if most < least:
        raise InvalidValue("out-of-bounds", _("`max` is not below `min`"), f"{place}/range/max")
    attack = body.get("attack")
    return Spell(
        body["name"],
        least,
        most,
        french=body.get("french", ""),
        limit=body.get("limit", "unlimited"),
        sight=_number(body.get("sight", True)),
        attack=Attack(attack["element"], attack["damage"]) if attack else None,
        effects=_effects(body),
        words=body.get("words", ""),
    )


def _power(body: Body) -> Power:
    return Power(body["name"], body["when"], _effects(body), body.get("words", ""))


def _favor(slug: str, body: Body) -> Favor:
    superior, copies = body.get("superior", False), body.get("copies", 1)
    return Favor(slug, body["name"], superior, copies, _effects(body), body.get("words", ""))


def _challenge(slug: str, body: Body) -> Challenge:
    thresholds = tuple(_threshold(each, f"/thresholds/{place}") for place, each in enumerate(body["thresholds"]))
    for place, (former, latter) in enumerate(pairwise(thresholds), start=1):
        if latter.glyphs <= former.glyphs:
            raise InvalidValue("out-of-bounds", _("thresholds rise"), f"/thresholds/{place}/glyphs")
    return Challenge(slug, body["name"], thresholds)


def _threshold(body: Body, place: str) -> Threshold:
    is_active = body["kind"] == "active"
    if is_active and "when" in body:
        raise InvalidValue("unknown-field", _("`{field}` is not known here", field="when"), f"{place}/when")
    when = None if is_active else body.get("when", "always")
    return Threshold(body["glyphs"], body["name"], when, _effects(body), body.get("words", ""))


def _each_named_once(slugs: list[str], pointer: str) -> None:
    for place, slug in enumerate(slugs):
        if slug in slugs[:place]:
            raise InvalidValue("twice", _("{card} appears twice here", card=slug), f"{pointer}/{place}/name")


MADE_OF: Final[Mapping[str, Callable[[str, Body], AnyFact]]] = {
    "board": _board,
    "fighter": partial(_fighter, is_minion=False),
    "minion": partial(_fighter, is_minion=True),
    "favor": _favor,
    "challenge": _challenge,
}


# -- documents -------------------------------------------------------------------------------------------------------


READER: Final = envelope.FactReader(GAME, BODIES, MADE_OF, {})


@cache
def built_in_entries() -> tuple[Mapping[str, Any], ...]:
    return tuple(tomllib.loads(BUILT_IN.read_text("utf-8"))["facts"])


@cache
def built_in() -> BlastFacts:
    """What the rule book shows."""
    facts, problems = READER.read_all({"format": envelope.FORMAT, "game": GAME, "facts": [*built_in_entries()]})
    if problems:
        raise ValueError(f"{BUILT_IN.name}: {problems[0].where}: {problems[0].message}")
    return _with(BlastFacts(), READER.printed(facts))


@lru_cache(maxsize=8)
def known_from(content: bytes) -> BlastFacts:
    """What a stored document adds to what is built in, or says in its place; without one, that alone."""
    return _with(built_in(), *stored(READER, content)) if content else built_in()


def _with(known: BlastFacts, found: Mapping[str, Mapping[str, Any]], digest: str = "") -> BlastFacts:
    return BlastFacts(
        boards={**known.boards, **found["board"]},
        fighters={**known.fighters, **found["fighter"]},
        minions={**known.minions, **found["minion"]},
        favors={**known.favors, **found["favor"]},
        challenges={**known.challenges, **found["challenge"]},
        digest=digest,
    )
