"""What a Fighter meets that comes onto a cell: glyphs, the Dofus and terrain."""

from typing import Any

from rules.blast.cards import Power, Threshold
from rules.blast.engine.game import Game, Unit
from rules.blast.engine.harm import injure
from rules.blast.engine.use import OF_POWERS, Use, apply, settles
from rules.blast.words import FIRE
from rules.common.messages import message as _


def come_onto(game: Game, unit: Unit, cell: int, way: str | None = None, *, by: Unit | None = None) -> None:
    """Fog goes and fire burns (B-10.4), a glyph is captured (B-4.2), ice sends it on (B-10.3).

    `way` is the direction in which it comes from the next cell; a leap has none. `by` is who shoves it.
    """
    ahead: int | None = cell
    has_slipped = False
    while ahead is not None and not unit.is_out:
        cell, unit.cell, unit.is_unsure = ahead, ahead, False
        if game.terrain.get(cell) == "fog":
            del game.terrain[cell]
        if game.terrain.get(cell) == "fire":
            injure(game, unit, FIRE)
        if not unit.is_out and _is_glyph(game, cell):
            _capture(game, unit, cell, by)
        slips = game.terrain.get(cell) == "ice" and way is not None
        has_slipped = has_slipped or slips
        ahead = free_ahead(game, cell, way) if slips and way is not None else None
    unit.is_unsure = game.has_unknown_effects or (has_slipped and not game.board.is_known)


def free_ahead(game: Game, cell: int, way: str) -> int | None:
    """The next cell in that direction, unless the edge or something in the way comes there."""
    ahead = game.board.grid.step[way][cell]
    return None if ahead is None or game.is_blocked(ahead) else ahead


def shove(game: Game, unit: Unit, cells: int, way: str, by: Unit) -> None:
    """B-6.7; B-4.4: it comes onto each cell of its way; a slip uses up none."""
    for _step in range(cells):
        ahead = None if unit.cell is None else free_ahead(game, unit.cell, way)
        if ahead is None:
            return
        come_onto(game, unit, ahead, way, by=by)
        unit.is_unsure = unit.is_unsure or not game.board.is_known


def _is_glyph(game: Game, cell: int) -> bool:
    """On a board that nobody knows the log says it."""
    if game.board.is_known:
        return game.is_glyph(cell)
    return any(game.cell_name(cell) in claim.get("glyphs", {}) for claim in claims_of(game))


def claims_of(game: Game) -> list[dict[str, Any]]:
    declared = game.action.get("declared", [])
    return declared if isinstance(declared, list) else [declared]


def _capture(game: Game, unit: Unit, cell: int, by: Unit | None) -> None:
    """B-4.2: only a Krosmaster (B-3.7). B-4.3: only a cell that changes hands brings the Dofus."""
    if unit.is_minion:
        return
    held = game.held(unit.player)
    if game.glyphs.get(cell) == unit.player:
        _believe_the_dofus(game, unit)
        return
    game.glyphs[cell] = unit.player
    if game.turns > 1:
        game.dofus, game.is_dofus_believed = unit.player, False
    if by is not None and by.player != unit.player:  # B-4.4
        message = _("{unit} was shoved onto a glyph cell, and captures it.", unit=unit.name)
        game.note("warning", "captured-by-a-shove", message, "B-4.4")
    trigger(game, unit, "captures", held)


def _believe_the_dofus(game: Game, unit: Unit) -> None:
    """B-4.3: whether an own glyph cell brings it, the book leaves open."""
    if any(claim.get("dofus") == unit.player for claim in claims_of(game)) and game.dofus != unit.player:
        game.dofus, game.is_dofus_believed = unit.player, True
        message = _("{unit} took the Dofus on a glyph cell of its own colour.", unit=unit.name)
        game.note("warning", "dofus-in-doubt", message, "B-4.3")


def trigger(game: Game, unit: Unit, when: str, held: int) -> None:
    """B-9.1, B-9.2: the powers of its card and the passive bonuses that this sets off, with so many glyph cells."""
    for slug, power in _powers_of(game, unit, held):
        if power.when != when:
            continue
        if power.words or not settles(power.effects, OF_POWERS):
            game.believe(slug, "powers")
        apply(Use(game, unit, "power", held=held), power.effects)


def _powers_of(game: Game, unit: Unit, held: int) -> list[tuple[str, Power | Threshold]]:
    own: list[tuple[str, Power | Threshold]] = [(unit.slug, power) for power in (unit.card.powers if unit.card else ())]
    return own if unit.is_minion else own + passives(game, held)


def passives(game: Game, held: int) -> list[tuple[str, Power | Threshold]]:
    """B-9.1: they add up, as many glyph cells as are held."""
    return [
        (slug, threshold)
        for slug, challenge in game.challenges.items()
        if challenge
        for threshold in challenge.thresholds
        if threshold.when is not None and threshold.glyphs <= held
    ]
