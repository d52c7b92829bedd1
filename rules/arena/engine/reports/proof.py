"""How much of a game was proved: the counts of a report, worked out from what the engine noted while it was played."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from rules.arena.engine.basis import OF_LEGALITY
from rules.arena.engine.reports.dependencies import Dependencies, dependencies_of
from rules.arena.engine.state import Game
from rules.arena.log import Log
from rules.common.proof import BELIEVED, FAULTY, PROVED, UNCHECKED, Belief, Claim, OpenFact, Proof


def proof_of(game: Game, log: Log, played: int) -> Proof:
    """Of a log of which so many actions were played before the reading ended."""
    faulty = {index for index in faulty_actions(game) if index is not None}
    unchecked = {index for index in game.basis.unchecked if index is not None} - faulty
    rests, counted = dependencies_of(game), Dependencies(game, game.basis.otherwise())
    believed = {index for index in {*game.basis.believed, *rests.actions} if index is not None} - faulty - unchecked
    beliefs = sorted({*in_the_header(log), *game.basis.beliefs()}, key=_in_order)
    open_facts = tuple(sorted(_open_facts(game, rests, beliefs), key=str))
    return Proof(
        proved=played - len(faulty) - len(unchecked) - len(believed),
        believed=len(believed),
        unchecked=len(unchecked) + len(log.actions) - played,
        faulty=len(faulty),
        believed_injuries=counted.injuries.total(),
        believed_knock_outs=counted.knock_outs.total(),
        believed_glory=counted.glory.total(),
        decisive=rests.decisive(game) or rests.glory.total() > 0 or any(fact.is_decisive for fact in open_facts),
        by_card=_by_card(beliefs),
        beliefs=tuple(beliefs),
        open_facts=open_facts,
        claims=claims_of(game),
    )


def _open_facts(game: Game, rests: Dependencies, beliefs: Iterable[Belief]) -> Iterator[OpenFact]:
    """Each unknown fact on which the game leaned, with what hangs on it."""
    tried = game.basis.effects
    yield from (OpenFact(fact, effects.decides) for fact, effects in tried.items())
    by_word = "winner" if rests.decisive(game) else "glory" if rests.glory.total() else "legality"
    for fact in {belief.fact for belief in beliefs} - tried.keys():
        yield OpenFact(fact, "legality" if fact.field in OF_LEGALITY else by_word)


def in_the_header(log: Log) -> Iterator[Belief]:
    """1.1.1.c, 1.1.1.d: more than one copy of a name is legal by its lettering, which may never have been seen."""
    if log.team_format != "constructed":
        return
    for player in log.players.values():
        cards = [card for card in map(log.catalogue.find, player.team.values()) if card is not None]
        copies = Counter(card.name for card in cards)
        more_than_once = [card for card in cards if copies[card.name] > 1]
        yield from (Belief(None, card.slug, "colour") for card in more_than_once if card.colour == "unknown")


def faulty_actions(game: Game) -> set[int | None]:
    return {finding.action for finding in game.findings if finding.severity == "error"}


def proof_of_action(game: Game, index: int) -> dict[str, Any]:
    """For frames, of a game that was played to its end: later actions may have shown this one to be faulty."""
    beliefs = [belief.as_dict() for belief in game.basis.of(index)]
    return {"proof": state_of(game, index, faulty_actions(game)), "believed": beliefs}


def state_of(game: Game, index: int, faulty: Collection[int | None]) -> str:
    """Proved, believed, not checked, or faulty: what an action is."""
    if index in faulty:
        return FAULTY
    if index in game.basis.unchecked:
        return UNCHECKED
    return BELIEVED if index in game.basis.believed else PROVED


def _in_order(belief: Belief) -> tuple[int, str, str, str]:
    action, card, about, spell = belief
    return -1 if action is None else action, card, about, spell or ""


def _by_card(beliefs: Iterable[Belief]) -> dict[str, int]:
    reasons = Counter(card for card, _action in {(card, action) for action, card, _field, _spell in beliefs})
    return dict(sorted(reasons.items()))


def claims_of(game: Game) -> tuple[Claim, ...]:
    claims = sorted(game.basis.claims.items(), key=lambda entry: (entry[0][0], entry[0][1] or ""))
    return tuple(
        Claim(card, spell, {name: tuple(sorted(fields[name])) for name in sorted(fields)})
        for (card, spell), fields in claims
    )
