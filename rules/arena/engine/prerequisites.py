"""May this spell be cast? The checks of 7.1 in their order; the first that fails is the slip."""

from rules.arena.cells import DISTANCE, cell_name, in_line
from rules.arena.engine.belief import log_believes_it_can_pay, log_believes_it_is_elsewhere, make_way
from rules.arena.engine.spells import Cast, ap_cost, reach_bonus, reaches, seen
from rules.arena.engine.state import Game
from rules.arena.engine.unknown_tokens import tokens_reach
from rules.arena.printed import Spell
from rules.common.messages import sentence as _


def may_be_cast(cast: Cast) -> bool:
    return not any(broken(cast) for broken in (_limit, _ap, _mp, _injuries, _range, _sight, _room, _control))


def may_be_aimed(cast: Cast) -> bool:
    """The rest of 7.1, which depends on the target."""
    return not any(broken(cast) for broken in (_limit, _range, _sight, _room, _control))


def can_be_paid(cast: Cast) -> bool:
    """7.1.4 alone, which is the same for every target."""
    return not any(broken(cast) for broken in (_ap, _mp, _injuries))


def _limit(cast: Cast) -> bool:
    """4.8.3 by colour: once per turn (blue), per turn and target (purple), per game (red)."""
    caster, spell = cast.caster, cast.spell
    if spell.limit == "turn" and spell.slug in caster.cast_this_turn:
        cast.game.fault("7.1.3.a", "once-per-turn", _("{spell} can be cast once per turn.", spell=spell.name))
        return True
    if spell.limit == "target" and any((spell.slug, mark) in caster.aimed_this_turn for mark in aimed_at(cast)):
        said = _("{spell} was already cast on this target in this turn.", spell=spell.name)
        cast.game.fault("7.1.3.b", "once-per-target", said)
        return True
    if spell.limit == "game" and spell.slug in caster.cast_this_game:
        cast.game.fault("7.1.3.c", "once-per-game", _("{spell} can be cast once per game.", spell=spell.name))
        return True
    return False


def aimed_at(cast: Cast) -> list[int | str]:
    """What counts as the same target: the units on the cell, or the cell itself when it is empty."""
    return [unit.name for unit in cast.game.on(cast.target)] or [cast.target]


def _ap(cast: Cast) -> bool:
    caster, spell = cast.caster, cast.spell
    if spell.ap is None or not caster.sure:
        return False
    cost = ap_cost(cast.game, caster, spell)
    if cost <= caster.ap or log_believes_it_can_pay(cast.game, caster, "ap", cost, spell.name):
        return False
    said = _(
        "{spell} costs {cost} AP, but {unit} has {left}.", spell=spell.name, cost=cost, unit=caster.name, left=caster.ap
    )
    raised = spell.ap is not None and spell.ap <= caster.ap
    article, code = ("4.8.1", "cost-change-overlooked") if raised else ("7.1.4.a", "too-few-ap")
    cast.game.fault(article, code, said, expected={"ap": caster.ap}, logged={"ap": cost})
    return True


def _mp(cast: Cast) -> bool:
    caster, spell = cast.caster, cast.spell
    if spell.mp <= caster.mp or not caster.sure:
        return False
    if log_believes_it_can_pay(cast.game, caster, "mp", spell.mp, spell.name):
        return False
    facts = {"spell": spell.name, "cost": spell.mp, "unit": caster.name, "left": caster.mp}
    said = _("{spell} costs {cost} MP, but {unit} has {left}.", **facts)
    cast.game.fault("7.1.4.b", "too-few-mp", said, expected={"mp": caster.mp}, logged={"mp": spell.mp})
    return True


def _injuries(cast: Cast) -> bool:
    caster, spell = cast.caster, cast.spell
    if not spell.injuries or caster.hp is None or spell.injuries <= caster.hp - caster.injuries:
        return False
    left = caster.hp - caster.injuries
    facts = {"spell": spell.name, "cost": spell.injuries, "unit": caster.name, "left": left}
    said = _("{spell} costs {cost} injuries, but {unit} can take {left}.", **facts)
    cast.game.fault("7.1.4.c", "too-few-hp", said, expected={"injuries": left}, logged={"injuries": spell.injuries})
    return True


def _range(cast: Cast) -> bool:
    game, spell = cast.game, cast.spell
    if reaches(game, cast.caster, spell, cast.origin, cast.target) or _from_where_it_was_held(cast):
        return False
    if _tokens_reach(cast):
        return False
    article, code = _why_out_of_range(game, cast)
    distance = DISTANCE[cast.origin][cast.target]
    target, origin = cell_name(cast.target), cell_name(cast.origin)
    said = _("{target} is out of range of {spell} from {origin}.", target=target, spell=spell.name, origin=origin)
    game.fault(article, code, said, expected={"range": _range_in_words(cast)}, logged={"range": distance})
    return True


def _tokens_reach(cast: Cast) -> bool:
    """4.15.7: an alterable range may end further away by tokens that nobody has entered."""
    spell, distance = cast.spell, DISTANCE[cast.origin][cast.target]
    if spell.alterable is False or distance < spell.least or not cast.caster.rewards:
        return False
    if spell.range == "line" and not in_line(cast.origin, cast.target):
        return False
    over = distance - spell.most - reach_bonus(cast.game, cast.caster, cast.origin)
    return over > 0 and tokens_reach(cast.game, cast.caster, over)


def _from_where_it_was_held(cast: Cast) -> bool:
    def fits(cell: int) -> bool:
        return reaches(game, caster, spell, cell, cast.target) and seen(game, spell, cell, cast.target)

    game, caster, spell = cast.game, cast.caster, cast.spell
    if not log_believes_it_is_elsewhere(game, caster, fits):
        return False
    cast.origin = caster.cell
    return True


def _why_out_of_range(game: Game, cast: Cast) -> tuple[str, str]:
    spell, distance = cast.spell, DISTANCE[cast.origin][cast.target]
    if spell.range == "line" and not in_line(cast.origin, cast.target):
        return "4.15.4", "not-in-line"
    over = distance - spell.most
    if spell.range == "close":
        return "7.1.5", "out-of-range"
    if spell.alterable is False and 0 < over <= reach_bonus(game, cast.caster, cast.origin):
        return "4.15.7", "range-not-alterable"
    return "7.1.5", "out-of-range"


def _range_in_words(cast: Cast) -> list[int]:
    spell = cast.spell
    bonus = reach_bonus(cast.game, cast.caster, cast.origin) if spell.alterable else 0
    return [spell.least, spell.most + bonus]


def _sight(cast: Cast) -> bool:
    game, spell = cast.game, cast.spell
    if seen(game, spell, cast.origin, cast.target) or _from_where_it_was_held(cast):
        return False
    origin, target = cell_name(cast.origin), cell_name(cast.target)
    said = _("There is no line of sight from {origin} to {target}.", origin=origin, target=target)
    game.fault("7.1.6", "no-line-of-sight", said)
    return True


def _room(cast: Cast) -> bool:
    """A spell that does nothing but summon needs a free cell (4.19.1.a, 4.19.1.b)."""
    game = cast.game
    if not _only_summons(cast.spell):
        return False
    if not make_way(game, cast.target):
        game.fault("4.19.1.a", "cell-not-free", _("{cell} is not free.", cell=cell_name(cast.target)))
        return True
    here = game.underfoot.get(cast.target)
    if here is not None and here.kind != "trap":
        said = _("{unit} is on {cell}.", unit=here.name, cell=cell_name(cast.target))
        game.fault("4.19.1.b", "cell-holds-a-unit", said)
        return True
    return False


def _control(cast: Cast) -> bool:
    """4.19.9.c: and fewer allied summons in play than its control value."""
    spell = cast.spell
    if spell.control is None or not _only_summons(spell):
        return False
    summons = sum(not unit.is_krosmaster for unit in cast.game.in_play(cast.caster.side))
    if summons < spell.control:
        return False
    facts = {"spell": spell.name, "most": spell.control, "summons": summons}
    said = _("{spell} allows at most {most} allied summons in play; there are {summons}.", **facts)
    expected, logged = {"summons": spell.control}, {"summons": summons + 1}
    cast.game.fault("4.19.9.c", "control-value-reached", said, expected=expected, logged=logged)
    return True


def _only_summons(spell: Spell) -> bool:
    return spell.kind == "special" and any(effect.do == "summon" for effect in spell.effects)
