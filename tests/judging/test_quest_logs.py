"""Logs of Quest on the site: handed in at a table of a league, validated, shown with the cause of every GG."""

import json
from typing import Any

import pytest
from django.urls import reverse

from judging.cases.pages.differences import difference_rows
from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Report, Submission
from rules.games import QUEST
from tests.judging.people import InProcess, user
from tests.rules.quest.logs import HEROES, demon, do, document, turn
from tests.tournaments import worlds
from tournaments.events.models.formats import GAMES
from tournaments.models import Event, Match, Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
NAMES = ("ana", "bo", "cy", "dan")
EVENTS = ("trees", "veins", "quest:bling-bling")
GAME = (
    turn("A", "adventure"),
    do("quest", kind="personal", value=1, next=2),
    turn("B"),
    do("kill", mob="chief", boss=True),
    turn("C"),
    do("kill", mob="krosmaster", player="B"),
    demon("D", *EVENTS),
    turn("D"),
    do("time"),
)
GG = {"A": 4, "B": 3, "C": 3, "D": 3}
RESULT = {"winners": [], "gg": GG, "ending": "time"}


def a_league(players: int = 4, **fields: Any) -> Match:
    """A table of a league, with a judge and a head judge."""
    settings = {**GAMES[QUEST.game].settings_of_new_event(), **fields}
    event = worlds.an_event(game=QUEST.game, name="League", slug="league", **settings)
    seated = [worlds.a_player(event, name) for name in NAMES[:players]]
    played = worlds.a_round(event)
    worlds.seat(*seated, round=played, table=1, state="open")
    worlds.staff(event, Role.JUDGE, "jo")
    worlds.staff(event, Role.HEAD_JUDGE, "hal")
    return Match.objects.named().get(round__event=event)


def a_log(*actions: Any, players: str = "ABCD", **header: Any) -> dict[str, Any]:
    log = document(*(actions or GAME), players=players, **{"result": RESULT, **header})
    named = dict(zip("ABCDE", (*NAMES, "eve"), strict=True))
    log["players"] = {letter: {**each, "name": named[letter].title()} for letter, each in log["players"].items()}
    return log


@pytest.fixture
def match() -> Match:
    return a_league()


def checked(log: dict[str, Any], match: Match | None = None) -> Report:
    submission = submit_log(content=json.dumps(log).encode(), submitter=user("ana"), match=match)
    work_one(InProcess())
    return submission.reports.get(current=True)


def page_of(as_: Any, report: Report) -> str:
    return as_("ana").get(report.submission.get_absolute_url()).content.decode()


def test_the_log_of_a_league_is_a_ledger(as_, match):
    answer = as_("ana").post(reverse("judging:submit_log", args=[match.pk]), {"text": json.dumps(a_log())})
    assert answer.status_code == 302
    work_one(InProcess())
    report = Submission.objects.get().current_report
    assert (report.verdict, report.ended, report.differences) == (Report.Verdict.LEDGER, True, [])
    assert report.body["gg"] == GG
    assert not Case.objects.exists()


def test_every_change_of_gg_opens_its_cause(as_, match):
    page = page_of(as_, checked(a_log(), match))
    assert page.count("data-change") == 3
    for change in ("Ana +1</strong>", "Bo +1</strong>", "Bo -1</strong>", "personal quest", "boss killed", "KO"):
        assert change in page
    for anchor in ("change-6-A", "change-8-B", "change-10-B"):
        assert f'href="#{anchor}"' in page
        assert f'id="{anchor}"' in page


def test_the_report_page_says_what_is_proved(as_, match):
    page = page_of(as_, checked(a_log(), match))
    assert "GG, the order of turns, the Demon and the Adventure Path fit the rules." in page
    assert "Not recorded, so not checked: steps" in page
    assert "Kamas" not in page
    economy = page_of(as_, checked(a_log(detail="economy")))
    assert "Kamas, bags and the AP of actions fit the rules." in economy
    assert "<th>Bags</th>" in economy


def test_the_report_page_lists_what_was_believed(as_, match):
    page = page_of(as_, checked(a_log(), match))
    assert "Chief" in page
    assert "family and loot" in page


def test_an_error_names_its_article_and_the_player(as_, match):
    report = checked(a_log(turn("B"), do("time")), match)
    assert report.verdict == Report.Verdict.INVALID
    page = page_of(as_, report)
    assert "Q-3.6" in page
    assert "It is the turn of Ana." in page
    assert Case.objects.filter(kind=Case.Kind.INVALID_LOG).exists()


def test_the_desk_opens_the_case_of_a_broken_log(as_, match):
    checked(a_log(turn("B"), do("time")), match)
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    assert "Q-3.6" in as_("hal").get(case.get_absolute_url()).content.decode()


WRONG = [
    ({"families": ["gobball"]}, (turn("A"), turn("B"), turn("C"), demon("D", "trees", "veins", "eggs")), "Q-6.1"),
    ({}, (turn("A"), do("quest", kind="path", place=3)), "Q-4.5"),
    ({}, (do("quest", kind="personal", value=1, next=2),), "Q-3.6"),
    ({"heroes": {"B": HEROES["A"]}, "order": ["A", "B", "C", "D"]}, (turn("A"),), "Q-3.2"),
]


@pytest.mark.parametrize(("header", "actions", "article"), WRONG)
def test_bad_input_is_named_by_its_article(match, header, actions, article):
    report = checked(a_log(*actions, **header), match)
    assert article in {finding["article"] for finding in report.errors}


def test_a_path_of_forty_is_malformed(match):
    report = checked(a_log(geegee_path=40), match)
    [finding] = report.findings
    assert (report.verdict, finding["code"], finding["pointer"]) == ("malformed", "out-of-bounds", "/geegee_path")


def test_a_log_of_five_does_not_fit_four(match):
    log = a_log(turn("A"), players="ABCDE", heroes={"E": "lil-healey"}, result=None)
    [finding] = checked(log, match).findings
    assert finding["code"] == "not-this-table"


def test_a_log_of_three_where_four_sat_differs(match):
    enter_result(match_id=match.pk, score=Score((1, 2, 2, 2), (4, 3, 3, 3), "time"), who=user("hal"))
    three = a_log(turn("A"), do("time"), players="ABC", result={**RESULT, "gg": {"A": 3, "B": 3, "C": 3}})
    report = checked(three, match)
    open_missing(match.round.event)
    [difference] = report.comparisons.get().differences
    assert difference["code"] == "players-differ"


def test_the_result_is_held_against_the_log(match):
    enter_result(match_id=match.pk, score=Score((1, 2, 2, 2), (5, 3, 3, 3), "time"), who=user("hal"))
    report = checked(a_log(), match)
    open_missing(match.round.event)
    [difference] = report.comparisons.get().differences
    assert (difference["code"], difference["logged"]) == ("glory-differs", {"a": 4, "b": 3, "c": 3, "d": 3})
    assert any("Ana" in row.expected[0] for row in difference_rows(report, for_judges=True))


def test_a_cooperative_log_is_of_another_kind(match):
    report = checked(a_log(mode="cooperative", demon="player"), match)
    assert "mode-differs" in {difference["code"] for difference in report.differences}


def test_two_ledgers_are_not_called_the_same_game(as_, match):
    for name in ("ana", "bo"):
        submit_log(
            content=json.dumps({**a_log(), "demon_player": {"name": name}}).encode(), submitter=user(name), match=match
        )
        work_one(InProcess())
    page = as_("ana").get(reverse("judging:match_logs", args=[match.pk])).content.decode()
    assert "same game" not in page


def test_the_site_validates_logs_of_a_league(match):
    assert Event.objects.get().validates_logs
