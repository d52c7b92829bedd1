"""A log that stops before the game is over: legal as far as it goes, and no proof of a result."""

import json
from typing import Any

import pytest
from django.urls import reverse

from judging.cases.services.from_states import open_missing
from judging.logs.services.worker import work_one
from judging.models import Case, Report, Submission
from tests.judging.people import InProcess, a_hall, post, table_1, url, user
from tests.rules.logs import PLACED, TWO_TURNS, do, document
from tournaments.models import Ending, Event
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
CONCEDED = do("concede", player="B")
WON = {"winner": "A", "glory": {"A": 6, "B": 6}}
LEGAL, PROVED = "Legal as far as it goes; the game is not over.", "Every action is legal, and the result follows."


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


def handed_in(client: Any, *actions: dict[str, Any], who: str = "ana", **changes: Any) -> Submission:
    client.force_login(user(who))
    client.post(url("submit_log", table_1().pk), {"text": json.dumps(document(*actions, **changes))})
    work_one(InProcess())
    return Submission.objects.latest("pk")


def ana_won() -> None:
    enter_result(match_id=table_1().pk, who=user("hal"), score=Score.duel("a", 6, 6, Ending.CONCESSION))


def contradicted() -> list[str]:
    open_missing(Event.objects.get())
    cases = Case.objects.filter(kind=Case.Kind.LOG_VS_RESULT)
    logs = [case.submission for case in cases if case.submission]
    return [reported["code"] for log in logs for reported in log.current_report.comparisons.last().differences]


@pytest.mark.parametrize("actions", [(), PLACED, TWO_TURNS])
@pytest.mark.parametrize("result_first", [True, False])
def test_an_unfinished_log_opens_a_case_where_somebody_won(client, actions, result_first):
    if result_first:
        ana_won()
    log = handed_in(client, *actions)
    if not result_first:
        assert contradicted() == []
        ana_won()
    assert (log.current_report.verdict, log.current_report.ended) == ("valid", False)
    assert contradicted() == ["game-not-over"]
    assert contradicted() == ["game-not-over"]  # looked at again, no second case


def test_a_log_with_its_end_opens_no_such_case(client):
    ana_won()
    log = handed_in(client, *TWO_TURNS, CONCEDED, result=WON)
    assert (log.current_report.verdict, log.current_report.ended) == ("valid", True)
    assert contradicted() == []


def test_the_page_says_how_far_a_log_is_legal(client):
    cut = client.get(handed_in(client, *TWO_TURNS).get_absolute_url()).content.decode()
    assert (LEGAL in cut, PROVED in cut) == (True, False)
    whole = client.get(handed_in(client, *TWO_TURNS, CONCEDED, result=WON).get_absolute_url()).content.decode()
    assert (LEGAL in whole, PROVED in whole) == (False, True)
    silent = client.get(handed_in(client, *TWO_TURNS, CONCEDED, result=None).get_absolute_url()).content.decode()
    assert (LEGAL in silent, PROVED in silent) == (False, False)


def test_the_match_page_calls_no_unfinished_game_valid(client):
    handed_in(client, *TWO_TURNS)
    handed_in(client, *TWO_TURNS, who="bo")
    page = client.get(url("match_logs", table_1().pk)).content.decode()
    assert "badge-good" not in page
    assert page.count("game not over") == 2
    assert "notice-good" not in page


def test_the_judge_reads_where_the_log_stops(client):
    ana_won()
    handed_in(client, *TWO_TURNS)
    contradicted()
    case = Case.objects.get(kind=Case.Kind.LOG_VS_RESULT)
    post(client, "jo", "claim", case)
    page = client.get(case.get_absolute_url()).content.decode()
    assert "The log stops before the game is over, so it proves no result." in page
    assert "actions in the log" in page


def test_the_api_says_whether_the_game_is_over(client):
    log = handed_in(client, *TWO_TURNS)
    answer = client.get(reverse("log-detail", args=[log.uuid])).json()
    assert (answer["verdict"], answer["ended"], answer["corrects"]) == ("valid", False, None)
    (report,) = client.get(reverse("log-reports", args=[log.uuid])).json()
    assert (report["ended"], report["report"]["ended"]) == (False, False)


def test_the_site_faults_a_winner_when_time_ran_out(client):
    log = handed_in(client, *TWO_TURNS, do("time"), result=WON)
    assert [(each["action"], each["article"]) for each in log.current_report.errors] == [(None, "1.4.1")]
    honest = handed_in(client, *TWO_TURNS, do("time"))
    assert (honest.current_report.verdict, honest.current_report.ended) == ("valid", True)


def test_the_page_names_figures_and_tokens_that_are_believed(client):
    report = handed_in(client, *TWO_TURNS).current_report
    for slug, name in (("xelor-style", "Xelor Style"), ("simone-ether", "Simone Ether")):
        proof = report.body["proof"] | {"believed": 1, "by_card": {slug: 1}}
        believed = [{"action": 1, "card": slug, "field": "effects", "spell": None}]
        body = report.body | {"verdict": "unverified", "proof": proof, "believed": believed}
        Report.objects.filter(pk=report.pk).update(body=body, verdict="unverified")
        page = client.get(report.submission.get_absolute_url()).content.decode()
        assert name in " ".join(page.split())
        assert "No infringement found as far as it goes; the game is not over." in page
