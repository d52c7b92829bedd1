"""Logs that were once called valid: through the page, the worker and the desk each is a case, its honest twin none."""

import json
from typing import Any

import pytest

from judging.logs.services.worker import work_one
from judging.models import Case, Report
from tests.judging.people import InProcess, a_hall, table_1, url, user
from tests.judging.test_validate_log import HOLES, TWINS

pytestmark = pytest.mark.django_db


def validated(client: Any, log: dict[str, Any], **event: Any) -> Report:
    a_hall(**event)
    client.force_login(user("ana"))
    client.post(url("submit_log", table_1().pk), {"text": json.dumps(log)})
    work_one(InProcess())
    return Report.objects.get(current=True)


@pytest.mark.parametrize("hole", HOLES)
def test_an_illegal_log_is_a_case_for_the_judges(client, hole):
    log, article = HOLES[hole]
    report = validated(client, log)
    assert {each["article"] for each in report.errors} == {article}
    assert Case.objects.filter(kind=Case.Kind.INVALID_LOG, submission=report.submission).exists()


@pytest.mark.parametrize("twin", TWINS)
def test_its_honest_twin_is_none(client, twin):
    report = validated(client, TWINS[twin])
    assert (report.verdict, report.errors) == ("valid", [])
    assert not Case.objects.filter(kind=Case.Kind.INVALID_LOG).exists()


@pytest.mark.parametrize(("rewards", "cases"), [("original", 0), ("second", 1)])
def test_the_box_of_a_log_is_held_against_the_event(client, rewards, cases):
    report = validated(client, TWINS["the first box before its second turn"], rewards=rewards)
    assert [each["code"] for each in report.differences].count("rewards-differ") == cases
