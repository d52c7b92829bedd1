"""Logs that do not fit an event by the rule book of 2013: each is named by its pointer or number, none is lost."""

import json
from typing import Any

import pytest
from django.utils.html import escape

from judging.cases.services.from_states import open_missing
from judging.logs.services.worker import work_one
from judging.models import Case, Report, Submission
from rules.arena.laws.arena_2013 import BOX
from rules.games import DEFAULT, FIRST_BOX
from tests.judging.people import InProcess, a_hall, table_1, url
from tools.selfplay.game import random_game
from tournaments.models import Event

pytestmark = pytest.mark.django_db
TEAMS = [list(BOX[:4]), list(BOX[4:])]


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall(ruleset=FIRST_BOX.slug, team_format="box", rewards="original")


def a_log(ruleset: str = FIRST_BOX.slug, **changed: Any) -> dict[str, Any]:
    team_format = "box" if ruleset == FIRST_BOX.slug else "constructed"
    document = random_game("bad/1", TEAMS, "the-pit", ruleset, team_format=team_format)
    for letter, name in zip("AB", ("ana", "bo"), strict=True):
        document["players"][letter]["name"] = name.title()
    return {**document, **changed}


def checked(as_: Any, document: dict[str, Any]) -> tuple[Report, str]:
    text = json.dumps(document)
    assert as_("ana").post(url("submit_log", table_1().pk), {"text": text}).status_code == 302
    assert work_one(InProcess())
    submission = Submission.objects.get()
    assert bytes(submission.content).decode() == text
    return submission.reports.get(current=True), as_("ana").get(submission.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("changed", "pointer"), [({"rewards": "second"}, "/rewards"), ({"team_format": "limited"}, "/team_format")]
)
def test_what_the_book_lacks_is_named_by_its_pointer(as_, changed, pointer):
    report, page = checked(as_, a_log(**changed))
    assert report.verdict == Report.Verdict.MALFORMED
    [finding] = report.body["findings"]
    assert (finding["code"], pointer in finding["message"] or pointer in json.dumps(finding)) == ("not-a-choice", True)
    assert pointer in page
    assert report.engine == FIRST_BOX.engine


def test_a_log_that_names_no_rules_lacks_that_field(as_):
    document = a_log()
    del document["ruleset"]
    report, page = checked(as_, document)
    [finding] = report.body["findings"]
    assert (report.verdict, finding["code"]) == (Report.Verdict.MALFORMED, "missing-field")
    assert "ruleset" in finding["message"]
    assert (report.engine, report.body["engine"], report.differences) == (FIRST_BOX.engine, FIRST_BOX.engine, [])
    assert DEFAULT.title not in page


@pytest.mark.parametrize("page", ["desk", "statistics", "export"])
def test_pages_of_the_desk_stand_what_is_no_log(as_, hall, page):
    checked(as_, a_log(rewards="second"))
    assert as_("hal").get(url(page, hall.slug)).status_code == 200


def test_half_a_log_is_checked_by_rules_of_its_match(as_):
    text = json.dumps(a_log())[:-50]
    assert as_("ana").post(url("submit_log", table_1().pk), {"text": text}).status_code == 302
    assert work_one(InProcess())
    assert (Report.objects.get().verdict, Report.objects.get().engine) == (Report.Verdict.MALFORMED, FIRST_BOX.engine)


def test_a_malformed_log_without_a_match_names_its_engine(as_):
    assert as_("ana").post(url("check_my_log"), {"text": json.dumps(a_log(rewards="second"))}).status_code == 302
    assert work_one(InProcess())
    assert (Report.objects.get().verdict, Report.objects.get().engine) == (Report.Verdict.MALFORMED, FIRST_BOX.engine)


def test_an_unknown_figure_of_the_box_is_one_finding(as_):
    document = a_log()
    document["players"]["A"]["team"]["a1"] = "nobody-knows"
    report, _page = checked(as_, document)
    errors = [(each["code"], each["article"]) for each in report.body["findings"] if each["severity"] == "error"]
    assert errors == [("unknown-figure", "p21.1")]


def test_silver_is_no_rank_of_the_book(as_):
    document = a_log()
    next(action for action in document["actions"] if action["do"] == "flip")["rank"] = "silver"
    report, page = checked(as_, document)
    assert report.verdict == Report.Verdict.INVALID
    errors = [(each["code"], each["article"]) for each in report.body["findings"] if each["severity"] == "error"]
    assert errors == [("no-such-rank", "p21.7")]
    assert "p21.7" in page


def test_a_log_of_other_rules_is_refused_by_both_titles(as_):
    text = json.dumps(a_log(DEFAULT.slug))
    answer = as_("ana").post(url("submit_log", table_1().pk), {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "rule book of 2013" in page
    assert "tournament rules 2.7" in page
    assert "data-not-sent" in page  # what was pasted comes back with its form
    assert escape(text) in page  # without scripts too
    assert f'action="{url("submit_log", table_1().pk)}"' in page
    assert not Submission.objects.exists()
    said = as_("ana").post(f"/api/v1/logs/?match={table_1().pk}", text, content_type="application/json").json()
    assert (said["code"], said["logged"]) == ("ruleset-differs", {"ruleset": DEFAULT.slug})


@pytest.mark.parametrize(("agreed", "codes"), [("breakable", ["scenery-differs"]), ("fixed", [])])
def test_another_agreement_about_scenery_is_a_difference(as_, hall, agreed, codes):
    Event.objects.filter(pk=hall.pk).update(scenery=agreed)
    report, _page = checked(as_, a_log())
    assert [each["code"] for each in report.differences if each["code"] == "scenery-differs"] == codes
    open_missing(hall)
    kinds = set(Case.objects.values_list("kind", flat=True))
    assert (Case.Kind.LOG_VS_MATCH in kinds) == bool(codes)
    if codes:
        page = as_("hal").get(Case.objects.get(kind=Case.Kind.LOG_VS_MATCH).get_absolute_url()).content.decode()
        assert "breaks under close-combat attacks" in page
