"""Where in the engine each applied article is at work: a place in a function, and what has to hold there.

An applied article has no finding of its own, so no report can tell that a game came to it. It is reached when the
replay of a legal game runs through the place while the condition holds. `caller` is the function that called.
"""

from typing import NamedTuple


class Place(NamedTuple):
    function: str  # of rules.arena.engine: its module and its name
    line: str  # how the line of that function begins
    when: str = "True"  # over the names of the function, just before the line runs


DICE, ELEMENT = 'if spell.element == "unknown":', "least = most = most + 1"
RANGE, MARKERS, LISTED = "return least <=", "placed = add_markers(", "cast.bonuses +="
BLOCKED_BY = "cell in self.bodies and self.bodies[cell].kind == "
FALLS = "any(u.in_play and u.hp is not None and u.injuries >= u.hp for u in game.units.values())"
PIECES = "game.units.values()"
BLOCKS = 'return "obstructive"'
HELD_UP = "len(_line(cast.game, unit, direction, cells)) < cells"

WITNESSES = {
    "1.1.2.c": Place(
        "setup.new_game",
        "return Game(",
        "log.team_format == 'limited' and any(len(set(p.team.values())) < len(p.team) for p in log.players.values())",
    ),
    "1.3.3": Place("setup.new_game", "return Game(", "arena.kamas"),
    "1.3.5.a": Place("setup.new_game", "return Game(", "log.team_format == 'constructed'"),
    "1.3.5.b": Place("setup.new_game", "return Game(", "log.team_format == 'limited' and stocks['A'] != stocks['B']"),
    "1.3.6": Place("stocks.won_glory", "after =", "from_wild"),
    "1.7.1": Place("damage.knock_outs", "doubt_the_order(", "len({unit.side for unit in fallen}) == 2"),
    "2.1.2": Place(
        "setup.new_game",
        "return Game(",
        "any(' - ' in unit.profile.title for line in timelines.values() for unit in line)",
    ),
    "2.2.2": Place("effects.meant.is_kin", "return", "name in unit.profile.types and len(unit.profile.types) > 1"),
    "2.4.2": Place("damage.knock_out", "win_glory(", "unit.level"),
    "2.4.3.a": Place("turn.activate", "begin_activation(", "in_turn and unit.is_krosmaster and game.acted"),
    "2.4.3.b": Place(
        "setup.new_game",
        "return Game(",
        "any(a.profile.initiative == b.profile.initiative for t in timelines.values() for a, b in zip(t, t[1:]))",
    ),
    "4.5.1": Place("kamas.pay_kamas", "game.kamas[side] =", "amount"),
    "4.5.2": Place("damage.step_onto", "game.put(", "game.coins.get(to) and not unit.is_krosmaster"),  # it stays there
    "4.7.5.c": Place("rewards.revealing._turn_up", "unit.ap ="),
    "4.7.10.a": Place("effects.conditions.first_attack", "return", "cast.caster.revealed and cast.first_attack"),
    "4.7.11.a": Place("rewards.revealing._check_equipment", "if kind in worn", "worn"),
    "4.7.11.d": Place("units.Reward.counts", "return not", "self.face_up and self.text.equipment == 'technique'"),
    "4.7.11.e": Place("resolving.resolve", "knock_outs(game, casting.caster)  # 7.2.4.d", "_techniques(casting)"),
    "4.7.11.f": Place("spells.ap_cost", "claimed =", "techniques"),
    "4.8.2": Place("spells.ap_cost", "return 0", "cost_change(game, caster)"),
    "4.8.4": Place("casting._remember", "caster.cast_this_game", "casting.spell.limit == 'game'"),
    "4.9.3.a": Place("powers._critical_dice", DICE, "'critical-hit' in powers"),
    "4.9.4.a": Place("powers.armour_dice", DICE, "'armour' in powers"),
    "4.9.5.a": Place("powers.block_dice", "return", "power == 'lock' and power in powers_against(unit, foe)"),
    "4.9.6.a": Place("powers.block_dice", "return", "power == 'dodge' and power in powers_against(unit, foe)"),
    "4.9.7.a": Place(
        "powers.resisted", "return damage - 1", "element == 'water' and ALL_RESISTANCES not in target.powers"
    ),
    "4.9.8.a": Place(
        "powers.resisted", "return damage - 1", "element == 'air' and ALL_RESISTANCES not in target.powers"
    ),
    "4.9.9.a": Place(
        "powers.resisted", "return damage - 1", "element == 'earth' and ALL_RESISTANCES not in target.powers"
    ),
    "4.9.10.a": Place(
        "powers.resisted", "return damage - 1", "element == 'fire' and ALL_RESISTANCES not in target.powers"
    ),
    "4.9.11.a": Place("powers.resisted", "return damage - 1", "ALL_RESISTANCES in target.powers"),
    "4.9.13.a": Place("powers.blocks", "return", "unit.is_character and 'itty-bitty' in unit.powers"),
    "4.9.14.a": Place("spells.blocks_sight", BLOCKS, "'obstructive' in unit.powers and not unit.is_krosmaster"),
    "4.9.16.a": Place("resolving._heal", "bonus =", "'heal' in casting.caster.powers"),
    "4.9.19.a": Place(
        "effects.conditions.retribution", "return", "_at_least(cast, avengers, 'Avenger', cast.game.in_play())"
    ),
    "4.9.20.a": Place(
        "effects.conditions.revenge", "return", "_at_least(cast, villains, 'Villain', cast.game.in_play())"
    ),
    "4.9.21.a": Place("powers.armour_dice", ELEMENT, "spell.element == 'water'"),
    "4.9.22.a": Place("powers.armour_dice", ELEMENT, "spell.element == 'air'"),
    "4.9.23.a": Place("powers.armour_dice", ELEMENT, "spell.element == 'earth'"),
    "4.9.24.a": Place("powers.armour_dice", ELEMENT, "spell.element == 'fire'"),
    "4.9.25.a": Place("damage._wisdom", "return int(", "wise_winner or wise_loser"),
    "4.9.26.a": Place("damage._spoils", "take_kamas(game, by.player, hunters"),
    "4.9.27.a": Place("rewards.buying.buy_reward", "prices =", "crafts"),
    "4.9.28.a": Place("powers.end_of_activation", "return", "'farmer' in unit.powers and unit.coins_taken"),
    "4.9.29.a": Place("damage._spoils", "take_kamas(game, by.player, loot"),
    "4.9.30.a": Place("mechanisms._wear", "place_injuries("),
    "4.10.1": Place("damage.place_injuries", "unit.beyond +=", "amount > placed"),
    "4.10.2": Place("damage.knock_outs", "knock_out("),
    "4.10.4": Place("resolving._strike", "casting.placed[unit.name] =", "amount"),
    "4.10.6.c": Place("damage.pay_injuries", "unit.injuries ="),
    "4.10.7": Place("effects.primitives._exchange_injuries", "caster.injuries, unit.injuries =", "mine != theirs"),
    "4.11.1.a": Place("activation.fill_gauges", "unit.mp =", "unit.most_mp is None"),
    "4.11.1.b": Place("activation.fill_gauges", "unit.ap =", "unit.most_ap is None"),
    "4.11.2": Place("activation.fill_gauges", "unit.ap =", "unit.most_ap"),
    "4.11.3": Place("activation.end_activation", "unit.ap = unit.mp", "unit.ap"),
    "4.11.4": Place("markers.gain", "return"),
    "4.11.6": Place("markers.add_markers", "return 0", "most is None"),
    "4.11.7": Place("markers.add_markers", "setattr(", "before + count < -most"),
    "4.11.8": Place("markers.add_markers", "setattr(", "before * count < 0"),
    "4.11.9": Place("movement.spend_one_mp", "unit.believed.cells +="),
    "4.12.1": Place("activation._begin_with_full_gauges", "unit.reach, unit.range_markers =", "unit.range_markers"),
    "4.13.1": Place("markers.place_special", "unit.specials = {", "unit.specials.get(name) in allies"),
    "4.13.2": Place("markers.place_special", "unit.specials = {", "source.name in unit.specials.values()"),
    "4.13.3": Place("damage._drop_markers", "other.specials = {"),
    "4.14.2.a": Place("movement.move", "block(game", "enemies"),
    "4.14.3": Place("laws.arena_2_7.block_loss", "return LOCKED", "locks > dodges and not by_krosmaster"),
    "4.14.4": Place("casting.cast", "check_cast(", "caster.blocked_ap or caster.blocked_mp"),
    "4.15.2": Place("spells.reaches", RANGE, "spell.range == 'close' and reach_bonus(game, caster, origin)"),
    "4.15.3": Place("spells.reaches", RANGE, "spell.range == 'ranged'"),
    "4.15.5": Place("spells.seen", "return", "spell.range == 'unseen'"),
    "4.15.6": Place("spells.reaches", RANGE, "spell.range == 'personal'"),
    "4.15.8": Place("prerequisites._sight", "if seen("),
    "4.15.9": Place("spells.seen", "return", "spell.range != 'unseen'"),
    "4.15.9.a": Place("spells.blocks_sight", BLOCKS, "unit.is_krosmaster and 'itty-bitty' not in unit.powers"),
    "4.15.9.b": Place("spells.blocks_sight", BLOCKS, "unit.is_krosmaster and 'itty-bitty' in unit.powers"),
    "4.16.2": Place("rolls.armour_rolls", "return rolled", "len(rolled) > 1"),
    "4.17.3": Place("movement._check_step", "if not game.is_free(to)", "game.is_free(to)"),
    "4.17.5.a": Place(
        "effects.displacement._line",
        "break",
        "onward is not None and (game.board.obstacles & ~game.board.trees) >> onward & 1",
    ),
    "4.17.5.b": Place("effects.displacement._line", "break", "onward is not None and game.board.trees >> onward & 1"),
    "4.17.5.c": Place("spells.reach_bonus", "return", "crate"),
    "4.18.3.b": Place("standby._run", "game.standby.remove(", "len(game.standby) > 1"),
    "4.18.3.d": Place("placing._descendre_prank", "unit.level = 0"),
    "4.18.3.e": Place(
        "effects.displacement._may_be_moved", "return", "'unfazed' in unit.powers and unit is not cast.caster"
    ),
    "4.18.4.b": Place("summons.summon", "game.put(", f"any(u.granted for u in {PIECES})"),
    "4.18.4.c": Place(
        "movement.move",
        "before = unit.mp",
        "unit.summoner and any('perfect-lock' in near.powers for near in game.beside(unit.cell))",
    ),
    "4.18.4.d": Place("summons.summon", "return unit", "unit.lent.powers or unit.lent.bonus.ap or unit.lent.bonus.mp"),
    "4.18.4.e": Place("spells.cost_change", "change += 1"),
    "4.18.4.f": Place("effects.gauges.power", "unit.grant(powers"),
    "4.19.1.c": Place("damage.knock_out", "if unit.is_krosmaster", "not unit.is_krosmaster"),
    "4.19.1.f": Place("spells.blocks_sight", BLOCKS, "not unit.is_krosmaster and 'obstructive' not in unit.powers"),
    "4.19.4.a": Place("spells.blocks_sight", BLOCKS, "unit.kind == 'mob'"),
    "4.19.4.c": Place("state.Game.is_free", "return", BLOCKED_BY + "'mob'"),
    "4.19.5.b": Place("state.Game.is_free", "return", BLOCKED_BY + "'bomb'"),
    "4.19.5.d": Place("mechanisms._automatic", "resolve(", "source.kind == 'bomb'"),
    "4.19.6.b": Place("state.Game.is_free", "return", BLOCKED_BY + "'turret'"),
    "4.19.7.b": Place("damage.step_onto", "game.lift(below)"),
    "4.19.7.e": Place("mechanisms._click", "_automatic(", "not pending.source.in_play"),
    "4.19.8.b": Place("damage.step_onto", "below.injuries += 1"),
    "4.19.9.b": Place("summons.summon", "game.put(", "control is not None and control > 1"),
    "4.19.9.d": Place(
        "summons.summon",
        "game.put(",
        f"any(u.summoner is summoner and u.fallen and u.profile.card == slug for u in {PIECES})",
    ),
    "5.1.1": Place("turn._next_turn", "game.turn += 1"),
    "5.3.1.a": Place("inspiration.inspire", "unit.dice += (", "face == 'critical'"),
    "5.3.1.b": Place("inspiration.inspire", "unit.dice += (", "face == 'armour'"),
    "5.3.1.c": Place("inspiration.inspire", "unit.dice += (", "face == 'dodge'"),
    "5.3.1.d": Place("inspiration.inspire", "unit.dice += (", "face == 'lock'"),
    "5.3.3": Place("turn._next_turn", "unit.dice = lent_to"),
    "6.2.1.a": Place("activation.discard_buffs", "unit.rewards ="),
    "6.2.1.b": Place(
        "activation._use_up_markers", "unit.ap_markers = unit.mp_markers", "unit.ap_markers or unit.mp_markers"
    ),
    "6.2.1.c": Place("activation._begin_with_full_gauges", "unit.reach, unit.range_markers =", "unit.range_markers"),
    "6.2.1.d": Place("activation.start_of_turn", 'game.standby.append(Pending("explosion"'),
    "6.3.8": Place("activation.end_activation", "unit.ap = unit.mp", "unit.ap and unit.mp"),
    "6.4.1": Place("activation.end_activation", "each.end_of_turn_effects()"),
    "6.4.2": Place("turn.activate", "end_activation(", "game.active is not None"),
    "7.1.6.a": Place("spells.seen", "return", "spell.range == 'unseen' and not in_sight(game, caster, origin, target)"),
    "7.2.1.a": Place("standby._run", "game.standby.remove(", "game.action['do'] == 'cast'"),
    "7.2.1.c": Place("damage._counters", 'game.standby.append(Pending("counter"'),
    "7.2.2.a": Place("casting._pay", 'spend(casting.game, caster, "ap"', "spell.ap"),
    "7.2.2.b": Place("resolving.resolve", "determine_targets(", "spell.injuries and not casting.caster.in_play"),
    "7.2.3.b": Place("spells._determine_area", "cast.targets = [unit", "len(cast.cells) > 1"),
    "7.2.3.c": Place("spells._determine_area", "others = tuple([cell for cell in _could"),
    "7.2.4.c": Place("spells.apply_effects", "effect(cast)"),
    "7.2.4.d": Place("resolving.resolve", "knock_outs(game, casting.caster)  # 7.2.4.d", FALLS),
    "7.2.4.e": Place("spells.apply_effects", "effect(cast)", "len(effects) > 1"),
    "7.2.5.c": Place("resolving._strike", "armour =", "criticals and len(targets) > 1"),
    "7.2.7.b": Place("spell_damage.damage", "total += casting.game.laws.modifier(", "criticals != armour"),
    "7.2.7.c": Place("spell_damage.damage", "return", "total != spell.amount"),
    "7.2.7.d": Place("spell_damage.damage", "return", "resisted(target, spell.element, total) < 0"),
    "7.2.7.e": Place("resolving._strike", "for unit, total in damages", "len({total for _, total in damages}) > 1"),
    "7.2.8.a": Place("resolving._strike", "casting.placed[unit.name] =", "amount"),
    "7.2.8.b": Place("resolving._strike", "casting.placed[unit.name] =", "not amount"),
    "7.2.9.b": Place("resolving._steals_health", "heal(", "pending.amount and not pending.source.injuries"),
    "7.2.9.c": Place("damage._goes_off", "game.standby.append(", "game.resolved"),
    "7.2.9.d": Place("mechanisms._automatic", "resolve(", "game.action['do'] == 'cast'"),
    "7.3.2.b": Place("resolving._heal", "heal(", "extra + bonus"),
    "7.3.2.c": Place("damage.heal", "unit.injuries -=", "caller == '_heal'"),
    "7.5.1.a": Place("effects.gauges.markers", MARKERS, "gauge == 'mp' and count > 0"),
    "7.5.2.a": Place("effects.gauges.markers", MARKERS, "gauge == 'mp' and count < 0"),
    "7.5.3.a": Place("effects.gauges.markers", MARKERS, "gauge == 'ap' and count > 0"),
    "7.5.4.a": Place("effects.gauges.markers", MARKERS, "gauge == 'ap' and count < 0"),
    "7.5.5.a": Place("effects.bonuses._add", LISTED, "cast.spell.element == 'water'"),
    "7.5.6.a": Place("effects.bonuses._add", LISTED, "cast.spell.element == 'air'"),
    "7.5.7.a": Place("effects.bonuses._add", LISTED, "cast.spell.element == 'earth'"),
    "7.5.8.a": Place("effects.bonuses._add", LISTED, "cast.spell.element == 'fire'"),
    "7.5.9.a": Place("effects.displacement._move", "slide(", "caller == 'push'"),
    "7.5.9.b": Place("effects.displacement._move", "slide(", f"caller == 'push' and {HELD_UP}"),
    "7.5.10.a": Place("effects.displacement._move", "slide(", "caller == 'attract'"),
    "7.5.10.b": Place("effects.displacement._move", "slide(", f"caller == 'attract' and {HELD_UP}"),
    "7.5.11.a": Place("powers.armour_dice", "return", "pierce"),
    "7.5.12.a": Place("effects.gauges.steal", "_note_placed(cast, cast.caster", "gauge == 'mp'"),
    "7.5.13.a": Place("effects.gauges.steal", "_note_placed(cast, cast.caster", "gauge == 'ap'"),
    "7.5.14.a": Place("effects.gauges.gain", "gain_at_once(", "mp"),
    "7.5.15.a": Place("effects.gauges.gain", "gain_at_once(", "ap"),
    "7.5.16.a": Place("effects.displacement._move", "slide(", "caller == 'retreat'"),
    "7.5.17.a": Place("effects.displacement._move", "slide(", "caller == 'approach'"),
    "7.5.18.a": Place("resolving._steals_health", "heal(", "pending.amount"),
    "7.5.19.a": Place("effects.primitives._replace", "unit.profile ="),
    "7.5.20.a": Place("effects.primitives._exchange_injuries", "caster.injuries, unit.injuries =", "mine != theirs"),
    "7.5.21.a": Place("spells.is_aligned", "return", "in_line(cast.origin, cast.target)"),
    "7.5.21.b": Place("spells.is_aligned", "return", "not in_line(cast.origin, cast.target)"),
    "7.5.22.a": Place("auras.has_invaded", "return bool", "invaded"),
    "7.5.22.b": Place("auras.has_invaded", "return bool", "not invaded"),
    "8.1.3": Place("rewards.buying.buy_reward", "pay_kamas(", "rank == 'gold'"),
}
