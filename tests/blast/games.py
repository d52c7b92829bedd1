"""Logs of Blast for tests, on a made-up board with made-up cards: what stands where is set down as a judge would."""

import json
from collections.abc import Mapping
from typing import Any

from rules.common.verdicts import Report
from rules.games import replay

Action = dict[str, Any]
DIAGRAM = """name: Made up
source: made up

   A B C D E F G H
10 . s . s s . s .
 9 s . . . . . . s
 8 . . T . . B . .
 7 . G . . . . G .
 6 . . . G . . . .
 5 . . . . G . . .
 4 . G . . . . G .
 3 . . B . . T . .
 2 s . . . . . . s
 1 . s . s s . s .
"""


def fact(kind: str, slug: str, **body: Any) -> dict[str, Any]:
    return {"kind": kind, "slug": slug, "source": "made up", "body": body}


def spell(name: str, least: int, most: int, damage: int | None = None, *effects: Any, **more: Any) -> dict[str, Any]:
    element = more.pop("element", "none")
    attack = {} if damage is None else {"attack": {"element": element, "damage": damage}}
    return {"name": name, "range": {"min": least, "max": most}, **attack, "effects": [*effects], **more}


def effect(do: str, **fields: Any) -> dict[str, Any]:
    return {"do": do, **fields}


ADA = fact(
    "fighter",
    "ada",
    name="Ada",
    french="Adèle",
    rarity="common",
    mp=3,
    hp=8,
    ap=3,
    powers=[{"name": "Keen", "when": "captures", "effects": [effect("gain", ap=1)]}],
    spells=[
        spell("Bolt", 2, 3, 1, effect("other-target"), element="fire"),
        spell("Push", 1, 3, None, effect("shove", cells=2)),
        spell("Call", 1, 1, None, effect("summon", minion="imp", most=1)),
    ],
)
BEA = fact(
    "fighter",
    "bea",
    name="Bea",
    rarity="elite",
    mp=3,
    hp=6,
    ap=2,
    spells=[
        spell("Jump", 3, 3, None, effect("leap"), limit="turn"),
        spell("Slow", 1, 4, 2, effect("markers", ap=-1, mp=-1), limit="target"),
        spell("Hex", 1, 5, None, effect("injure", amount=9), sight=False),
    ],
)
CARDS = [
    fact("board", "made-up-1", diagram=DIAGRAM),
    ADA,
    BEA,
    fact("fighter", "cal", name="Cal", rarity="common", mp=3, hp=8, ap=2, spells=[spell("Hit", 1, 1, 2)]),
    fact("fighter", "dot", name="Dot", rarity="common", mp=2, hp=8, ap=2, spells=[spell("Hit", 1, 1, 2)]),
    fact("fighter", "vague", name="Vague", mp=3, hp="unknown", ap=2, spells=[spell("Hum", 1, 3, 1, words="Hums.")]),
    fact("minion", "imp", name="Imp", mp=2, hp=1, ap=1, spells=[spell("Bite", 1, 1, 1)]),
    *(fact("favor", f"plain-{number}", name=f"Plain {number}") for number in range(10)),
    fact("favor", "blaze", name="Blaze", copies=2, effects=[effect("bonus", damage=1, element="fire")]),
    fact("favor", "chill", name="Chill", copies=9, effects=[effect("terrain", kind="ice")]),
    fact("favor", "spark", name="Spark", copies=9, effects=[effect("terrain", kind="fire")]),
    fact("favor", "grand", name="Grand", superior=True),
    fact("favor", "murmur", name="Murmur", words="Something is heard."),
    fact(
        "challenge",
        "brawl",
        name="Brawl",
        thresholds=[
            {"glyphs": 1, "kind": "passive", "name": "One", "when": "captures", "effects": [effect("gain", ap=1)]},
            {"glyphs": 3, "kind": "passive", "name": "Two", "effects": [effect("bonus", damage=1)]},
            {
                "glyphs": 5,
                "kind": "active",
                "name": "Three",
                "effects": [effect("injure", amount=2, to="around", min=1, max=2)],
            },
        ],
    ),
    fact(
        "challenge",
        "world",
        name="World",
        thresholds=[
            {
                "glyphs": 1,
                "kind": "passive",
                "name": "Friends",
                "when": "turn-ends-beside-ally",
                "effects": [effect("markers", ap=1, mp=1, to="self")],
            },
            {
                "glyphs": 3,
                "kind": "active",
                "name": "Many",
                "effects": [effect("summon", minion="imp", most=3, at="beside")],
            },
        ],
    ),
]
PLACED = {"a1": "D1", "a2": "E1", "b1": "D10", "b2": "E10"}
TEAMS = {"A": {"a1": "ada", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}


def do(what: str, /, **fields: Any) -> Action:
    return {"do": what, **fields}


def favor(card: str = "plain-0", to: str = "left") -> Action:
    return do("favor", card=card, to=to)


def plays(unit: str) -> Action:
    return do("activate", unit=unit)


def move(to: str, *dodge: str) -> Action:
    return do("move", to=to, **({"dodge": [*dodge]} if dodge else {}))


def cast(name: str, target: str, roll: str | None = None, **more: Any) -> Action:
    return do("cast", spell=name, target=target, **({"roll": roll} if roll else {}), **more)


def use(side: str, cell: str | None = None, **more: Any) -> Action:
    return do("use-favor", side=side, **({"choices": {"cell": cell}} if cell else {}), **more)


def bonus(challenge: str, threshold: int, **more: Any) -> Action:
    return do("bonus", challenge=challenge, threshold=threshold, **more)


def sets(units: Mapping[str, Any] | None = None, **what: Any) -> Action:
    """A cell alone, or all that is set down of a unit."""
    of_units = {name: value if isinstance(value, dict) else {"cell": value} for name, value in (units or {}).items()}
    return do("correct", reason="a test", set={"units": of_units, **what})


END = do("end-turn")


def turns(number: int, first: int = 1) -> list[Action]:
    """Turns in which nothing is done but their favor."""
    return [each for n in range(first, first + number) for each in (favor(f"plain-{n - 1}"), END)]


def document(*actions: Action, teams: Any = None, places: Mapping[str, str] | None = None, **header: Any) -> Any:
    teams = TEAMS if teams is None else teams
    placing = [do("place", unit=unit, cell=cell) for unit, cell in (PLACED if places is None else places).items()]
    return {
        "format": "krosmaster-blast/1",
        "ruleset": "blast-1",
        "board": "made-up-1",
        "sides": {"A": "south", "B": "north"},
        "challenges": [],
        "players": {player: {"name": player, "team": team} for player, team in teams.items()},
        "first_player": "A",
        "actions": [*placing, *actions],
        "result": {"winner": None},
        **header,
    }


def pack(*more: Any, without: str = "", game: str = "blast") -> bytes:
    facts = [each for each in CARDS if f"{each['kind']}:{each['slug']}" not in without.split()]
    return json.dumps({"format": "krosmaster-facts/1", "game": game, "facts": [*facts, *more]}).encode()


def report(*actions: Action, facts: bytes | None = None, amended: bool = True, **header: Any) -> Report:
    content = json.dumps(document(*actions, **header)).encode()
    packs = {"blast": pack() if facts is None else facts}
    return replay(content, packs, corrections=range(5_000) if amended else ())


def faults(*actions: Action, **header: Any) -> list[tuple[int | None, str | None]]:
    """The errors, each with its action (counted after the placing) and its article."""
    answer = report(*actions, **header)
    assert answer.verdict != "malformed", answer.findings
    before = answer.actions - len(actions)
    return [(None if each.action is None else each.action - before, each.article) for each in answer.errors]


def codes(answer: Report) -> list[str]:
    return [finding.code for finding in answer.findings]
