"""Legal games in which the spells of some figures are hidden: their players then say what each cast did.

`python -m tests.partly_seen.hidden --games 1000` counts the honest logs that are refused, which should be none.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

from rules.arena.cells import cell_name
from rules.arena.engine import standby
from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.facts import GameFacts
from rules.arena.log import Log, read
from rules.arena.printed import PUNCH, Spell
from rules.arena.replay import replay
from rules.arena.texts import built_in
from rules.common.verdicts import Report
from tools.selfplay.game import random_game
from tools.selfplay.rng import Rng

Action = dict[str, Any]
Claim = dict[str, Any]
Event = dict[str, Any]
SPOILS = ("loot", "prospecting")  # which a KO brings by itself
MOST_HIDDEN = 5
# effects that do the same wherever they are cast; a text with any other is said to vary
ALWAYS_THE_SAME = {"markers", "gain", "push", "attract", "retreat", "approach", "pierce", "steal-health", "mend"}


@dataclass
class Position:
    """What a cast may change, as it is at one moment."""

    cells: dict[str, str]
    injuries: dict[str, int]
    markers: dict[str, dict[str, int]]
    specials: dict[str, set[str]]
    hp: dict[str, int]
    powerless: set[str]
    kamas: dict[str, int]
    events: int

    @classmethod
    def of(cls, game: Game) -> "Position":
        here = [unit for unit in game.pieces if unit.in_play]
        return cls(
            {unit.name: cell_name(unit.cell) for unit in here},
            {unit.name: unit.injuries for unit in here},
            {unit.name: _markers(unit) for unit in here},
            {unit.name: {*unit.specials} for unit in here},
            {unit.name: unit.more_hp for unit in here},
            {unit.name for unit in here if unit.powerless},
            dict(game.kamas),
            len(game.event_log or ()),
        )


def _markers(unit: Unit) -> dict[str, int]:
    return {
        "ap": unit.ap_markers + unit.frost_ap,
        "mp": unit.mp_markers + unit.frost_mp,
        "range": unit.range_markers,
    }


@dataclass
class _Watch:
    """The position before a cast, and after its spell has done what it does, before anything on standby."""

    before: Position
    after: Position | None = None


def hidden_game(seed: int) -> tuple[Log, Log]:
    """A legal game, and the same as players tell it who know nothing of the spells of some figures."""
    document = random_game(f"hidden {seed}")
    log, rng = read(document), Rng(f"hide {seed}")
    texts = log.facts.texts if log.facts else built_in().texts
    cards = sorted({card for player in log.players.values() for card in player.team.values()} & texts.figures.keys())
    hidden = {*rng.shuffled(cards)[: 1 + rng.pick(MOST_HIDDEN)]}
    figures = {
        slug: replace(text, spells={}, missing="spells", lacks=frozenset({"spells"})) if slug in hidden else text
        for slug, text in texts.figures.items()
    }
    actions = [*_with_claims(log, hidden)]
    facts = GameFacts(replace(texts, figures=figures))
    return log, replace(log, actions=tuple(actions), facts=facts)


def _with_claims(log: Log, hidden: set[str]) -> Iterator[Action]:
    game = new_game(log, built_in(), glory=glory_at_the_start(log))
    game.event_log = []
    for index, action in enumerate(log.actions):
        game.index = index
        spell = _hidden_spell(game, action, hidden)
        if spell is None:
            play(game, action)
            yield action
            continue
        watch, fields = _watched(game, action)
        yield _claimed_cast(game, action, spell, watch) | fields


def _hidden_spell(game: Game, action: Action, hidden: set[str]) -> Spell | None:
    caster = game.active
    if action["do"] != "cast" or caster is None or caster.profile.card not in hidden:
        return None
    spell = caster.profile.spells.get(action["spell"])
    boosted = any(action["spell"] in boost.text.spells for boost in caster.boosts)
    return None if spell is PUNCH or boosted else spell


def _watched(game: Game, action: Action) -> tuple[_Watch, Action]:
    watch, settle = _Watch(Position.of(game)), standby.resolve

    def resolve(game: Game, action: Action) -> None:
        watch.after = watch.after or Position.of(game)
        settle(game, action)

    with patch.object(standby, "resolve", resolve):
        play(game, action)
    watch.after = watch.after or Position.of(game)
    kept: Action = {name: action[name] for name in ("standby", "doubles", "gives", "from") if name in action}
    return watch, kept


def _claimed_cast(game: Game, action: Action, spell: Spell, watch: _Watch) -> Action:
    assert watch.after is not None
    cost = {"ap": spell.ap or 0, "mp": spell.mp, "injuries": spell.injuries, "kamas": spell.kamas}
    claim: Claim = {"spell": spell.slug, "cost": {gauge: amount for gauge, amount in cost.items() if amount}}
    if _varies(spell):
        claim["varies"] = True
    if spell.element is not None and spell.element != "unknown":
        claim["element"] = spell.element
    claim |= _outcomes(game, watch.before, watch.after)
    return {"do": "cast", "spell": spell.slug, "target": action["target"], "declared": claim}


def _varies(spell: Spell) -> bool:
    simple = all(effect.do in ALWAYS_THE_SAME and not effect.conditions for effect in spell.effects)
    whom = all(effect.arguments.get("to", "targets") in ("targets", "self") for effect in spell.effects)
    return spell.track or spell.invasion or not simple or not whom


def _outcomes(game: Game, before: Position, after: Position) -> Claim:
    """What was seen to happen between these two moments; nothing that did not."""
    events = (game.event_log or [])[before.events : after.events]
    found: Claim = {
        "injuries": _amounts(events, "injured", "unit"),
        "healed": _amounts(events, "healed", "unit"),
        "moved": {name: cell for name, cell in after.cells.items() if before.cells.get(name, cell) != cell},
        "markers": {name: _more_markers(name, before, after) for name in before.cells if name in after.cells},
        "gained": _gained(events),
        "summoned": _summoned(game, events),
        "kamas": _amounts([each for each in events if each.get("why") not in SPOILS], "kamas", "player"),
        "lost_powers": dict.fromkeys(sorted(after.powerless - before.powerless), True),
    }
    found["moved"] |= {each["unit"]: each["cell"] for each in events if each["event"] == "displaced"}
    for each in events:
        if each["event"] == "injuries-exchanged":
            _exchanged(game, found, each, before)
    for kind in ("markers", "gained"):
        found[kind] = {name: amounts for name, amounts in found[kind].items() if amounts}
    return {kind: said for kind, said in found.items() if said}


def _amounts(events: list[Event], event: str, whose: str) -> dict[str, int]:
    amounts: Counter[str] = Counter()
    for each in events:
        if each["event"] == event:
            amounts[each[whose]] += each["amount"]
    return {name: amount for name, amount in amounts.items() if amount}


def _more_markers(name: str, before: Position, after: Position) -> dict[str, int]:
    more = {gauge: amount - before.markers[name][gauge] for gauge, amount in after.markers[name].items()}
    placed = dict.fromkeys(after.specials[name] - before.specials[name], 1)
    return {gauge: amount for gauge, amount in more.items() if amount} | placed


def _gained(events: list[Event]) -> dict[str, dict[str, int]]:
    gained: dict[str, Counter[str]] = {}
    for each in events:
        if each["event"] == "gained":
            gained.setdefault(each["unit"], Counter()).update({"ap": each["ap"], "mp": each["mp"]})
    return {name: {what: amount for what, amount in amounts.items() if amount} for name, amounts in gained.items()}


def _summoned(game: Game, events: list[Event]) -> dict[str, list[str]]:
    summoned: dict[str, list[str]] = {}
    for each in events:
        if each["event"] == "summoned":
            summoned.setdefault(game.units[each["unit"]].profile.card, []).append(each["cell"])
    return summoned


def _exchanged(game: Game, claim: Claim, event: Event, before: Position) -> None:
    names = event["unit"], event["other"]
    for name, other in (names, names[::-1]):
        more = min(before.injuries[other], game.units[name].hp or 0) - before.injuries[name]
        if more:
            done = claim["injuries" if more > 0 else "healed"]
            done[name] = done.get(name, 0) + abs(more)


def refused(report: Report) -> list[str]:
    return [f"{each.code} {each.article} {each.action}" for each in report.findings if each.severity == "error"]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", dest="first", type=int, default=0)
    options = parser.parse_args(arguments)
    bad: Counter[str] = Counter()
    wrong = 0
    for seed in range(options.first, options.first + options.games):
        _log, claimed = hidden_game(seed)
        found = refused(replay(claimed))
        if found:
            wrong += 1
            bad[found[0].rpartition(" ")[0]] += 1
            sys.stdout.write(f"{seed}: {found[:3]}\n")
    sys.stdout.write(f"{wrong} of {options.games} honest logs refused: {dict(bad)}\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
