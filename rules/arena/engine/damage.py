"""Injuries, healing and KO (4.10), and pieces that come onto a cell or leave it."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.arena.cells import cell_name
from rules.arena.engine import standby, unknown
from rules.arena.engine.auras import settle
from rules.arena.engine.believed_gauges import note_displacement, note_hp, note_injury
from rules.arena.engine.choosing import note_asked
from rules.arena.engine.claims.declarations import of_spell
from rules.arena.engine.glory import (
    is_out,
    look_for_a_winner,
    opponents,
    plays_on,
    put_out_if_beaten,
    record_who_is_out,
    win_glory,
)
from rules.arena.engine.kamas import lose_kamas, take_kamas
from rules.arena.engine.possible_glory import Gain, doubt_the_order, is_won, keep_other_orders
from rules.arena.engine.powers import at_a_time, is_in_the_haze, may_be_hurt, value_of
from rules.arena.engine.standby import resolves
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import DiceMissing


def place_injuries(game: Game, unit: Unit, amount: int, source: Unit | None) -> int:
    """Injuries that are suffered (4.10.6), never past HP (4.10.8). Answers how many were placed."""
    if amount <= 0 or unit.cell == OFF:
        return 0
    if unit.hp is None:
        return 0 if unit.sure else _place_on_unseen(game, unit, amount, source)
    if not may_be_hurt(unit, source) or is_in_the_haze(game, unit) or _defrosts(game, unit):
        return 0
    amount = _parachuted(game, unit, at_a_time(unit, amount))
    placed, room = amount, unit.hp - unit.injuries
    if amount > room:
        placed = max(0, room)
        unit.beyond += amount - placed
    if placed:
        unit.injuries += placed
        note_injury(game, unit, source)
        note_hp(game, unit)
        game.record_event("injured", unit=unit.name, amount=placed, by=source.name if source else None, worth=amount)
        if source is not None:
            _note_who_hurt(game, source, unit)
        _counters(game, unit, source)
        if game.explaining:
            settle(game)
            _tell_of_injuries(game, unit, source, placed)
    return placed


def _tell_of_injuries(game: Game, unit: Unit, source: Unit | None, placed: int) -> None:
    happens(game, "hurt", unit, source, number=placed)
    if source is not None and source.side != unit.side:
        happens(game, "injured", unit, source, number=placed)
        happens(game, "injures", source, unit, number=placed)


def _place_on_unseen(game: Game, unit: Unit, amount: int, source: Unit | None) -> int:
    """How many injuries a summon bears whose numbers were never seen nobody can say: as many as the log declares, or
    all of them. It may have fallen."""
    unknown.trust_characteristics(game, unit)
    declared = (of_spell(game.action).get("injuries") or {}).get(unit.name)
    placed = amount if declared is None else min(amount, declared)
    if not placed or not may_be_hurt(unit, source):
        return 0
    unit.unsure += amount
    if declared is not None:
        game.record_event("injured", unit=unit.name, amount=placed, by=source.name if source else None, worth=amount)
    if source is not None:
        _note_who_hurt(game, source, unit)
    _counters(game, unit, source)
    _tell_of_injuries(game, unit, source, placed)
    if not game.lookahead.shows(unit.name, game.index) and ends_otherwise(game):
        unit.injuries = placed  # as many as it has HP: see _beaten
    return placed


def ends_otherwise(game: Game) -> bool:
    """Numbers that nobody knows decide how the action ends. The way in which the log is read says whether it ends
    otherwise than by what the rules alone show."""
    if game.strict or game.index is None:
        return False
    if game.index not in game.claims.either_way:
        game.claims.either_way.append(game.index)
    return game.index in game.claims.otherwise


def _parachuted(game: Game, unit: Unit, amount: int) -> int:
    """Golden Parachute: Kamas in place of what goes beyond 2 injuries, as long as there are any."""
    if amount < 3 or "golden-parachute" not in unit.powers or not game.kamas[unit.player]:
        return amount
    lose_kamas(game, unit.player, amount - 2)
    return 2


def _defrosts(game: Game, unit: Unit) -> bool:
    """Defrosting: the marker of an ally in place of the injuries."""
    for name, owner in unit.specials.items():
        ally = game.units[owner]
        if ally.side == unit.side and "defrosting" in ally.powers:
            unit.specials = {other: by for other, by in unit.specials.items() if other != name}
            game.record_event("thawed", unit=unit.name, other=owner)
            return True
    return False


def _note_who_hurt(game: Game, source: Unit, unit: Unit) -> None:
    pair = (source.name, unit.name)
    game.hurt = {**game.hurt, pair: game.hurt.get(pair, False) or not game.is_believed()}


def _counters(game: Game, unit: Unit, source: Unit | None) -> None:
    """4.9.15: in an opponent's turn, an opposing unit that inflicts injuries suffers one."""
    if source is None or unit.side == source.side or not _may_counter(game, unit, source):
        return
    if not unknown.use_power(game, unit, "counter"):
        game.claims.now.written().may_counter[unit.name] = source.name
        return
    if not any(p.effect == "counter" and p.source is unit and p.target is source for p in game.standby):
        game.standby.append(Pending("counter", unit, target=source, power="counter"))


def _may_counter(game: Game, unit: Unit, source: Unit) -> bool:
    """Where it works in every turn it answers characters, and no other Counter."""
    if game.laws.counters_any_time:
        return source.is_character and not game.countering
    return unit.side != game.seats.side_of[game.player]


@resolves("counter")
def _counter(game: Game, pending: Pending, _entry: Action) -> None:
    if pending.target is not None:
        game.countering = True
        place_injuries(game, pending.target, 1, pending.source)
        game.countering = False
        knock_outs(game, pending.source)


def pay_injuries(game: Game, unit: Unit, amount: int) -> None:
    """Injuries that are a cost: neither inflicted nor suffered (4.10.6.c)."""
    if unit.hp is not None:
        unit.injuries = min(unit.hp, unit.injuries + amount)
        settle(game)
        game.record_event("injury-cost", unit=unit.name, amount=amount)


def heal(game: Game, unit: Unit, amount: int) -> int:
    """Take injury markers away, as far as there are any (4.10.5), unless a power forbids it (4.13.4, 4.19.8.c)."""
    may_be = unit.in_play and "profanation" not in unit.powers and not unit.lent.no_healing
    healed = max(0, min(at_a_time(unit, amount), unit.injuries)) if may_be else 0
    if healed:
        unit.injuries -= healed
        unit.beyond = 0
        game.record_event("healed", unit=unit.name, amount=healed)
        if game.explaining:
            settle(game)
    return healed


def knock_outs(game: Game, by: Unit | None = None) -> None:
    """4.10.2: whoever has as many injuries as HP falls, in the order of the active player (1.7.1)."""
    if game.explaining:
        settle(game)
    fallen = [unit for unit in _beaten(game.pieces) if not is_saved(game, unit)]
    if not fallen:
        return
    if len(fallen) > 1:
        _put_in_order(game, fallen)
        doubt_the_order(game, list(_gains(game, fallen, by)))
    for unit in fallen:
        if unit.in_play and not is_won(game) and game.policy.lets_fall(game, unit):
            knock_out(game, unit, by)
    if len(fallen) > 1:
        keep_other_orders(game)
    if game.laws.at_once:
        standby.explode_at_once(game)
    if game.explaining and not is_won(game):  # what they gave others is gone with them
        knock_outs(game, by)


def _beaten(pieces: list[Unit]) -> list[Unit]:
    found: list[Unit] = []
    for unit in pieces:
        if not unit.injuries:  # as most
            continue
        # where its HP were never seen, injuries are placed only on one that falls by them
        falls = not unit.sure if unit.hp is None else unit.injuries >= unit.hp
        if falls and unit.cell != OFF:
            found.append(unit)
    return found


def is_saved(game: Game, unit: Unit) -> bool:
    """Whether a power of its own comes in place of its KO: it is elsewhere then."""
    cell = unit.cell
    if unit.profile.explained:
        happens(game, "would-fall", unit)
    return unit.cell != cell


def _put_in_order(game: Game, fallen: list[Unit]) -> None:
    fallen.sort(key=lambda unit: (not _explodes(game, unit), unit.player == game.player))


def _gains(game: Game, fallen: list[Unit], by: Unit | None) -> Iterator[Gain]:
    """What each of these KOs brings, if nothing else happens between them."""
    figures = [unit for unit in fallen if unit.is_krosmaster]
    for place, unit in enumerate(figures):
        gone = figures[: place + 1]
        last = not any(own.in_play and own not in gone for own in game.timelines[unit.player])
        struck = striker(game, unit, by) is not None
        yield Gain(likely_receivers(game, unit, by), unit.player, _worth(game, unit, by), last, struck)


def _explodes(game: Game, unit: Unit) -> bool:
    """The log lists its explosion: the bomb fell before the summoner with whom it would otherwise have left."""
    return unit.kind == "bomb" and bool({unit.name, None} & game.exploding)


def _worth(game: Game, unit: Unit, by: Unit | None) -> int:
    level = max(1, unit.level - 2) if _in_the_shadow(game, unit) else unit.level
    return level + _wisdom(game, unit, by)


def _in_the_shadow(game: Game, unit: Unit) -> list[Unit]:
    """4.18.2.a: those whose power makes it count 2 levels less, once a fight."""
    power = "lesser-fall"
    ready = [ally for ally in game.in_play(unit.side) if power in ally.powers and power not in dict(ally.answered)]
    return ready if ready and unit.level >= 2 and game.is_of_type(unit, "Wild") else []


def knock_out(game: Game, unit: Unit, by: Unit | None) -> None:
    """4.10.2.a, in its order."""
    cell, had = unit.cell, unit.powers
    unknown.trust_numbers_in_play(game, unit)
    unknown.trust_what_a_knock_out_brings(game, unit, by)
    game.record_event("knocked-out", unit=unit.name, cell=cell_name(cell), by=by.name if by else None)
    stays = "moon-hammer" in had
    unit.fallen, unit.fell_with = not stays, had
    if unit.is_krosmaster:
        worth, (player, *others) = _worth(game, unit, by), who_receives(game, unit, by)
        game.policy.fallen(game, unit, worth, player)
        for ally in _in_the_shadow(game, unit):
            ally.answered |= {("lesser-fall", game.turn)}
        win_glory(game, player, worth, why="knock-out", loser=unit.player, or_else=others)
    _drop_markers(game, unit)
    unit.rewards = unit.boosts = unit.dice = ()
    unit.refresh()
    if not stays:
        game.lift(unit)
    for summon in game.summons:
        if summon.summoner is unit:
            leave(game, summon)
    unit.injuries = unit.beyond = unit.unsure = 0
    _spoils(game, unit, by, had)
    if by is not None and unit.is_krosmaster:
        happens(game, "fells", by, unit)
        if by.side != unit.side:
            happens(game, "knocks-out", by, unit)
    happens(game, "knocked-out", unit, by, cell=cell)
    if unit.kind == "bomb":
        _goes_off(game, unit, cell, by)
    put_out_if_beaten(game, unit.player, striker(game, unit, by))
    look_for_a_winner(game)
    record_who_is_out(game, unit.player)


def run_out(game: Game, bomb: Unit, others: Collection[Unit] = ()) -> None:
    """4.19.5.c: its own injury and its KO are sure, whatever explosions of the same moment do."""
    before = len(game.basis.events)
    for each in (*others, bomb):
        place_injuries(game, each, 1, None)
    knock_outs(game)
    game.basis.be_sure(before, {bomb.name, *(other.name for other in others)})


def step_onto(game: Game, unit: Unit, to: int, event: str | None) -> None:
    """A piece comes to stand on a cell, by its own MP or moved by an effect; traps and tombstones take note."""
    if event and game.event_log is not None:
        game.record_event(event, unit=unit.name, start=cell_name(unit.cell), cell=cell_name(to))
    if event == "displaced":
        note_displacement(game, unit, unit.cell, to)
        unit.pushed_from = unit.cell
    start = unit.cell
    game.put(unit, to)
    if game.explaining and start != to:
        tell_who_was_beside(game, unit, start)
    below = game.underfoot.get(to)
    if below is None or below is unit:
        return
    if below.kind == "trap" and unit.is_character:  # 4.19.7.c
        game.lift(below)
        below.fallen = True
        game.standby.append(Pending("click", below, cell=to))
    elif "profanation" in below.powers and unit.is_krosmaster:  # 4.9.31
        below.injuries += 1
        knock_outs(game, unit)


def change_places(game: Game, places: Mapping[str, int], event: str | None = "displaced") -> None:
    """Pieces that go to these cells at once: one may go where another has stood."""
    starts = {name: game.units[name].cell for name in places}
    for name in places:
        game.lift(game.units[name])
    for name, to in places.items():
        unit = game.units[name]
        unit.cell = starts[name]  # where it comes from, for the telling
        if event:
            game.record_event(event, unit=name, start=cell_name(unit.cell), cell=cell_name(to))
        note_displacement(game, unit, unit.cell, to)
        unit.cell = OFF
        unit.pushed_from = starts[name]
        game.put(unit, to)
    for name, to in places.items():
        if game.explaining:
            tell_who_was_beside(game, game.units[name], starts[name])
        step_onto(game, game.units[name], to, None)


def tell_who_was_beside(game: Game, unit: Unit, start: int) -> None:
    """The opposing units beside which the character stood, on the cell that it has left."""
    if start != OFF and unit.is_character:
        for foe in [near for near in game.beside(start) if near.side != unit.side]:
            happens(game, "left", foe, unit)


def leave(game: Game, unit: Unit) -> None:
    """A piece is removed from the arena without being KO'd: bombs do not explode."""
    for pending in game.standby:
        pending.lapsed |= pending.source is unit
    game.record_event("leaves", unit=unit.name)
    game.lift(unit)
    unit.fallen = unit.has_left = True
    unit.injuries = 0
    _drop_markers(game, unit)


def lose_markers(unit: Unit) -> None:
    unit.ap_markers = unit.mp_markers = unit.range_markers = unit.frost_ap = unit.frost_mp = 0
    unit.specials = {}


def _drop_markers(game: Game, unit: Unit) -> None:
    lose_markers(unit)
    for other in game.pieces:  # 4.13.3
        if other.specials and unit.name in other.specials.values():
            other.specials = {name: owner for name, owner in other.specials.items() if owner != unit.name}


def _wisdom(game: Game, unit: Unit, by: Unit | None) -> int:
    """4.9.25: one GG more when a Boss and a wise Krosmaster meet, whichever falls."""
    if by is None or by.side == unit.side:
        return 0
    wise_winner = "wisdom" in by.powers and "Boss" in game.types_of(unit)
    wise_loser = "wisdom" in unit.powers and "Boss" in game.types_of(by)
    return int(wise_winner or wise_loser)


def _spoils(game: Game, unit: Unit, by: Unit | None, had: frozenset[str]) -> None:
    """4.9.26 and 4.9.29: Kamas for who struck an opposing piece down. What it had lost by a piece beside it does not
    come back as it leaves (4.18.3.c)."""
    if by is None or by.side == unit.side:
        return
    if unit.is_krosmaster and by.is_krosmaster:
        own = [piece for piece in game.in_play(by.side) if piece.player == by.player]
        hunters = sum(unknown.use_power(game, piece, "prospecting") for piece in own)
        if hunters:
            take_kamas(game, by.player, hunters, why="prospecting")
    loot = value_of(unit.powers & had, "loot")
    if loot:
        unknown.use_power(game, unit, f"loot-{loot}")
        take_kamas(game, by.player, loot, why="loot")


def _goes_off(game: Game, bomb: Unit, cell: int, by: Unit | None) -> None:
    """4.19.5: a bomb that is KO'd casts its Explosion; the spell waits on standby, if it waits at all."""
    game.standby = [p for p in game.standby if p.source is not bomb]
    runs_out = by is None and game.laws.at_once  # 4.19.5.c: nothing else knocks it out by itself
    article = "4.19.5.c" if runs_out else "4.19.5"
    game.standby.append(Pending("explosion", bomb, cell=cell, rolls=True, article=article))


# -- who receives the GG of a KO --------------------------------------------------------------------------


def striker(game: Game, fallen: Unit, by: Unit | None) -> str | None:
    """4.10.6.b: the opponent whose piece inflicted the last injury; it still counts for a side whose player is out."""
    if by is None or by.side == fallen.side:
        return None
    return by.player if plays_on(game, by.player) or not game.mode.sets_aside else None


def likely_receivers(game: Game, fallen: Unit, by: Unit | None) -> Sequence[str]:
    """Who wins the GG of a KO, as far as nobody has to be asked."""
    struck, foes = striker(game, fallen, by), opponents(game, fallen.player)
    chosen = (game.action.get("gives") or {}).get(fallen.name)
    return [struck] if struck is not None else [chosen] if chosen in foes else foes


def who_receives(game: Game, fallen: Unit, by: Unit | None) -> Sequence[str]:
    """4.6.2: who struck it down; of an own KO the opponent whom its player names (9.2.5).

    Where nobody is named, the first is taken to be the one, and any of the others may be.
    """
    struck = striker(game, fallen, by)
    if struck is not None:
        return [struck]
    foes = opponents(game, fallen.player)
    note_asked(game, game.action, f"gives/{fallen.name}")
    return foes if len(foes) == 1 else _whom_the_owner_names(game, fallen, foes)


def _whom_the_owner_names(game: Game, fallen: Unit, foes: Sequence[str]) -> Sequence[str]:
    record = game.action
    chosen = (record.get("gives") or {}).get(fallen.name)
    if chosen is None and game.dealer is not None:
        chosen = foes[game.dealer.pick(len(foes))]
        record["gives"] = {**(record.get("gives") or {}), fallen.name: chosen}
    if chosen in foes:
        return [str(chosen)]
    message = _(
        "No opponent in the game struck {unit} down: name who wins the GG ({players}).", unit=fallen.name, players=foes
    )
    expected = {"gives": {fallen.name: [*foes]}}
    if chosen is None:
        if game.strict:  # while a game is recorded, the players are asked
            game.policy.ask(DiceMissing("9.2.5", expected))
        game.say("warning", "gives-missing", message, "9.2.5")
    elif chosen in game.out:
        game.fault("9.2.5", "player-is-out", is_out(chosen), expected=expected, logged={"gives": chosen})
    else:
        game.fault("9.2.5", "cannot-give-to", message, expected=expected, logged={"gives": chosen})
    return foes
