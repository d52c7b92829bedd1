"""AP, MP, range and cells that only the word of the players gave. What is done with them rests on belief.

What is sure is spent first, so an action rests on belief only where it would not have been possible without. A unit
that its own side moved by belief stands where it could not have gone until MP that it left unspent would have taken it
there; one that the opponent moved may go away in its own next turn.
"""

from rules.arena.cells import DISTANCE
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit

# -- gauges ----------------------------------------------------------------------------------------------


def note_gain(game: Game, unit: Unit, *, ap: int, mp: int) -> None:
    """AP and MP gained at once (4.11.4) in a believed action."""
    if game.is_believed():
        unit.believed.ap += max(0, ap)
        unit.believed.mp += max(0, mp)


def note_markers(game: Game, unit: Unit, gauge: str, placed: int) -> None:
    """Markers placed in a believed action; they count when gauges are filled (4.11.5)."""
    if not game.is_believed():
        return
    if placed > 0:
        unit.believed.markers = {**unit.believed.markers, gauge: unit.believed.markers.get(gauge, 0) + placed}
    elif unit.side != game.seats.side_of[game.player]:
        unit.believed.taken = {**unit.believed.taken, gauge: unit.believed.taken.get(gauge, 0) - placed}


def note_loss_by_markers(game: Game, unit: Unit) -> None:
    """After gauges were filled: what believed markers of the opponent took from them."""
    taken, unit.believed.taken = unit.believed.taken, {}
    for gauge in ("ap", "mp"):
        amount = min(taken.get(gauge, 0), getattr(unit, f"markers_taken_{gauge}"))
        if amount > 0:
            game.basis.note(game.index, "weakened", unit=unit.name, gauge=gauge, amount=amount)


def note_filled_gauges(unit: Unit) -> None:
    """After gauges were filled: how much of them comes from believed markers and declared tokens."""
    believed, bonuses = unit.believed, []
    if unit.rewards:
        bonuses = [text.bonus for text in unit.face_up() if text.claimed]
    if not bonuses and not believed.markers:
        believed.ap = believed.mp = believed.reach = 0
        return
    markers, believed.markers = believed.markers, {}
    believed.ap = min(unit.ap, markers.get("ap", 0) + sum(max(0, bonus.ap) for bonus in bonuses))
    believed.mp = min(unit.mp, markers.get("mp", 0) + sum(max(0, bonus.mp) for bonus in bonuses))
    believed.reach = markers.get("range", 0) + sum(max(0, bonus.range) for bonus in bonuses)


def spend(game: Game, unit: Unit, gauge: str, cost: int) -> bool:
    """Pay from a gauge as far as possible; return whether that rests on belief."""
    if gauge == "ap":
        have, believed = unit.ap, unit.believed.ap
        unit.ap = have - cost if have > cost else 0
    else:
        have, believed = unit.mp, unit.believed.mp
        unit.mp = have - cost if have > cost else 0
    if not cost or not believed or cost <= have - believed:
        return False
    setattr(unit.believed, gauge, max(0, believed - cost))
    game.rest_on_belief()
    return True


# -- cells -----------------------------------------------------------------------------------------------


def note_displacement(game: Game, unit: Unit, start: int, to: int) -> None:
    """A piece was moved by an effect in a believed action."""
    if game.is_believed():
        if unit.side == game.seats.side_of[game.player]:
            unit.believed.cells += DISTANCE[start][to]
        else:
            unit.believed.exposed = True


def end_turn_of(unit: Unit) -> None:
    """Unspent MP would have taken the unit that many cells further."""
    believed = unit.believed
    if believed.cells:
        believed.cells = max(0, believed.cells - max(0, unit.mp - believed.mp))
    believed.exposed = False
    believed.ap = believed.mp = believed.reach = 0


def leans(unit: Unit) -> bool:
    """Whether everything it does rests on belief, because its cell or its existence does."""
    return unit.believed.cells > 0 or unit.believed.always


def note_acting(game: Game, unit: Unit) -> None:
    believed = unit.believed
    if believed.cells > 0 or believed.always:  # it leans
        game.rest_on_belief()
    if game.basis.believed:  # it may only be standing by belief
        game.basis.events.append((game.index, "acts", unit.named))


def note_injury(game: Game, unit: Unit, source: Unit | None) -> None:
    """Injuries from or to a piece that is there, or unprotected, only by belief, or where unknown types might have
    changed something (4.18.4)."""
    believed = unit.believed
    if believed.exposed or believed.bare or (source is not None and leans(source)):
        game.rest_on_belief()
    if believed.types or (source is not None and source.believed.types):
        for card in sorted(believed.types if source is None else believed.types | source.believed.types):
            game.trust(card, "types")


# -- HP --------------------------------------------------------------------------------------------------


def note_hp(game: Game, unit: Unit) -> None:
    """Record HP by known facts alone, and how many were lost by belief alone."""
    claimed = unit.claimed_hp()
    sure = None if unit.hp is None else unit.hp - claimed
    game.basis.note(game.index, "stands", unit=unit.name, hp=sure, lost=-claimed if claimed < 0 else 0)
