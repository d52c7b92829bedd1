"""Up to three likely next actions, ranked by a table of weights. It says what players do, not what would be best.

The weights were set by hand; `python -m benchmarks.likely` measures them on games that were played by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judging.recorder.board.taps import game_after, is_set_up, panel, strict
from rules.arena.public import DISTANCE, Game, Path, Spell, Unit, cell_name, order_of, paths, strikes

Json = dict[str, Any]
Likely = tuple[float, list[Json]]

MOST = 3
WEIGHTS = {
    "attack": 6,
    "same again": 4,  # the same spell at the same figure as just before
    "struck before": 2,  # its target was attacked in this turn already
    "knock-out": 4,  # the damage of the spell is enough for it
    "injury": 1,  # each that the spell causes
    "life left": -0.3,  # each HP that its target has left
    "step": -0.4,
    "block": -3,  # each Block on the way
    "Kama here": 7,
    "Kama on the way": 5,
    "cell nearer": 0.8,  # to the nearest enemy, on a walk without an attack
    "walk": 0,
    "next figure": -2,  # while another is active
    "end of turn": -3,
}


def likely(game: Game, before: Sequence[Mapping[str, Any]]) -> list[list[Json]]:
    """Return the likeliest first; each is what one tap enters. `before` are the actions of the game so far.

    While a panel asks (for rewards, for the Roll for Tension or for its dice), nothing else is proposed.
    """
    if game.over or (not game.turn and not is_set_up(game)) or panel(game):
        return []
    ranked = sorted(_candidates(strict(game), before), key=lambda each: -each[0])
    return [actions for _score, actions in ranked[:MOST]]


def _candidates(game: Game, before: Sequence[Mapping[str, Any]]) -> Iterator[Likely]:
    active = game.active
    if active and active.in_play and game.flips.let_units_act:
        yield from _of_figure(game, active, [], before)
    waiting = next((unit for unit in order_of(game, game.player) if unit.in_play and unit.name not in game.acted), None)
    if waiting is None:
        if game_after(game, {"do": "end-turn"}):
            yield WEIGHTS["end of turn"], [{"do": "end-turn"}]
        return
    activation = {"do": "activate", "unit": waiting.name}
    after = game_after(game, activation)
    if after is None:
        return
    penalty = WEIGHTS["next figure"] if active else 0
    for score, actions in _of_figure(after, after.units[waiting.name], [activation], before):
        yield score + penalty, actions


def _of_figure(game: Game, unit: Unit, first: list[Json], before: Sequence[Mapping[str, Any]]) -> Iterator[Likely]:
    """Yield the best attack on each enemy, the best ways to a Kama, and the best walk."""
    ways = {cell: found[0] for cell, found in paths(game, unit).items()}
    yield from _best(_attacks(game, unit, first, ways, before))
    if unit.is_krosmaster and unit.ap > 0:
        yield from _kamas(game, unit, first, ways)
    if unit.is_character:
        yield from _best(_walks(game, unit, first, ways), most=2)


def _best(found: Iterator[Likely], most: int = MOST) -> list[Likely]:
    return sorted(found, key=lambda each: -each[0])[:most]


def _attacks(
    game: Game, unit: Unit, first: list[Json], ways: Mapping[int, Path], before: Sequence[Mapping[str, Any]]
) -> Iterator[Likely]:
    best: dict[tuple[str, str], Likely] = {}
    aimed = _aimed_in_this_turn(before)
    for cell, spell, target in strikes(game, unit, (unit.cell, *ways)):
        cast = {"do": "cast", "spell": spell.slug, "target": cell_name(target.cell)}
        way = ways.get(cell) if cell != unit.cell else None
        score = _worth(spell, target) + _cost(way)
        score += WEIGHTS["struck before"] * (cast["target"] in aimed)
        score += WEIGHTS["same again"] * (way is None and bool(before) and cast.items() <= before[-1].items())
        key = spell.slug, target.name
        if key not in best or score > best[key][0]:
            best[key] = score, [*first, *_steps(way), cast]
    yield from best.values()


def _aimed_in_this_turn(before: Sequence[Mapping[str, Any]]) -> set[str]:
    cells = set()
    for action in reversed(before):
        if action["do"] == "end-turn":
            break
        if action["do"] == "cast":
            cells.add(str(action["target"]))
    return cells


def _worth(spell: Spell, target: Unit) -> float:
    left = (target.hp or 0) - target.injuries
    injuries = min(spell.amount, left)
    fells = bool(injuries) and injuries == left
    return WEIGHTS["attack"] + WEIGHTS["injury"] * injuries + WEIGHTS["life left"] * left + WEIGHTS["knock-out"] * fells


def _cost(way: Path | None) -> float:
    return WEIGHTS["step"] * len(way.cells) + WEIGHTS["block"] * way.blocks if way else 0


def _steps(way: Path | None) -> list[Json]:
    return [{"do": "move", "to": cell_name(cell)} for cell in way.cells] if way else []


def _kamas(game: Game, unit: Unit, first: list[Json], ways: Mapping[int, Path]) -> Iterator[Likely]:
    collect = {"do": "collect"}
    if game.coins.get(unit.cell):
        yield WEIGHTS["Kama here"], [*first, collect]
    for cell, way in ways.items():
        if game.coins.get(cell):
            yield WEIGHTS["Kama on the way"] + _cost(way), [*first, *_steps(way), collect]


def _walks(game: Game, unit: Unit, first: list[Json], ways: Mapping[int, Path]) -> Iterator[Likely]:
    enemies = [enemy.cell for enemy in game.in_play() if enemy.side != unit.side]
    if not enemies:
        return
    now = min(DISTANCE[unit.cell][enemy] for enemy in enemies)
    for cell, way in ways.items():
        nearer = now - min(DISTANCE[cell][enemy] for enemy in enemies)
        score = WEIGHTS["walk"] + WEIGHTS["cell nearer"] * nearer + WEIGHTS["block"] * way.blocks
        yield score, [*first, *_steps(way)]
