"""A log or list of another game or ruleset than the event's, and a log of rules that the site has no engine for."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from judging.cases.pages.differences import difference_rows
from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.validator import answer as validator
from judging.models import Case, Report, Submission
from rules.games import BLAST, DEFAULT, FIRST_BOX, QUEST, RULESETS
from tests.judging.people import InProcess, a_hall, header, judged, player, table_1, url, user
from tests.rules.logs import document as arena_log
from tests.rules.quest.logs import do, turn
from tests.rules.quest.logs import document as quest_log
from tournaments.events.models import formats
from tournaments.events.models.formats import GAMES
from tournaments.models import Event, SubmittedList
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
OTHER = "other-rules"
EDITION = FIRST_BOX.slug
OF_QUEST = json.dumps(quest_log(turn("A"), do("time"))).encode()
OF_BLAST = json.dumps({"format": BLAST.formats[0], "ruleset": BLAST.slug}).encode()
OF_EDITION = json.dumps({**arena_log(), "ruleset": EDITION}).encode()
OTHERS = pytest.mark.parametrize(
    ("content", "named"), [(OF_QUEST, QUEST.slug), (OF_BLAST, BLAST.slug), (OF_EDITION, EDITION)]
)


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


def played_by(event: Event, monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """The event is played by these rules, as if the site had events of them."""
    game = GAMES[DEFAULT.game]
    monkeypatch.setitem(formats.GAMES, DEFAULT.game, replace(game, rulesets={**game.rulesets, ruleset: "Other rules"}))
    monkeypatch.setitem(RULESETS, ruleset, replace(DEFAULT, slug=ruleset))
    Event.objects.filter(pk=event.pk).update(ruleset=ruleset)


def checked(content: bytes, **fields: Any) -> Report:
    submission = submit_log(content=content, submitter=user("ana"), **fields)
    work_one(InProcess())
    return submission.reports.get(current=True)


# -- logs at the door ------------------------------------------------------------------------------------------------


@OTHERS
def test_the_page_refuses_a_log_of_other_rules(as_, content, named):
    answer = as_("ana").post(url("submit_log", table_1().pk), {"text": content.decode()})
    assert answer.status_code == 409
    assert str(GAMES[DEFAULT.game].rulesets[DEFAULT.slug]) in answer.content.decode()
    assert not Submission.objects.exists()


@OTHERS
def test_the_api_says_which_rules_it_expects(as_, content, named):
    answer = as_("ana").post(f"/api/v1/logs/?match={table_1().pk}", content, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "ruleset-differs")
    assert answer.json()["expected"] == {"game": DEFAULT.game, "ruleset": DEFAULT.slug}
    assert answer.json()["logged"] == {"ruleset": named}
    assert not Submission.objects.exists()


@pytest.mark.parametrize("content", [b"no JSON", b"[1]", b'{"format": 1}', json.dumps(arena_log()).encode()])
def test_other_bytes_are_taken_in_and_checked_later(content):
    assert submit_log(content=content, submitter=user("ana"), match=table_1()).pk


def test_a_log_taken_in_before_is_answered_again(hall, monkeypatch):
    content = json.dumps(arena_log()).encode()
    first = submit_log(content=content, submitter=user("ana"), match=table_1(), key="k")
    played_by(hall, monkeypatch, OTHER)
    assert submit_log(content=content, submitter=user("ana"), match=table_1(), key="k") == first


# -- logs at the desk ------------------------------------------------------------------------------------------------


def test_a_log_of_other_rules_opens_one_case(fake):
    report = judged(fake, ruleset=BLAST.slug)
    assert [difference["code"] for difference in report.differences] == ["ruleset-differs"]
    assert list(Case.objects.values_list("kind", flat=True)) == [Case.Kind.LOG_VS_MATCH]


def test_logs_of_other_rules_are_held_against_no_result(hall, fake):
    judged(fake, ruleset=BLAST.slug, header=header(result={"winner": "A", "glory": {"A": 5, "B": 0}}))
    enter_result(match_id=table_1().pk, score=Score.duel("b", 0, 6), who=user("hal"))
    open_missing(hall)
    assert list(Case.objects.values_list("kind", flat=True)) == [Case.Kind.LOG_VS_MATCH]


def test_logs_of_other_rules_are_held_against_no_log(fake):
    judged(fake, ruleset=BLAST.slug, steps="1" * 8)
    judged(fake, "bo", steps="2" * 8)
    assert list(Case.objects.values_list("kind", flat=True)) == [Case.Kind.LOG_VS_MATCH]


def test_the_real_worker_compares_the_rules(hall, monkeypatch):
    content = json.dumps(arena_log()).encode()
    log = submit_log(content=content, submitter=user("ana"), match=table_1())
    played_by(hall, monkeypatch, OTHER)
    work_one(InProcess())
    [difference] = log.reports.get(current=True).differences
    assert (difference["expected"], difference["logged"]) == ({"ruleset": OTHER}, {"ruleset": DEFAULT.slug})


def test_players_and_judges_read_both_titles(fake, as_):
    report = judged(fake, ruleset=BLAST.slug)
    for for_judges in (False, True):
        [row] = difference_rows(report, for_judges=for_judges)
        assert (row.expected[0][1], row.logged[0][1]) == (
            str(GAMES[DEFAULT.game].rulesets[DEFAULT.slug]),
            BLAST.title,
        )
    assert BLAST.title in as_("ana").get(report.submission.get_absolute_url()).content.decode()


def test_a_log_of_the_events_rules_opens_no_case(fake):
    assert judged(fake, ruleset=DEFAULT.slug).differences == []
    assert not Case.objects.exists()


# -- rules without an engine -----------------------------------------------------------------------------------------


def test_a_log_without_an_engine_is_not_validated_yet(as_, monkeypatch):
    monkeypatch.setattr(validator, "ON_SITE", {})
    report = checked(OF_QUEST)
    assert (report.verdict, report.body["findings"], report.ended) == (Report.Verdict.NOT_VALIDATED, [], False)
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert "not a game log" not in page
    assert 'class="verdict-word"' not in page
    api = as_("ana").get(f"/api/v1/logs/{report.submission.uuid}/").json()
    assert (api["state"], api["verdict"]) == ("done", "not-validated")


def test_a_log_without_an_engine_opens_no_case(hall, monkeypatch):
    monkeypatch.setattr(validator, "ON_SITE", {})
    Event.objects.filter(pk=hall.pk).update(ruleset=QUEST.slug)
    assert checked(OF_QUEST, match=table_1()).verdict == Report.Verdict.NOT_VALIDATED
    assert not Case.objects.exists()


def test_an_unreadable_log_of_another_game_is_malformed():
    assert checked(OF_BLAST).verdict == Report.Verdict.MALFORMED
    assert checked(json.dumps({**arena_log(), "ruleset": "chess"}).encode()).verdict == Report.Verdict.MALFORMED


# -- lists -----------------------------------------------------------------------------------------------------------

LIST = {"format": DEFAULT.lists.document_format, "team_format": "constructed", "figures": ["nox"]}
LISTS = [
    {"format": QUEST.lists.document_format, "hero": "nox"},
    {"format": BLAST.lists.document_format},
    {**LIST, "ruleset": EDITION},
]


def list_doors(event: Event) -> dict[str, str]:
    return {
        "ana": reverse("tournaments:my_list", args=[event.slug]),
        "hal": reverse("tournaments:hand_in", args=[event.slug, player("ana").pk]),
    }


@pytest.mark.parametrize("who", ["ana", "hal"])
@pytest.mark.parametrize("document", LISTS)
def test_a_list_of_other_rules_is_refused(hall, as_, who, document):
    answer = as_(who).post(list_doors(hall)[who], {"text": json.dumps(document)})
    [fault] = answer.context["form"].errors.as_data()["__all__"]
    assert (answer.status_code, fault.code) == (400, "ruleset-differs")
    assert str(GAMES[DEFAULT.game].rulesets[DEFAULT.slug]) in fault.messages[0]
    assert answer.context["form"]["text"].value() == json.dumps(document)
    assert not SubmittedList.objects.exists()


@pytest.mark.parametrize("document", [LIST, {**LIST, "ruleset": DEFAULT.slug}])
def test_a_list_of_the_events_rules_is_taken(hall, as_, document):
    assert as_("hal").post(list_doors(hall)["hal"], {"text": json.dumps(document)}).status_code == 302


def test_a_list_that_names_no_rules_follows_the_event(hall, as_, monkeypatch):
    played_by(hall, monkeypatch, OTHER)
    assert as_("hal").post(list_doors(hall)["hal"], {"text": json.dumps(LIST)}).status_code == 302
