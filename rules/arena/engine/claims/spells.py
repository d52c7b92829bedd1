"""Spells of unknown cards: they cost what they claim, and keep the text that was first claimed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rules.arena import bounds
from rules.arena.engine.claims.assumptions import claim_spell
from rules.arena.engine.claims.declarations import Claim, claims_in, facts_in, of_spell, same_fact
from rules.arena.engine.claims.limits import Cause, past_immunity, say_cut, together
from rules.arena.engine.claims.meaning import count_spells, held, other_text, remember_unnamed
from rules.arena.engine.claims.names import SEEN_TOO_LITTLE, owners_of_spell
from rules.arena.engine.kamas import pay_kamas
from rules.arena.engine.powers import may_be_hurt, most_injuries
from rules.arena.engine.rewards.open_tokens import open_tokens, spells_claimed_for_tokens, spells_that_tokens_may_give
from rules.arena.engine.spells import Cast
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.engine.unknown import card_of, source_of_unseen
from rules.arena.printed import CLAIMED, UNNAMED_SPELL, Spell
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.verdicts import Illegal

MOST_KEPT: Final = 500  # spells
NOTHING_KNOWN: Final = frozenset({"limit", "range", "alterable", "element", "effects", CLAIMED})


def claimed_spell(game: Game, caster: Unit, action: Action, known: Spell | None = None) -> Spell:
    """The spell as declared. Raises Illegal if the card cannot have it; `known` is what is known of it."""
    name = action["spell"] if known is None else known.slug
    slug = slugify(name)
    claim = of_spell(action)
    if known is None:
        _check_room_on_the_card(game, caster, name, slug, claim)
    _must_be_of_the_spell(game, action, known, claim)
    statement = held(game, caster, "spell", slug, claim)
    card = source_of_unseen(caster, slug)
    game.trust(card, "spell", slug)
    claim_spell(game, card, slug, claim)
    if slug == UNNAMED_SPELL:
        remember_unnamed(game, caster.profile.card, claim)
    stated = "critical" not in action and (bool(claim.get("injuries")) or not game.strict)
    rolled = "damage" in statement.facts and not stated  # in live play dice are rolled if no injuries are declared
    if "cost" not in statement.facts.keys() | claim.keys() and (known is None or "cost" in known.unknown):
        _cost_is_missing(game, caster, name, slug, known)
    return as_claimed(name, statement.facts, attack=rolled)


def as_claimed(name: str, facts: Mapping[str, Any], *, attack: bool) -> Spell:
    """The spell with the declared facts. Most logs declare none, but only what the spell did."""
    return _with_facts(name, facts, attack=attack) if facts else _without_facts(name)


@lru_cache(maxsize=MOST_KEPT)
def _without_facts(name: str) -> Spell:
    return _with_facts(name, {}, attack=False)


def _with_facts(name: str, facts: Mapping[str, Any], *, attack: bool) -> Spell:
    cost = facts.get("cost") or {}
    reach = facts.get("range") or {"kind": "unknown", "min": 1, "max": 1}
    fixed = reach["kind"] in ("close", "personal")
    return Spell(
        slug=slugify(name),
        name=name,
        also=(),
        limit=facts.get("limit", "unknown"),
        ap=cost.get("ap"),
        mp=cost.get("mp", 0),
        injuries=cost.get("injuries", 0),
        range=reach["kind"],
        least=reach["min"],
        most=reach["max"],
        alterable=False if fixed else facts.get("alterable"),
        kind="attack" if attack else "special",
        element=facts.get("element", "unknown") if attack else facts.get("element"),
        amount=facts["damage"] if attack else 0,
        area=None,
        control=None,
        effects=(),
        track=False,
        invasion=False,
        unknown=NOTHING_KNOWN,
        inferred={},
    )


def _cost_is_missing(game: Game, caster: Unit, name: str, slug: str, known: Spell | None) -> None:
    key = caster.profile.card, slug
    if key in game.claims.without_cost:
        return
    game.claims.without_cost.add(key)
    if known is not None and (known.mp or known.injuries or known.kamas):
        message = _("Nothing says how many AP {spell} costs, so none are paid for it.", spell=name)
    else:
        message = _("Nothing says what {spell} costs, so nothing is paid for it.", spell=name)
    game.say("warning", "cost-not-declared", message)


def _must_be_of_the_spell(game: Game, action: Action, known: Spell | None, claim: Claim) -> None:
    """What is claimed is claimed of the spell that is cast, under any of its names."""
    if "spell" not in claim:
        return
    names = {slugify(action["spell"]), *((known.slug, *known.also) if known else ())}
    if slugify(claim["spell"]) not in names:
        facts = {"spell": action["spell"], "named": claim["spell"]}
        message = _("{spell} was cast, but what is declared is of {named}.", **facts)
        game.fault("4.18.1", "another-cause", message, expected={"spell": action["spell"]})


def completed(game: Game, caster: Unit, spell: Spell, action: Action) -> Spell:
    """A known spell with the declared values for its unknown facts. Declarations of known facts must match."""
    claims = claims_in(action)
    if not claims and not spell.unknown:
        return spell
    source = card_of(caster, spell.slug)
    if not claims and (source, "spell", spell.slug) not in game.claims.statements:
        return spell
    claim = of_spell(action)
    _must_be_of_the_spell(game, action, spell, claim)
    known = _hold_to_the_card(game, spell, claim)
    unknown = {name: value for name, value in claim.items() if name not in known}
    if not spell.unknown:
        return spell
    statement = held(game, caster, "spell", spell.slug, unknown, source)
    changes: dict[str, Any] = {
        name: statement.facts[name] for name in ("limit", "element", "alterable") if name in statement.facts
    }
    if "range" in statement.facts:
        reach = statement.facts["range"]
        changes |= {"range": reach["kind"], "least": reach["min"], "most": reach["max"]}
    changes = {name: value for name, value in changes.items() if name in spell.unknown or name in ("least", "most")}
    for fact in sorted(changes.keys() & spell.unknown):
        game.trust(source, fact, spell.slug)
    if "cost" in spell.unknown:
        changes |= _cost_of(spell, statement.facts.get("cost"))
    return replace(spell, **changes)


def partly_claimed(game: Game, caster: Unit, known: Spell, action: Action) -> Spell:
    """A spell of unknown kind: what its card shows holds, the rest is declared."""
    _hold_to_the_card(game, known, of_spell(action))
    stated = claimed_spell(game, caster, action, known)
    spell = _with_what_is_seen(known, stated)
    if "cost" not in known.unknown:
        return spell
    cost = game.claims.statements[caster.profile.card, "spell", known.slug].facts.get("cost")
    return replace(spell, **_cost_of(known, cost)) if cost else spell


@lru_cache(maxsize=MOST_KEPT)
def _with_what_is_seen(known: Spell, stated: Spell) -> Spell:
    seen = {name: getattr(known, name) for name in ("slug", "name", "also", "control", "effects", "area")}
    if "limit" not in known.unknown:
        seen["limit"] = known.limit
    if "range" not in known.unknown:
        seen |= {name: getattr(known, name) for name in ("range", "least", "most", "alterable")}
    cost = _cost_of(known, None) if "cost" in known.unknown else _whole_cost(known)
    return replace(stated, **seen, **cost)


def _whole_cost(spell: Spell) -> dict[str, Any]:
    return {"ap": spell.ap, "mp": spell.mp, "injuries": spell.injuries, "kamas": spell.kamas}


def _cost_of(spell: Spell, claim: Mapping[str, Any] | None) -> dict[str, Any]:
    """The known parts of the cost, and the declared ones for the rest."""
    claim = claim or {}
    seen = {name: getattr(spell, name) or claim.get(name, 0) for name in ("mp", "injuries", "kamas")}
    return {"ap": claim.get("ap"), **seen}


def _hold_to_the_card(game: Game, spell: Spell, claim: Claim) -> Mapping[str, Any]:
    """Report declarations that contradict what is known of the spell."""
    known = _known_facts(spell)
    stated = {fact: value for fact, value in facts_in(claim).items() if fact in known}
    for fact, value in stated.items():
        if not same_fact(known[fact], value):
            other_text(game, spell.name, fact, known[fact], value)
    if "cost" in spell.unknown and "cost" in claim:
        _parts_of_the_cost(game, spell, claim["cost"])
    return known


def _parts_of_the_cost(game: Game, spell: Spell, claim: Mapping[str, Any]) -> None:
    seen = {name: amount for name in ("mp", "injuries", "kamas") if (amount := getattr(spell, name))}
    if any(claim.get(name, 0) != amount for name, amount in seen.items()):
        other_text(game, spell.name, "cost", seen, {name: claim.get(name, 0) for name in seen})


@lru_cache(maxsize=MOST_KEPT)
def _known_facts(spell: Spell) -> Mapping[str, Any]:
    """The known facts in the form of a declaration."""
    known: dict[str, Any] = {}
    if "cost" not in spell.unknown:
        known["cost"] = _whole_cost(spell)
    if "attack" not in spell.unknown:
        known["damage"] = spell.amount
    if "range" not in spell.unknown:
        known["range"] = {"kind": spell.range, "min": spell.least, "max": spell.most}
    for name in ("limit", "alterable", *(("element",) if "attack" not in spell.unknown else ())):
        if name not in spell.unknown:
            known[name] = getattr(spell, name)
    return known


def pay_claimed_kamas(game: Game, caster: Unit, spell: Spell) -> None:
    """7.1.4: pay the Kamas of a spell that only the log describes."""
    if CLAIMED in spell.unknown:
        cost = game.claims.statements[caster.profile.card, "spell", spell.slug].facts.get("cost")
        if cost and cost["kamas"] and not spell.kamas:
            pay_kamas(game, caster.player, cost["kamas"], spell.name)


def claimed_damage(cast: Cast, target: Unit, worked_out: int) -> int:
    """Declared injuries of a target, or else what the dice give; Immune prevents all."""
    stated = of_spell(cast.record).get("injuries") or {}
    if target.name not in stated:
        return worked_out
    cause = Cause(cast.spell.name, cast.caster.name)
    declared = together(cast.game, "injuries", stated[target.name], cause, target.name)
    amount = past_immunity(cast.game, target, cast.spell.element, declared)
    if may_be_hurt(target):
        say_cut(cast.game, target.name, "injuries", amount, most_injuries(target, amount), "7.2.8.d")
    else:
        say_cut(cast.game, target.name, "injuries", amount, 0, "4.9.31.a")
    return amount


# -- may the card have it -------------------------------------------------------------------------------


def _check_room_on_the_card(game: Game, caster: Unit, name: str, slug: str, claim: Claim) -> None:
    """Whether the card may have it: not a spell of another card, nor more spells than a card has, besides those of
    tokens."""
    card = caster.profile.card
    if (card, "spell", slug) not in game.claims.statements and not _was_never_seen(game, caster):
        _check_whose_it_is(game, caster, name, slug)
    own = {spell.slug for spell in caster.profile.spells.values() if _counts(caster, spell)}
    lines = _lines_claimed(game, card) | own | {slug}
    lines.discard(UNNAMED_SPELL)
    whole = "spells" not in caster.profile.lacks
    if whole and not open_tokens(caster) and slug not in spells_claimed_for_tokens(caster):
        raise Illegal("6.3.5", "no-such-spell", _("{unit} has no spell {spell}.", unit=caster.name, spell=name))
    most = (len(own) if whole else bounds.most("spell", "number")) + spells_that_tokens_may_give(caster)
    if len(lines) > most or count_spells(game, card, slug, claim) > most:
        facts = {"unit": caster.name, "spell": name, "most": most}
        message = _("{spell} would be one spell too many for {unit}: a card has {most} at most.", **facts)
        raise Illegal("2.5.1", "too-many-spells", message, expected={"spells": most}, logged={"spell": name})


def _check_whose_it_is(game: Game, caster: Unit, name: str, slug: str) -> None:
    """Spells of several Krosmasters have the same name; what only tokens and summons cast is theirs (6.3.5)."""
    card, facts = caster.profile.card, {"spell": name, "unit": caster.name}
    owners = owners_of_spell(game, card, slug)
    if owners and owners.isdisjoint(game.texts.figures):
        message = _("{spell} is a spell of another card than that of {unit}.", **facts)
        raise Illegal("6.3.5", "spell-of-another-card", message, logged={"spell": name})
    if owners:
        message = _("{spell} is known of other cards only, not of that of {unit}.", **facts)
        game.say("warning", "spell-seen-elsewhere", message, "6.3.5")


def _lines_claimed(game: Game, card: str) -> set[str]:
    return {name for of, cause, name in game.claims.statements if of == card and cause == "spell"}


def _counts(caster: Unit, spell: Spell) -> bool:
    """Whether it counts as a line of its card; a hardly known one may be what the log calls by another name."""
    return SEEN_TOO_LITTLE.isdisjoint(spell.unknown) or spell.slug in caster.cast_this_game


def _was_never_seen(game: Game, caster: Unit) -> bool:
    """Whether the summon is missing from the data, so that it may be known by another name."""
    return caster.summoner is not None and caster.profile.card not in game.texts.summons
