"""What waits on standby for summons: bombs (4.19.5), traps (4.19.7), those that wear out (4.9.30), unseen powers."""

from collections.abc import Collection

from rules.arena.cells import area, cell_name
from rules.arena.engine.claims.costs import pay_for_power
from rules.arena.engine.claims.declarations import Claim, of_effect
from rules.arena.engine.claims.declared import apply_outcomes
from rules.arena.engine.claims.learning import learn
from rules.arena.engine.claims.limits import Cause
from rules.arena.engine.claims.meaning import held
from rules.arena.engine.damage import knock_outs, place_injuries, run_out
from rules.arena.engine.resolving import resolve
from rules.arena.engine.spells import Cast
from rules.arena.engine.standby import listed, resolves
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify


def exploding(action: Action) -> frozenset[str | None]:
    """The bombs whose explosion an action lists; None stands for an unnamed one."""
    return frozenset([entry.get("by") for entry in listed(action) if entry["effect"] == "explosion"])


@resolves("click")
def _click(game: Game, pending: Pending, entry: Action) -> None:
    """4.19.7.c: the trap's spell, from the cell on which it lay."""
    _automatic(game, pending, entry)


@resolves("explosion")
def _explosion(game: Game, pending: Pending, entry: Action) -> None:
    """4.19.5: at the start of its summoner's turn a bomb first suffers its injury (4.19.5.c); then it explodes."""
    bomb = pending.source
    if bomb.in_play:
        run_out(game, bomb, _together(game, bomb, entry))
    waiting = [p for p in game.standby if p.source is bomb]
    game.standby = [p for p in game.standby if p.source is not bomb]
    if waiting or not bomb.in_play:
        _automatic(game, pending, entry)


def _together(game: Game, bomb: Unit, entry: Action) -> list[Unit]:
    """Bombs side by side may also run out at once: the other is then gone before this one explodes."""
    if "critical" not in entry or game.strict:
        return []
    rolled = entry.get("armour") or {}
    around = area("square", bomb.cell)
    waiting = [p.source for p in game.standby if p.effect == "explosion" and p.source.cell in around]
    return [other for other in waiting if other is not bomb and other.name not in rolled]


@resolves("wear")
def _wear(game: Game, pending: Pending, _entry: Action) -> None:
    place_injuries(game, pending.source, 1, None)
    knock_outs(game)


def _automatic(game: Game, pending: Pending, entry: Action) -> None:
    """A spell that a mechanism casts by itself: nothing to pay, no prerequisites, no step 8 of its own (7.2.9.d)."""
    source = pending.source
    for spell in source.profile.spells.values():
        game.record_event("cast", unit=source.name, spell=spell.slug, target=cell_name(pending.cell))
        casting, before = Cast(game, spell, source, pending.cell, pending.cell, entry), len(game.basis.events)
        resolve(casting)
        if "effects" in spell.unknown:
            game.trust(source.profile.card, "effects", spell.slug, before)
            claim = _own_claim(game, entry, (spell.slug, pending.effect))
            apply_outcomes(game, claim, source, Cause(spell.name, source.name))


@resolves("claimed")
def _claimed(game: Game, pending: Pending, entry: Action) -> None:
    """A power that only the card at the table knows, as the log tells it."""
    name = slugify(entry["effect"])
    claim = {**_own_claim(game, entry, (name,)), "power": name}
    held(game, pending.source, "power", name, claim)
    learn(game, pending.source, "power", name, claim)
    pay_for_power(game, pending.source, claim)
    apply_outcomes(game, claim, pending.source, Cause(entry["effect"], pending.source.name, is_power=True))


def _own_claim(game: Game, entry: Action, names: Collection[str]) -> Claim:
    """What other causes do is told by the action, not by this entry."""
    claim, others = of_effect(entry, names)
    for other in others:
        message = _("{spell} was resolved, but what is declared is of {named}.", spell=entry["effect"], named=other)
        game.fault("4.18.1", "another-cause", message, expected={"effect": entry["effect"]})
    return claim
