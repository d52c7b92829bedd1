"""Faults in a spell: it is cast anyway, on the targets that the dice name, and may have moved pieces."""

from collections.abc import Mapping

from rules.arena.engine.casting import carry_out
from rules.arena.engine.effects.displacement import moves_pieces
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.spells import Cast
from rules.arena.engine.state import Game
from rules.arena.engine.summons import next_name
from rules.arena.engine.units import Unit
from rules.arena.recovery.registry import Refusals
from rules.common.verdicts import Illegal


def cast_all_the_same(game: Game, fault: PlayIssue) -> None:
    """Cast an illegal spell without reporting what else is wrong with it."""
    casting = fault.prevents
    assert isinstance(casting, Cast)
    game.quiet = True
    casting.target = _whom_the_dice_name(casting)
    summoned = dict(casting.caster.summoned)
    carry_out(casting)
    _refuse_summons(game, casting, summoned)
    if moves_pieces(casting.spell):
        _doubt_the_cells_of(casting.caster, *casting.targets)


def _refuse_summons(game: Game, casting: Cast, before: Mapping[str, int]) -> None:
    """A summon without room was reported with the spell; the log may go on as if it were in play."""
    caster = casting.caster
    for slug in [str(effect.arguments["summon"]) for effect in casting.spell.effects if effect.do == "summon"]:
        if caster.summoned.get(slug, 0) == before.get(slug, 0):
            game.uncertain.refused[next_name(caster, slug)] = (caster, slug)


def _whom_the_dice_name(casting: Cast) -> int:
    """After an error in targeting, the spell hit the unit that rolled for Armour."""
    named = [casting.game.units.get(name) for name in casting.record.get("armour") or {}]
    if casting.spell.area is None and len(named) == 1 and named[0] is not None and named[0].in_play:
        return named[0].cell
    return casting.target


def _doubt_the_cells_of(*units: Unit) -> None:
    """After an error with a spell that moves pieces, the log may go on from where it says they are."""
    for unit in units:
        unit.misplaced = unit.in_play


def _not_its_own(game: Game, _refusal: Illegal) -> bool:
    """Another of its spells may have been meant, and moved it."""
    if game.active is not None and any(map(moves_pieces, game.active.profile.spells.values())):
        _doubt_the_cells_of(game.active)
    return False


REFUSALS: Mapping[str, Refusals] = {
    "casts-by-itself": _not_its_own,
    "boost-spent": _not_its_own,
    "reward-face-down": _not_its_own,
    "no-punch": _not_its_own,
    "no-such-spell": _not_its_own,
}
