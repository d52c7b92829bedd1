"""The work of a worker, called by the Celery task, the management command and the sweeper.

The sweeper checks the queue every five seconds in a process of its own, so that a lost message delays a log but never
loses it, and a broker that takes no more messages, with which Celery's workers end, delays it by 15 seconds.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections

from core.records.outbox import deliver_overdue
from judging.cases.comparison.event_differences import against_event
from judging.logs.models import first_error_in, percent_proved
from judging.logs.services.queue import Claim, claim_next, fail_exhausted, finish, retry_soon
from judging.logs.validator.answer import report_document
from judging.logs.validator.process import Validator, ValidatorDied
from judging.models import Report, Submission
from rules.common import verdicts
from rules.common.messages import message as _
from rules.games import log_ruleset, named_by
from tournaments.lists.services.facts import snapshot_for_match
from tournaments.models import Match
from tournaments.rounds.models.matches import PLAYERS_OF_A_DUEL

log = logging.getLogger(__name__)

# less than the broker's visibility timeout, after which it would deliver the message again
BATCH_SECONDS = 20.0
SWEEP_EVERY_SECONDS = 5.0
NOTIFY_AFTER_SECONDS = 5.0
WORK_AFTER_SECONDS = 15.0


def work_one(validator: Validator) -> bool:
    """Claim and finish one log; return False if there is none."""
    claim = claim_next()
    if claim is None:
        return False
    try:
        finish(claim=claim, report=report_on(claim, validator))
    except (OperationalError, InterfaceError):
        raise  # the database is down: the lease expires, and the next worker takes the log
    except Exception as failure:
        log.exception("validating %s failed because of an error of the site", claim.submission.uuid)
        retry_soon(claim=claim, trouble=f"{type(failure).__name__}: {failure}")
    return True


def work_batch(validator: Validator, wake_workers: Callable[[], None]) -> int:
    """Validate logs until none is waiting or the time is up; wake other workers if there is more than one log."""
    end = time.monotonic() + BATCH_SECONDS
    done = 0
    while time.monotonic() < end:
        if not work_one(validator):
            return done
        done += 1
        if done == 1:
            wake_workers()
    wake_workers()
    return done


def mismatch_with_match(header: dict[str, Any], match: Match) -> verdicts.Malformed | None:
    """Return an error if the log has other players than the match.

    At a table of four without crews, three may have played because one was missing.
    """
    played, seated = len(header["players"]), len(match.players())
    if played == seated or max(seated - match.format.may_miss, PLAYERS_OF_A_DUEL + 1) <= played < seated:
        return None
    if seated == PLAYERS_OF_A_DUEL:
        said = _("This log is of three or four players, but a match has two. Submit the log of the duel.")
        return verdicts.Malformed("/format", "not-a-duel", said)
    said = _("This log is of {played} players, but {seated} sit at this table.", played=played, seated=seated)
    return verdicts.Malformed("/players", "not-this-table", said)


def _answer_for_refusal(wrong: verdicts.Malformed, engine: str) -> dict[str, Any]:
    report = verdicts.Report.of_malformed(wrong, engine)
    return {**report_document(report), "descriptions": [], "ruleset": "", "header": {}, "steps": ""}


def _read_by_the_match(answer: dict[str, Any], content: bytes, match: Match) -> dict[str, Any]:
    """What cannot be read, and names no other rules, was to be a log by those of its match."""
    event = match.round.event
    is_unread = answer["report"]["verdict"] == Report.Verdict.MALFORMED
    if not is_unread or log_ruleset(content, event.ruleset) not in ("", event.ruleset):
        return answer
    return {**answer, "report": {**answer["report"], "engine": event.rules.engine}}


def report_on(claim: Claim, validator: Validator) -> Report:
    start = time.monotonic()
    facts = snapshot_for_match(claim.submission.match, named_by(claim.content).game)
    try:
        brought = bytes(facts.content) if facts else b""
        answer = validator.validate(claim.content, brought, claim.submission.judge_entries)
    except ValidatorDied as death:
        return Report(
            verdict=Report.Verdict.UNPROCESSABLE,
            body={"verdict": "unprocessable", "findings": [], "reason": death.reason},
            milliseconds=round((time.monotonic() - start) * 1000),
            facts=facts.digest if facts else "",
        )
    match = claim.submission.match
    if match is not None:
        answer = _read_by_the_match(answer, claim.content, match)
        if answer["header"] and (wrong := mismatch_with_match(answer["header"], match)):
            answer = {**answer, **_answer_for_refusal(wrong, answer["report"]["engine"])}
    body, header = answer["report"], answer["header"]
    return Report(
        verdict=body["verdict"],
        ended=body["ended"],
        body=body,
        sentences=answer["sentences"],
        descriptions=answer.get("descriptions", []),
        first_error=first_error_in(answer),
        differences=against_event(answer["ruleset"], header, match) if match else [],
        header=header,
        proved_percent=percent_proved(body),
        claims=body.get("claims", []),
        steps=answer["steps"],
        engine=body["engine"],
        data_version=answer["data_version"],
        facts=facts.digest if facts else "",
        milliseconds=round((time.monotonic() - start) * 1000),
    )


def sweep(validator: Validator, wake_workers: Callable[[], None]) -> None:
    fail_exhausted()
    deliver_overdue()
    if Submission.objects.overdue(WORK_AFTER_SECONDS).exists():
        work_batch(validator, wake_workers)  # no worker has reacted to the message
    elif Submission.objects.overdue(NOTIFY_AFTER_SECONDS).exists():
        wake_workers()


class Sweeper:
    """Looks after the queue until `over` is set."""

    def __init__(self, wake_workers: Callable[[], None]) -> None:
        self.wake_workers = wake_workers
        self.validator = Validator()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(SWEEP_EVERY_SECONDS):
            self.sweep()
        self.validator.close()

    def sweep(self) -> None:
        try:
            sweep(self.validator, self.wake_workers)
        except Exception as failure:  # noqa: BLE001  (the database may be down; in five seconds it may be back)
            log.warning("the sweep failed and will be tried again: %s", failure)
        finally:
            close_old_connections()
