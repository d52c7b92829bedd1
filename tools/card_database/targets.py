"""Which of the targets a clause means: the words at its end, as conditions of docs/card-texts.md."""

import re
from collections.abc import Callable, Iterator
from typing import Any

Conditions = dict[str, Any]

GAUGE = r"\{(?P<gauge>AP|MP)\}"
TYPES = "Turrets?|Multiman|Bandits?|Gobbowler|Chafer|Vigilante|Villain|Boss(?:es)?|Terminatot"
NAMES = "IMMATURE DREGGON|GOBBOWL BALL|SINISTRO"
BODIES = {"krosmaster": "krosmaster", "character": "character", "mob": "mob", "summon": "summon", "summons": "summon"}
SIDES = dict.fromkeys(("allied", "ally", "allies"), "ally")
SIDES |= dict.fromkeys(("opposing", "opponent", "enemy", "adverse"), "enemy")
SINGULAR = {"Bosses": "Boss", "Bandits": "Bandit", "Turrets": "Turret", "Vigilante": "Avenger"}
LEVELS = {"higher": "level-from", "lower": "level-to"}
WHAT = rf"{'|'.join(BODIES)}|ally|opponent|{TYPES}|{NAMES}"
ON = "(?:on |to |from |with |against )?(?:the )?"


def kind(word: str) -> str:
    """The type or name that a word of a sentence means."""
    return SINGULAR.get(word, word.title())


def whose(found: re.Match[str]) -> Conditions:
    """Whose unit, and what it is."""
    side, what = (found["side"] or "").lower(), found["what"] or ""
    said: Conditions = {"side": SIDES[side]} if side else {}
    if what.lower() in SIDES:
        return said | {"side": SIDES[what.lower()]}
    body = BODIES.get(what.lower())
    return said | ({"body": body} if body else {"against": kind(what)} if what else {})


def _without(found: re.Match[str]) -> Conditions:
    return ({"side": "ally"} if found["allies"] else {}) | {"without": found["gauge"].lower()}


ENDINGS: list[tuple[str, Callable[[re.Match[str]], Conditions]]] = [
    (rf"{ON}target(?:ed)? (?:(?P<side>allied|opposing) )?(?P<what>{WHAT})", whose),
    (rf"{ON}(?P<side>allied|opposing|enemy) target(?P<what>)", whose),
    (rf"on (?P<side>)(?P<what>{TYPES})", whose),
    (r"on (?P<side>allies)(?P<what>)", whose),
    (r"\(only an (?P<side>ally)\)(?P<what>)", whose),
    (rf"{ON}(?:principal|main) target", lambda _found: {"among": "main"}),
    (rf"to (?:each|targeted) (?:target|(?P<allies>allies)) withou[ts] (?:a )?\+ {GAUGE} markers?", _without),
    (rf"if the (?P<allies>)target doesn't have a \+ {GAUGE} marker", _without),
    (
        r"(?:on|against) targets of level (?P<level>\d) or (?P<way>higher|lower)",
        lambda found: {LEVELS[found["way"].lower()]: int(found["level"])},
    ),
    (
        r"if the target has already been damaged by a Bandit during your turn",
        lambda _found: {"hurt-by": "Bandit"},
    ),
    (r"if CASTER has already damaged the target this turn", lambda _found: {"hurt": "by-caster"}),
    (r"if CASTER has not damaged the target this turn", lambda _found: {"hurt": "not-by-caster"}),
    (r"if the target was not pushed", lambda _found: {"unmoved": True}),
    (r"if targeted opponent has no \{ij\}", lambda _found: {"side": "enemy", "unhurt": True}),
    (
        r"if the targeted character is in opponent's territory(?: \([^)]*\))?",
        lambda _found: {"body": "character", "in-territory": True},
    ),
    (r"if (?!CASTER)(?P<figure>\w+) is adjacent to the target", lambda found: {"figure": found["figure"]}),
    (
        r"(?:when|if) (?:an?|at least an?) (?P<kind>[A-Z]+|STRAWBERRY JELLY) is adjacent to the target"
        r"(?: of (?:the|this) spell)?",
        lambda found: {"beside": kind(found["kind"])},
    ),
]
READERS = [(re.compile(rf"(?P<base>.+?) {pattern}", re.IGNORECASE), conditions) for pattern, conditions in ENDINGS]


def split(clause: str) -> Iterator[tuple[str, Conditions]]:
    """The clause without such an ending, and what the ending means; each way to read it."""
    for pattern, conditions in READERS:
        if match := pattern.fullmatch(clause):
            yield match["base"], conditions(match)
