"""What a worker does, whoever woke it: the Celery task, the command and the sweeper all come here."""

import logging
import time
from collections.abc import Callable

from django.db import InterfaceError, OperationalError

from judging.models import Report
from judging.services.logs.event_differences import against_event
from judging.services.logs.queue import Claim, claim_next, finish, hand_back
from judging.validator.process import Died, Validator

log = logging.getLogger(__name__)

# A doorbell's message must be answered within the broker's visibility timeout, or it is delivered a second time.
SHIFT_SECONDS = 20.0


def work_one(validator: Validator) -> bool:
    """Take one log and finish it; False when there is none."""
    claim = claim_next()
    if claim is None:
        return False
    try:
        finish(claim=claim, report=report_on(claim, validator))
    except (OperationalError, InterfaceError):
        raise  # the database is away: the lease will run out, and whoever is there then takes the log
    except Exception as failure:
        log.exception("validating %s failed for a reason of our own", claim.submission.uuid)
        hand_back(claim=claim, trouble=f"{type(failure).__name__}: {failure}")
    return True


def work_a_shift(validator: Validator, ring: Callable[[], None]) -> int:
    """Work until nothing waits or the shift is over; others are woken when there is more than one worker's worth."""
    end = time.monotonic() + SHIFT_SECONDS
    done = 0
    while time.monotonic() < end:
        if not work_one(validator):
            return done
        done += 1
        if done == 1:
            ring()
    ring()
    return done


def report_on(claim: Claim, validator: Validator) -> Report:
    start = time.monotonic()
    try:
        answer = validator.validate(claim.content)
    except Died as death:
        return Report(
            verdict=Report.Verdict.UNPROCESSABLE,
            body={"verdict": "unprocessable", "findings": [], "reason": death.reason},
            milliseconds=round((time.monotonic() - start) * 1000),
        )
    body, header, match = answer["report"], answer["header"], claim.submission.match
    return Report(
        verdict=body["verdict"],
        body=body,
        sentences=answer["sentences"],
        disagreements=against_event(header, match) if header and match else [],
        header=header,
        steps=answer["steps"],
        engine=body["engine"],
        data_version=answer["data_version"],
        milliseconds=round((time.monotonic() - start) * 1000),
    )
