"""A log goes in, a report comes out, and nothing else can happen."""

from collections.abc import Iterator

from rules.arena import doubt
from rules.arena.engine import header
from rules.arena.engine.glory import who_left, winners
from rules.arena.engine.reports.descriptions import describe
from rules.arena.engine.reports.frames import Frame, frame
from rules.arena.engine.reports.header_descriptions import describe_header
from rules.arena.engine.reports.proof import proof_of, proof_of_action
from rules.arena.engine.state import Game
from rules.arena.laws import LAWS
from rules.arena.ledger import replay as ledger
from rules.arena.log import Log
from rules.arena.log_warnings import cited, facts_left_out, nothing_played, who_entered_and_agreed
from rules.arena.recovery.reading import Reading, as_written, most_believable, start, step, steps
from rules.arena.resumed import Reads
from rules.common.messages import Message
from rules.common.proof import Proof, unchecked
from rules.common.verdicts import Illegal, Issue, Report, at_most, unknown_fields

__all__ = ["before", "explained", "followed", "frames", "replay", "start", "step"]


def replay(log: Log) -> Report:
    """Play a log from set-up to its end. The same log gives the same report, byte for byte."""
    if log.is_light:
        return ledger.replay(log)
    return replayed(log)[0]


def explained(log: Log) -> tuple[Report, list[Message | None]]:
    """The report, and for each of its findings what was done; none for a remark on the document itself."""
    if log.is_light:
        report = ledger.replay(log)
        return report, [_description_of(log, finding, {}) for finding in report.findings]
    report, read, reading = replayed(log)
    done = _descriptions(read, reading, {each.action for each in report.findings if each.action is not None})
    return report, [_description_of(log, finding, done) for finding in report.findings]


def _description_of(log: Log, finding: Issue, done: dict[int, Message]) -> Message | None:
    if finding.action is not None:
        return done.get(finding.action)
    return describe_header(log, finding) if finding.article else None


def _descriptions(log: Log, reading: Reading | None, wanted: set[int]) -> dict[int, Message]:
    """Of these actions, each described in the position in which it was tried."""
    done: dict[int, Message] = {}
    if reading is None or not wanted:
        return done
    game, last = start(log), max(wanted)
    if 0 in wanted:
        done[0] = describe(game, log.actions[0])
    for index in steps(log, game, reading.way):
        if index + 1 in wanted:
            done[index + 1] = describe(game, log.actions[index + 1])
        if index + 1 >= last:
            break
    return done


def replayed(log: Log) -> tuple[Report, Log, Reading | None]:
    """The report, and the log and its reading on which it rests."""
    laws = LAWS[log.ruleset]
    found = [*cited(header.findings(log), laws), *unknown_fields(log.unknown_fields), *facts_left_out(log)]
    try:
        read, reading = followed(log)
    except Illegal as error:
        if not any(finding.severity == "error" for finding in found):
            found.append(error.cited(laws.cites).found(None))
        return _report(log, None, found, unchecked(len(log.actions))), log, None
    game = reading.game
    found += reading.findings()
    return _report(log, game, found, proof_of(game, log, reading.played)), read, reading


def frames(log: Log) -> Iterator[Frame]:
    """The position before the first action and after each one, with what happened; a light log has none."""
    if log.is_light:
        return
    try:
        log, reading = followed(log)
    except Illegal:
        return
    game = start(log)
    yield frame(game, None) | {"proof": None, "believed": []}
    game.event_log = []
    for index in steps(log, game, reading.way):
        yield frame(game, index) | proof_of_action(reading.game, index)
        game.event_log = []


def before(log: Log, index: int) -> Game:
    """The position in which the action of that index was played, or the last one that the log came to."""
    game = start(log)
    if index and not log.is_light:
        way = most_believable(log).way
        next((played for played in steps(log, game, way) if played == index - 1), None)
    return game


def followed(log: Log) -> tuple[Log, Reading]:
    """The most believable reading, of which only that is believed which could be otherwise."""
    return doubt.followed(log, Reads(most_believable, as_written, start, steps))


def _report(log: Log, game: Game | None, found: list[Issue], proof: Proof) -> Report:
    if any(finding.severity == "error" for finding in found):
        verdict = "invalid"
    else:
        verdict = "unverified" if proof.is_believed else "valid"
    return Report(
        verdict=verdict,
        engine=LAWS[log.ruleset].engine,
        findings=at_most([*found, *nothing_played(log, found), *who_entered_and_agreed(log)]),
        winner=game.winner if game and log.is_duel else None,
        won_by=game.won_by if game else None,
        glory=dict(game.glory) if game else None,
        winners=None if log.is_duel else winners(game) if game else (),
        out=who_left(game) if game else (),
        ended=game is not None and game.over,
        actions=len(log.actions),
        unverified_cards=tuple(proof.by_card),
        proof=proof,
        facts=log.facts.digest if log.facts else None,
    )
