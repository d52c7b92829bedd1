"""Validated again after a change of rules or cards: the old reports stay, and the difference is shown."""

import pytest
from django.urls import reverse

from core.errors import NotAllowed
from judging.cases.services.statistics import desk_statistics, export_cases
from judging.logs.services.health import queue_health
from judging.logs.services.revalidation import (
    changed_since_the_update,
    report_changes,
    validate_again,
    validate_all_again,
)
from judging.logs.services.revalidation import validate_event_again as event_again
from judging.logs.services.worker import work_one
from judging.models import Report, Submission
from tests.judging.people import INVALID, a_case, a_hall, judged, table_1, user
from tests.tournaments import worlds
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def rules_change(verdict: str, findings: list) -> None:
    """The next validator sees the same logs otherwise."""
    body = {"verdict": verdict, "findings": findings, "engine": "old", "glory": None}
    Report.objects.filter(current=True).update(verdict=verdict, body=body, engine="old")


def test_revalidation_keeps_the_old_report_and_makes_one_current(fake, hall):
    first = judged(fake)
    assert event_again(event=hall, who=user("jo")) == 1
    assert Report.objects.get(current=True) == first, "until the new answer is there, the old one stands"
    work_one(fake)
    assert first.submission.reports.count() == 2
    assert Report.objects.get(current=True).pk > first.pk


def test_revalidation_wakes_the_workers(fake, hall, wake_ups, django_capture_on_commit_callbacks):
    judged(fake)
    with django_capture_on_commit_callbacks(execute=True):
        event_again(event=hall, who=user("jo"))
    assert wake_ups.call_count == 1


def test_what_changed_is_shown(fake, hall, client):
    report = judged(fake)
    rules_change("invalid", INVALID["findings"])
    validate_again(submission=report.submission, who=user("hal"))
    work_one(fake)
    (change,) = report_changes(report.submission)
    assert change.verdict_changed
    assert [finding["code"] for finding in change.gone] == ["ap-short"]
    assert changed_logs(client, hall) == [report.submission]


def changed_logs(client, hall) -> list[Submission]:
    client.force_login(user("jo"))
    page = client.get(reverse("judging:queue", args=[hall.slug]))
    return [change.after.submission for change in page.context["changed"]]


def test_changes_stay_listed_after_repeated_revalidation(fake, hall, client):
    report = judged(fake)
    rules_change("invalid", INVALID["findings"])
    for _ in range(3):
        event_again(event=hall, who=user("jo"))
        work_one(fake)
    assert changed_logs(client, hall) == [report.submission]


def test_other_findings_under_the_same_verdict_are_a_change_too(fake, hall, client):
    report = judged(fake, **INVALID)
    rules_change("invalid", [{**INVALID["findings"][0], "code": "mp-short"}])
    event_again(event=hall, who=user("jo"))
    work_one(fake)
    assert changed_logs(client, hall) == [report.submission]


def test_the_query_count_of_changes_is_independent_of_size(fake, hall, django_assert_num_queries):
    for name in ("ana", "bo"):
        for _ in range(3):
            judged(fake, name, wish=str(_))
    rules_change("invalid", INVALID["findings"])
    event_again(event=hall, who=user("jo"))
    while work_one(fake):
        pass
    with django_assert_num_queries(3):
        assert len(changed_since_the_update(hall)) == 6


def test_reports_that_say_the_same_are_no_difference(fake, hall):
    report = judged(fake)
    event_again(event=hall, who=user("jo"))
    work_one(fake)
    assert report_changes(report.submission) == []
    assert changed_since_the_update(hall) == []


def test_a_log_that_failed_internally_can_be_tried_again(fake):
    report = judged(fake)
    Submission.objects.update(state="needs_human", attempts=10, trouble="no disk")
    validate_again(submission=report.submission, who=user("jo"))
    row = Submission.objects.get()
    assert (row.state, row.attempts, row.trouble) == ("queued", 0, "")


def test_what_waits_already_is_left_alone(fake, hall):
    judged(fake)
    assert event_again(event=hall, who=user("jo")) == 1
    assert event_again(event=hall, who=user("jo")) == 0


def test_new_logs_go_before_old_ones_that_are_validated_again(fake, hall):
    judged(fake)
    event_again(event=hall, who=user("jo"))
    assert Submission.objects.get().priority == Submission.Priority.AGAIN


@pytest.mark.parametrize("who", ["ana", "jo"])
def test_only_the_site_staff_validates_everything_again(fake, who):
    with pytest.raises(NotAllowed):
        validate_all_again(who=user(who))
    assert validate_all_again(who=worlds.a_user("root", is_superuser=True)) == 0


@pytest.mark.parametrize("who", ["ana", "stranger"])
def test_players_validate_nothing_again(fake, hall, who):
    worlds.staff(worlds.an_event(), Role.HEAD_JUDGE, "stranger")
    with pytest.raises(NotAllowed):
        event_again(event=hall, who=user(who))


def test_the_health_of_the_queue_counts_by_state(fake):
    judged(fake)
    judged(fake, who="bo")
    Submission.objects.filter(submitter=user("bo")).update(state="queued")
    health = queue_health()
    assert (health.waiting, health.done, health.done_a_minute) == (1, 1, 0.2)
    Submission.objects.update(state="done")
    assert queue_health().oldest_seconds == 0


def test_articles_are_counted_once_per_log(fake, hall):
    twice = INVALID["findings"] * 2
    judged(fake, verdict="invalid", findings=twice)
    type(table_1()).objects.update(state="done")
    numbers = desk_statistics(hall)
    assert [(row.number, row.times, row.per_100_games) for row in numbers.broken_articles] == [("7.1.4.a", 1, 100.0)]
    assert (numbers.games, numbers.cases, numbers.minutes_to_ruling) == (1, 1, None)


def test_the_export_holds_every_case(fake, hall):
    case = a_case(fake)
    (row,) = export_cases(hall, user("jo"))
    assert (row["id"], row["kind"], row["players"]) == (case.pk, "invalid-log", ["Ana", "Bo"])


def test_the_export_leaves_out_conflicts_of_interest(fake, hall):
    a_case(fake)
    assert export_cases(hall, user("ana")) == []
