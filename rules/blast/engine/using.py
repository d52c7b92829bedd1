"""B-3.5, B-3.6, B-9.1: favors and active bonuses."""

from rules.blast.engine.activating import acting
from rules.blast.engine.effects import check
from rules.blast.engine.game import Game, Undone, Unit, chosen_cell, pay_ap
from rules.blast.engine.use import OF_FAVORS, Use, apply, settles
from rules.common.actions import Action
from rules.common.messages import message as _

NO_CELL = -1  # of a tile that is named on a cell which the board does not have


def use_of(game: Game, unit: Unit, kind: str, action: Action) -> Use:
    removes = game.cell(action["removes"]) if "removes" in action else None
    return Use(
        game,
        unit,
        kind,
        facing=action.get("choices", {}).get("facing"),
        cell=chosen_cell(game, action),
        removes=NO_CELL if "removes" in action and removes is None else removes,
    )


def use_favor(game: Game, action: Action) -> None:
    """B-3.6: each of the two once a turn by one player; for 1 AP (B-3.5), but free for the holder of the Dofus."""
    unit, turn = acting(game)
    side = action["side"]
    _require_krosmaster(game, unit)
    if not game.shows_captures and game.turns > 1:
        game.believe("dofus", "holder")  # whoever holds it pays nothing
    elif game.dofus != unit.player:
        pay_ap(game, unit, "B-3.5")
    elif game.is_dofus_believed:
        game.believe("dofus", "holder")
    if side in turn.used:
        game.fault("B-3.6", "used-before", _("Each favor is used once a turn."), logged={"side": side})
    turn.used.add(side)
    slug = game.favors[side]
    if slug is None:
        if not game.is_favor_lost:
            game.fault("B-3.2", "no-favor-there", _("No favor lies on that side."), logged={"side": side})
        raise Undone
    card = game.facts.favors.get(slug)
    if card is None:
        game.believe(slug[:100], "favor")
        if "declared" not in action:
            game.doubt()
        return
    use = use_of(game, unit, "favor", action)
    check(use, card.effects)
    if card.words or not settles(card.effects, OF_FAVORS):
        game.believe(slug, "effects")
    apply(use, card.effects)


def bonus(game: Game, action: Action) -> None:
    """B-9.1: each Krosmaster uses an active one once a turn, for 1 AP, while the number is held."""
    unit, _turn = acting(game)
    slug, glyphs = action["challenge"], action["threshold"]
    _require_krosmaster(game, unit)
    pay_ap(game, unit, "B-3.5")
    if slug not in game.challenges:
        if game.log.advanced or slug not in game.log.challenges:  # else the header is at fault, as was told
            message = _("{challenge} does not lie open.", challenge=slug[:80])
            game.fault("B-2.6", "not-open", message, logged={"challenge": slug[:80]})
        raise Undone
    _require_held(game, unit, glyphs)
    if (slug, glyphs) in unit.bonuses:
        message = _("{unit} has used this bonus in this turn.", unit=unit.name)
        game.fault("B-9.1", "used-before", message, logged={"threshold": glyphs})
    unit.bonuses.add((slug, glyphs))
    challenge = game.challenges[slug]
    if challenge is None:
        game.believe(slug[:100], "challenge", decides="winner")
        if "declared" not in action:
            game.doubt()
        return
    threshold = next((each for each in challenge.thresholds if each.glyphs == glyphs and each.when is None), None)
    if threshold is None:
        message = _("There is no active bonus at {glyphs} glyph cells.", glyphs=glyphs)
        game.fault("B-9.1", "no-active-bonus", message, logged={"threshold": glyphs})
        raise Undone
    use = use_of(game, unit, "favor", action)
    check(use, threshold.effects)
    if threshold.words or not settles(threshold.effects, OF_FAVORS):
        game.believe(slug, "effects")
    apply(use, threshold.effects)


def _require_krosmaster(game: Game, unit: Unit) -> None:
    """B-3.7."""
    if unit.is_minion:
        message = _("Minions use neither favors nor active bonuses.")
        game.fault("B-3.7", "a-minion", message, logged={"unit": unit.name})


def _require_held(game: Game, unit: Unit, glyphs: int) -> None:
    held = game.held(unit.player)
    if held < glyphs and game.shows_captures:
        message = _("Player {player} holds {held} glyph cells.", player=unit.player, held=held)
        game.fault("B-9.1", "too-few-glyphs", message, expected={"glyphs": glyphs}, logged={"glyphs": held})
