"""B-6: casting a spell; B-7.1: the combat roll."""

from typing import Any

from rules.blast.cards import Attack, Spell
from rules.blast.engine.activating import acting, forgotten
from rules.blast.engine.arriving import passives
from rules.blast.engine.dice import modifier, shown
from rules.blast.engine.effects import check, has
from rules.blast.engine.game import Boost, Game, Target, Undone, Unit, pay_ap
from rules.blast.engine.harm import injure
from rules.blast.engine.use import Use, apply, counts
from rules.blast.engine.using import use_of
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.signatures import Effect


def cast(game: Game, action: Action) -> None:
    """B-6.3: effects first, then the roll and the damage, wherever the effects have brought the target."""
    unit, _turn = acting(game)
    pay_ap(game, unit, "B-6.1")
    aim = game.cell(action["target"])
    spell = _spell(game, unit, action)
    if spell is None:
        return
    target: Target | None = None if aim is None else _target(game, aim)
    _require_limit(game, unit, spell, target)
    _require_range(game, unit, spell, aim, action["target"])
    _require_sight(game, unit, spell, aim)
    use = use_of(game, unit, "spell", action)
    use.aim, use.target = aim, None if aim is None else game.at(aim)
    use.element = spell.attack.element if spell.attack else None
    check(use, spell.effects)
    if spell.words:
        game.believe(unit.slug, "effects", spell.slug)
    unit.casts.setdefault(spell.slug, []).append(target if target is not None else -1)
    unit.elsewhere.pop(spell.slug, None)
    apply(use, spell.effects)
    if use.goes_elsewhere and target is not None:
        unit.elsewhere[spell.slug] = target
    _attack(game, use, spell, action.get("roll"))


def _spell(game: Game, unit: Unit, action: Action) -> Spell | None:
    """B-6.1: one of its card; where nobody knows all of them, what the log tells of it."""
    spell = unit.card.spell(action["spell"]) if unit.card else None
    if spell is not None:
        return spell
    if unit.card is not None and "spells" not in unit.card.lacks:
        message = _("{unit} has no spell {spell}.", unit=unit.name, spell=action["spell"][:80])
        had_fault = game.silent
        game.fault("B-6.1", "no-such-spell", message, logged={"spell": action["spell"][:80]})
        if not had_fault and forgotten(game):
            cast(game, action)
        raise Undone
    game.believe(unit.slug, "spell", action["spell"][:100])
    if "roll" in action:
        shown(game, action["roll"])
    if "declared" not in action:
        game.doubt()
    return None


def _target(game: Game, aim: int) -> Target:
    unit = game.at(aim)
    return unit.name if unit else aim


def _require_limit(game: Game, unit: Unit, spell: Spell, target: Target | None) -> None:
    """B-6.4."""
    before = unit.casts.get(spell.slug, [])
    logged: dict[str, Any] = {"spell": spell.slug}
    if spell.limit == "turn" and before:
        game.fault("B-6.4", "once-a-turn", _("{spell} is cast once a turn.", spell=spell.name), logged=logged)
    elif spell.limit == "target" and target in before:
        message = _("{spell} is cast at each target once a turn.", spell=spell.name)
        game.fault("B-6.4", "once-a-target", message, logged=logged)
    elif target is not None and unit.elsewhere.get(spell.slug) == target:
        message = _("The next cast of {spell} has another target.", spell=spell.name)
        game.fault("B-6.4", "same-target", message, logged=logged)
    elif spell.limit == "unknown" and before:
        game.believe(unit.slug, "limit", spell.slug)


def _require_range(game: Game, unit: Unit, spell: Spell, aim: int | None, name: str) -> None:
    """B-6.1."""
    if not game.board.is_known or unit.is_unsure or unit.cell is None:
        return
    logged: dict[str, Any] = {"target": name}
    if aim is None:
        game.fault("B-6.1", "off-the-board", _("The board has no cell {cell}.", cell=name), logged=logged)
        raise Undone
    distance = game.distance(unit.cell, aim)
    if not spell.least <= distance <= spell.most:
        expected = {"min": spell.least, "max": spell.most}
        message = _("{cell} is {distance} cells away.", cell=name, distance=distance)
        game.fault("B-6.1", "out-of-range", message, expected=expected, logged={**logged, "distance": distance})
    elif has(spell.effects, "leap") and game.is_blocked(aim):
        game.fault("B-6.1", "cell-not-free", _("{cell} is not free.", cell=name), logged=logged)


def _require_sight(game: Game, unit: Unit, spell: Spell, aim: int | None) -> None:
    """B-6.2."""
    if spell.sight is False or aim is None or unit.cell is None or not game.is_sure or not game.board.is_known:
        return
    if game.board.grid.sees(unit.cell, aim, game.blockers):
        return
    if spell.sight is None:
        game.believe(unit.slug, "sight", spell.slug)
        return
    message = _("{unit} does not see {cell}.", unit=unit.name, cell=game.cell_name(aim))
    game.fault("B-6.2", "no-sight", message, logged={"target": game.cell_name(aim)})


# -- the combat roll -------------------------------------------------------------------------------------------------


def _attack(game: Game, use: Use, spell: Spell, die: str | None) -> None:
    """B-7.1: damage as printed, with what adds to it, and the roll; never below 0."""
    target, attack = use.target, spell.attack
    boosts, doubtful = _boosts(game, use, spell, attack) if attack else (0, 0)
    if attack is None or target is None or target.is_out:
        if die is not None and not spell.words:
            game.note("warning", "roll-not-needed", _("No combat roll was needed."), "B-7.1")
        return
    if die is None:
        game.fault("B-7.1", "no-combat-roll", _("An attack takes a combat roll."), expected={"dice": 1})
    rolled = 0 if die is None else modifier(game, die)
    damage = attack.damage + use.damage + boosts + rolled
    injuries = max(0, damage)
    injure(game, target, injuries, max(0, damage + doubtful) - injuries)


def _boosts(game: Game, use: Use, spell: Spell, attack: Attack) -> tuple[int, int]:
    """Of favors, which this attack uses up, and of passive bonuses (B-9.1): what adds to it, and what may."""
    unit = use.user
    used = [boost for boost in unit.boosts if boost.element in (None, attack.element)]
    asking = [boost for boost in unit.boosts if _may_fit(attack, boost.element)]
    unit.boosts = [
        boost._replace(is_sure=False) if boost in asking else boost for boost in unit.boosts if boost not in used
    ]
    lasting = [
        Boost(int(effect.arguments["damage"]), effect.arguments.get("element"))
        for effect in ([] if unit.is_minion else _lasting(game, unit))
    ]
    open_ones = [*asking, *(boost for boost in lasting if _may_fit(attack, boost.element))]
    if open_ones:
        game.believe(unit.slug, "element", spell.slug, decides="winner")
    added = [*used, *(boost for boost in lasting if boost.element in (None, attack.element))]
    sure = sum(boost.damage for boost in added if boost.is_sure)
    return sure, sum(boost.damage for boost in [*open_ones, *added]) - sure


def _may_fit(attack: Attack, element: str | None) -> bool:
    return element is not None and attack.element == "unknown"


def _lasting(game: Game, unit: Unit) -> list[Effect]:
    """What adds to every attack of the player's Krosmasters."""
    cards = [each.card for each in game.standing() if each.player == unit.player and each.card]
    own = [power for card in cards for power in card.powers]
    powers = [*own, *(power for _slug, power in passives(game, game.held(unit.player)))]
    use = Use(game, unit, "power")
    return [
        effect
        for power in powers
        if power.when == "always"
        for effect in power.effects
        if effect.do == "bonus" and counts(use, effect)
    ]
