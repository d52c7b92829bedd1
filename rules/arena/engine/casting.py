"""Casting a spell (6.3.5): the prerequisites (7.1), and what it costs (7.2.2)."""

from dataclasses import replace
from typing import Final

from rules.arena.cells import cell_name
from rules.arena.engine import standby, unknown_spells
from rules.arena.engine.acting import acting
from rules.arena.engine.believed_gauges import spend
from rules.arena.engine.claims.contradicted import Comparison, Position
from rules.arena.engine.claims.declarations import Claim, cells_in, has_outcome, of_spell
from rules.arena.engine.claims.declared import apply_outcomes
from rules.arena.engine.claims.learning import learn
from rules.arena.engine.claims.limits import Cause
from rules.arena.engine.claims.spells import claimed_spell, completed, partly_claimed, pay_claimed_kamas
from rules.arena.engine.damage import knock_outs, pay_injuries
from rules.arena.engine.kamas import pay_kamas
from rules.arena.engine.prerequisites import aimed_at, check_cast
from rules.arena.engine.resolving import resolve
from rules.arena.engine.rewards.open_tokens import open_tokens, spells_that_tokens_may_give
from rules.arena.engine.spells import Cast, ap_cost, control_of, reaches, spell_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import CASTS_BY_ITSELF, Unit
from rules.arena.engine.unknown import card_of
from rules.arena.printed import CLAIMED, PUNCH, NextSpell, Spell
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.verdicts import Illegal

BY_TARGET: Final = ("target", "unknown")  # limits for which it counts at what a spell was aimed


def cast(game: Game, action: Action) -> None:
    """6.3.5: the active unit casts one of its spells."""
    caster, target = acting(game), game.cell(action["target"])
    known, boost = spell_of(caster, action["spell"])
    spell = _spell_cast(game, caster, known, action)
    casting = Cast(game, spell, caster, caster.cell, target, action, boost)
    check_cast(casting)
    if caster.believed.reach:
        _note_believed_range(casting)
    if spell.unknown or not caster.sure:
        unknown_spells.note_prerequisites(casting)
    carry_out(casting)


def _learn(casting: Cast) -> None:
    """2.5.2: what the declared effects teach of the text, before they apply."""
    game, caster, spell = casting.game, casting.caster, casting.spell
    source = "" if CLAIMED in spell.unknown else card_of(caster, spell.slug)
    learn(game, caster, "spell", spell.slug, of_spell(casting.record), source=source, casting=casting)


def _note_believed_range(casting: Cast) -> None:
    """4.15.7: record belief if only believed range lets the spell reach its target."""
    caster, given = casting.caster, casting.caster.believed.reach
    if casting.spell.alterable is False:
        return
    caster.reach -= given
    try:
        far = not reaches(casting.game, caster, casting.spell, casting.origin, casting.target)
    finally:
        caster.reach += given
    if far or casting.spell.area == "multiple":
        casting.game.rest_on_belief()


def _spell_cast(game: Game, caster: Unit, known: Spell | None, action: Action) -> Spell:
    """The spell, completed by what the players declare of it where the data has gaps."""
    if known is None:
        return _claimed(game, caster, action)
    if not game.strict:
        known = _as_it_was_known(caster, known, action)
    if "attack" in known.unknown:
        return partly_claimed(game, caster, known, action)
    if known.unknown or "declared" in action:
        return completed(game, caster, known, action)
    return known


def _as_it_was_known(caster: Unit, known: Spell, action: Action) -> Spell:
    """4.19.9.c: a log from before the site knew the spell does not say how many Kamas are paid for a control value.
    What it declares of both spells is believed, as it was then."""
    if _raised_by(known) is not None and "option" not in (action.get("choices") or {}):
        return replace(known, effects=(), unknown=known.unknown | {"cost", "effects"})
    if known.control == 0 and known.slug not in caster.controls:
        unsaid = (caster.profile.spells[name] for name in caster.cast_this_turn if name in caster.profile.spells)
        if any(_raised_by(spell) == known.slug for spell in unsaid):
            return replace(known, effects=(), control=None, unknown=known.unknown | {"effects"})
    return known


def _raised_by(spell: Spell) -> str | None:
    """The spell of which this one raises the control value."""
    named = (str(effect.arguments["spell"]) for effect in spell.effects if effect.do == "raise-control")
    return next((slugify(name) for name in named), None)


def carry_out(casting: Cast) -> None:
    """7.2: what the spell costs, what it does, and what is then on standby."""
    game, action = casting.game, casting.record
    unknown_spells.leave_out_words(casting)
    if casting.spell.unknown and "declared" in action:
        _learn(casting)
    if casting.caster.boosts:
        _use_up_boosts(casting)
    if casting.caster.next_spell:
        _use_up_what_comes_next(casting)
    if game.event_log is not None:
        game.record_event("cast", unit=casting.caster.name, spell=casting.spell.slug, target=action["target"])
    _remember(casting)
    _pay(casting)
    pay_claimed_kamas(game, casting.caster, casting.spell)
    if "declared" in action and _is_known(casting) and has_outcome(of_spell(action)):
        _compare_with_the_text(casting)
        return
    resolve(casting)
    if "effects" in casting.spell.unknown or (_is_unsure_punch(casting) and has_outcome(of_spell(action))):
        _trust(casting)
    standby.resolve(game, action)


def _is_known(casting: Cast) -> bool:
    spell = casting.spell
    return "effects" not in spell.unknown and spell.element != "unknown" and not _is_unsure_punch(casting)


def _is_unsure_punch(casting: Cast) -> bool:
    """Tokens that nobody has entered may add to it."""
    return casting.spell is PUNCH and bool(open_tokens(casting.caster))


def _compare_with_the_text(casting: Cast) -> None:
    """2.5.2: what is declared is what the spell did, with or without what was then on standby."""
    game, claim = casting.game, of_spell(casting.record)
    declared = Comparison(casting.caster, "spell", casting.spell.name, claim, Position(game, alone=True))
    resolve(casting)
    wrong = declared.contradictions(game)
    standby.resolve(game, casting.record)
    declared.report(game, {seen: amount for seen, amount in declared.contradictions(game).items() if seen in wrong})


def _claimed(game: Game, caster: Unit, action: Action) -> Spell:
    """A spell that is not in the data: an error if the whole card is known, otherwise as the players declare it."""
    name = action["spell"]
    fault = _why_not_its_own(caster, name)
    if fault is not None:
        raise Illegal(*fault, _("{unit} has no spell {spell}.", unit=caster.name, spell=name), logged={"spell": name})
    return claimed_spell(game, caster, action)


def _why_not_its_own(caster: Unit, name: str) -> tuple[str, str] | None:
    """The most specific reason; None for a caster of whose card some spells are unknown."""
    if caster.kind in CASTS_BY_ITSELF and name in caster.profile.spells:
        return CASTS_BY_ITSELF[caster.kind], "casts-by-itself"
    if name in caster.boosts_gone:
        return "4.7.5.a", "boost-spent"
    if caster.rewards and any(reward.text is not None and name in reward.text.spells for reward in caster.rewards):
        return "4.7.8.b", "reward-face-down"
    if name == PUNCH.slug:
        return "4.8.5", "no-punch"
    return None if may_have_more(caster) else ("6.3.5", "no-such-spell")


def may_have_more(caster: Unit) -> bool:
    """Whether spells of its card, or of a reward it carries face up, are unknown."""
    return "spells" in caster.profile.lacks or bool(spells_that_tokens_may_give(caster))


def _trust(casting: Cast) -> None:
    """Apply the declared effects of a spell whose effects the data does not have."""
    game, spell = casting.game, casting.spell
    claim = of_spell(casting.record)
    if spell.element == "unknown" and CLAIMED not in spell.unknown:
        return  # the declared injuries have already been applied
    since = len(game.basis.events) if spell.words_after else 0
    unknown_spells.note(casting, "effects", since)
    if not claim and "standby" not in game.action:
        game.rest_on_belief(since)  # it may have done what nobody says
        knock_outs(game, casting.caster)
        return
    before = len(game.basis.events)
    element = spell.element if CLAIMED in spell.unknown else None
    cause = Cause(spell.slug, casting.caster.name, element=element, control=control_of(casting))
    apply_outcomes(game, _not_yet_done(casting, claim), casting.caster, cause)
    if "standby" in game.action:
        placed = sum(casting.placed.values()) + _injuries_since(game, before)
        game.claims.now.written().may_steal[casting.caster.name] = placed


def _injuries_since(game: Game, event: int) -> int:
    """Those of the fallen too, who have none left."""
    return sum([facts["amount"] for _at, name, facts in game.basis.events[event:] if name == "injured"])


def _not_yet_done(casting: Cast, claim: Claim) -> Claim:
    """The declaration without what was already applied: injuries worked out from dice, and the Kamas and summons of
    known effects."""
    left = dict(claim)
    if casting.placed and CLAIMED in casting.spell.unknown:
        left["injuries"] = {name: n for name, n in (claim.get("injuries") or {}).items() if name not in casting.placed}
    player = casting.caster.player
    if casting.kamas and (claim.get("kamas") or {}).get(player, 0) > 0:
        left["kamas"] = {**claim["kamas"], player: max(0, claim["kamas"][player] - casting.kamas)}
    if casting.summoned and "summoned" in claim:
        here = {(unit.profile.card, cell_name(unit.cell)) for unit in casting.summoned if unit.in_play}
        left["summoned"] = {
            slug: [cell for cell in cells_in(cells) if (slug, cell) not in here]
            for slug, cells in claim["summoned"].items()
        }
    return left


def _use_up_boosts(casting: Cast) -> None:
    """4.7.5.a: a bonus goes into the next spell, and a spell that was not the next one is lost."""
    for boost in casting.caster.boosts:
        bonus = boost.text.following
        if bonus is None:
            if casting.game.laws.boost_spell_first or boost is casting.boost:
                casting.caster.lose_boost(boost)
        elif not bonus.wait or _goes_into(casting, bonus):
            casting.caster.boosts = tuple(other for other in casting.caster.boosts if other is not boost)
            casting.following += (bonus,)


def _use_up_what_comes_next(casting: Cast) -> None:
    """4.18.4: whatever spell it is, it is the next one."""
    for bonus in casting.caster.next_spell:
        _goes_into(casting, bonus)
    casting.following += casting.caster.next_spell
    casting.caster.next_spell = ()


def _goes_into(casting: Cast, bonus: NextSpell) -> bool:
    unknown_spells.depends_on(casting, "element", lambda: casting.spell.element in bonus.elements)
    return casting.spell.element in bonus.elements


def _remember(casting: Cast) -> None:
    caster, spell = casting.caster, casting.spell
    casting.again = spell.slug in caster.cast_this_turn
    if spell.kind == "attack":
        casting.first_attack = not caster.attacks
        caster.attacks += 1
    caster.cast_this_turn |= {spell.slug}
    caster.cast_this_game |= {spell.slug}
    if spell.limit in BY_TARGET:
        caster.aimed_this_turn |= {(spell.slug, mark) for mark in aimed_at(casting)}


def _price_change(game: Game) -> int:
    return game.claims.now.cost_change.get("kamas", 0)


def _at_most_there_are(casting: Cast) -> int:
    """The cost in Kamas, limited to what the player has: a shortage was already reported."""
    game, player = casting.game, casting.caster.player
    return min(casting.spell.kamas, game.kamas[player] + game.claims.owed[player] - _price_change(game))


def _pay(casting: Cast) -> None:
    """7.2.2: step 1."""
    caster, spell = casting.caster, casting.spell
    spend(casting.game, caster, "ap", ap_cost(casting.game, caster, spell))
    if spell.mp:
        spend(casting.game, caster, "mp", spell.mp)
    if spell.kamas:
        pay_kamas(casting.game, caster.player, _at_most_there_are(casting), spell.name)
    if spell.injuries:
        pay_injuries(casting.game, caster, spell.injuries)
        knock_outs(casting.game)
