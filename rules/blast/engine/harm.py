"""Injuries, healing and KO (B-8.1), and the gauges of a Fighter (B-6.5)."""

from rules.blast.engine.game import Game, Unit
from rules.common.messages import message as _


def injure(game: Game, unit: Unit, amount: int, doubtful: int = 0) -> None:
    """B-8.1: as many injuries as HP or more: KO, at once. Where nobody knows whether it is so the log says it."""
    if unit.is_out or not amount + doubtful:
        return
    unit.injuries += amount
    unit.doubtful += doubtful
    if unit.hp is None:
        game.believe(unit.slug, "hp", decides="winner")
    elif unit.injuries >= unit.hp:
        knock_out(game, unit)
    unit.is_unsure = unit.is_unsure or unit.may_be_out


def heal(unit: Unit, amount: int) -> None:
    most = max(0, unit.injuries + unit.doubtful - amount)
    unit.injuries = max(0, unit.injuries - amount)
    unit.doubtful = most - unit.injuries


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
