"""What an effect's sentence says, in the primitives of docs/card-texts.md; what no pattern reads is handed back.

A pattern reads one clause and has to fit it whole. A clause that makes others depend on it (a side of a coin, a keyword
with a colon) is read with them or not at all: nothing is guessed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.common.names import slugify
from tools.card_database import targets
from tools.card_database.rows import ELEMENTS
from tools.card_database.targets import GAUGE

Effect = dict[str, Any]
ALL_ELEMENTS = ["water", "air", "earth", "fire"]
KANNIBALLS = {"to": "allied-characters", "until": "player-turn", "against": "Kanniball"}
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


def _less(found: re.Match[str]) -> list[Effect]:
    return [{"do": "bonus", "damage": int(found["n"] or found["less"])}]


def _each(of: str, **conditions: str) -> Found:
    return lambda found: [
        {"do": "bonus-each", "damage": int(found["n"]), "each": of}
        | ({"step": int(found["step"])} if found.groupdict().get("step") else {})
        | conditions
    ]


def _of_team(found: re.Match[str]) -> list[Effect]:
    others = {"others": True} if "each other" in found[0] else {}
    return [{"do": "bonus-team", "damage": int(found["n"]), "per": targets.kind(found["kind"]), **others}]


def _both_gauges(found: re.Match[str]) -> list[Effect]:
    return [
        {"do": "markers", found["gauge"].lower(): int(found["first"]), found["other"].lower(): int(found["second"])}
    ]


def _spell_bonus(damage: int, *codes: str) -> list[Effect]:
    return [{"do": "spell-bonus", "damage": damage, "elements": [ELEMENTS[f"{{{code}}}"] for code in codes]}]


def _summon(**fixed: Any) -> Found:
    """Its slug; a Sinistro is a Bubotron, the only one of that family (4.19.2.d)."""

    def found_one(found: re.Match[str]) -> list[Effect]:
        name = "Bubotron" if found["summon"].upper() == "SINISTRO" else found["summon"]
        return [{"do": "summon", "summon": slugify(name), **fixed}]

    return found_one


def _bonus_for(name: str) -> Found:
    return lambda found: [{"do": "bonus", "damage": int(found["n"]), name: targets.kind(found["kind"])}]


MORE = r"(?:infl\w+ |deals )?\+(?P<n>\d) (?:\{[AWEFN]\}|\{EFWA\})(?: extra)?(?: damage)?"
FREE = r"(?:on|in|to|into|onto) (?:the )?targeted (?:empty|free) cell"
TO_WHOM = r"(?: to (?:the )?targeted (?P<side>)(?P<what>character|krosmaster))?"
NO_BOSS = r"(?P<no_boss>non-boss )?"
KROSMASTER = rf"(?:the )?targeted {NO_BOSS}(?P<side>opposing|adverse|allied) (?P<no_boss_after>non-boss )?krosmaster"
ALLIED_KNIGHT = r"if there(?:'s| is) an(?:other)? allied Knight in play"

PATTERNS: list[tuple[str, Found]] = [
    (r"pierces armour", _one("pierce")),
    (r"steals health", _one("steal-health")),
    (r"pushes (?P<n>\d)", _counted("push", "cells")),
    (r"attracts (?P<n>\d)", _counted("attract", "cells")),
    (r"retreats (?P<n>\d)(?: cell)?", _counted("retreat", "cells")),
    (
        rf"moves (?P<n>\d) closer{TO_WHOM}",
        lambda found: [{"do": "approach", "cells": int(found["n"])} | targets.whose(found)],
    ),
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
    (r"CASTER loses (?:all? )?(?:his|her) \{MP\}", _one("lose", mp="all")),
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
    (rf"(?P<n>-\d) {GAUGE} (?:for|to) CASTER", lambda found: _to_self(found, int(found["n"]))),
    (
        r"CASTER receives \+(?P<mp>\d) \{MP\} and \+(?P<ap>\d) \{AP\}",
        lambda found: [{"do": "markers", "ap": int(found["ap"]), "mp": int(found["mp"]), "to": "self"}],
    ),
    (r"switch(?:es)? position with the targeted ally", _one("switch", **{"with": "ally"})),
    (r"switch(?:es)? position with the targeted character", _one("switch", **{"with": "character"})),
    (rf"(?:summons?|places?|puts?) (?:an? )?(?P<summon>[A-Z' -]+?)(?: in(?:to)? play)? {FREE}", _summon()),
    (r"puts? a (?P<summon>TOFU) in play on the targeted freed cell", _summon(body="character")),
    (r"puts? (?:a )?(?P<summon>KATAR'S OFFSPRING|FLEEFLEE) (?:in|into) play", _summon()),
    (r"bring an (?P<summon>IMMATURE DREGGON) into play on the cell that [A-Z ]+ moved from", _summon(at="left")),
    (
        r"(?:summons|put) a (?P<summon>SINISTRO)(?: into play)? on each free targeted cell"
        r" \(maximum 4 SINISTRO in play\)",
        _summon(at="area"),
    ),
    (
        r"puts? a (?P<summon>CROBAK) into play in a free cell adjacent to a target(?:ed)?"
        r" (?:opponent|opposing) character",
        _summon(at="beside-target", side="enemy", body="character"),
    ),
    (
        r"places a (?P<summon>TOMBSTONE) into play in a free cell adjacent to the target",
        _summon(at="beside-target"),
    ),
    (
        r"moves? (?:the )?CASTER (?:to a|into one of the) (?:free|empty) cells? adjacent to (?:the )?targeted "
        r"(?:(?P<side>opposing) )?(?P<what>character|krosmaster|ally|GOBBOWL BALL)",
        lambda found: [{"do": "move-beside", "who": "self"} | targets.whose(found)],
    ),
    (
        r"moves CASTER to (?:a|any) free cell adjacent to (?:himself|him)",
        _one("move-beside", who="self", of="itself"),
    ),
    (
        r"moves the targeted (?P<side>)(?P<what>ally|character) to a free cell (?:next|adjacent) to itself",
        lambda found: [{"do": "move-beside", "who": "target", "of": "itself"} | targets.whose(found)],
    ),
    (r"presee phora moves to the targeted freed cell", _one("teleport", who="self")),
    (r"moves an adjacent enemy to the targeted empty cell", _one("teleport", who="adjacent-enemy")),
    (r"moves an adjacent non-boss ally to the targeted empty cell", _one("teleport", who="adjacent-ally-no-boss")),
    (r"they suffer \+(?P<n>\d) \{ij\}", lambda found: [{"do": "injure", "amount": int(found["n"]), "to": "moved"}]),
    (
        r"moves CASTER onto the targeted empty cell, then inflicts (?P<n>\d) \{ij\} to each adjacent character",
        lambda found: [
            {"do": "teleport", "who": "self"},
            {"do": "injure", "amount": int(found["n"]), "to": "adjacent-characters"},
        ],
    ),
    (
        r"until the end of your turn, allied characters gain the power immune to \{EFWA\}",
        _one("power", powers=["immune"], to="allied-characters", until="player-turn"),
    ),
    (
        r"until the end of your turn, allied CASTER lose all their powers and their attack spells inflict"
        r" \+(?P<n>\d) \{EFWA\}",  # the only caster of it has a type of that name
        lambda found: [
            {"do": "lose-powers", **KANNIBALLS},
            {"do": "spell-bonus", "damage": int(found["n"]), "elements": ALL_ELEMENTS, **KANNIBALLS},
        ],
    ),
    (
        r"moves CASTER and all adjacent krosmasters to the targeted free cells, keeping the same arrangement",
        _one("move-group"),
    ),
    (
        r"if the targeted krosmaster is KO by this spell, put a (?P<summon>GHOUL) into play in the targeted free cell",
        _summon(at="where-it-fell", body="krosmaster"),
    ),
    (
        r"CASTER gains the critical hit power until the end of the game",
        _one("power", powers=["critical-hit"], to="self", until="game"),
    ),
    (
        r"CASTER heals all other characters by (?P<n>\d) \{ij\}",
        lambda found: [{"do": "mend", "amount": int(found["n"]), "to": "every-other-character"}],
    ),
    (
        r"heals allies adjacent to the targeted character of (?P<n>\d) \{ij\}",
        lambda found: [{"do": "mend", "amount": int(found["n"]), "to": "allies-beside-target", "body": "character"}],
    ),
    (
        r"inflicts \+(?P<n>\d) \{F\} extra if CASTER has (?P<injuries>\d) \{ij\} or more",
        lambda found: [{"do": "bonus", "damage": int(found["n"]), "injured-from": int(found["injuries"])}],
    ),
    (r"ends CASTER 's turn", _one("end-turn")),
    (r"removes all \{AP\}, \{MP\} and max range markers from the target", _one("clear-markers")),
    (
        r"each other spell CASTER casts this turn deals \+(?P<n>\d) \{(?P<element>[AWEF])\}"
        r"|kitti rage 's spells inflicts \+(?P<fire>\d) \{F\} this turn",
        lambda found: _spell_bonus(int(found["n"] or found["fire"]), found["element"] or "F"),
    ),
    (
        r"attack spells (?:used|cast by CASTER) this turn inflict \+1 \{A\} and \+1 \{W\}",
        lambda _found: _spell_bonus(1, "A", "W"),
    ),
    (r"CASTER loses (?P<n>\d) \{K\}", _counted("lose-kamas", "amount")),
    (
        r"the targeted krosmaster loses (?P<n>\d) \{K\}",
        lambda found: [{"do": "lose-kamas", "amount": int(found["n"]), "who": "target", "body": "krosmaster"}],
    ),
    (
        r"steals (?P<n>\d) \{K\} (?:to|from the) targeted krosmaster",
        lambda found: [{"do": "steal-kamas", "amount": int(found["n"]), "body": "krosmaster"}],
    ),
    (rf"{MORE} per (?P<kind>[A-Z]+) adjacent to the target", _bonus_for("per")),
    (rf"{MORE} (?:for any|per) allied target", _each("allied-target")),
    (rf"{MORE} for each allied summons with a different name in play", _each("summon-name")),
    (rf"{MORE} per \{{MP\}} remaining", _each("mp-left")),
    (
        rf"{MORE} per \{{MP\}} and \{{AP\}} remaining",
        lambda found: [{"do": "bonus-each", "damage": int(found["n"]), "each": of} for of in ("mp-left", "ap-left")],
    ),
    (rf"{MORE} per (?P<step>\d) \{{ij\}} on the targeted character", _each("target-injury", body="character")),
    (rf"{MORE} for every (?P<step>\d+) \{{ij\}} on CASTER", _each("own-injury")),
    (
        rf"{MORE} for each \+ \{{AP\}} marker and each \+ \{{MP\}} marker on the targeted character",
        _each("plus-marker", body="character"),
    ),
    (r"inflicts (?P<n>-\d) \{[AWEFN]\} per cell range to the target", _each("cell")),
    (rf"{MORE} per all?ied (?P<kind>IMMATURE DREGGON|CROBAK) in (?:game|play)", _of_team),
    (rf"{MORE} for each other allied (?P<kind>Eliatrope) in play", _of_team),
    (
        rf"During the first [\w ]+ of the turn: {MORE} per all?ied (?P<kind>CROBAK) in play",
        lambda found: [effect | {"first-cast": True} for effect in _of_team(found)],
    ),
    (
        rf"(?P<n>[+-]\d) {GAUGE} during the first \w+ this turn",
        lambda found: [{"do": "markers", found["gauge"].lower(): int(found["n"]), "first-cast": True}],
    ),
    (rf"heals \+(?P<n>\d) \{{ij\}} extra {ALLIED_KNIGHT}", _bonus(**{"team-has": "Knight"})),
    (
        rf"puts the (?:\"(?P<name>[^\"]+)\"|(?P<bare>\w+)) marker on {KROSMASTER}",
        lambda found: [
            {
                "do": "special-marker",
                "name": found["name"] or found["bare"],
                "side": targets.SIDES[found["side"].lower()],
                "body": "krosmaster-no-boss" if found["no_boss"] or found["no_boss_after"] else "krosmaster",
            }
        ],
    ),
    (
        r"exchange CASTER ?'s \{ij\} with those of the targeted opposing character",
        _one("exchange-injuries", side="enemy", body="character"),
    ),
    (
        r"the targeted opposing krosmaster loses all (?:his|its) powers until the end of the turn",
        _one("lose-powers", side="enemy", body="krosmaster"),
    ),
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
    (
        r"heals targeted Multiman by \+(?P<n>\d) \{ij\}",
        lambda found: [{"do": "bonus", "damage": int(found["n"]), "against": "Multiman"}],
    ),
    (
        rf"targeted Multiman gains (?P<n>\+\d) {GAUGE}",
        lambda found: [{"do": "markers", found["gauge"].lower(): int(found["n"]), "against": "Multiman"}],
    ),
    (
        r"an enemy target will suffer (?P<n>\d) \{ij\} and CASTER will be healed of (?P<own>\d) \{ij\}",
        lambda found: [
            {"do": "injure", "amount": int(found["n"]), "side": "enemy"},
            {"do": "mend", "amount": int(found["own"]), "to": "self", "side": "enemy"},
        ],
    ),
    (
        r"an allied target will be healed of (?P<n>\d) \{ij\}",
        lambda found: [{"do": "mend", "amount": int(found["n"]), "side": "ally"}],
    ),
    (
        r"each targeted charachter is healed of (?P<n>\d) \{ij\}",
        lambda found: [{"do": "mend", "amount": int(found["n"]), "body": "character"}],
    ),
    (r"every critical hit (?:counts as double|inflicts \+1 \{[AWEFN]\})", _one("double-criticals")),
]
AREA = re.compile(
    r'"(?P<area>Cross|Square|Hammer|Staff|Shovel|Hand|Breath)" area of effect|(?P<multiple>multiple targets)', re.I
)
# before words that say which of the targets they mean
OPEN_PATTERNS: list[tuple[str, Found]] = [
    (MORE, _bonus()),
    (r"inflicts (?P<n>-\d) \{[AWEFN]\}|(?P<less>-\d) \{[AWEFN]\}", _less),
    (rf"(?P<n>[+-]\d) {GAUGE} extra", _gauge("markers")),
    (rf"(?P<first>[+-]\d) {GAUGE}(?:,| and) (?P<second>[+-]\d) \{{(?P<other>AP|MP)\}}", _both_gauges),
    (r"heals (?P<n>\d) \{ij\}", _counted("mend", "amount")),
    (r"heals \+(?P<n>\d) \{ij\}", _bonus()),
    (r"switch(?:es)? position", _one("switch", **{"with": "unit"})),
    (r"retreats (?P<n>\d) cells in relation", _counted("retreat", "cells")),
]


def _readers(patterns: list[tuple[str, Found]]) -> list[tuple[re.Pattern[str], Found]]:
    return [(re.compile(pattern, re.IGNORECASE), found) for pattern, found in patterns]


READERS, OPEN = _readers(PATTERNS), _readers(OPEN_PATTERNS)
# a keyword with a colon, and the condition that it is
HEADED = re.compile(
    r"(?P<word>prosecution|retribution|revenge|track|invasion)(?: (?P<count>\d))?(?: \([^)]*\))?: (?P<rest>.*)", re.I
)
COIN = re.compile(r"play heads or tails: tails: (?P<tails>[^:]*)\. heads: (?P<heads>[^:.]*)", re.I)
CLAUSES = re.compile(r"\.\s+")


def _of_some(clause: str) -> list[Effect] | None:
    """A clause that means some of the targets only."""
    for base, conditions in targets.split(clause):
        effects = _whole(base) or _open(base)
        if effects:
            return [effect | conditions for effect in effects]
    return None


def _open(clause: str) -> list[Effect] | None:
    """What a sentence says of some of the targets only."""
    return _read_by(OPEN, clause)


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
    effects = _after_keyword(headed["rest"]) if headed else None
    if not headed or effects is None:
        reading.unread.append(rest)
        return
    word, count = headed["word"].lower(), headed["count"]
    condition: Effect = {"retribution" if word == "prosecution" else word: int(count) if count else True}
    reading.effects += [{**effect, **condition} for effect in effects]


def _after_keyword(rest: str) -> list[Effect] | None:
    """All that is written after a keyword depends on it (4.9.19.a, 4.9.20.a, 7.5.21.a, 7.5.22.a)."""
    read = [_effects(clause) or _open(clause) for clause in CLAUSES.split(rest)]
    return None if None in read else [effect for effects in read if effects for effect in effects]


def _effects(clause: str) -> list[Effect] | None:
    return _whole(clause) or _of_some(clause)


def _whole(clause: str) -> list[Effect] | None:
    return _read_by(READERS, clause)


def _read_by(readers: list[tuple[re.Pattern[str], Found]], clause: str) -> list[Effect] | None:
    for pattern, found in readers:
        if match := pattern.fullmatch(clause):
            return found(match)
    return None
