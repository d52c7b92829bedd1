"""Powers of unknown cards, logged when they act: `declared` on any action, with the power's name.

A power known to the rules (2.7, 4.9) then belongs to the card for the rest of the game and works by itself; any other
does what is declared, and must keep to it.
"""

from collections.abc import Callable, Iterator
from typing import Final

from rules.arena import bounds
from rules.arena.engine import unknown
from rules.arena.engine.claims.contradicted import Comparison, Position
from rules.arena.engine.claims.costs import pay_for_power
from rules.arena.engine.claims.declarations import Claim, Now, claims_in, has_outcome
from rules.arena.engine.claims.declared import apply_outcomes, change_gauges
from rules.arena.engine.claims.learning import learn
from rules.arena.engine.claims.limits import Cause, together
from rules.arena.engine.claims.meaning import held
from rules.arena.engine.claims.names import is_of_the_rules, note_where_it_was_seen, why_not_its_power
from rules.arena.engine.claims.triggers import must_be_due, report_used_up, why_not_due
from rules.arena.engine.powers import value_of
from rules.arena.engine.rewards.open_tokens import open_tokens
from rules.arena.engine.spells import spell_of
from rules.arena.engine.standby import believes, listed, names_of
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.units import OFF, Unit
from rules.arena.power_names import BY_NAME_ONLY
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify

OF_MECHANISMS = ("explosion", "click", "wear")
NOBODY: Final[frozenset[str]] = frozenset()
Hears = Callable[[Game, Unit, Claim], bool]
BRING_KAMAS: Final = ("loot", "prospecting", "farmer")  # powers of the rules that do (4.9.26, 4.9.28, 4.9.29)
CAUSES: Final = ("power", "spell")
WITH_THEIR_OWN: Final = ("cast", "reveal", "correct")  # actions whose declaration need not name a power


def read_claims(game: Game, action: Action) -> None:
    """Before an action: read which units have which powers, and how they change costs, damage and gauges."""
    forget_claims(game)
    standing = NOBODY
    if "standby" in action and listed(action):
        standing = game.claims.now.written().standing = _standing(game)
    declared = action.get("declared")
    if not declared or (action["do"] == "cast" and isinstance(declared, dict) and "power" not in declared):
        return  # as a rule, what the spell did
    if action["do"] not in WITH_THEIR_OWN and any(claim.keys().isdisjoint(CAUSES) for claim in claims_in(action)):
        message = _("Say which power or spell brought about what is declared.")
        game.fault("4.18.1", "cause-missing", message)
    heard: list[tuple[Claim, str]] = []
    for claim, is_heard in _of_lasting_causes(action):
        owner = _owner(game, action, claim)
        if owner is not None and is_heard(game, owner, claim):
            heard.append((claim, owner.name))
    if not heard:
        return
    now = game.claims.now = Now(touched=True, powers=tuple(heard), known=game.claims.now.known, standing=standing)
    now.cost_change = _together(heard, "cost_change", game)
    now.damage_change = _together(heard, "damage_change", game)
    if now.cost_change or now.damage_change:  # what is bought or knocked out by such a change rests on belief
        game.rest_on_belief()
    if action["do"] != "activate":
        _gauges(game)


def apply_claims(game: Game, action: Action) -> None:
    """After an action: apply what the powers did; at the start of a turn also to the gauges (4.11.2)."""
    if action["do"] == "activate":
        _gauges(game)
    for claim, name in game.claims.now.powers:
        owner = game.units[name]
        printed = _printed_name(owner, claim["power"])
        must_be_due(game, owner, printed)
        learn(game, owner, "power", printed, claim)
        apply_outcomes(game, claim, owner, _cause(claim, name), own=True)
    for comparison in game.claims.now.known:
        comparison.report(game, comparison.contradictions(game))


def forget_claims(game: Game) -> None:
    """Reset the declarations of an action, so that they change no later price. Most actions have none."""
    if game.claims.now.touched:
        game.claims.now.clear()


def _of_lasting_causes(action: Action) -> Iterator[tuple[Claim, Hears]]:
    """Powers; and on an action that has no text of its own, spells that go on acting."""
    for claim in claims_in(action):
        if "power" in claim:
            yield claim, _hear
        elif "spell" in claim and action["do"] not in WITH_THEIR_OWN:
            yield {**claim, "power": claim["spell"]}, _goes_on_acting


def _standing(game: Game) -> frozenset[str]:
    return frozenset([unit.name for unit in game.pieces if unit.cell != OFF])


def _owner(game: Game, action: Action, claim: Claim) -> Unit | None:
    """The unit that has the power: the named one, or the active one."""
    name = claim.get("by", action["unit"] if action["do"] == "activate" else None)
    unit = game.unit(name) if name is not None else game.active
    if unit is None:
        message = _("Name the unit that has the power {power}.", power=claim["power"])
        game.fault("2.7.1", "no-such-power", message, logged={"power": claim["power"]})
    elif not unit.in_play and not _is_being_placed(action, unit):
        message = _("{unit} is not in the arena: its power {power} does nothing.", unit=unit.name, power=claim["power"])
        game.fault("4.18.6", "not-in-play", message, logged={"power": claim["power"]})
        return None
    return unit


def _is_being_placed(action: Action, unit: Unit) -> bool:
    """1.3.9: whether the unit is being placed; its power may count from the start."""
    return action["do"] == "place" and str(action["unit"]) == unit.name


def _hear(game: Game, owner: Unit, claim: Claim) -> bool:
    """2.7: read a declared power. Answers whether it counts; powers known to the rules are worked out by the engine."""
    name = _printed_name(owner, claim["power"])
    half_known = owner.explained[name].words is not None if name in owner.explained else name in BY_NAME_ONLY
    if name in owner.powers and not half_known:
        if has_outcome(claim):
            alone = name not in owner.explained and name.partition("-")[0] not in BRING_KAMAS
            _compare_later(game, claim, owner, "power", claim["power"], alone=alone)
        return False
    if owner.is_powerless or name in owner.lost:
        message = _("{unit} has lost its power {power}.", unit=owner.name, power=claim["power"])
        game.fault("4.18.4.g", "power-lost", message, logged={"power": claim["power"]})
        return False
    if not unknown.may_have_power(owner, name):
        message = _("{unit} has no power {power}: all its powers are known.", unit=owner.name, power=claim["power"])
        game.fault("2.7.1", "no-such-power", message, logged={"power": claim["power"]})
        return False
    why_not = why_not_its_power(game, owner, claim["power"])
    if why_not is not None:
        game.fault("2.7.1", "power-of-another-card", why_not, logged={"power": name})
        return False
    unknown.trust_power(game, owner, name)
    if (owner.profile.card, "power", name) not in game.claims.statements:
        note_where_it_was_seen(game, owner, claim["power"])
    if (
        _report_lent_in_vain(game, owner, name, claim)
        or report_used_up(game, owner, name)
        or _report_one_too_many(game, owner, name)
        or _report_too_much(game, owner, name)
    ):
        return False
    if is_of_the_rules(name):
        adopt(game, owner, name)
        return False
    held(game, owner, "power", name, claim)
    owner.answered |= {(name, game.turn)}
    return True


def _goes_on_acting(game: Game, owner: Unit, claim: Claim) -> bool:
    """4.18.3.d: a spell that it has cast, as far as the data does not know what the spell does."""
    known, _boost = spell_of(owner, slugify(claim["spell"]))
    name = slugify(claim["spell"]) if known is None else known.slug
    if name not in owner.cast_this_game:
        message = _("{unit} has not cast {spell} in this game.", unit=owner.name, spell=claim["spell"])
        game.fault("4.18.1", "cause-missing", message, logged={"spell": claim["spell"]})
        return False
    if known is not None and "effects" not in known.unknown:
        _compare_later(game, claim, owner, "spell", known.name, alone=True)
        return False
    game.trust(unknown.card_of(owner, name), "effects", name)
    held(game, owner, "power", name, claim)
    return True


def _compare_later(game: Game, claim: Claim, owner: Unit, cause: str, name: str, *, alone: bool) -> None:
    comparison = Comparison(owner, cause, name, claim, Position(game, alone=alone))
    game.claims.now.written().known += (comparison,)


def _report_lent_in_vain(game: Game, owner: Unit, name: str, claim: Claim) -> bool:
    """4.18.4.g: who has lost all powers gains none by what a power lends to those around it."""
    text = owner.explained.get(name)
    if text is None or text.of == "self":
        return False
    bare = [unit for unit in map(game.unit, claim.get("damage_change") or ()) if unit.powerless]
    for unit in bare:
        message = _("{unit} has lost its powers and gains none by {power}.", unit=unit.name, power=claim["power"])
        game.fault("4.18.4.g", "power-lost", message, logged={"power": claim["power"]})
    return bool(bare)


def _printed_name(owner: Unit, claimed: str) -> str:
    """The slug of a power, which may be declared by its French name."""
    name = slugify(claimed)
    return next((slug for slug, text in owner.explained.items() if name in names_of(text)), name)


def _report_one_too_many(game: Game, owner: Unit, name: str) -> bool:
    """2.7: whether the card would have too many powers; those that open tokens may add do not count."""
    card = owner.profile.card
    claimed = {name for of, cause, name in game.claims.statements if of == card and cause == "power"}
    having = owner.profile.powers | owner.claimed | claimed
    most = bounds.most("power", "number") + len(open_tokens(owner))
    if name in having or len(having) < most:
        return False
    facts = {"unit": owner.name, "power": name, "most": most}
    message = _("{power} would be one power too many for {unit}: a card has {most} at most.", **facts)
    game.fault("2.7.1", "too-many-powers", message, expected={"powers": most}, logged={"power": name})
    return True


def _report_too_much(game: Game, owner: Unit, name: str) -> bool:
    """4.9.29: whether Loot brings more Kamas than any known card."""
    if not is_of_the_rules(name):
        return False
    kamas, most = value_of([name], "loot"), bounds.most("power", "loot")
    if kamas > most:
        facts = {"unit": owner.name, "power": name, "most": most}
        message = _("{unit}: no known card has {power}. At most {most} Kamas are believed.", **facts)
        game.fault("4.18.1", "beyond-any-card", message, expected={"kamas": most}, logged={"power": name})
    return kamas > most


def adopt(game: Game, owner: Unit, power: str) -> None:
    """Give the power to every figure with this card from now on."""
    card = owner.profile.card
    game.claims.powers[card] = game.claims.powers.get(card, frozenset()) | {power}
    for unit in game.pieces:
        if unit.profile.card == card:
            unit.claimed |= {power}
            unit.refresh()


def _together(heard: list[tuple[Claim, str]], field: str, game: Game) -> dict[str, int]:
    found: dict[str, int] = {}
    for claim, owner in heard:
        for name, amount in (claim.get(field) or {}).items():
            bound = "damage-change" if field == "damage_change" else f"{name}-cost-change"
            found[name] = found.get(name, 0) + together(game, bound, amount, _cause(claim, owner), name)
    return found


def _cause(claim: Claim, owner: str) -> Cause:
    return Cause(claim["power"], owner, is_power=True)


def _gauges(game: Game) -> None:
    """What using the powers costs, and what they put into gauges."""
    for claim, name in game.claims.now.powers:
        pay_for_power(game, game.units[name], claim)
        for unit, amounts in (claim.get("gained") or {}).items():
            change_gauges(game, game.unit(unit), amounts, _cause(claim, name))
        unknown.trust_power(game, game.units[name], _printed_name(game.units[name], claim["power"]))


# -- on standby -----------------------------------------------------------------------------------------


@believes
def may_be_on_standby(game: Game, entry: Action) -> Pending | None:
    """7.2.9.a: whether the listed effect may come from a power of an unknown card."""
    name = slugify(entry["effect"])
    if name == "steals-health":
        return _stolen_health(game, entry)
    if name == "counter":
        return _counter(game, entry)
    owner = game.units.get(entry["by"]) if "by" in entry else None
    if owner is None or is_of_the_rules(name) or name in OF_MECHANISMS:
        return None
    printed = _printed_name(owner, entry["effect"])
    if not unknown.may_have_power(owner, printed):
        return None
    if owner.name not in game.claims.now.standing or why_not_its_power(game, owner, entry["effect"]) is not None:
        return None
    if why_not_due(game, owner, printed) is not None or report_used_up(game, owner, printed):
        return None
    unknown.trust_power(game, owner, printed)
    note_where_it_was_seen(game, owner, entry["effect"])
    owner.answered |= {(printed, game.turn)}
    return Pending("claimed", owner)


def _counter(game: Game, entry: Action) -> Pending | None:
    """4.9.15: a Counter of a unit that was injured in an opponent's turn by that player's unit."""
    answers = game.claims.now.may_counter
    name = entry.get("by", next(iter(answers), ""))
    owner = game.units.get(name)
    if owner is None or name not in answers or not unknown.may_have_powers(owner):
        return None
    unknown.trust_powers(game, owner)
    adopt(game, owner, "counter")
    return Pending("counter", owner, target=game.units[answers.pop(name)], power="counter")


def _stolen_health(game: Game, entry: Action) -> Pending | None:
    """7.5.18.a: at most as many as the unknown spell has placed."""
    casters = game.claims.now.may_steal
    name = entry.get("by", next(iter(casters), ""))
    if name not in casters or name not in game.units:
        return None
    return Pending("steals-health", game.units[name], amount=casters.pop(name))
