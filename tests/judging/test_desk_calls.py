"""A table calls: it stands on top of the desk, a judge comes, and the players read it."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.cases.services.desk import call_judge, release
from judging.cases.services.from_states import open_missing
from judging.models import Case, Recording
from tests.judging.people import HTMX, a_case, a_hall, post, table_1, url, user
from tests.tournaments import worlds
from tournaments.models import Event, MatchState, Registration, Role, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def call():
    return call_judge(match=table_1(), by=user("ana"), text="May it act at once?")


def test_calls_stand_on_top_with_table_and_words(as_, fake, hall, call):
    a_case(fake)
    page = as_("jo").get(url("desk", hall.slug))
    assert [row.table for row in page.context["calls"]] == [1]
    assert page.context["calls"][0].cases[0].words == "May it act at once?"
    text = page.content.decode()
    assert text.index("May it act at once?") < text.index('class="plain-list tables"')


def test_on_the_start_page_quiet_desks_are_followed_but_hidden(as_, hall, call):
    quiet = worlds.an_event(name="Quiet Cup", slug="quiet", starts_at="2020-01-01T10:00Z")
    for event in (hall, quiet):
        Staff.objects.create(event=event, user=user("jo"), role=Role.OWNER)
    answer = as_("jo").get(url("now"), headers=HTMX)
    page = answer.content.decode()
    assert page.index(url("desk", "open")) < page.index("Next step")
    assert url("desk", "quiet") not in page
    assert quiet.topic_of("cases") in as_("jo").get("/").context["topics"]


def test_a_disputed_result_is_a_call(as_, client, fake, hall):
    a_case(fake)
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="I had 3 GG left")
    open_missing(hall)
    page = as_("jo").get(url("desk", hall.slug))
    assert [row.cases[0].kind for row in page.context["calls"]] == ["Result disputed"]
    assert '<p class="call-words">Result disputed</p>' in page.content.decode()
    assert ">Result disputed<" in page.content.decode()
    assert [said.replace("\xa0", " ") for said in page.context["calls"][0].cases[0].reports] == [
        "Ana reports: Ana, 9 : 0",
        "Bo disputes: Ana, 9 : 0 · I had 3 GG left",
    ]
    case = Case.objects.get(kind=Case.Kind.DISPUTED_RESULT)
    assert "1 table is calling" in page.content.decode()
    post(client, "jo", "come", case)
    assert "A judge is on the way to every table" in as_("jo").get(url("desk", hall.slug)).content.decode()
    for name in ("ana", "bo"):
        assert "Jo is coming to your table." in as_(name).get(url("match_judges", table_1().pk)).content.decode()


def test_a_result_that_is_no_longer_disputed_calls_nobody(as_, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="I had 3 GG left")
    open_missing(hall)
    enter_result(match_id=table_1().pk, who=user("jo"), score=Score.duel("a", 9, 0))
    page = as_("jo").get(url("desk", hall.slug))
    assert not page.context["calls"] and page.context["rows"]
    assert "is calling" not in as_("jo").get(url("now"), headers=HTMX).content.decode()


def test_who_says_that_they_are_coming_has_the_case(as_, client, hall, call):
    assert post(client, "jo", "come", call, stay="1").headers["Location"] == url("desk", hall.slug)
    call.refresh_from_db()
    assert (call.claimed_by, call.coming_at is not None) == (user("jo"), True)
    for page in (url("match_judges", table_1().pk), url("case_state", call.pk)):
        assert "Jo is coming to your table." in as_("ana").get(page).content.decode()


def test_only_the_players_read_who_is_coming(as_, client, hall, call):
    post(client, "jo", "come", call)
    assert "coming" not in as_("hal").get(url("match_judges", table_1().pk)).content.decode()


def test_a_judge_who_returns_the_call_is_no_longer_coming(client, call):
    post(client, "jo", "come", call)
    release(case_id=call.pk, judge=user("jo"))
    call.refresh_from_db()
    assert call.coming_at is None


def test_a_second_judge_sees_who_is_coming(client, call):
    post(client, "jo", "come", call)
    answer = post(client, "hal", "come", call)
    assert answer.status_code == 409
    assert "Jo has claimed this case." in answer.content.decode()


def test_the_start_page_says_table_case_and_desk(as_, hall, call):
    player = as_("ana").get(url("now"), headers=HTMX).content.decode()
    assert table_1().get_absolute_url() in player
    assert call.get_absolute_url() in player
    judge = as_("jo").get(url("now"), headers=HTMX).content.decode()
    assert "1 table is calling" in judge


def test_illegal_moves_are_shown_only_to_those_who_see_lists(as_, fake, hall):
    error = {"severity": "error", "action": 0, "article": "7.1.4.a", "message": "too dear", "said": None, "done": None}
    case = a_case(fake)
    case.submission.reports.update(first_error=error)
    row = as_("jo").get(url("desk", hall.slug)).context["rows"][0].cases[0]
    assert (row.words, row.article) == ("too dear", "7.1.4.a")


def test_the_cases_of_a_table_are_one_row(as_, fake, hall):
    a_case(fake)
    Case.objects.create(event=hall, kind="logs-differ", cause="x", match=table_1())
    (row,) = as_("jo").get(url("desk", hall.slug)).context["rows"]
    assert len(row.cases) == 2


@pytest.mark.parametrize("checked_in", [True, False])
def test_an_event_card_says_whether_its_player_is_checked_in(as_, checked_in):
    table_1().delete()
    Event.objects.update(state="check-in")
    Registration.objects.update(checked_in_at=timezone.now() if checked_in else None)
    page = as_("ana").get(url("now"), headers=HTMX).content.decode()
    assert ("You are checked in" in page, "Check-in is open" in page) == (checked_in, not checked_in)


def test_an_appeal_against_a_withdrawn_ruling_says_so(client, call):
    post(client, "jo", "plain", call, choice="dismiss", replaces="", log="")
    post(client, "jo", "undo", call)
    answer = post(client, "ana", "appeal", call, text="The cell was D4.")
    assert answer.status_code == 409
    assert "The judge has withdrawn this ruling" in answer.content.decode()


def test_judges_read_once_that_a_ruling_was_withdrawn(client, call):
    post(client, "jo", "plain", call, choice="dismiss", replaces="", log="")
    post(client, "jo", "undo", call)
    client.force_login(user("jo"))
    page = client.get(call.get_absolute_url()).content.decode()
    assert page.count("The judge has withdrawn this ruling") == 1


def test_the_start_page_says_that_a_result_waits_for_me(as_, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    shown = {name: as_(name).get("/").content.decode() for name in ("ana", "bo")}
    assert ["Your opponent has reported" in page for page in shown.values()] == [False, True]
    assert "Confirm result" in shown["bo"] and "Confirm result" not in shown["ana"]
    assert "Check and confirm result" in as_("bo").get(hall.get_absolute_url()).content.decode()
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="I had 3 GG left")
    assert "Your opponent has reported" not in as_("bo").get("/").content.decode()


def test_a_reported_result_is_confirmed_on_the_start_page(client, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    client.force_login(user("bo"))
    page = client.get("/").content.decode()
    address = reverse("tournaments:confirm", args=[table_1().pk])
    (version,) = re.findall(rf'action="{address}">.*?name="version" value="(\d+)"', page, re.DOTALL)
    assert client.post(address, {"version": version}).status_code == 302
    assert table_1().state == MatchState.DONE
    assert "Confirm result" not in client.get("/").content.decode()


def test_after_a_call_a_player_goes_back_to_the_recording(as_, client, hall):
    game = Recording.objects.create(match=table_1(), header={"players": {}}, started_by=user("ana"))
    client.force_login(user("ana"))
    client.post(url("call_judge", table_1().pk))
    page = Case.objects.get().get_absolute_url()
    assert game.get_absolute_url() in client.get(page).content.decode()
    Recording.objects.update(hidden_by_moderators=True)
    assert game.get_absolute_url() not in client.get(page).content.decode()


def state_at(as_, name: str) -> str:
    return as_(name).get(url("match_judges", table_1().pk) + "?button=1").content.decode()


def test_one_tap_calls_a_judge_and_words_may_follow(as_, hall):
    assert 'id="call-judge"' in state_at(as_, "ana")
    assert as_("ana").post(url("call_judge", table_1().pk)).status_code == 302
    case = Case.objects.get()
    assert [said.text for said in case.statements.all()] == [""]
    assert "A judge has been called" in state_at(as_, "ana")
    assert "Called a judge." in as_("jo").get(case.get_absolute_url()).content.decode()
    as_("ana").post(url("call_judge", table_1().pk), {"text": "May it act at once?"})
    as_("ana").post(url("call_judge", table_1().pk))
    assert [said.text for said in case.statements.all()] == ["", "May it act at once?"]
    desk = as_("jo").get(url("desk", hall.slug))
    assert desk.context["calls"][0].cases[0].words == "May it act at once?"


def test_who_called_can_cancel_and_call_again(as_):
    as_("ana").post(url("call_judge", table_1().pk))
    assert url("cancel_call", table_1().pk) in state_at(as_, "ana")
    as_("ana").post(url("cancel_call", table_1().pk))
    assert Case.objects.get().status == Case.Status.CANCELLED
    assert 'id="call-judge"' in state_at(as_, "ana")
    assert as_("ana").post(url("cancel_call", table_1().pk)).status_code == 302  # pressed twice
    as_("ana").post(url("call_judge", table_1().pk))
    assert Case.objects.filter(status=Case.Status.OPEN).count() == 1


def test_nobody_cancels_the_call_of_the_opponent(as_):
    as_("ana").post(url("call_judge", table_1().pk))
    assert url("cancel_call", table_1().pk) not in state_at(as_, "bo")
    for name in ("bo", "ana"):
        if name == "ana":
            as_("bo").post(url("call_judge", table_1().pk))
        answer = as_(name).post(url("cancel_call", table_1().pk), headers=HTMX)
        assert answer.status_code == 409 and 'data-code="others-called"' in answer.content.decode()
    assert Case.objects.get().status == Case.Status.OPEN


def test_cancelled_calls_leave_the_cases_of_the_match(as_):
    as_("ana").post(url("call_judge", table_1().pk))
    case, page = Case.objects.get().get_absolute_url(), url("match_logs", table_1().pk)
    assert case in as_("ana").get(page).content.decode()
    assert case not in as_("ana").get(page, headers=HTMX).content.decode()  # it stands at the head of the page
    as_("ana").post(url("cancel_call", table_1().pk))
    assert case not in as_("ana").get(page).content.decode()


def test_a_score_names_the_winner_first_in_report_and_ruling(as_, client, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    report_result(match_id=table_1().pk, who=user("bo"), score=Score.duel("b", 0, 5))
    open_missing(hall)
    case = Case.objects.get(kind=Case.Kind.DISPUTED_RESULT)
    page = as_("jo").get(case.get_absolute_url()).content.decode().replace("\xa0", " ")
    assert "Bo, 5 : 0" in page
    assert "Bo, 0 : 5" not in page


def test_a_dispute_is_not_asked_again_what_it_is_about(as_, hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 9, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="I had 3 GG left")
    open_missing(hall)
    seen = state_at(as_, "bo")
    assert "Something to add for the judge?" in seen
    assert "What is it about?" not in seen
    assert "A judge has been called" not in seen
