"""What a log teaches of a text that nobody has entered: an interval of each value that it prints (2.5.2, 2.7.1).

More or less than the printed value may have happened: by dice, by powers and tokens, because the target had few HP or
injuries left. What is known of all that is taken out first. What did not happen teaches something only where it could
have. Two casts that leave no value in common contradict each other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.arena.cells import NEIGHBOURS, SIDES
from rules.arena.engine.claims.assumptions import claim_damage
from rules.arena.engine.claims.declarations import ARTICLES, Claim, Printed, Statement, effects_in, is_named
from rules.arena.engine.claims.meaning import NOTHING_SAID
from rules.arena.engine.glory import opponents
from rules.arena.engine.powers import may_be_hurt, most_injuries
from rules.arena.engine.rewards.open_tokens import open_tokens
from rules.arena.engine.spell_damage import damage
from rules.arena.engine.spells import Cast
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown import may_have_power, may_have_powers
from rules.arena.printed import ELEMENTS, UNNAMED_SPELL
from rules.common.messages import message as _

UNLIMITED: Final = 1_000
MUCH: Final = 100  # printed damage so high that nothing takes all of it off but Immune
GAUGES: Final = ("ap", "mp")
Effects = dict[tuple[str, str], Printed]  # by kind and whose piece it worked on


@dataclass(frozen=True, slots=True)
class _Seen:
    """What somebody says that a text did, before it applies. `casting` is None for powers and tokens."""

    game: Game
    owner: Unit
    claim: Claim
    casting: Cast | None
    dice: bool  # whether they may have changed it


def learn(
    game: Game, owner: Unit, cause: str, name: str, claim: Claim, *, source: str = "", casting: Cast | None = None
) -> None:
    """Before the declared effects apply. `cause` is `spell` or `power`, `source` the card that prints it if it is not
    that of its owner."""
    if name == UNNAMED_SPELL:  # any of the card's spells
        return
    key = source or owner.profile.card, cause, name
    statement = game.claims.statements.get(key, NOTHING_SAID)
    seen = _Seen(game, owner, claim, casting, dice=cause == "spell")
    did = _did(seen)
    if not did:
        return
    struck = did.get(("injuries", "enemy"))
    if casting is not None and struck is not None and struck.most < UNLIMITED:
        claim_damage(game, key[0], name, range(struck.least, struck.most + 1))
    contradictions = {
        effect: now for effect, now in did.items() if not _has_common_value(_before(statement.did, effect), now)
    }
    if contradictions:
        _report(seen, name, cause, statement, contradictions)
    if statement.varies:
        game.claims.statements[key] = Statement(statement.facts, {}, varies=True)
    elif not contradictions:
        game.claims.statements[key] = Statement(statement.facts, _narrowed(statement.did, {**_did_not(seen), **did}))


def _before(learnt: Mapping[tuple[str, str], Printed], key: tuple[str, str]) -> Printed:
    """What is known of this effect, or of all of its kind: that it summons nothing and places no special marker."""
    kind, whose = key
    return learnt.get(key) or learnt.get((kind.partition(" ")[0], whose)) or Printed(0, UNLIMITED)


def _has_common_value(one: Printed, other: Printed) -> bool:
    return one.least <= other.most and other.least <= one.most


def _narrowed(before: Mapping[tuple[str, str], Printed], now: Effects) -> Effects:
    narrowed = {**now, **before}
    for key in before.keys() & now.keys():
        one, other = before[key], now[key]
        if _has_common_value(one, other):  # it may have done nothing for a reason that nobody knows
            narrowed[key] = Printed(max(one.least, other.least), min(one.most, other.most))
    return narrowed


def _report(seen: _Seen, name: str, cause: str, statement: Statement, now: Effects) -> None:
    game = seen.game
    if statement.varies:
        if statement.did:
            message = _("{name} does something else here than before: only now its text is said to vary.", name=name)
            game.say("warning", "text-varies", message)
        return
    if not is_named(seen.claim) and _may_be_of_another(seen):
        message = _("{name} does something else here than before: a spell has one text.", name=name)
        game.say("warning", "effects-differ", message)
        return
    message = _("{name} does something else here than before. Where its text varies, say so.", name=name)
    expected, logged = {}, {}
    for (kind, whose), printed in now.items():
        before = _before(statement.did, (kind, whose))
        more = printed.least > before.most
        expected[kind] = before.most if more else before.least
        logged[kind] = printed.least if more else printed.most
    game.fault(ARTICLES[cause], "another-text", message, expected=expected, logged=logged)


def _may_be_of_another(seen: _Seen) -> bool:
    """What names no cause may also hold what an unseen power of somebody else did."""
    return any(unit is not seen.owner and may_have_powers(unit) for unit in seen.game.in_play())


# -- what it did -------------------------------------------------------------------------------------------


def _did(seen: _Seen) -> Effects:
    """For each effect the values that its text may print. An effect on several pieces may be that of one of them."""
    found: Effects = {}
    for kind, piece, amount in effects_in(seen.claim, seen.owner.player):
        unit = seen.game.units.get(piece)
        printed = _of_stocks(seen, kind, amount) if unit is None else _of_piece(seen, kind, unit, amount)
        if unit is not None and _is_beside_the_target(seen, unit):  # a spell may do less to it
            printed = Printed(printed.least, UNLIMITED)
        key = kind, _whose(seen, unit)
        before = found.get(key, printed)
        found[key] = Printed(max(before.least, printed.least), max(before.most, printed.most))
    return found


def _is_beside_the_target(seen: _Seen, unit: Unit) -> bool:
    return seen.casting is not None and unit is not seen.owner and unit.cell != seen.casting.target


def _whose(seen: _Seen, unit: Unit | None) -> str:
    if unit is None:
        return ""
    if unit is not seen.owner:
        return "ally" if unit.side == seen.owner.side else "enemy"
    aims_at_itself = seen.casting is not None and seen.casting.target == unit.cell
    return "own as target" if aims_at_itself else "own"


def _of_piece(seen: _Seen, kind: str, unit: Unit, amount: int) -> Printed:
    what, _space, gauge = kind.partition(" ")
    if what == "injuries":
        return _injuries(seen, unit, amount)
    if what == "healed":
        return _healed(seen, unit, amount)
    cut = what in ("moved", "lost_powers", "rewards") or amount >= _room(unit, what, gauge)
    return Printed(amount, UNLIMITED if cut else amount)


def _of_stocks(seen: _Seen, kind: str, amount: int) -> Printed:
    """Kamas as far as the player has them, summons as far as there is room."""
    cut = kind.startswith("glory") or amount >= _purse(seen, kind)
    cut |= kind.startswith("summoned") and not _may_summon(seen, amount)
    return Printed(amount, UNLIMITED if cut else amount)


def _purse(seen: _Seen, kind: str) -> int:
    game, player = seen.game, seen.owner.player
    if kind in ("kamas stolen", "kamas other-"):
        return max(game.kamas[foe] for foe in opponents(game, player))
    return game.kamas[player] if kind == "kamas own-" else UNLIMITED


def _may_summon(seen: _Seen, number: int) -> bool:
    """More than these: no control value is reached, and there is room."""
    game, owner = seen.game, seen.owner
    if owner.cell == OFF or any(unit.summoner is owner for unit in game.summons):
        return False
    return len([cell for cell in NEIGHBOURS[owner.cell] if game.is_free(cell)]) > number


def _injuries(seen: _Seen, unit: Unit, amount: int) -> Printed:
    """Not more than HP (4.10.8) or Krowsome leave, and with all that changes the damage of a spell (7.2.7)."""
    fewer, more = _changes(seen, unit, amount)
    left = UNLIMITED if unit.hp is None else unit.hp - unit.injuries
    cut = unit.hp is None or bool(open_tokens(unit)) or amount >= most_injuries(unit, left)
    return Printed(max(0, amount - more), UNLIMITED if cut else amount + fewer)


def _healed(seen: _Seen, unit: Unit, amount: int) -> Printed:
    """7.3.2: by a critical hit and by Heal one more each; never more than there are; stolen health is no printed
    value (7.5.18)."""
    placed, owner = seen.claim.get("injuries") or {}, seen.owner
    if unit is owner and amount <= sum(placed.values()):
        return Printed(0, UNLIMITED)
    more = 1 + ("heal" in owner.powers or may_have_power(owner, "heal")) if seen.dice else 0
    cut = amount >= unit.injuries + placed.get(unit.name, 0)
    return Printed(max(0, amount - more), UNLIMITED if cut else amount)


def _room(unit: Unit, what: str, gauge: str) -> int:
    """How much can be taken away: -1 markers up to the characteristic (4.11.8), of a gauge what is in it."""
    name = gauge.removesuffix("-")
    if name in (gauge, "range"):
        return UNLIMITED
    if what == "gained":
        return int(getattr(unit, name)) if name in GAUGES else 0
    most = unit.most_ap if name == "ap" else unit.most_mp
    return 0 if most is None else int(most + getattr(unit, f"{name}_markers"))


# -- what is known to change the damage of a spell ---------------------------------------------------------


def _changes(seen: _Seen, target: Unit, amount: int) -> tuple[int, int]:
    """How many fewer and how many more injuries than printed it may have placed on this target.

    The engine is asked what it makes of a high printed damage, for each element that the spell may have. An additional
    effect is changed by nothing.
    """
    casting, caster = seen.casting, seen.owner
    if casting is None:
        return int(seen.dice), int(seen.dice)
    found = [_change(trial, target) for trial in _trials(casting)]
    if amount:  # something was let through
        found = [change for change in found if change > -MUCH]
    found.append(0)
    fewer, more = 1 - min(found), 1 + max(found)  # and a die more or less (7.2.7.b)
    if may_have_powers(target):
        fewer = fewer + 1 if amount else UNLIMITED  # it may be resistant or Immune
    if casting.spell.slug not in caster.cast_this_turn and may_have_power(caster, "compulsion"):
        more += 1
    return fewer, UNLIMITED if open_tokens(caster) else more


def _change(trial: Cast, target: Unit) -> int:
    return damage(trial, target, 0, 0) - MUCH


def _trials(casting: Cast) -> Iterator[Cast]:
    spell, caster = casting.spell, casting.caster
    elements = (spell.element,) if spell.element in (*ELEMENTS, "neutral") else (*ELEMENTS, "neutral")
    ranges = ("close", "ranged") if spell.range == "unknown" else (spell.range,)
    bonuses = tuple(boost.text.following for boost in caster.boosts if boost.text.following is not None)
    for element in elements:
        for reach in ranges:
            printed = replace(spell, kind="attack", amount=MUCH, element=element, range=reach)
            trial = Cast(casting.game, printed, caster, casting.origin, casting.target, casting.record, casting.boost)
            trial.following, trial.first_attack = bonuses, not caster.attacks
            yield trial


# -- what it did not do, and could have --------------------------------------------------------------------


def _did_not(seen: _Seen) -> Effects:
    found: Effects = {(kind, ""): Printed(0, 0) for kind in _stocks_untouched(seen)}
    for unit in _acted_on(seen):
        whose = _whose(seen, unit)
        for kind in _could_have(seen, unit):
            found[kind, whose] = Printed(0, 0)
        if unit.hp is not None and not open_tokens(unit) and may_be_hurt(unit, seen.owner):
            found["injuries", whose] = Printed(0, _changes(seen, unit, 0)[0])
    return found


def _stocks_untouched(seen: _Seen) -> Iterator[str]:
    yield from ("kamas own", "kamas other", "glory own", "glory other")
    for kind in ("kamas stolen", "kamas other-", "kamas own-"):
        if _purse(seen, kind) > 0:
            yield kind
    if _may_summon(seen, 0):
        yield "summoned"


def _acted_on(seen: _Seen) -> list[Unit]:
    """Its owner, and the target of a spell or whom a power did something to, if they have not fallen by it."""
    game, owner, placed = seen.game, seen.owner, seen.claim.get("injuries") or {}
    if seen.casting is not None:
        others = game.on(seen.casting.target)
    else:
        others = [
            game.units[piece] for _kind, piece, _much in effects_in(seen.claim, owner.player) if piece in game.units
        ]
    return [
        unit
        for unit in dict.fromkeys((owner, *others))
        if unit.in_play and (unit.hp is None or unit.injuries + placed.get(unit.name, 0) < unit.hp)
    ]


def _could_have(seen: _Seen, unit: Unit) -> Iterator[str]:
    if unit.injuries and "profanation" not in unit.powers and not unit.lent.no_healing:
        yield "healed"
    for gauge in GAUGES:
        if _room(unit, "markers", f"{gauge}-") > 0:
            yield from (f"markers {gauge}", f"markers {gauge}-")
        if seen.game.active is unit:
            yield f"gained {gauge}"
    yield from ("markers range", "markers range-", "gained hp", "gained range")
    if unit.is_krosmaster:
        yield "special"
    if unit.powers:
        yield "lost_powers"
    if unit is not seen.owner and seen.casting is not None and _may_go_anywhere(seen.game, unit):
        yield "moved"


def _may_go_anywhere(game: Game, unit: Unit) -> bool:
    """Nothing beside it would have stopped a push or a pull, and nobody says that it is Unfazed."""
    unfazed = "unfazed" in unit.powers or may_have_powers(unit)
    beside = NEIGHBOURS[unit.cell]
    return not unfazed and len(beside) == len(SIDES) and all(map(game.is_free, beside))
