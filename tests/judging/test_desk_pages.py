"""The pages of the desk: what waits, filtered, hidden and counted."""

import datetime as dt
import re
from uuid import uuid4

import pytest
from django.utils import timezone

from core.records.audit import record
from judging.cases.services.desk import call_judge, claim
from judging.cases.views.desk import PROVED, SHOWN
from judging.logs.services.submission import submit_log
from judging.models import Case, Submission
from tests.judging.event_setup import ruled
from tests.judging.people import a_case, a_hall, listed, table_1, url, user
from tests.tournaments import worlds
from tournaments.models import Registration, Result, Role, Staff
from tournaments.results.services.reporting import confirm_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
QUERIES_OF_THE_DESK = 11


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def test_the_desk_lists_open_cases_and_hides_conflicts_of_interest(as_, fake, hall):
    case = a_case(fake)
    assert case.get_absolute_url() in as_("jo").get(url("desk", hall.slug)).content.decode()
    Staff.objects.create(event=hall, user=user("bo"), role=Role.JUDGE)
    page = as_("bo").get(url("desk", hall.slug))
    assert case.get_absolute_url() not in page.content.decode()
    assert page.context["hidden"] == 1


def test_the_keys_of_the_desk_have_french_names(client, hall):
    client.force_login(user("jo"))
    page = client.get(url("desk", hall.slug), headers={"accept-language": "fr"}).content.decode()
    assert "<kbd>Entrée</kbd>" in page


def test_an_open_desk_follows_cases_and_results(as_, hall):
    page = as_("jo").get(url("desk", hall.slug)).content.decode()
    assert f'data-live="{hall.topic_of("cases")} {hall.topic_of("results")}"' in page


def test_looking_at_the_desk_changes_nothing(as_, hall):
    listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    as_("jo").get(url("desk", hall.slug))
    assert not Case.objects.exists()


def test_a_case_opens_when_something_happens_and_not_when_viewed(as_, hall, django_capture_on_commit_callbacks):
    listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    with django_capture_on_commit_callbacks(execute=True):
        record("lists-locked", who=user("jo"), subject=hall, scope=hall)
    assert Case.objects.get().kind == Case.Kind.ILLEGAL_LIST


@pytest.mark.parametrize(("show", "number"), [("open", 1), ("free", 0), ("mine", 1), ("appealed", 0), ("settled", 0)])
def test_the_desk_is_filtered(as_, fake, hall, show, number):
    claim(case_id=a_case(fake).pk, judge=user("jo"))
    page = as_("jo").get(url("desk_list", hall.slug), {"show": show, "kind": "invalid-log"})
    assert len(page.context["rows"]) == number
    assert not as_("jo").get(url("desk_list", hall.slug), {"show": show, "kind": "judge-call"}).context["rows"]


@pytest.fixture
def on_trust(hall):
    """A result taken on trust that Ana reported and Bo confirmed."""
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    return Case.objects.create(event=hall, kind=Case.Kind.BELIEVED_RESULT, cause="x", match=table_1())


def folded(client, hall, **query):
    page = client.get(url("desk_list", hall.slug), query)
    assert ("data-on-trust" in page.content.decode()) == bool(page.context["on_trust"])
    return page.context["cases_on_trust"]


def test_confirmed_results_taken_on_trust_are_folded_at_the_end(as_, hall, on_trust):
    other = worlds.a_player(hall, "cy"), worlds.a_player(hall, "di")
    match = worlds.seat(*other, round=table_1().round, table=2)
    fault = Case.objects.create(event=hall, kind=Case.Kind.DISPUTED_RESULT, cause="y", match=match)
    page = as_("jo").get(url("desk_list", hall.slug)).content.decode()
    fold = page.index("data-on-trust")
    assert page.index(fault.get_absolute_url()) < fold < page.index(on_trust.get_absolute_url())
    assert "1 result taken on trust" in page
    assert "data-on-trust open" not in page
    assert as_("jo").get(url("desk", hall.slug)).context["waiting"] == 2


@pytest.mark.parametrize("query", [{}, {"kind": "believed-result"}, {"show": "free"}])
def test_the_fold_is_open_where_nothing_else_is_listed(as_, hall, on_trust, query):
    assert "data-on-trust open" in as_("jo").get(url("desk_list", hall.slug), query).content.decode()


def test_what_needs_a_judge_now_is_not_folded(as_, hall, on_trust):
    jo = as_("jo")
    assert folded(jo, hall) == 1
    Result.objects.update(source=Result.Source.STAFF)
    assert folded(jo, hall) == 0
    Result.objects.update(source=Result.Source.PLAYERS)
    other = Case.objects.create(event=hall, kind=Case.Kind.LOGS_DIFFER, cause="y", match=table_1())
    assert folded(jo, hall) == 0
    Case.objects.filter(pk=other.pk).update(status=Case.Status.CLOSED)
    assert folded(jo, hall) == 1
    claim(case_id=on_trust.pk, judge=user("jo"))
    assert folded(jo, hall) == folded(jo, hall, show="mine") == 0
    ruled(Case.objects.get(pk=on_trust.pk))
    assert folded(jo, hall, show="settled") == 0


def test_100_cases_cost_the_desk_no_more_queries_than_one(as_, fake, hall, django_assert_num_queries):
    error = {"severity": "error", "action": 0, "article": "7.1.4.a", "message": "too dear", "said": None, "done": None}
    submission = a_case(fake).submission
    submission.reports.update(first_error=error)
    call_judge(match=table_1(), by=user("ana"), text="x")
    client = as_("jo")
    client.get(url("desk_list", hall.slug))
    with django_assert_num_queries(QUERIES_OF_THE_DESK):
        client.get(url("desk_list", hall.slug))
    for number in range(98):
        about = {"match": table_1(), "submission": submission}
        Case.objects.create(event=hall, kind="invalid-log", cause=str(number), **about)
    with django_assert_num_queries(QUERIES_OF_THE_DESK):
        client.get(url("desk_list", hall.slug))


def test_the_desk_filters_for_judges_with_and_without_conflicts(as_, fake, hall):
    case = a_case(fake)
    case.submission.reports.update(proved_percent=100)
    for shown in SHOWN:
        for proved in ("", *PROVED):
            asked = {"show": shown, "proved": proved, "kind": case.kind}
            seen = as_("hal").get(url("desk_list", hall.slug), asked).context
            assert len(seen["rows"]) == (shown in {"open", "free"} and proved in {"", "whole"})
    own = worlds.a_player(hall, "hals-own", club="of Ana")
    Registration.objects.filter(pk=own.pk).update(user=user("hal"))
    Registration.objects.filter(user=user("ana")).update(club="of Ana")
    seen = as_("hal").get(url("desk_list", hall.slug)).context
    assert (seen["rows"], seen["waiting"], seen["hidden"]) == ([], 0, 1)


@pytest.mark.parametrize("page", ["desk", "desk_list", "queue", "queue_state", "statistics", "export"])
def test_every_page_of_the_desk_answers(as_, fake, hall, page):
    a_case(fake)
    Submission.objects.update(state="needs_human", trouble="no disk")
    assert as_("hal").get(url(page, hall.slug)).status_code == 200


@pytest.mark.parametrize("state", ["queued", "needs_human", "unprocessable"])
def test_pages_say_that_a_log_is_checked(as_, fake, hall, state):
    """The word of players, also for what the code calls validating."""
    log = a_case(fake).submission
    Submission.objects.update(state=state)
    for page in (url("queue", hall.slug), log.get_absolute_url()):
        said = as_("hal").get(page).content.decode()
        assert "heck" in said, page
        assert "alidat" not in re.sub(r"<[^>]+>", "", said), page


def test_statistics_of_an_empty_event_explain_what_will_appear(as_, fake, hall):
    assert '<div class="empty">' in as_("jo").get(url("statistics", hall.slug)).content.decode()
    a_case(fake)
    assert '<div class="empty">' not in as_("jo").get(url("statistics", hall.slug)).content.decode()


FAILED = ("needs_human", "unprocessable")


def test_the_queue_of_an_event_counts_its_own_logs(as_, fake, hall):
    log = a_case(fake).submission
    submit_log(content=b"{}", submitter=user("ana"))
    for state in Submission.State.values:
        token, until = (uuid4(), timezone.now()) if state == "running" else (None, None)
        Submission.objects.filter(pk=log.pk).update(
            state=state, queued_at=timezone.now() - dt.timedelta(days=999), lease_token=token, lease_until=until
        )
        said = as_("hal").get(url("queue_state", hall.slug)).context
        shown = {name: getattr(said["health"], name) for name in ("waiting", "running", "done", *FAILED)}
        assert shown == dict.fromkeys(shown, 0) | {"waiting" if state == "queued" else state: 1}
        waits = state in {"queued", "running"}
        assert (said["longest_wait"] > 60, said["health"].oldest_seconds > 60) == (waits, waits)
        assert [row.pk for row in said["waiting"]] == [log.pk] * waits
        assert [row.pk for row, _why in said["failed"]] == [log.pk] * (state in FAILED)
