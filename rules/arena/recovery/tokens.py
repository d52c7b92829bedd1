"""What unknown tokens may have done, and summons that never came: the log goes on, so no fault is reported."""

from collections.abc import Mapping

from rules.arena.cells import BIT
from rules.arena.engine.consequences import is_displaced
from rules.arena.engine.damage import knock_out
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.rewards.open_tokens import open_tokens
from rules.arena.engine.rewards.unknown_tokens import tokens_may_give
from rules.arena.engine.spells import Cast, in_the_way
from rules.arena.engine.state import Game
from rules.arena.engine.summons import coming_name, next_name
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown import trust_characteristics
from rules.arena.recovery.registry import Forgives
from rules.arena.recovery.survival import may_have_fallen, the_log_goes_on, trust_the_tokens_of


def let_fall_after_all(game: Game, unit: Unit) -> bool:
    """Knock out a unit without which the log goes on, if such tokens may have done so. Answers whether it fell."""
    if not _may_be_gone(game, unit):
        return False
    trust_characteristics(game, unit)
    for foe in game.seats.foes(unit.player) if unit.sure else ():
        trust_the_tokens_of(game, foe)
    knock_out(game, unit, None)
    return True


def _may_be_gone(game: Game, unit: Unit) -> bool:
    return may_have_fallen(game, unit) and not the_log_goes_on(game, unit)


def _unless_a_summon_fell(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """4.19.9.c: there was room for another summon if enough of them are gone."""
    caster, expected, logged = game.active, fault.expected or {}, fault.logged or {}
    assert caster is not None
    needed = logged["summons"] - expected["summons"]
    gone = [unit for unit in _summons_beside(game, caster) if _may_be_gone(game, unit)]
    if len(gone) < needed:
        return fault
    for unit in gone[:needed]:
        let_fall_after_all(game, unit)
    return None


def let_a_summon_fall(game: Game, summoner: Unit, summon: str) -> None:
    """4.19.9.c: the log shows the next summon later, so that one of those in play was gone, if one may be."""
    if game.lookahead.shows(summon, game.index):
        next((unit for unit in _summons_beside(game, summoner) if let_fall_after_all(game, unit)), None)


def count_as_summoned(game: Game, name: str) -> bool:
    """The log counts a summon that never came into play: those that come later have the numbers after it. Answers
    whether it is one."""
    owner, _slash, summon = name.rpartition("/")
    slug, _dash, _number = summon.rpartition("-")
    summoner = game.units.get(owner)
    if summoner is None or slug not in game.texts.summons or name != coming_name(summoner, slug):
        return False
    game.uncertain.refused[next_name(summoner, slug)] = (summoner, slug)
    return True


def _summons_beside(game: Game, caster: Unit) -> list[Unit]:
    return [unit for unit in game.in_play(caster.side) if not unit.is_krosmaster and unit is not caster]


def _unless_nobody_is_in_the_way(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """7.1.6: only a figure that may be gone is between the two cells."""
    casting = fault.prevents
    assert isinstance(casting, Cast)
    blocked = in_the_way(game, casting.caster, casting.origin, casting.target)
    for unit in game.in_play():
        if unit is casting.caster or [unit.cell] != blocked or game.board.trees & BIT[unit.cell]:
            continue
        if _may_be_gone(game, unit):
            let_fall_after_all(game, unit)
            return None
    return fault


def may_have_gone_on(unit: Unit) -> bool:
    """Its cell is uncertain because of MP that such a token may have given, or that nobody knows."""
    return is_displaced(unit) and (not unit.knows("mp") or bool(open_tokens(unit)))


def held_unless_by_tokens(unit: Unit) -> None:
    """4.14.2.f: later actions show whether it had more MP and went on."""
    if tokens_may_give(unit, "mp"):
        unit.held_from, unit.strayed_from = OFF, unit.cell


FORGIVES: Mapping[str, Forgives] = {
    "control-value-reached": _unless_a_summon_fell,
    "no-line-of-sight": _unless_nobody_is_in_the_way,
}
