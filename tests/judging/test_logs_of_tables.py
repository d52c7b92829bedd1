"""Logs of three and four players: validated on their own, and refused where a duel was played."""

import json

import pytest
from django.urls import reverse

from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.views.logs import with_facts
from tests.judging.people import InProcess, a_hall, table_1, url, user
from tests.rules.fours import four_players

pytestmark = pytest.mark.django_db
LOG = json.dumps(four_players()).encode()


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def handed_in(match=None):
    submission = submit_log(content=LOG, submitter=user("ana"), match=match)
    work_one(InProcess())
    return submission.reports.get(current=True)


def test_a_log_of_four_players_gets_its_report(as_):
    report = handed_in()
    assert (report.verdict, report.body["winners"], report.header["mode"]) == ("valid", [], "free-for-all")
    page = as_("ana").get(reverse("judging:submission", args=[report.submission.uuid])).content.decode()
    assert all(f"<strong>Player {letter}</strong>" in page for letter in "ABCD")
    assert reverse("judging:replay", args=[report.submission.uuid]) in page
    assert with_facts([{"log": report.submission, "report": report}], user("ana"))[0]["facts"].score == ""
    assert "Player D" in as_("ana").get(url("my_logs")).content.decode()


def test_a_log_of_four_players_is_replayed_with_four_panels(as_):
    report = handed_in()
    page = as_("ana").get(reverse("judging:replay", args=[report.submission.uuid])).content.decode()
    assert all(f"data-side-{side} " in page and f"Player {side.upper()}" in page for side in "abcd")
    assert "The log stops before the game is over." in page


def test_a_duel_refuses_a_log_of_four_in_one_sentence():
    report = handed_in(table_1())
    assert (report.verdict, [finding["code"] for finding in report.errors]) == ("malformed", ["not-a-duel"])
    assert report.header == {}
