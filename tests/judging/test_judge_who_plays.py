"""A judge who plays in the event works on the cases of others, and sees there no list that is closed to them."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.board.unit_names import spells_of_card
from judging.logs.pages.log_names import names_in
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case
from tests.judging.people import InProcess, a_hall, listed, table_1, url, user
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tournaments.models import Event, Role, Staff

pytestmark = pytest.mark.django_db
ON_THE_LIST = "kerubim-crepin"


@pytest.fixture(autouse=True)
def hall() -> Event:
    event = a_hall()
    for name in ("ana", "bo"):
        listed(name, ON_THE_LIST, locked_at=timezone.now(), commitment="x")
    worlds.a_player(event, "pat")
    Staff.objects.create(event=event, user=user("pat"), role=Role.JUDGE)
    return event


@pytest.fixture
def cases() -> dict[str, Case]:
    """Of a log with a fault, that is not the list either."""
    log = random_game("closed lists")
    log["actions"][3]["cell"] = log["actions"][2]["cell"]
    submit_log(content=json.dumps(log).encode(), submitter=user("ana"), match=table_1())
    work_one(InProcess())
    return {case.kind: case for case in Case.objects.all()}


def page(client: Client, who: str, case: Case) -> Any:
    client.force_login(user(who))
    return client.get(case.get_absolute_url())


def doors_of_the_log(client: Client, who: str, case: Case) -> set[int]:
    client.force_login(user(who))
    assert case.submission
    doors = [url("position", case.pk, 3), url("replay", case.submission.uuid), case.submission.get_absolute_url()]
    return {client.get(door).status_code for door in doors}


def shown(answer: Any) -> str:
    return str(answer.content.decode())


def test_judges_who_play_see_no_closed_list_but_a_reason(client, cases):
    case = cases["log-vs-list"]
    assert page(client, "jo", case).context["file"].differences
    answer = page(client, "pat", case)
    assert answer.context["file"].differences == []
    assert 'data-code="lists-closed"' in shown(answer)


def test_judges_who_play_get_no_link_that_refuses_them(client, cases):
    case = cases["invalid-log"]
    assert doors_of_the_log(client, "jo", case) == {200}
    assert doors_of_the_log(client, "pat", case) == {403}
    for who, offered in (("jo", True), ("pat", False)):
        text = shown(page(client, who, case))
        assert case.submission
        assert json.loads(bytes(case.submission.content))["actions"][3]["cell"] in text
        assert [door in text for door in (str(case.submission.uuid), "data-positions", "<kbd>p</kbd>")] == [offered] * 3


def test_judges_who_play_see_everything_once_lists_are_open(client, cases, hall):
    Event.objects.update(lists_during="public")
    case = cases["invalid-log"]
    assert doors_of_the_log(client, "pat", case) == {200}
    assert 'data-code="lists-closed"' not in shown(page(client, "pat", case))
    assert page(client, "pat", cases["log-vs-list"]).context["file"].differences


def test_other_matches_show_their_logs_once_lists_are_open(client, cases):
    log = cases["invalid-log"].submission
    assert log
    door, page = log.get_absolute_url(), url("match_logs", table_1().pk)
    client.force_login(user("pat"))
    for lists, is_open in (("private", False), ("public", True)):
        Event.objects.update(lists_during=lists)
        assert [client.get(door).status_code == 200, door in shown(client.get(page))] == [is_open] * 2


def test_an_illegal_list_stays_hidden_from_a_judge_who_plays(client, hall):
    case = Case.objects.create(
        event=hall,
        kind=Case.Kind.ILLEGAL_LIST,
        cause="list:1",
        registration=table_1().a,
        team_list=table_1().a.lists.get(),
    )
    table_1().a.lists.update(verdict={"violations": [{"article": "8.1", "message": "Twice on the list."}]})
    assert ["Twice on the list." in shown(page(client, who, case)) for who in ("jo", "pat")] == [True, False]


def test_spells_are_hidden_with_the_lists(cases):
    log = cases["invalid-log"].submission
    assert log and log.current_report
    header = log.current_report.header
    seen, hidden = (names_in(log.current_report, sees_lists=sees_lists) for sees_lists in (True, False))
    figures = {unit: card for player in header["players"].values() for unit, card in player["team"].items()}
    spells = {spell for card in figures.values() for spell in spells_of_card(card)}
    assert figures and spells
    assert all(seen.get(name) for name in {*figures, *spells})
    assert {hidden[spell] for spell in spells} == {"a spell"}
    assert not {*figures, *figures.values()} & hidden.keys()


def test_staff_who_did_not_say_so_are_led_there(client, cases, hall):
    """The page does not say to an organiser who does not play that they play."""
    olive = worlds.staff(hall, Role.OWNER, "olive")
    hall.list_readers.filter(user=olive).delete()
    case = cases["log-vs-list"]
    before = shown(page(client, "olive", case))
    assert 'data-code="declare-first"' in before
    assert "You are playing in this event" not in before
    there = reverse("tournaments:lists", args=[hall.slug])
    assert f'href="{there}"' in before
    assert "I do not play in this event" in client.get(there).content.decode()
    client.post(reverse("tournaments:declare_not_playing", args=[hall.slug]))
    after = page(client, "olive", case)
    assert "left out" not in shown(after)
    assert after.context["file"].differences
