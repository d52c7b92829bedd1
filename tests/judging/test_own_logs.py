"""My game logs: against whom, at which event, with which score and verdict."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from judging.logs.views.logs import with_facts
from judging.models import Report, Submission
from tests.judging.people import a_hall, table_1, url, user
from tournaments.core.scores import format_score
from tournaments.results.services.reporting import confirm_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
LOG = '{"format": "krosmaster-log/1"}'


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def my_logs(as_, name):
    page = as_(name).get(url("my_logs")).content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return " ".join(page.replace("\N{NO-BREAK SPACE}", " ").split())


def test_my_logs_name_opponent_event_and_score(as_, hall):
    for name in ("ana", "bo"):
        as_(name).post(url("submit_log", table_1().pk), {"text": LOG})
    assert f">{table_1().b.shown_name}</a>" in my_logs(as_, "ana")
    assert f"{hall.name}, round 1</a>" in my_logs(as_, "ana")
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 3, "time"))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    assert "won 8 : 3" in my_logs(as_, "ana")
    assert "lost 3 : 8" in my_logs(as_, "bo")


def test_a_log_without_an_event_names_its_players(as_):
    as_("ana").post(url("check_my_log"), {"text": LOG})
    assert ">Game log</a>" in my_logs(as_, "ana") and "no event" in my_logs(as_, "ana")


def test_a_checked_log_without_an_event_shows_its_score():
    header = {"players": {"A": {"name": "Ana"}, "B": {}}, "result": {"winner": "B", "glory": {"A": 0, "B": 7}}}
    row = {"log": Submission(), "report": Report(header=header)}
    facts = with_facts([row], user("ana"))[0]["facts"]
    assert (facts.players, facts.score) == ("Ana – Player B", format_score(0, 7))


def test_my_logs_cost_no_more_for_many(as_):
    def queries():
        as_("ana")
        with CaptureQueriesContext(connection) as done:
            as_("ana").get(url("my_logs"))
        return len(done)

    as_("ana").post(url("submit_log", table_1().pk), {"text": LOG})
    queries()  # what is looked up once and kept
    few = queries()
    for number in range(3):
        as_("ana").post(url("submit_log", table_1().pk), {"text": LOG + " " * number + "\n"})
    assert Submission.objects.count() > 2
    assert queries() == few
