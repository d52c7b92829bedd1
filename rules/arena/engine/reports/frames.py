"""Positions for the replay page: after each action, what lies where, and what happened, ready for JSON."""

from typing import Any

from rules.arena.cells import cell_name
from rules.arena.engine.glory import named
from rules.arena.engine.reports.words import in_english
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit

Frame = dict[str, Any]


def frame(game: Game, action: int | None) -> Frame:
    """The position, and the events that led to it since the frame before."""
    events = list(game.event_log or ())
    return {
        "action": action,
        "turn": game.turn,
        "player": game.player,
        "active": game.active.name if game.active else None,
        "glory": dict(game.glory),
        "wild": game.wild,
        "kamas": dict(game.kamas),
        "out": [*game.out],
        **({"scenery": [cell_name(cell) for cell in game.board.scenery]} if game.scenery_breaks else {}),
        "coins": {cell_name(cell): count for cell, count in sorted(game.coins.items())},
        "piles": [
            {"rank": rank, "pile": number, "left": pile.left, "face": pile.face}
            for (rank, number), pile in game.piles.items()
        ],
        "tension": game.tension,
        "units": {unit.name: _unit(unit) for unit in game.units.values()},
        "winner": named(game, game.winner),
        "won_by": game.won_by,
        "events": events,
        "words": [in_english(event) for event in events],
    }


def _unit(unit: Unit) -> Frame:
    return {
        "side": unit.player,
        "card": unit.profile.card,
        "name": unit.profile.title,
        "kind": unit.kind,
        "cell": None if unit.cell == OFF else cell_name(unit.cell),
        "level": unit.level,
        "hp": unit.hp,
        "injuries": unit.injuries,
        "ap": unit.ap if unit.most_ap is not None else None,
        "mp": unit.mp if unit.most_mp is not None else None,
        "markers": {"ap": unit.ap_markers, "mp": unit.mp_markers, "range": unit.range_markers},
        "frost_markers": {"ap": unit.frost_ap, "mp": unit.frost_mp},
        "special_markers": dict(unit.specials),
        "powers": sorted(unit.powers),
        "inspiration": list(unit.dice),
        "rewards": [{"reward": reward.slug, "face_up": reward.face_up} for reward in unit.rewards],
    }
