"""A judge's corrected copy of a log: what its readers are told, and what it counts for."""

import html
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.board.unit_names import titles_of_teams
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Submission
from judging.replay.board.moments import positions_around
from tests.judging.people import InProcess, a_hall, post, rules, table_1, url, user
from tools.selfplay.game import random_game

pytestmark = pytest.mark.django_db
TO_THE_PLAYERS, FOR_JUDGES = "Bill stood on D5.", "Ana is careless again"


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def case(client) -> Case:
    """Of a log with one fault, at its action 4, taken by the judge Jo."""
    log = random_game("corrected")
    log["actions"][3]["cell"] = "A1"  # not one of their starting cells
    submission = submit_log(content=json.dumps(log).encode(), submitter=user("ana"), match=table_1())
    work_one(InProcess())
    found = Case.objects.get(submission=submission, kind=Case.Kind.INVALID_LOG)
    post(client, "jo", "claim", found)
    return found


def correction(**fields: Any) -> dict[str, Any]:
    rows = {"piece-TOTAL_FORMS": 1, "piece-INITIAL_FORMS": 0, "piece-0-unit": "a1", "piece-0-ap": 3, "after": 20}
    return {**rows, "reason": FOR_JUDGES, "message": TO_THE_PLAYERS, **fields}


def corrected(client: Client, case: Case, **fields: Any) -> Submission:
    assert not rules(client, case, "correct-log", **correction(**fields))
    work_one(InProcess())
    return Submission.objects.get(ruled_by=case.rulings.current().get())


def test_players_read_what_was_corrected(client, case):
    corrected(client, case, **{"piece-0-cell": "f4"})
    figure = titles_of_teams(case.submission.current_report.header)["a1"]
    said = f"Corrected after action {case.rulings.current().get().details['after'] + 1}: {figure}: F4, 3 AP."
    for who in ("ana", "bo"):
        client.force_login(user(who))
        for page in (case.get_absolute_url(), url("mine")):
            assert said in html.unescape(client.get(page).content.decode())


def test_the_note_in_a_copy_holds_the_public_message_only(client, case):
    assert FOR_JUDGES.encode() not in bytes(corrected(client, case).content)
    copy = corrected(client, case, **{"piece-0-ap": 2})
    client.force_login(user("ana"))
    page = client.get(copy.get_absolute_url()).content.decode()
    file = client.get(url("original", copy.uuid)).content.decode()
    film = client.get(url("film", copy.uuid)).content
    assert TO_THE_PLAYERS in page
    assert TO_THE_PLAYERS in file
    assert FOR_JUDGES not in page + file
    assert FOR_JUDGES.encode() not in film


def test_a_copy_wakes_the_workers(client, case, wake_ups, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        corrected(client, case)
    assert wake_ups.call_count == 1


def test_the_page_of_a_copy_says_whether_it_still_applies(client, case):
    copies = [corrected(client, case), corrected(client, case, **{"piece-0-ap": 2})]
    assert not rules(client, case, "dismiss")
    client.force_login(user("ana"))
    for copy in copies:
        page = client.get(copy.get_absolute_url()).content.decode()
        assert ('data-copy="replaced"' in page, "A judge looks at it" in page) == (True, False)
    match = client.get(url("match_logs", table_1().pk)).content.decode()
    assert match.count("replaced, no longer counts") == 2


def test_a_copy_that_stands_is_not_called_replaced(client, case):
    page = client.get(corrected(client, case).get_absolute_url()).content.decode()
    assert 'data-copy="replaced"' not in page


@pytest.mark.parametrize("door", ["rule", "preview"])
def test_a_correction_of_an_unknown_unit_is_refused(client, case, door):
    fields = correction(remedy="correct-log", **{"piece-0-unit": "zzz"})
    answer = post(client, "jo", door, case, **fields)
    assert answer.context["refusal"].code == "no-such-piece"
    assert not Submission.objects.filter(corrects=case.submission).exists()


def test_figures_of_a_correction_are_chosen_by_their_names(client, case):
    client.force_login(user("jo"))
    page = client.get(case.get_absolute_url())
    offered = dict(page.context["correction"].pieces[0].fields["unit"].widget.choices)
    assert offered["a1"] and offered["a1"] != "a1"
    assert "data-amend-row" in page.content.decode()


def test_a_preview_says_what_a_correction_changes(client, case):
    fields = {"piece-0-ap": "", "piece-0-cell": "D5", "piece-0-range_markers": -1, "has-kamas_B": 9, "after": 20}
    page = post(client, "jo", "preview", case, **correction(remedy="correct-log", **fields))
    amended = [row[1:] for row in page.context["amended"]]
    assert [(fact, now) for fact, _was, now in amended] == [("cell", "D5"), ("Range markers", "-1"), ("Kamas", "9")]
    assert "data-amended" in page.content.decode()


def test_a_preview_leaves_out_what_stays_as_it_was(client, case):
    fields = {"piece-0-ap": "", "piece-0-range_markers": 0, "after": 20}
    page = post(client, "jo", "preview", case, **correction(remedy="correct-log", **fields))
    assert page.context["amended"] == []


def test_the_statistics_count_no_copy_that_a_judge_made(client, case, hall):
    client.force_login(user("jo"))
    before = client.get(url("statistics", hall.slug)).context["numbers"]
    corrected(client, case)
    after = client.get(url("statistics", hall.slug)).context["numbers"]
    assert (after.logs, after.broken_articles) == (before.logs, before.broken_articles)
    assert before.broken_articles


def set_in_copy(client: Client, case: Case, **fields: Any) -> dict[str, Any]:
    copy = corrected(client, case, **{"piece-0-ap": "", **fields})
    assert not [each for each in copy.current_report.errors if each["action"] == 20]
    return json.loads(bytes(copy.content))["actions"][20]["set"]


def test_a_correction_places_markers_and_takes_them_away(client, case):
    placed = {"piece-0-marker": "Bleeding", "piece-0-marker_by": "b1"}
    assert set_in_copy(client, case, **placed) == {"units": {"a1": {"markers": {"Bleeding": "b1"}}}}
    taken = {"piece-0-marker": "Bleeding", "piece-0-marker_by": "-"}
    assert set_in_copy(client, case, **taken) == {"units": {"a1": {"markers": {"Bleeding": None}}}}


def test_a_correction_takes_one_power_or_all(client, case):
    assert set_in_copy(client, case, **{"piece-0-lost_power": "all"}) == {"units": {"a1": {"lost_powers": True}}}
    one = set_in_copy(client, case, **{"piece-0-lost_power": "dodge"})
    assert one == {"units": {"a1": {"lost_powers": ["dodge"]}}}


def summon(**fields: Any) -> dict[str, Any]:
    return {"summon-TOTAL_FORMS": 1, "summon-INITIAL_FORMS": 0, **fields}


def free_cell(case: Case) -> str:
    found = case.submission and positions_around(case.submission, 20)
    assert found
    taken = {unit["cell"] for unit in found["before"]["units"].values()} | found["board"]["scenery"].keys()
    return next(
        cell for cell in (f"{column}{row}" for column in "ABCDEFGHIJKL" for row in range(1, 13)) if cell not in taken
    )


def test_a_correction_brings_a_forgotten_summon(client, case):
    cell = free_cell(case)
    row = {"summon-0-by": "a1", "summon-0-summon": "tofu", "summon-0-cell": cell.lower(), "piece-0-unit": ""}
    fields = correction(remedy="correct-log", **{"piece-0-ap": ""}, **summon(**row))
    page = post(client, "jo", "preview", case, **fields)
    assert [each[-1] for each in page.context["amended"]] == [f"Tofu, {cell}"]
    wanted = [{"by": "a1", "summon": "tofu", "cell": cell}]
    assert set_in_copy(client, case, **summon(**row)) == {"summoned": wanted}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"piece-0-marker": "Bleeding"}, "Choose a marker and who placed it."),
        (summon(**{"summon-0-by": "a1"}), "Choose the summoner, the summon and its cell."),
        (
            summon(**{"summon-0-by": "a1", "summon-0-summon": "tofu", "summon-0-cell": "Z9"}),
            "The arena has no such cell.",
        ),
    ],
)
def test_half_a_marker_or_summon_is_refused(client, case, fields, says):
    page = post(client, "jo", "rule", case, **correction(remedy="correct-log", **fields))
    assert page.status_code == 400
    assert says in page.content.decode()
    assert not Submission.objects.filter(corrects=case.submission).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"piece-0-marker": "Bleeding", "piece-0-marker_by": "zzz"},
        summon(**{"summon-0-by": "zzz", "summon-0-summon": "tofu", "summon-0-cell": "A1"}),
    ],
)
def test_a_marker_or_summon_of_nobody_is_refused(client, case, fields):
    answer = post(client, "jo", "rule", case, **correction(remedy="correct-log", **fields))
    assert answer.context["refusal"].code == "no-such-piece"


MINE = {"do": "correct", "set": {"glory": {"A": 13, "B": 0}, "wild": 0}, "reason": "I have won"}


def codes(log: Submission) -> list[tuple[int | None, str]]:
    return [(found["action"], found["code"]) for found in log.current_report.errors]


def handed_in(content: bytes, who: str = "ana") -> Submission:
    log = submit_log(content=content, submitter=user(who), match=table_1())
    work_one(InProcess())
    return log


def test_a_correction_that_a_player_hands_in_opens_a_case(client):
    """Through the page and the worker: a lost game with one entry more was 13:0, valid, without a case."""
    log = random_game("a lost game")
    log["actions"].append(MINE)
    log["result"] = {"winner": "A", "glory": {"A": 13, "B": 0}}
    client.force_login(user("ana"))
    client.post(url("submit_log", table_1().pk), {"text": json.dumps(log)})
    work_one(InProcess())
    submission = Submission.objects.get()
    assert (len(log["actions"]) - 1, "correct-not-allowed") in codes(submission)
    assert submission.current_report.body["glory"] != {"A": 13, "B": 0}
    assert Case.objects.filter(submission=submission, kind=Case.Kind.INVALID_LOG).exists()


def test_a_copy_knows_its_judge_its_log_and_its_entries(client, case):
    copy = corrected(client, case)
    assert (copy.submitter, copy.corrects, copy.judge_entries) == (user("jo"), case.submission, [20])
    assert "correct-not-allowed" not in dict(map(reversed, codes(copy)))
    client.force_login(user("ana"))
    page = client.get(copy.get_absolute_url()).content.decode()
    assert "Corrected by Jo" in page
    assert "Copy of the log that Ana submitted" in page
    assert case.submission.get_absolute_url() in page


def test_a_copys_bytes_from_a_player_are_not_a_copy(client, case):
    copy = corrected(client, case)
    again = handed_in(bytes(copy.content))
    assert (20, "correct-not-allowed") in codes(again)
    films = {bytes(client.get(url("film", log.uuid)).content) for log in (copy, again)}
    assert len(films) == 2


def test_a_players_own_correction_is_none_in_the_copy_either(client):
    log = random_game("corrected")
    log["actions"].insert(6, MINE)
    submission = handed_in(json.dumps(log).encode())
    found = Case.objects.get(submission=submission, kind=Case.Kind.INVALID_LOG)
    post(client, "jo", "claim", found)
    copy = corrected(client, found)
    assert (copy.judge_entries, codes(submission), codes(copy)[:1]) == (
        [20],
        [(6, "correct-not-allowed")],
        [(6, "correct-not-allowed")],
    )


def test_judges_who_sent_the_same_bytes_still_get_a_copy(client, case):
    copy = corrected(client, case)
    Submission.objects.filter(pk=copy.pk).update(corrects=None, judge_entries=[], source="page", key=copy.sha256)
    assert corrected(client, case, **{"piece-0-ap": 2}) != copy
    assert corrected(client, case).judge_entries == [20]


def test_the_api_says_which_log_a_copy_amends(client, case):
    copy = corrected(client, case)
    client.force_login(user("jo"))
    listed = client.get(reverse("log-list")).json()["results"]
    assert [(log["id"], log["corrects"]) for log in listed] == [(str(copy.uuid), str(case.submission.uuid))]
    assert client.get(reverse("log-detail", args=[copy.uuid])).json()["corrects"] == str(case.submission.uuid)
