"""A log goes in, a report comes out, and nothing else can happen."""

from collections.abc import Iterator

from rules.arena.engine import header, outcome, outcomes
from rules.arena.engine.frames import Frame, frame
from rules.arena.engine.proof import proof_of, proof_of_action
from rules.arena.engine.state import Game
from rules.arena.laws import LAWS
from rules.arena.ledger import replay as ledger
from rules.arena.log import Log
from rules.arena.recovery.reading import finding_of, most_believable, start, step, steps
from rules.arena.remarks import at_most, facts_left_out, unknown_fields
from rules.common.issues import Issue
from rules.common.proof import Proof, unchecked
from rules.common.verdicts import Illegal, Report

__all__ = ["before", "frames", "replay", "start", "step"]


def replay(log: Log) -> Report:
    """Play a log from set-up to its end. The same log gives the same report, byte for byte."""
    if log.is_light:
        return ledger.replay(log)
    found = [*header.findings(log), *unknown_fields(log), *facts_left_out(log)]
    try:
        reading = most_believable(log)
    except Illegal as error:
        if not any(finding.severity == "error" for finding in found):
            found.append(finding_of(None, error))
        return _report(log, None, found, unchecked(len(log.actions)))
    game = reading.game
    found += [*reading.findings(), *outcome.findings(game, log.result)]  # the result may rest on belief as well
    found += outcomes.believed(game)
    return _report(log, game, found, proof_of(game, log, reading.played))


def frames(log: Log) -> Iterator[Frame]:
    """The position before the first action and after each one, with what happened; a light log has none."""
    if log.is_light:
        return
    try:
        reading = most_believable(log)
    except Illegal:
        return
    game = start(log)
    yield frame(game, None) | {"proof": None, "believed": []}
    game.story = []
    for index in steps(log, game, reading.way):
        yield frame(game, index) | proof_of_action(reading.game, index)
        game.story = []


def before(log: Log, index: int) -> Game:
    """The position in which the action of that index was played, or the last one that the log came to."""
    game = start(log)
    if index and not log.is_light:
        way = most_believable(log).way
        next((played for played in steps(log, game, way) if played == index - 1), None)
    return game


def _report(log: Log, game: Game | None, found: list[Issue], proof: Proof) -> Report:
    if any(finding.severity == "error" for finding in found):
        verdict = "invalid"
    else:
        verdict = "unverified" if proof.beliefs or (game is not None and game.outcomes) else "valid"
    return Report(
        verdict=verdict,
        engine=LAWS[log.ruleset].engine,
        findings=at_most(found),
        winner=game.winner if game else None,
        won_by=game.won_by if game else None,
        glory=dict(game.glory) if game else None,
        ended=game is not None and game.over,
        actions=len(log.actions),
        unverified_cards=tuple(proof.by_card),
        proof=proof,
        facts=log.facts.digest if log.facts else None,
    )
