"""Injuries, healing and KO (B-8.1), and the gauges of a Fighter (B-6.5)."""

from rules.blast.engine.game import Game, Unit
from rules.common.messages import message as _


def injure(game: Game, unit: Unit, amount: int) -> None:
    """B-8.1: as many injuries as HP or more: KO, at once. Where nobody knows its HP the log says when it falls."""
    if unit.is_out or not amount:
        return
    unit.injuries += amount
    if unit.hp is None:
        game.believe(unit.slug, "hp", decides="winner")
        unit.is_unsure = True  # it may be out
    elif unit.injuries >= unit.hp:
        knock_out(game, unit)


def heal(unit: Unit, amount: int) -> None:
    unit.injuries = max(0, unit.injuries - amount)


def knock_out(game: Game, unit: Unit) -> None:
    """B-8.1: a Minion is taken off; a Krosmaster, too, stands in nobody's way."""
    unit.is_out, unit.cell = True, None
    game.reported.discard("is-out")


def put_markers(game: Game, unit: Unit, ap: int, mp: int) -> None:
    """B-6.5: of a Fighter that plays they count at once."""
    unit.marker_ap += ap
    unit.marker_mp += mp
    if game.active is unit:
        unit.ap, unit.mp = max(0, unit.ap + ap), max(0, unit.mp + mp)


def begin_with_markers(unit: Unit) -> None:
    """B-3.3: full, and changed by markers."""
    unit.ap, unit.mp = max(0, unit.ap + unit.marker_ap), max(0, unit.mp + unit.marker_mp)


def take_markers_off(unit: Unit) -> None:
    """B-6.5: once it has been played."""
    unit.marker_ap = unit.marker_mp = 0


def gain(unit: Unit, ap: int, mp: int) -> None:
    """For this turn alone: the next one of its player fills the gauges anew."""
    unit.ap, unit.mp = max(0, unit.ap + ap), max(0, unit.mp + mp)


def unknown_unit(game: Game, name: str) -> None:
    """Only the contract of logs forbids it."""
    game.fault("", "unknown-unit", _("No Fighter is called {unit}.", unit=name[:80]), logged={"unit": name[:80]})
