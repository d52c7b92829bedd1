"""The table is the queue: each row is finished exactly once, no matter who dies on the way."""

import json
import uuid
from datetime import timedelta

import pytest
import redis
from celery import current_app
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from core.models import AuditEntry
from judging.logs.models import MAX_ATTEMPTS
from judging.logs.services.queue import claim_next, fail_exhausted, finish, retry_soon
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import sweep, work_batch, work_one
from judging.models import Report, Submission
from tests.config import broker
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db


def handed_in(number: int = 1, **wish) -> list[Submission]:
    user = worlds.a_user()
    return [submit_log(content=json.dumps({"n": n, **wish}).encode(), submitter=user) for n in range(number)]


def a_report() -> Report:
    return Report(verdict="valid", body={"verdict": "valid", "findings": []}, engine="e", data_version="d")


def lease_runs_out() -> None:
    Submission.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))


def the_only_row() -> Submission:
    return Submission.objects.get()


def nobody_hears() -> None:
    pass


def test_each_log_is_given_to_one_worker():
    rows = handed_in(3)
    assert {claim_next().submission for _ in rows} == set(rows)
    assert claim_next() is None


def test_live_rounds_go_first_and_then_the_oldest():
    alone = handed_in()[0]
    match = worlds.a_match()
    live = [submit_log(content=b"%d" % n, submitter=match.a.user, match=match) for n in range(2)]
    assert [claim_next().submission for _ in range(3)] == [*live, alone]


def test_a_finished_log_has_one_current_report():
    handed_in()
    report = finish(claim=claim_next(), report=a_report())
    row = the_only_row()
    assert (row.state, row.lease_token, list(row.reports.all())) == ("done", None, [report])


def test_a_worker_that_was_silent_too_long_loses_its_claim():
    handed_in()
    slow = claim_next()
    assert claim_next() is None
    lease_runs_out()
    quick = claim_next()
    assert quick.submission == slow.submission
    assert finish(claim=quick, report=a_report())
    assert finish(claim=slow, report=a_report()) is None, "the answer comes too late and leaves no trace"
    assert Report.objects.count() == 1
    assert AuditEntry.objects.filter(action="log-validated").count() == 1


def test_a_claim_is_not_finished_twice():
    handed_in()
    claim = claim_next()
    assert finish(claim=claim, report=a_report())
    assert finish(claim=claim, report=a_report()) is None


def test_the_database_knows_only_one_current_report():
    handed_in()
    finish(claim=claim_next(), report=a_report())
    second = a_report()
    second.submission = the_only_row()
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


def test_the_database_knows_no_lease_without_a_running_worker():
    handed_in()
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.update(lease_token=uuid.uuid4())


def test_a_report_is_never_changed():
    handed_in()
    report = finish(claim=claim_next(), report=a_report())
    report.verdict = "invalid"
    with pytest.raises(TypeError):
        report.save()


def test_an_internal_error_returns_the_log_and_keeps_the_reason(fake, monkeypatch):
    handed_in()

    def no_more_processes(*_asked):
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(fake, "validate", no_more_processes)
    assert work_one(fake)
    row = the_only_row()
    assert (row.state, row.attempts, row.trouble) == ("running", 1, "BlockingIOError: no more processes")
    lease_runs_out()
    monkeypatch.undo()
    work_one(fake)
    assert the_only_row().state == "done"


def test_ten_tries_that_failed_for_our_reasons_call_a_human():
    handed_in()
    for _ in range(MAX_ATTEMPTS):
        retry_soon(claim=claim_next(), trouble="no disk")
        lease_runs_out()
    assert claim_next() is None, "an eleventh try is not made"
    assert fail_exhausted() == 1
    row = the_only_row()
    assert (row.state, row.trouble) == ("needs_human", "no disk")
    assert AuditEntry.objects.get(action="log-needs-human").why == "no disk"


def test_a_log_that_crashes_the_validator_is_unprocessable(fake):
    handed_in(wish="crash")
    assert work_one(fake)
    row = the_only_row()
    assert (row.state, row.attempts) == ("unprocessable", 1)
    assert row.reports.get(current=True).verdict == "unprocessable"


def test_a_database_failure_ends_the_batch_and_loses_no_log(fake, monkeypatch):
    handed_in()

    def away(**_):
        raise OperationalError("the connection is closed")

    monkeypatch.setattr("judging.logs.services.worker.finish", away)
    with pytest.raises(OperationalError):
        work_one(fake)
    assert the_only_row().state == "running"


def test_a_batch_ends_with_the_queue_and_wakes_other_workers(fake):
    handed_in(3)
    rings = []
    assert work_batch(fake, lambda: rings.append(1)) == 3
    assert len(rings) == 1
    assert not Submission.objects.waiting().exists()


def waits_since(seconds: float) -> None:
    Submission.objects.update(queued_at=timezone.now() - timedelta(seconds=seconds))


@pytest.mark.parametrize(("seconds", "rings", "state"), [(1, 0, "queued"), (7, 1, "queued"), (20, 1, "done")])
def test_the_sweeper_notifies_after_five_and_works_after_fifteen_seconds(fake, seconds, rings, state):
    handed_in()
    waits_since(seconds)
    rung = []
    sweep(fake, lambda: rung.append(1))
    assert (len(rung), the_only_row().state) == (rings, state)


def test_the_sweeper_takes_up_what_a_dead_worker_left(fake):
    handed_in()
    claim_next()
    Submission.objects.update(lease_until=timezone.now() - timedelta(seconds=20))
    sweep(fake, nobody_hears)
    assert the_only_row().state == "done"


@pytest.mark.django_db(transaction=True)
def test_a_full_broker_keeps_no_log_from_validation(settings, monkeypatch, fake):
    """Celery's workers end with its refusal; the sweeper is a process of its own and needs the database alone."""
    handed_in(2)
    waits_since(20)
    monkeypatch.setattr(broker.own, "TEST_REDIS_URL", "")  # a broker of this test: all others need the shared one
    monkeypatch.setattr("judging.logs.services.worker.Validator", lambda: fake)
    with broker.a_broker() as url:
        redis.Redis.from_url(url).config_set("maxmemory", 1)
        settings.REDIS_URL = url
        monkeypatch.setattr(current_app.conf, "broker_url", url.replace("unix://", "redis+socket://"))
        call_command("sweep", "--once")
    assert set(Submission.objects.values_list("state", flat=True)) == {"done"}


def test_the_command_works_without_any_broker(monkeypatch, fake):
    handed_in(2)
    monkeypatch.setattr("judging.management.commands.validate_worker.Validator", lambda: fake)
    call_command("validate_worker", "--once")
    assert set(Submission.objects.values_list("state", flat=True)) == {"done"}


def test_the_next_log_is_found_by_its_index():
    with connection.cursor() as cursor:
        for way in ("seqscan", "bitmapscan", "sort") if connection.vendor == "postgresql" else ():
            cursor.execute(f"SET LOCAL enable_{way} TO OFF")  # a table of no rows is read as a whole
    assert "queue_in_turn" in Submission.objects.in_queue_order().explain()
