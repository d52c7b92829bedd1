"""Logs of Quest for tests: a table with its quests dealt, and what a report says of the actions after that."""

import json
from typing import Any

from rules.common.verdicts import Report
from rules.games import replay

Action = dict[str, Any]
HEROES = {"A": "raul-bak", "B": "diver-birel", "C": "pandalida", "D": "chrissy-entrinch"}
FACTS: list[dict[str, Any]] = [
    {
        "kind": "dashboard",
        "slug": "box",
        "body": {
            "geegee_path": 13,
            "prices": [3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9],
            "slots": [4, 6, 8, 12],
        },
    },
    {
        "kind": "scenario",
        "slug": "made-up",
        "body": {"name": "Made up", "adventure_path": 6, "quest": {"gg": 2}, "repeatable": 1},
    },
    {"kind": "scenario", "slug": "own-rules", "body": {"name": "Own rules", "words": "Whoever laughs last."}},
    {
        "kind": "mob",
        "slug": "chief-of-all",
        "body": {"name": "Chief of all", "family": "tofu", "type": "boss", "hp": 9, "loot": {"egg": 1}},
    },
    *(
        {
            "kind": "item",
            "slug": f"made-up-{kind}",
            "body": {"name": f"Made-up {kind}", "type": kind, "price": 4, "recipe": {"wool": 1, "iron": 1}},
        }
        for kind in ("boots", "weapon", "two-handed", "consumable")
    ),
]


def do(what: str, /, **fields: Any) -> Action:
    return {"do": what, **fields}


def turn(player: str, mode: str = "combat") -> Action:
    return do("turn", player=player, mode=mode)


def demon(player: str | None, *events: Any, mobs: bool = False) -> Action:
    return do("demon", events=[*events], mobs=mobs, **({"player": player} if player else {}))


def dealt(letters: str) -> list[Action]:
    return [do("quests", player=letter, kept=[1, 1, 2]) for letter in letters]


def document(
    *actions: Action, players: str = "ABC", heroes: dict[str, str] | None = None, **header: Any
) -> dict[str, Any]:
    chosen = {**HEROES, **(heroes or {})}
    return {
        "format": "krosmaster-quest/1",
        "ruleset": "quest-1",
        "mode": "free-for-all",
        "demon": "shared",
        "families": ["gobball", "tofu"],
        "scenario": None,
        "geegee_path": 13,
        "players": {letter: {"name": letter, "hero": chosen[letter]} for letter in players},
        "order": [*players],
        "actions": [*dealt(players), *actions],
        "result": None,
        **header,
    }


def pack(facts: list[dict[str, Any]] | None = None, game: str = "quest") -> bytes:
    content = {"format": "krosmaster-facts/1", "game": game, "facts": FACTS if facts is None else facts}
    return json.dumps(content).encode()


def report(*actions: Action, facts: bytes = b"", amended: bool = False, **header: Any) -> Report:
    content = json.dumps(document(*actions, **header)).encode()
    packs = {"quest": facts} if facts else {}
    return replay(content, packs, corrections=range(5_000) if amended else ())


def faults(*actions: Action, **header: Any) -> list[tuple[int | None, str | None]]:
    """The errors, each with its action (counted after the dealing of quests) and its article."""
    answer = report(*actions, **header)
    assert answer.verdict != "malformed", answer.findings
    dealing = len(answer.ledger or ()) - len(actions)
    return [(None if each.action is None else each.action - dealing, each.article) for each in answer.errors]


def gg(*actions: Action, **header: Any) -> dict[str, int]:
    return dict(report(*actions, **header).more["gg"])


def last_row(*actions: Action, **header: Any) -> dict[str, Any]:
    return dict((report(*actions, **header).ledger or ())[-1])
