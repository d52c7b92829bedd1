"""The positions before and after an action of a log of Blast, and what a judge may set in them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy

from judging.board.blast_names import Names
from judging.board.script_texts import AMEND_TEXTS
from judging.replay.board.amending import Amended, Pieces, amended_numbers
from judging.replay.board.blast import TERRAIN, TEXTS, Frame, Positions, board_data, caption
from judging.replay.board.positions import arrow
from rules.blast.public import frames

WORDS = AMEND_TEXTS | {
    "choose": gettext_lazy(
        "Tap a figure, then the cell where it should stand. Tap a cell alone to choose its glyph or tile."
    ),
    "takeOut": gettext_lazy("Take figure off the board"),
    "out": gettext_lazy("not on the board"),
    "summon": gettext_lazy("Forgotten Minion"),
    "bring": gettext_lazy("Bring Minion"),
}


def around(log: Any, action: int) -> dict[str, Any] | None:
    """Return the positions; None for a log that was not played that far."""
    names = Names(log)
    positions = Positions(names)
    for before, after in pairwise(frames(log)):
        shown = positions.position(before), positions.position(after)
        if after["action"] == action:
            return {
                "board": board_data(log),
                "words": TEXTS | {"amend": WORDS},
                "near": log.sides["A"],
                "before": shown[0],
                "after": shown[1],
                "amendable": {"before": _amendable(log, before, names), "after": _amendable(log, after, names)},
                "told": caption(log.actions[action], before, after, names)["words"],
                "attempt": arrow(log.actions[action], before, is_done=_was_done(log.actions[action], before, after)),
            }
    return None


def _was_done(action: Frame, before: Frame, after: Frame) -> bool:
    was, now = (state["units"].get(before["active"]) for state in (before, after))
    return action["do"] == "cast" or bool(was and now and was["cell"] != now["cell"])


# -- what may be set -------------------------------------------------------------------------------------------------


def _amendable(log: Any, state: Frame, names: Names) -> dict[str, Any]:
    """Return what may be set of each unit beside what its figure on the board shows."""
    units = {
        name: {
            "gauges": unit["markers"],
            "specials": [],
            "powers": {},
            "summons": _minions(log, names) if unit["kind"] == "krosmaster" else {},
        }
        for name, unit in state["units"].items()
    }
    return {"units": units, "markers": []}


def _minions(log: Any, names: Names) -> dict[str, str]:
    return {slug: names.title(slug) for slug in log.facts.minions}


def pieces(log: Any) -> Pieces:
    """Return the pieces of all positions of the game, Minions included."""
    names, figures = Names(log), dict[str, str]()
    for state in frames(log):
        names.meet(state["units"])
        figures |= {name: names[name] for name in state["units"] if name not in figures}
    drawn = {action["card"]: names.title(action["card"]) for action in log.actions if action["do"] == "favor"}
    favors = {slug: names.title(slug) for slug in log.facts.favors}
    return Pieces(figures, (), {}, _minions(log, names), drawn | favors)


def amended(log: Any, state: Frame, changes: Mapping[str, Any]) -> Iterator[Amended]:
    names = Names(log)
    names.meet(state["units"])
    for name, values in changes.get("units", {}).items():
        if name in state["units"]:
            yield from _amended_unit(names[name], state["units"][name], values)
    for each in changes.get("summoned", ()):
        yield Amended(names[each["by"]], "summoned", "", f"{names.title(each['minion'])}, {each['cell']}")
    for cell, owner in changes.get("glyphs", {}).items():
        yield Amended(cell, "glyph", _named(names, state["glyphs"].get(cell)), _named(names, owner))
    for cell, kind in changes.get("terrain", {}).items():
        yield Amended(cell, "terrain", _tile(state["terrain"].get(cell)), _tile(kind))
    if "dofus" in changes:
        yield Amended("", "holder", _named(names, state["dofus"]), _named(names, changes["dofus"]))
    if "pile" in changes:
        yield Amended("", "pile", state["pile"], changes["pile"])
    for side, card in changes.get("favors", {}).items():
        yield Amended("", f"favor-{side}", _named(names, state["favors"][side]), _named(names, card))


def _amended_unit(title: str, unit: Frame, values: Mapping[str, Any]) -> Iterator[Amended]:
    yield from amended_numbers(title, unit, values)
    for gauge, value in values.get("markers", {}).items():
        yield Amended(title, f"{gauge}-markers", unit["markers"][gauge], value)


def _named(names: Names, what: str | None) -> str:
    return names.get(what, names.title(what)) if what else ""


def _tile(kind: str | None) -> str:
    return str(TERRAIN[kind]) if kind else ""
