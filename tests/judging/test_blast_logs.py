"""Logs of Blast through the doors of the site: report, comparison with the result, and the desk."""

import gzip
import json
from typing import Any

import pytest
from django.urls import reverse

from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Comparison, Report
from rules.games import BLAST
from teams.cards.services.facts import snapshot_of
from tests.blast.games import CARDS, END, document, favor, move, plays, turns, use
from tests.blast.random_games import random_game
from tests.judging.people import InProcess, a_hall, listed, table_1, url, user
from tournaments.models import Event, FactsPin
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
NAMES = {"A": "Ana", "B": "Bo"}


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall(game=BLAST.game, ruleset=BLAST.slug, board_seats="south")


def with_cards(event: Event, cards: Any = CARDS) -> None:
    FactsPin.objects.create(event=event, snapshot=snapshot_of(cards, event.game))


def named(log: Any) -> Any:
    for side, player in log["players"].items():
        player["name"] = NAMES[side]
    return log


def checked(log: Any, who: str = "ana", **where: Any) -> Report:
    where = where or {"match": table_1()}
    submission = submit_log(content=json.dumps(named(log)).encode(), submitter=user(who), **where)
    while work_one(InProcess()):
        pass
    return submission.reports.get(current=True)


def whole_game() -> Any:
    return document(*turns(10), result={"winner": None, "glyphs": {"A": 0, "B": 0}})


def an_early_bonus() -> Any:
    """A bonus that nobody has reached (B-9.1)."""
    return document(
        favor(), plays("a1"), move("D2"), {"do": "bonus", "challenge": "brawl", "threshold": 5}, challenges=["brawl"]
    )


def test_a_game_with_all_cards_is_valid(hall, as_):
    with_cards(hall)
    report = checked(random_game(1))
    assert (report.verdict, report.ended, report.differences) == (Report.Verdict.VALID, True, [])
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    glyphs = report.body["glyphs"]
    assert f"{glyphs['A']}&nbsp;:&nbsp;{glyphs['B']}" in page
    assert not Case.objects.exists()


def test_without_its_cards_it_says_what_it_believed(hall, as_):
    report = checked(whole_game())
    assert report.verdict == Report.Verdict.UNVERIFIED
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert all(words in page for words in ("No infringement found", "the whole card", "the whole board"))
    assert reverse("teams:new-fact-of-game", args=[BLAST.game, "board"]) in page


def test_a_fault_opens_a_case_with_its_article(hall, as_):
    with_cards(hall)
    report = checked(an_early_bonus())
    assert [error["article"] for error in report.errors] == ["B-9.1"]
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    page = as_("hal").get(case.get_absolute_url()).content.decode()
    assert "B-9.1" in page
    assert "Ada uses the bonus of Brawl for 5 glyphs." in page
    assert f"{case.get_absolute_url()}position/" in page


def test_the_result_is_held_against_the_glyphs(hall):
    with_cards(hall)
    checked(whole_game())
    enter_result(match_id=table_1().pk, score=Score.duel("a", 3, 2, ending="glyphs"), who=user("hal"))
    assert open_missing(hall) == 1
    assert [each["code"] for each in Comparison.objects.get().differences] == ["glyphs-differ"]


def test_a_log_outside_of_events_is_checked(as_):
    report = checked(whole_game(), match=None)
    assert (report.verdict, report.engine) == (Report.Verdict.UNVERIFIED, BLAST.engine)
    assert "0:0" in as_("ana").get(url("my_logs")).content.decode().replace(" ", "").replace("&nbsp;", "")


def test_names_of_cards_come_from_the_facts_of_the_log(hall, as_):
    with_cards(hall)
    report = checked(an_early_bonus())
    assert report.header["titles"]["ada"] == {"en": "Ada", "fr": "Adèle"}
    assert report.header["players"]["A"]["team"] == {"a1": "ada", "a2": "bea"}


def test_a_log_of_the_events_settings_differs_in_nothing(hall):
    with_cards(hall)
    Event.objects.update(arenas=["made-up-1"], challenges=["brawl"], board_seats="south")
    assert checked(document(*turns(10), challenges=["brawl"])).differences == []


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"simple_game": True}, "game-differs"),
        ({"superior_favors": False}, "favors-differ"),
        ({"team_size": 3}, "size-differs"),
        ({"challenges": ["world"]}, "challenges-differ"),
        ({"board_seats": "west"}, "sides-differ"),
        ({"arenas": ["other"]}, "board-differs"),
    ],
)
def test_a_log_with_other_settings_opens_a_case(hall, as_, settings, code):
    with_cards(hall)
    Event.objects.update(**{"board_seats": "south", **settings})
    report = checked(document(*turns(10), challenges=["brawl"]))
    assert code in [difference["code"] for difference in report.differences]
    assert Case.objects.filter(kind=Case.Kind.LOG_VS_MATCH).exists()
    assert as_("ana").get(report.submission.get_absolute_url()).status_code == 200


def test_a_team_is_held_against_the_list(hall, as_):
    with_cards(hall)
    listed("ana", "ada", "cal")
    report = checked(document(*turns(10)))
    assert [difference["code"] for difference in report.differences] == ["team-differs"]
    page = as_("hal").get(Case.objects.get().get_absolute_url()).content.decode()
    assert "Bea" in page and "Cal" in page


# -- the replay ------------------------------------------------------------------------------------------------------


def film_of(client: Any, report: Report) -> Any:
    answer = client.get(url("film", report.submission.uuid))
    assert answer.status_code == 200
    return json.loads(gzip.decompress(answer.content))


def test_the_replay_shows_a_board_of_its_own_size(hall, as_):
    with_cards(hall)
    report = checked(random_game(1))
    page = as_("ana").get(url("replay", report.submission.uuid)).content.decode()
    assert '"columns": 8, "rows": 10' in page
    assert "data-reach-unit" not in page and "play-on" not in page
    film = film_of(as_("ana"), report)
    assert film["actions"] == len(film["steps"]) == report.body["actions"]
    assert film["proof"]["proved"] == film["actions"]


def test_the_last_position_has_the_glyphs_of_the_report(hall, as_):
    with_cards(hall)
    report = checked(random_game(2))
    film = film_of(as_("ana"), report)
    held = film["start"]["glory"]
    for step in film["steps"]:
        held = step["change"].get("glory", held)
    assert held == report.body["glyphs"]


@pytest.mark.parametrize("seed", range(8))
def test_every_action_has_its_words(hall, as_, seed):
    with_cards(hall)
    film = film_of(as_("ana"), checked(random_game(seed)))
    assert all(step["words"].strip() and "{" not in step["words"] for step in film["steps"])


def test_glyphs_favors_and_terrain_are_in_positions_and_words(hall, as_):
    with_cards(hall)
    log = document(favor("chill"), plays("a1"), use("left", "D3"), move("D2"), favor("plain-1", "right"))
    film = film_of(as_("ana"), checked(log))
    [used, moved] = film["steps"][6:8]
    assert used["change"]["terrain"] == {"D3": "ice"}
    assert "Ice lies on D3." in used["words"]
    assert "Ada moves to D2." in moved["words"]
    assert "Chill" in film["steps"][4]["change"]["note"]


def test_a_fault_is_marked_at_its_action(hall, as_):
    with_cards(hall)
    film = film_of(as_("ana"), checked(an_early_bonus()))
    assert [step["proof"] for step in film["steps"]][-1] == "faulty"
    assert film["findings"][0]["article"] == "B-9.1"


def test_an_unknown_board_is_drawn_as_lines(as_):
    report = checked(whole_game())
    page = as_("ana").get(url("replay", report.submission.uuid)).content.decode()
    assert '"columns": 5, "rows": 10' in page


def test_no_practice_table_goes_on_from_it(hall, as_):
    report = checked(whole_game())
    assert as_("ana").post(url("play_on", report.submission.uuid), {"action": 3}).status_code == 404
    assert as_("ana").get(url("reach", report.submission.uuid), {"after": 3, "unit": "a1"}).status_code == 404


def test_a_french_reader_reads_french_words(hall, as_):
    with_cards(hall)
    report = checked(whole_game())
    client = as_("ana")
    client.cookies["django_language"] = "fr"
    assert "Adèle" in film_of(client, report)["steps"][0]["words"]


# -- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "place", "article"),
    [
        ([favor("plain-0"), END, favor("plain-0")], "action 7", "B-2.2"),
        ([favor(), plays("a1"), move("D2", "dodge")], "action 7", "B-5.1"),
        ([favor(), plays("a1"), move("Z9")], "action 7", "B-4.1"),
    ],
)
def test_a_broken_rule_has_its_place_and_reason(hall, as_, actions, place, article):
    with_cards(hall)
    report = checked(document(*actions))
    assert article in [error["article"] for error in report.errors]
    page = as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert place in page and article in page


@pytest.mark.parametrize(
    ("actions", "pointer"),
    [
        ([{"do": "dance"}], "/actions/4/do"),
        ([move("D99")], "/actions/4/to"),
        ([{"do": "favor", "card": "blaze", "to": "up"}], "/actions/4/to"),
        ([move("D2", "seven")], "/actions/4/dodge/0"),
    ],
)
def test_what_is_no_log_names_the_field(hall, as_, actions, pointer):
    report = checked(document(*actions))
    assert (report.verdict, report.body["findings"][0]["pointer"]) == (Report.Verdict.MALFORMED, pointer)
    assert pointer in as_("ana").get(report.submission.get_absolute_url()).content.decode()
    assert as_("ana").get(url("replay", report.submission.uuid)).status_code == 404
