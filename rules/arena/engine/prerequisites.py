"""The checks of 7.1 in their order, before a spell is cast; the first that fails prevents it."""

from rules.arena.cells import DISTANCE, cell_name, in_line
from rules.arena.engine.acting import check_turn_goes_on
from rules.arena.engine.consequences import report_out_of_place, report_unpaid
from rules.arena.engine.policy import PlayIssue, broken
from rules.arena.engine.rewards.unknown_tokens import tokens_reach
from rules.arena.engine.spells import Cast, ap_cost, control_of, may_take_in, reach_bonus, reaches, seen
from rules.arena.engine.summons import check_control, check_room
from rules.arena.engine.units import Unit
from rules.arena.printed import PUNCH, Spell
from rules.common.messages import message as _


def check_cast(cast: Cast) -> None:
    """All of 7.1, asked of a spell as it is cast; what is not fulfilled is a fault."""
    _limit(cast)
    check_payment(cast)
    _range(cast)
    _sight(cast)
    _punched(cast)
    _summons(cast)
    _limited_aims(cast)


def check_target(cast: Cast) -> None:
    """What is left to ask of a cell in range and in sight."""
    _limit(cast)
    _punched(cast)
    _summons(cast)
    _limited_aims(cast)


def check_caster(cast: Cast) -> None:
    """What is the same for every cell, asked once before the legal actions look at cells (7.1.3.a, 7.1.3.c)."""
    check_turn_goes_on(cast.caster)
    check_payment(cast)
    if cast.spell.limit != "target":
        _limit(cast)


def check_payment(cast: Cast) -> None:
    """7.1.4. Most spells cost AP and nothing else."""
    _ap(cast)
    if cast.spell.mp:
        _mp(cast)
    if cast.spell.injuries:
        _injuries(cast)
    if cast.spell.kamas:
        _kamas(cast)


def _limit(cast: Cast) -> None:
    """7.1.3.a to c, by colour (4.8.3): once per turn (blue), per turn and target (purple), per game (red)."""
    caster, spell = cast.caster, cast.spell
    if spell is PUNCH and not cast.game.laws.one_punch_a_turn:
        return
    if spell.limit == "turn" and spell.slug in caster.cast_this_turn:
        message = _("{spell} can be cast once per turn.", spell=spell.name)
        cast.game.report(broken("7.1.3.a", "once-per-turn", message, prevents=cast))
    elif spell.limit == "target" and _was_aimed_there(cast):
        message = _("{spell} was already cast on this target in this turn.", spell=spell.name)
        cast.game.report(broken("7.1.3.b", "once-per-target", message, prevents=cast))
    elif spell.limit == "game" and spell.slug in caster.cast_this_game:
        message = _("{spell} can be cast once per game.", spell=spell.name)
        cast.game.report(broken("7.1.3.c", "once-per-game", message, prevents=cast))


def _was_aimed_there(cast: Cast) -> bool:
    return any((cast.spell.slug, mark) in cast.caster.aimed_this_turn for mark in aimed_at(cast))


def aimed_at(cast: Cast) -> list[int | str]:
    """What counts as the same target: the units on the cell, or the cell itself when it is empty."""
    units = cast.game.on(cast.target)
    return [unit.name for unit in units] if units else [cast.target]


def _ap(cast: Cast) -> None:
    caster, spell = cast.caster, cast.spell
    cost = ap_cost(cast.game, caster, spell)
    if spell.ap is None or not caster.knows("ap") or cost <= caster.ap:
        return
    message = _(
        "{spell} costs {cost} AP, but {unit} has {left}.", spell=spell.name, cost=cost, unit=caster.name, left=caster.ap
    )
    raised = spell.ap <= caster.ap
    article, code = ("4.8.1", "cost-change-overlooked") if raised else ("7.1.4.a", "too-few-ap")
    fault = broken(article, code, message, {"ap": caster.ap}, {"ap": cost}, prevents=cast)
    report_unpaid(cast.game, caster, "ap", (spell.name, cost), fault)


def _mp(cast: Cast) -> None:
    caster, spell = cast.caster, cast.spell
    if spell.mp <= caster.mp or not caster.knows("mp"):
        return
    facts = {"spell": spell.name, "cost": spell.mp, "unit": caster.name, "left": caster.mp}
    message = _("{spell} costs {cost} MP, but {unit} has {left}.", **facts)
    fault = broken("7.1.4.b", "too-few-mp", message, {"mp": caster.mp}, {"mp": spell.mp}, prevents=cast)
    report_unpaid(cast.game, caster, "mp", (spell.name, spell.mp), fault)


def _injuries(cast: Cast) -> None:
    caster, spell = cast.caster, cast.spell
    if caster.hp is None or spell.injuries <= caster.hp - caster.injuries:
        return
    left = caster.hp - caster.injuries
    facts = {"spell": spell.name, "cost": spell.injuries, "unit": caster.name, "left": left}
    message = _("{spell} costs {cost} injuries, but {unit} can take {left}.", **facts)
    expected, logged = {"injuries": left}, {"injuries": spell.injuries}
    cast.game.report(broken("7.1.4.c", "too-few-hp", message, expected, logged, prevents=cast))


def _range(cast: Cast) -> None:
    spell, out = cast.spell, why_out_of_range(cast)
    if out is None:
        return
    article, code = out
    distance = DISTANCE[cast.origin][cast.target]
    target, origin = cell_name(cast.target), cell_name(cast.origin)
    message = _("{target} is out of range of {spell} from {origin}.", target=target, spell=spell.name, origin=origin)
    expected, logged = {"range": _range_in_words(cast)}, {"range": distance}
    _report_aim(cast, broken(article, code, message, expected, logged, prevents=cast))


def why_out_of_range(cast: Cast) -> tuple[str, str] | None:
    """The article and the code, without the words of a fault: most cells are out of range."""
    game, spell, distance = cast.game, cast.spell, DISTANCE[cast.origin][cast.target]
    if reaches(game, cast.caster, spell, cast.origin, cast.target) or _tokens_add_range(cast):
        return None
    if spell.range == "line" and not in_line(cast.origin, cast.target):
        return "4.15.4", "not-in-line"
    fixed, over = spell.alterable is False and spell.range != "close", distance - spell.most
    if fixed and 0 < over <= reach_bonus(game, cast.caster, cast.origin):
        return "4.15.7", "range-not-alterable"
    return "7.1.5", "out-of-range"


def _tokens_add_range(cast: Cast) -> bool:
    """4.15.7: an alterable range may end further away by tokens that nobody has entered."""
    spell, distance = cast.spell, DISTANCE[cast.origin][cast.target]
    fixed = spell.alterable is False or cast.caster.lent.only_beside
    if fixed or distance < spell.least or not cast.caster.rewards:
        return False
    if spell.range == "line" and not in_line(cast.origin, cast.target):
        return False
    over = distance - spell.most - reach_bonus(cast.game, cast.caster, cast.origin)
    return tokens_reach(cast.game, cast.caster, over)


def _report_aim(cast: Cast, fault: PlayIssue) -> None:
    def fits(cell: int) -> bool:
        return reaches(game, caster, spell, cell, cast.target) and seen(game, caster, spell, cell, cast.target)

    game, caster, spell = cast.game, cast.caster, cast.spell
    report_out_of_place(game, caster, fits, fault)
    cast.origin = caster.cell


def _range_in_words(cast: Cast) -> list[int]:
    spell = cast.spell
    bonus = reach_bonus(cast.game, cast.caster, cast.origin) if spell.alterable else 0
    return [spell.least, spell.most + bonus]


def _sight(cast: Cast) -> None:
    game, spell = cast.game, cast.spell
    if seen(game, cast.caster, spell, cast.origin, cast.target):
        return
    origin, target = cell_name(cast.origin), cell_name(cast.target)
    message = _("There is no line of sight from {origin} to {target}.", origin=origin, target=target)
    _report_aim(cast, broken("7.1.6", "no-line-of-sight", message, prevents=cast))


def _punched(cast: Cast) -> None:
    """4.8.5: some rulesets let a Krosmaster punch opposing characters alone."""
    if cast.spell is not PUNCH or not cast.game.laws.punches_opponents_only:
        return
    hit = [unit for unit in cast.game.on(cast.target) if unit.side != cast.caster.side]
    hits = any(unit.is_character or not unit.profile.kind_known for unit in hit)
    if not hits:
        message = _("No opposing character stands on {cell}.", cell=cell_name(cast.target))
        cast.game.report(broken("4.8.5", "punch-at-no-opponent", message, prevents=cast))


def _kamas(cast: Cast) -> None:
    """4.5.3: in Kamas too, after what changes the price, with those that unknown tokens may have brought."""
    game, player = cast.game, cast.caster.player
    cost = max(0, cast.spell.kamas + game.claims.now.cost_change.get("kamas", 0))
    have = game.kamas[player]
    if cost <= have + game.claims.owed[player]:
        return
    facts = {"what": cast.spell.name, "amount": cost, "player": player, "have": have}
    message = _("{what} costs {amount} Kamas, but player {player} has {have}.", **facts)
    game.report(broken("4.5.3", "too-few-kamas", message, {"kamas": have}, {"kamas": cost}, prevents=cast))


def _summons(cast: Cast) -> None:
    """A spell that does nothing but summon needs a free cell; a trap lies in the way of another trap (4.19.1). And it
    needs fewer allied summons in play than its control value (4.19.9.c)."""
    if not _only_summons(cast.spell):
        return
    effects = cast.spell.effects
    slugs = [*dict.fromkeys(effect.arguments["summon"] for effect in effects)]
    if all(effect.arguments.get("at", "target") == "target" for effect in effects):
        for slug in slugs:
            check_room(cast.game, cast.target, slug, prevents=cast)
    check_control(cast.game, cast.caster, cast.spell.name, control_of(cast), slugs=slugs, prevents=cast)


def _limited_aims(cast: Cast) -> None:
    """7.1.7, 7.1.2: powers of enemies that the spell has to take in, or must not, with all of its area."""
    caster, game = cast.caster, cast.game
    if not caster.began_beside and not caster.specials:
        return
    for name in (*caster.began_beside, *caster.specials.values()):
        foe = game.units[name]
        if foe.in_play and foe.side != caster.side and _is_against(cast, foe):
            said = _(
                "{unit} cannot cast {spell} there: {by} prevents it.", unit=caster.name, spell=cast.spell.name, by=name
            )
            game.report(broken("7.1.7", "aim-limited", said, prevents=cast))
            return


def _is_against(cast: Cast, foe: Unit) -> bool:
    beside, marked = foe.name in cast.caster.began_beside, foe.name in cast.caster.specials.values()
    if (beside and "sit-stay" in foe.powers) or (marked and "seduction" in foe.powers):
        return all(foe in taken for taken in may_take_in(cast))
    return (
        beside
        and "protector-of-the-purple-claws" in foe.powers
        and all(foe not in taken for taken in may_take_in(cast))
    )


def _only_summons(spell: Spell) -> bool:
    if not spell.effects or spell.kind != "special" or spell.effects[0].do != "summon":
        return False
    return {effect.do for effect in spell.effects} == {"summon"}
