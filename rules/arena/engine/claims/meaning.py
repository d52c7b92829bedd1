"""A spell of an unseen card keeps one text, and a power one meaning: what was first said of it (2.5.2, 2.7.1).

That what it does depends on the position may be said when it first does something else; a judge may want to look.
"""

from typing import Any, Final

from rules.arena import bounds
from rules.arena.engine.claims.declarations import ARTICLES, Claim, Statement, facts_in, same_fact
from rules.arena.engine.claims.words import WORDS
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.printed import UNNAMED_SPELL
from rules.common.messages import message as _

COSTS: Final = ("ap", "mp", "injuries", "kamas")
NOTHING_SAID: Final = Statement({}, {})


def held(game: Game, owner: Unit, cause: str, name: str, claim: Claim, source: str = "") -> Statement:
    """What is known of this spell or power from now on; `cause` is `spell` or `power`. Without a name it may be any.
    `source` prints it: the card of its owner if nothing else is named."""
    key = source or owner.profile.card, cause, name
    before = game.claims.statements.get(key) if name != UNNAMED_SPELL else None
    if before is None:
        before = NOTHING_SAID
    varies = before.varies or bool(claim.get("varies"))
    facts = _facts_kept(game, name, before.facts, facts_in(claim), cause)
    statement = before
    if facts is not before.facts or varies != before.varies:
        statement = Statement(facts, before.did, varies=varies)
    game.claims.statements[key] = statement
    return statement


def count_spells(game: Game, card: str, slug: str, claim: Claim) -> int:
    """How many spells the card has at least with this one: texts that contradict those without a name are those of
    different spells (2.5.1)."""
    apart, facts = game.claims.unnamed.get(card, ()), facts_in(claim)
    if _is_apart(apart, facts):
        apart = (*apart, facts)
    if not all(apart):  # a text of which nothing was said contradicts none
        return len(apart)
    own, but = game.claims.statements.items(), (UNNAMED_SPELL, slug)
    named = [
        statement.facts for (of, cause, name), statement in own if of == card and cause == "spell" and name not in but
    ]
    return len(apart) + sum([_is_apart(apart, each) for each in named])


def remember_unnamed(game: Game, card: str, claim: Claim) -> None:
    apart, facts = game.claims.unnamed.get(card, ()), facts_in(claim)
    if _is_apart(apart, facts):
        game.claims.unnamed[card] = (*apart, facts)


def _is_apart(apart: tuple[dict[str, Any], ...], facts: dict[str, Any]) -> bool:
    """Whether a text contradicts each of these."""
    return all(_contradict(facts, other) for other in apart) if facts else not apart


def _contradict(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return any(not same_fact(value, other[fact]) for fact, value in one.items() if fact in other)


def _facts_kept(game: Game, name: str, first: dict[str, Any], now: dict[str, Any], cause: str) -> dict[str, Any]:
    if not now:
        return first
    for fact, value in now.items():
        if fact in first and not same_fact(first[fact], value):
            other_text(game, name, fact, first[fact], value, cause)
            return first
    within = all(_must_be_printable(game, name, fact, value) for fact, value in now.items() if fact not in first)
    return {**now, **first} if within else first


def other_text(game: Game, name: str, fact: str, first: object, now: object, cause: str = "spell") -> None:
    message = _("{name}: {fact} is different here from what was said or is known before.", name=name, fact=WORDS[fact])
    game.fault(ARTICLES[cause], "another-text", message, expected={fact: first}, logged={fact: now})


def _must_be_printable(game: Game, name: str, fact: str, value: Any) -> bool:
    """Within what any card prints; more is a fault."""
    numbers = {"damage": value} if fact == "damage" else {}
    if fact == "range":
        numbers = {"range": value["max"]}
    elif fact == "cost":
        numbers = {gauge: value[gauge] for gauge in COSTS if value[gauge]}
    for what, number in numbers.items():
        most = bounds.most("spell", what)
        if number > most:
            facts = {"name": name, "what": WORDS[what], "number": number, "most": most}
            message = _("{name}: no known card prints so much ({what}: {number}). At most {most} is believed.", **facts)
            game.fault("2.5.2", "beyond-any-card", message, expected={what: most}, logged={what: number})
            return False
    return True
