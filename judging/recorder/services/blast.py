"""An action of Krosmaster Blast at the table: what it still needs is asked, what the rules forbid is refused.

The engine says by its faults what is missing; what only a card or board tells that nobody knows is asked afterwards.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.board.blast_names import Names
from judging.errors import IllegalEntry
from judging.recorder.services.rolls import AnswersNeeded
from rules.blast.public import NEEDS, PLAYERS, Game, is_open, steps, tried
from rules.common.verdicts import Illegal
from rules.games import Log

Action = dict[str, Any]
Question = dict[str, Any]
TAKEN = frozenset({"no-room", "cell-not-empty", "not-beside"})  # why a tile or Minion is not put on a cell
CAUSES = {"cast", "use-favor", "bonus"}
SHOWN = 10  # lines of a board that nobody knows; more where figures stand beyond them


def position_of(log: Any) -> Game:
    """Return the current position of a log of Blast, which the registry types as one of Arena."""
    *_before, game = steps(log)
    return game


def names_at(log: Log, game: Game) -> Names:
    names = Names(log)
    names.meet({name: {"card": unit.slug} for name, unit in game.units.items()})
    return names


def play(log: Log, action: Action) -> None:
    """Play the action after the log. Raise AnswersNeeded or IllegalEntry."""
    game = position_of(log)
    after, fault = tried(game, action)
    if fault is not None:
        asked = _missing(game, action, fault)
        if asked is None:
            raise IllegalEntry(fault, names_at(log, game))
    else:
        asked = None if "declared" in action else _open_question(game, after, action, names_at(log, after))
    if asked is not None:
        raise AnswersNeeded(action, [asked])


def _missing(game: Game, action: Action, fault: Illegal) -> Question | None:
    """Return the question for what the action needs; None where the rules forbid it."""
    return ASKED[fault.code](game, action, fault) if fault.code in NEEDS else None


def _dodge(game: Game, action: Action, fault: Illegal) -> Question | None:
    """B-5.1: one die for each zone that is left."""
    if "dodge" in action:
        return None
    unit = game.active.name if game.active else ""
    return {"kind": "dice", "roll": "dodge", "count": (fault.expected or {})["dice"], "unit": unit, "path": ["dodge"]}


def _combat(game: Game, _action: Action, _fault: Illegal) -> Question:
    """B-7.1: one die; in a simple game it is not turned (B-7.3)."""
    unit = game.active.name if game.active else ""
    turned = {} if game.log.advanced else {"isPlain": True}
    return {"kind": "die", "roll": "combat", "count": 1, "unit": unit, "path": ["roll"], **turned}


def _facing(_game: Game, action: Action, fault: Illegal) -> Question | None:
    """B-6.7: on an exact diagonal one of two ways leads away."""
    if "facing" in action.get("choices", {}):
        return None
    return {"kind": "facing", "path": ["choices", "facing"], "options": (fault.expected or {})["facing"]}


def _cell(game: Game, action: Action, _fault: Illegal) -> Question | None:
    """B-6.6, B-10.1: where a Minion or a tile is put."""
    names = cells_shown(game)
    choices = action.get("choices", {})
    options = [cell for cell in names if _is_room(game, {**action, "choices": {**choices, "cell": cell}})]
    return {"kind": "pick", "path": ["choices", "cell"], "options": options} if options else None


def _is_room(game: Game, action: Action) -> bool:
    fault = tried(game, action)[1]
    return fault is None or fault.code not in TAKEN


def _tile(game: Game, action: Action, fault: Illegal) -> Question | None:
    """B-10.2: which tile of the kind is taken off first."""
    if "removes" in action:
        return None
    kind = (fault.logged or {})["kind"]
    options = [game.cell_name(cell) for cell, lies in sorted(game.terrain.items()) if lies == kind]
    return {"kind": "pick", "path": ["removes"], "options": options}


ASKED: Mapping[str, Callable[[Game, Action, Illegal], Question | None]] = {
    "no-dodge-roll": _dodge,
    "no-combat-roll": _combat,
    "wrong-facing": _facing,
    "no-cell": _cell,
    "too-many-tiles": _tile,
}


def cells_shown(game: Game) -> Iterable[str]:
    """Return the cells of the board; of one that nobody knows those of its first lines."""
    grid = game.board.grid
    if game.board.is_known:
        return grid.names
    return [name for name in grid.names if ord(name[0]) - ord("A") < SHOWN and int(name[1:]) <= SHOWN]


def result(log: Log) -> dict[str, Any] | None:
    """Return the result as the log states it; None while the game goes on."""
    game = position_of(log)
    if game.ending is None:
        return None
    return {"winner": game.winner, "glyphs": {player: game.held(player) for player in PLAYERS}}


# -- what nobody knows ----------------------------------------------------------------------------------------------


def _open_question(game: Game, after: Game, action: Action, names: Names) -> Question | None:
    """Return the question for what the players alone can say of an action that the rules allow."""
    if action["do"] in CAUSES and is_open(after, {}):
        return {"kind": "declare", "path": ["declared"], "target": action.get("target")}
    if action["do"] == "move" and not game.board.is_known:
        return _glyph(game, after, action)
    for name, unit in after.units.items():
        before = game.units.get(name)
        is_hit = before and unit.injuries + unit.doubtful > before.injuries + before.doubtful
        if is_hit and unit.may_be_out:
            title = _("Is {unit} KO?").format(unit=names[name])
            said = [[_("{unit} stays").format(unit=names[name]), {}], [_("KO"), {"knocked_out": [name]}]]
            return {"kind": "said", "path": ["declared"], "title": title, "options": said}
    return None


def _glyph(game: Game, after: Game, action: Action) -> Question | None:
    """On a board that nobody knows: whether the cell is a glyph cell, asked once for each."""
    unit, cell = game.active, action["to"]
    if unit is None or unit.is_minion or after.units[unit.name].cell == unit.cell:
        return None
    nothing: Action = {"glyphs": {}}
    captured = {"glyphs": {cell: unit.player}}
    before = [each["declared"] for each in game.log.actions if each.get("to") == cell and "declared" in each]
    if before:
        action["declared"] = captured if cell in before[0].get("glyphs", {}) else nothing
        return None
    title = _("Is {cell} a glyph cell?").format(cell=cell)
    options = [[_("No glyph cell"), nothing], [_("Glyph cell: captured"), captured]]
    return {"kind": "said", "path": ["declared"], "title": title, "options": options}
