"""A log goes in, a report comes out, and nothing else can happen."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.arena.engine import header, outcome, outcomes
from rules.arena.engine.frames import Frame, frame
from rules.arena.engine.proof import proof_of, proof_of_action
from rules.arena.engine.state import Game
from rules.arena.laws import LAWS, Laws
from rules.arena.log import Log
from rules.arena.recovery.reading import MOST_FINDINGS, finding_of, most_believable, start, step, steps
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.proof import Proof, unchecked
from rules.common.verdicts import Illegal, Report

__all__ = ["before", "frames", "replay", "start", "step"]


def replay(log: Log) -> Report:
    """Play a log from set-up to its end. The same log gives the same report, byte for byte."""
    laws = LAWS[log.ruleset]
    found = [*_cited(header.findings(log), laws), *_unknown_fields(log), *_facts_left_out(log)]
    try:
        reading = most_believable(log)
    except Illegal as error:
        if not any(finding.severity == "error" for finding in found):
            found.append(finding_of(None, error.cited(laws.cites)))
        return _report(log, None, found, unchecked(len(log.actions)))
    game = reading.game
    found += [
        *reading.findings(),
        *_cited(outcome.findings(game, log.result), laws),
    ]  # the result may rest on belief as well
    found += outcomes.believed(game)
    return _report(log, game, found, proof_of(game, log, reading.played))


def frames(log: Log) -> Iterator[Frame]:
    """The position before the first action and after each one, with what happened."""
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
    if index:
        way = most_believable(log).way
        next((played for played in steps(log, game, way) if played == index - 1), None)
    return game


def _cited(found: Iterable[Issue], laws: Laws) -> Iterator[Issue]:
    """With the numbers that the ruleset gives the articles; the findings of a game have them already."""
    return (replace(each, article=laws.cites(each.article)) if each.article else each for each in found)


def _unknown_fields(log: Log) -> list[Issue]:
    return [
        Issue("warning", "unknown-field", _unread(name), index) for index, name in log.unknown_fields[:MOST_FINDINGS]
    ]


def _facts_left_out(log: Log) -> list[Issue]:
    left_out = log.facts.left_out if log.facts else ()
    return [Issue("warning", "fact-left-out", _left_out(slug)) for slug in left_out[:MOST_FINDINGS]]


def _left_out(slug: str) -> Sentence:
    return _("The text of {card} no longer fits what this site can read: it was left out.", card=slug)


def _unread(name: str) -> Sentence:
    return _("Unknown field {field}: it is ignored.", field=name[:80])


def _report(log: Log, game: Game | None, found: list[Issue], proof: Proof) -> Report:
    if any(finding.severity == "error" for finding in found):
        verdict = "invalid"
    else:
        verdict = "unverified" if proof.beliefs or (game is not None and game.outcomes) else "valid"
    return Report(
        verdict=verdict,
        engine=LAWS[log.ruleset].engine,
        findings=_at_most(found),
        winner=game.winner if game else None,
        won_by=game.won_by if game else None,
        glory=dict(game.glory) if game else None,
        ended=game is not None and game.over,
        actions=len(log.actions),
        unverified_cards=tuple(proof.by_card),
        proof=proof,
        facts=log.facts.digest if log.facts else None,
    )


def _at_most(found: list[Issue]) -> tuple[Issue, ...]:
    if len(found) <= MOST_FINDINGS:
        return tuple(found)
    left_out = Issue("note", "more-findings", _("There are more findings, which are not listed."))
    return (*found[:MOST_FINDINGS], left_out)
