"""A log goes in, a report comes out."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import Final

from rules.blast.describing import describe
from rules.blast.engine import (
    activating,
    casting,
    correct,
    declared,
    header,
    moving,
    open_cards,
    result,
    setup,
    turns,
    using,
)
from rules.blast.engine.game import Game, Undone, opened
from rules.blast.log import Log
from rules.blast.words import PLAYERS
from rules.common.actions import Action
from rules.common.findings import at_most, unknown_fields
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import OpenFact, Proof
from rules.common.verdicts import Report

ENGINE: Final = "blast-1/1"
ACTIONS: Final[Mapping[str, Callable[[Game, Action], None]]] = {
    "place": setup.place,
    "favor": turns.favor,
    "activate": activating.activate,
    "move": moving.move,
    "cast": casting.cast,
    "use-favor": using.use_favor,
    "bonus": using.bonus,
    "end-turn": turns.end_turn,
    "concede": turns.concede,
    "time": turns.time,
    "correct": correct.correct,
}
NOT_CARDS: Final = ("board", "holder")  # what else may be believed of


def replay(log: Log) -> Report:
    return _report(_played(log))


def explained(log: Log) -> tuple[Report, list[Message | None]]:
    """With what was done where an action was wrong, told of the position in which it was tried."""
    report = replay(log)
    wrong = {each.action for each in report.findings if each.is_error and each.action is not None}
    done = dict(_descriptions(log, wrong)) if wrong else {}
    return report, [done.get(each.action) if each.is_error else None for each in report.findings]


def _descriptions(log: Log, wanted: Collection[int]) -> Iterator[tuple[int | None, Message]]:
    for index, (action, game) in enumerate(zip(log.actions, steps(log), strict=False)):
        if index in wanted:
            player = game.turn.player if game.turn else game.next_player
            yield index, describe(action, game.active.name if game.active else None, player, game.favors)


def steps(log: Log) -> Iterator[Game]:
    """The position before the first action, and after each: always the same game, which goes on."""
    game = opened(log)
    header.check(game)
    game.found += unknown_fields(log.unknown_fields)
    yield game
    for index, action in enumerate(log.actions):
        act(game, index, action)
        yield game


def _played(log: Log) -> Game:
    *_before, game = steps(log)
    result.check(game)
    for fact in open_cards.parts(game):  # on those that are not there yet nothing depended
        game.decides.setdefault(fact, None)
    return game


def _report(game: Game) -> Report:
    log, proof = game.log, _proof(game)
    return Report(
        verdict=_verdict(game, proof),
        engine=ENGINE,
        findings=at_most(game.found),
        winner=game.winner,
        won_by=game.ending,
        ended=game.ending is not None,
        actions=len(log.actions),
        unverified_cards=tuple(sorted({each.card for each in game.beliefs if each.field not in NOT_CARDS})),
        proof=proof,
        facts=log.facts.digest or None,
        more={
            "glyphs": {player: game.held(player) for player in PLAYERS},
            "dofus": game.dofus,
            "turns": game.turns,
        },
    )


def act(game: Game, index: int, action: Action) -> None:
    game.index, game.action, game.silent = index, action, False
    do = action["do"]
    if game.ending and do != "correct":
        game.fault_once(game.article_of_the_end, "game-is-over", _("The game was already over."))
        return
    with suppress(Undone):
        ACTIONS[do](game, action)
    if do == "correct":
        return
    declared.apply(game)
    game.look_for_a_knock_out()
    open_cards.believe(game)


def _verdict(game: Game, proof: Proof) -> str:
    if game.has_errors:
        return "invalid"
    return "unverified" if proof.is_believed else "valid"


def _proof(game: Game) -> Proof:
    actions = len(game.log.actions)
    faulty = {issue.action for issue in game.found if issue.is_error and issue.action is not None}
    believed = {belief.action for belief in game.beliefs if belief.action is not None} - faulty
    by_card: dict[str, int] = {}
    for belief in game.beliefs:
        by_card[belief.card] = by_card.get(belief.card, 0) + 1
    return Proof(
        proved=actions - len(faulty) - len(believed),
        believed=len(believed),
        faulty=len(faulty),
        believed_injuries=game.believed_injuries,
        believed_knock_outs=game.believed_knock_outs,
        decisive=any(decides == "winner" for decides in game.decides.values()),
        by_card=by_card,
        beliefs=tuple(game.beliefs),
        open_facts=tuple(OpenFact(fact, decides) for fact, decides in game.decides.items()),
    )
