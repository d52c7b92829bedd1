"""What tokens that nobody has entered may have done: the log goes on as if they had, so no fault is told."""

from rules.arena.engine.belief import is_displaced
from rules.arena.engine.damage import knock_out
from rules.arena.engine.state import OTHER, Game
from rules.arena.engine.survival import may_have_fallen, the_log_goes_on, trust_the_tokens_of
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown_tokens import open_tokens, tokens_may_give


def has_fallen_after_all(game: Game, unit: Unit) -> bool:
    """The log goes on as if it were gone, and such tokens may have struck it down."""
    if not may_have_fallen(game, unit) or the_log_goes_on(game, unit):
        return False
    trust_the_tokens_of(game, OTHER[unit.side])
    knock_out(game, unit, None)
    return True


def may_have_gone_on(unit: Unit) -> bool:
    """It is uncertain where it stands, by the MP that such a token may have given it."""
    return is_displaced(unit) and bool(open_tokens(unit))


def held_unless_by_tokens(unit: Unit) -> None:
    """4.14.2.f: what follows will show whether it had more MP, and went on."""
    if tokens_may_give(unit, "mp"):
        unit.held_from, unit.strayed_from = OFF, unit.cell
