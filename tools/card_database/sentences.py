"""What an effect's sentence says, in the primitives of docs/card-texts.md; what no pattern reads is handed back.

A pattern reads one clause and has to fit it whole. A clause that makes others depend on it (a side of a coin, a keyword
with a colon) is read with them or not at all: nothing is guessed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.common.names import slugify

Effect = dict[str, Any]
Found = Callable[[re.Match[str]], list[Effect]]


@dataclass
class Reading:
    area: str | None = None
    effects: list[Effect] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def _one(do: str, **fixed: Any) -> Found:
    return lambda _found: [{"do": do, **fixed}]


def _counted(do: str, name: str) -> Found:
    return lambda found: [{"do": do, name: int(found["n"])}]


def _gauge(do: str) -> Found:
    return lambda found: [{"do": do, found["gauge"].lower(): int(found["n"])}]


def _bonus(**fixed: Any) -> Found:
    return lambda found: [{"do": "bonus", "damage": int(found["n"]), **fixed}]


def _bonus_for(name: str) -> Found:
    return lambda found: [{"do": "bonus", "damage": int(found["n"]), name: _kind(found["kind"])}]


def _kind(word: str) -> str:
    """The type or family that a word of a sentence means."""
    singular = {"Bosses": "Boss", "Bandits": "Bandit", "Vigilante": "Avenger"}
    return singular.get(word, word.capitalize())


MORE = r"(?:infl\w+ |deals )?\+(?P<n>\d) (?:\{[AWEFN]\}|\{EFWA\})(?: extra)?(?: damage)?"
GAUGE = r"\{(?P<gauge>AP|MP)\}"
FREE = r"(?:on|in|to|into|onto) (?:the )?targeted (?:empty|free) cell"
NONE_ELSE = r"(?: to (?:the )?targeted (?:character|krosmaster))?"
WHOSE = r"(?:the )?targeted (?:opposing |adverse |allied )?(?:non-boss )?(?:opposing |allied )?krosmaster"
ALLIED_KNIGHT = r"if there(?:'s| is) an(?:other)? allied Knight in play"

PATTERNS: list[tuple[str, Found]] = [
    (r"pierces armour", _one("pierce")),
    (r"steals health", _one("steal-health")),
    (r"pushes (?P<n>\d)", _counted("push", "cells")),
    (r"attracts (?P<n>\d)", _counted("attract", "cells")),
    (r"retreats (?P<n>\d)(?: cell)?", _counted("retreat", "cells")),
    (rf"moves (?P<n>\d) closer{NONE_ELSE}", _counted("approach", "cells")),
    (rf"(?P<n>[+-]\d) {GAUGE}", _gauge("markers")),
    (r"(?P<n>[+-]\d) max range", _counted("markers", "range")),
    (rf"steals (?P<n>\d) {GAUGE}(?: from the target)?", _gauge("steal")),
    (rf"CASTER immediately gains \+?(?P<n>\d) {GAUGE}", _gauge("gain")),
    (
        rf"CASTER immediately gains \+(?P<n>\d) {GAUGE}, or \+(?P<more>\d) \{{(?:AP|MP)\}} {ALLIED_KNIGHT}",
        lambda found: [
            {"do": "gain", found["gauge"].lower(): int(found["n"])},
            {"do": "gain", found["gauge"].lower(): int(found["more"]) - int(found["n"]), "team-has": "Knight"},
        ],
    ),
    (
        rf"-(?P<n>\d) {GAUGE}, or -(?P<more>\d) \{{(?:AP|MP)\}} {ALLIED_KNIGHT}",
        lambda found: [
            {"do": "markers", found["gauge"].lower(): -int(found["n"])},
            {"do": "markers", found["gauge"].lower(): int(found["n"]) - int(found["more"]), "team-has": "Knight"},
        ],
    ),
    (r"CASTER loses all? (?:his|her) \{MP\}", _one("lose", mp="all")),
    (r"CASTER loses all? (?:his|her) \{MP\} and \{AP\}", _one("lose", ap="all", mp="all")),
    (
        r"CASTER immediately loses (?P<mp>\d) \{MP\} and (?P<ap>\d) \{AP\}",
        lambda found: [{"do": "lose", "ap": int(found["ap"]), "mp": int(found["mp"])}],
    ),
    (
        r"for this turn, CASTER ?'s spells gain \+(?P<n>\d) max range, but s?he loses all? (?:his|her) \{MP\}",
        lambda found: [{"do": "reach", "cells": int(found["n"])}, {"do": "lose", "mp": "all"}],
    ),
    (r"during this turn, CASTER ?'s spells gain \+(?P<n>\d) max range", _counted("reach", "cells")),
    (rf"play heads or tails to {MORE}", lambda found: _coin(heads={"do": "bonus", "damage": int(found["n"])})),
    (
        rf"play heads or tails to immediately gain \+(?P<n>\d) {GAUGE}",
        lambda found: _coin(heads={"do": "gain", found["gauge"].lower(): int(found["n"])}),
    ),
    (
        rf"play heads or tails (?P<times>\d) times: tails: CASTER suffers \+(?P<hurt>\d) \{{ij\}}\. heads: {MORE}",
        lambda found: [
            {
                "do": "coins",
                "count": int(found["times"]),
                "heads": {"do": "bonus", "damage": int(found["n"])},
                "tails": {"do": "injure", "amount": int(found["hurt"]), "to": "self"},
            }
        ],
    ),
    (rf"moves CASTER {FREE}|CASTER moves {FREE}", _one("teleport", who="self")),
    (rf"moves CASTER or an ally adjacent to him {FREE}", _one("teleport", who="self-or-adjacent-ally")),
    (r"\+(?P<n>\d) \{[AWEFN]\} if CASTER is in opposing territory", _bonus(invasion=True)),
    (rf"CASTER gains \+(?P<n>\d) {GAUGE}", lambda found: _to_self(found, int(found["n"]))),
    (rf"(?P<n>-\d) {GAUGE} for CASTER", lambda found: _to_self(found, int(found["n"]))),
    (
        r"CASTER receives \+(?P<mp>\d) \{MP\} and \+(?P<ap>\d) \{AP\}",
        lambda found: [{"do": "markers", "ap": int(found["ap"]), "mp": int(found["mp"]), "to": "self"}],
    ),
    (r"switch(?:es)? position with the targeted ally", _one("switch", **{"with": "ally"})),
    (r"switch(?:es)? position with the targeted character", _one("switch", **{"with": "character"})),
    (
        rf"(?:summons?|places?|puts?) (?:an? )?(?P<summon>[A-Z' -]+?)(?: in(?:to)? play)? {FREE}",
        lambda found: [{"do": "summon", "summon": slugify(found["summon"])}],
    ),
    (rf"{MORE} per (?P<kind>[A-Z]+) adjacent to the target", _bonus_for("per")),
    (rf"{MORE} when an? (?P<kind>[A-Z]+) is adjacent to the target(?: of (?:the|this) spell)?", _bonus_for("beside")),
    (
        rf"{MORE} (?:on|to) (?:the )?targeted mob",
        lambda found: [{"do": "bonus-if", "damage": int(found["n"]), "body": "mob"}],
    ),
    (
        rf"{MORE} on (?:the )?(?:targeted )?(?P<kind>Vigilante|Villain|Bandits|Boss|Bosses|Terminatot)",
        _bonus_for("against"),
    ),
    (
        rf"(?:{MORE}|heals \+(?P<healed>\d) \{{ij\}}) if (?!CASTER)(?P<figure>\w+) is adjacent to the target",
        lambda found: [{"do": "bonus-if", "damage": int(found["n"] or found["healed"]), "figure": found["figure"]}],
    ),
    (rf"heals \+(?P<n>\d) \{{ij\}} extra {ALLIED_KNIGHT}", _bonus(**{"team-has": "Knight"})),
    (
        rf"puts the \"(?P<name>[^\"]+)\" marker on {WHOSE}|puts the (?P<bare>\w+) marker on {WHOSE}",
        lambda found: [{"do": "special-marker", "name": found["name"] or found["bare"]}],
    ),
    (r"exchange CASTER ?'s \{ij\} with those of the targeted opposing character", _one("exchange-injuries")),
    (r"the targeted opposing krosmaster loses all (?:his|its) powers until the end of the turn", _one("lose-powers")),
    (r"CASTER gains (?P<n>\d) \{K\}", _counted("kamas", "amount")),
    (r"collects (?P<n>\d) \{K\} from the targeted free cell", _one("take-kamas")),
    (
        r"CASTER heals (?:himself|herself)(?: of)?(?: by)? (?P<n>\d) \{ij\}",
        lambda found: [{"do": "mend", "amount": int(found["n"]), "to": "self"}],
    ),
    (
        r"CASTER suffers (?P<n>\d) \{ij\}(?: self-inflicted)?",
        lambda found: [{"do": "injure", "amount": int(found["n"]), "to": "self"}],
    ),
    (r"every critical hit counts as double", _one("double-criticals")),
]
AREA = re.compile(
    r'"(?P<area>Cross|Square|Hammer|Staff|Shovel|Hand|Breath)" area of effect|(?P<multiple>multiple targets)', re.I
)
READERS = [(re.compile(pattern, re.IGNORECASE), found) for pattern, found in PATTERNS]
# a keyword with a colon, and the condition that it is; it has to end the sentence, for what follows might belong to it
HEADED = re.compile(
    r"(?P<word>prosecution|retribution|revenge|track|invasion)(?: (?P<count>\d))?(?: \([^)]*\))?: (?P<rest>.*)", re.I
)
COIN = re.compile(r"play heads or tails: tails: (?P<tails>[^:]*)\. heads: (?P<heads>[^:.]*)", re.I)
ONLY_IF = re.compile(MORE, re.IGNORECASE)  # more damage that a keyword before it makes conditional
CLAUSES = re.compile(r"\.\s+")


def _to_self(found: re.Match[str], count: int) -> list[Effect]:
    return [{"do": "markers", found["gauge"].lower(): count, "to": "self"}]


def _coin(**sides: Effect) -> list[Effect]:
    return [{"do": "coins", "count": 1, **sides}]


def read(sentence: str, caster: str) -> Reading:
    """The sentence of a spell of this caster."""
    reading = Reading()
    rest = _named(sentence, caster).replace("area of effect, ", "area of effect. ").rstrip(". ")
    while rest:
        whole = _effects(rest)
        if whole is not None:
            reading.effects += whole
            break
        clause, after = ([*CLAUSES.split(rest, maxsplit=1), ""])[:2]
        if ":" in clause:
            _read_headed(rest, reading)
            break
        _read_clause(clause, reading)
        rest = after
    return reading


def _named(sentence: str, caster: str) -> str:
    """With the caster's name, however much of it is written, as one word."""
    names = sorted({caster, caster.partition(" - ")[0], caster.split(maxsplit=1)[0]} - {"The"}, key=len, reverse=True)
    return re.sub(rf"\b(?:The )?(?:{'|'.join(map(re.escape, names))})\b", "CASTER", sentence)


def _read_clause(clause: str, reading: Reading) -> None:
    area, effects = AREA.fullmatch(clause), _effects(clause)
    if area and reading.area is None:
        reading.area = "multiple" if area["multiple"] else area["area"].lower()
    elif effects is not None:
        reading.effects += effects
    else:
        reading.unread.append(clause)


def _read_headed(rest: str, reading: Reading) -> None:
    """What a colon makes conditional: the sides of a coin, or one clause after a keyword; else none of it."""
    if coin := COIN.fullmatch(rest):
        sides = {side: _effects(coin[side]) for side in ("heads", "tails")}
        if all(effects is not None and len(effects) == 1 for effects in sides.values()):
            reading.effects += _coin(**{side: effects[0] for side, effects in sides.items() if effects})
            return
    headed = HEADED.fullmatch(rest)
    effects = _effects(headed["rest"]) if headed else None
    if headed and (more := ONLY_IF.fullmatch(headed["rest"])):
        effects = [{"do": "bonus", "damage": int(more["n"])}]
    if not headed or effects is None:
        reading.unread.append(rest)
        return
    word, count = headed["word"].lower(), headed["count"]
    condition: Effect = {"retribution" if word == "prosecution" else word: int(count) if count else True}
    reading.effects += [{**effect, **condition} for effect in effects]


def _effects(clause: str) -> list[Effect] | None:
    for pattern, found in READERS:
        if match := pattern.fullmatch(clause):
            return found(match)
    return None
