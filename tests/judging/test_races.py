"""Two at the same instant on one case, one log, one row of the queue; each with its negative control.

With the guard one of the two goes first; with the guard off both have seen the same, and it must go wrong, or the test
proves nothing.
"""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.db.models import QuerySet

from judging.cases.services import desk
from judging.logs.services import queue, submission
from judging.models import Case, Ruling, Submission
from judging.rulings.services.decisions import Decision
from judging.rulings.services.ruling import rule
from tests.judging.people import a_hall, table_1, user
from tests.tournaments.races import Interruption, at_once, both_wait_after, error_codes, no_lock

pytestmark = pytest.mark.django_db(transaction=True)
LOG = b'{"format": "krosmaster-log/1"}'


@dataclasses.dataclass
class Hazard:
    gate: str
    calls: Sequence[Callable[[], Any]]
    is_well: Callable[[list[Any]], bool]
    interrupts: bool = False  # the second call comes while the first stands at the gate; else both come to it


@contextlib.contextmanager
def no_guard() -> Iterator[None]:
    """Without transactions and row locks, as naive code has it."""
    no_transaction = mock.Mock(atomic=contextlib.nullcontext)
    with (
        no_lock(),
        mock.patch.object(desk, "transaction", no_transaction),
        mock.patch.object(QuerySet, "select_for_update", lambda self, **_options: self),
        mock.patch.object(submission, "submit_log", submission.submit_log.__wrapped__),  # type: ignore[attr-defined]
        mock.patch.object(queue, "claim_next", queue.claim_next.__wrapped__),  # type: ignore[attr-defined]
    ):
        yield


def a_case() -> Case:
    event = a_hall()
    return Case.objects.create(event=event, kind="judge-call", cause="x", match=table_1())


def two_judges_take_a_case() -> Hazard:
    case = a_case()
    judges = [user("jo"), user("hal")]

    def one_has_it(answers: list[Any]) -> bool:
        holders = [answer.claimed_by for answer in answers if isinstance(answer, Case)]
        return error_codes(answers) == ["claimed"] and holders == [Case.objects.get().claimed_by]

    calls = [partial(desk.claim, case_id=case.pk, judge=judge) for judge in judges]
    return Hazard("judging.cases.services.desk.require_judge", calls, one_has_it)


def one_ruling_sent_twice() -> Hazard:
    case = desk.claim(case_id=a_case().pk, judge=user("jo"))
    decision = Decision("dismiss", reason="x", message="y")
    return Hazard(
        "judging.rulings.services.ruling._require_ruling_allowed",
        [lambda: rule(case_id=case.pk, judge=user("jo"), decision=decision)] * 2,
        lambda answers: answers[0] == answers[1] and Ruling.objects.count() == 1,
    )


def one_log_sent_twice() -> Hazard:
    a_hall()
    match, ana = table_1(), user("ana")
    return Hazard(
        "judging.logs.services.submission._known",
        [lambda: submission.submit_log(content=LOG, submitter=ana, match=match)] * 2,
        lambda answers: answers[0] == answers[1] and Submission.objects.count() == 1,
    )


def two_workers_at_one_log() -> Hazard:
    a_hall()
    submission.submit_log(content=LOG, submitter=user("ana"))

    def take() -> Any:
        return queue.claim_next()  # looked up when it is called: the guard may be off by then

    return Hazard(
        "judging.logs.services.queue.uuid.uuid4",
        [take] * 2,
        lambda answers: answers.count(None) == 1 and Submission.objects.get().attempts == 1,
    )


def a_case_is_released_while_its_judge_says_they_are_coming() -> Hazard:
    case = a_case()
    calls = [
        partial(desk.come, case_id=case.pk, judge=user("jo")),
        partial(desk.release, case_id=case.pk, judge=user("hal")),
    ]

    def nobody_is_coming(_answers: list[Any]) -> bool:
        now = Case.objects.get()
        return (now.claimed_by, now.coming_at) == (None, None)

    return Hazard("judging.cases.services.desk._claim", calls, nobody_is_coming, interrupts=True)


HAZARDS = [
    two_judges_take_a_case,
    one_ruling_sent_twice,
    one_log_sent_twice,
    two_workers_at_one_log,
    a_case_is_released_while_its_judge_says_they_are_coming,
]


def all_is_well(hazard: Hazard) -> bool:
    if not hazard.interrupts:
        with both_wait_after(hazard.gate):
            return hazard.is_well(at_once(*hazard.calls))
    interruption = Interruption(hazard.gate)
    with interruption.armed():
        return hazard.is_well(at_once(hazard.calls[0], interruption.meanwhile(hazard.calls[1])))


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_the_guard_holds(hazard):
    assert all_is_well(hazard())


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_without_the_guard_it_goes_wrong(hazard):
    danger = hazard()
    with no_guard():
        assert not all_is_well(danger)
