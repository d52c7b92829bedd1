"""The menu of every page holds in its first answer what only its reader has: the events they manage, and their desk."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from judging.cases.services.desk import call_judge
from tests.judging.people import HTMX, a_case, a_hall, table_1, url, user
from tests.tournaments import worlds
from tests.work import queries_of
from tournaments.models import Event, EventState, Role, Staff

pytestmark = pytest.mark.django_db
EVENTS = "/events/"


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def menu(client: Client, page: str = EVENTS) -> str:
    found = re.search(r'id="site-nav".*?</nav>', client.get(page).content.decode(), re.DOTALL)
    assert found
    return found[0]


def managed(client: Client) -> list[str]:
    return re.findall(r"run/\">([^<]+)", menu(client))


def test_judges_find_their_desk_with_its_cases(as_, fake, hall):
    call_judge(match=table_1(), by=user("ana"), text="May it act at once?")
    a_case(fake)
    shown = menu(as_("jo"))
    assert url("desk", hall.slug) in shown
    assert "2 cases are waiting" in shown
    assert f'data-live="{hall.topic}:cases"' in shown
    assert "hx-get" not in shown


def test_the_desk_in_the_menu_is_read_again_alone(as_, fake, hall):
    a_case(fake)
    link = as_("jo").get(url("desk_link"), headers=HTMX).content.decode()
    assert link.startswith(f'<a href="{url("desk", hall.slug)}">')
    assert link in menu(as_("jo"))
    assert as_("ana").get(url("desk_link"), headers=HTMX).content == b""
    assert as_("jo").get(url("desk_link")).url == url("desks")


def test_a_kept_page_says_at_once_that_another_case_waits(as_, fake, hall):
    judge, page = as_("jo"), hall.get_absolute_url()
    judge.get(page)
    tag = judge.get(page)["ETag"]
    assert judge.get(page, headers={"If-None-Match": tag}).status_code == 304
    a_case(fake)
    assert "1 case is waiting" in menu(judge, page)
    assert judge.get(page, headers={"If-None-Match": tag}).status_code == 200


def test_players_and_visitors_have_neither_link(as_):
    for client in (as_("ana"), Client()):
        shown = menu(client)
        assert "Desk" not in shown
        assert "Manage" not in shown


def test_who_manages_one_event_has_one_link(client, hall):
    client.force_login(worlds.staff(hall, Role.SCOREKEEPER))
    shown = menu(client)
    assert f'<a href="{reverse("tournaments:run", args=[hall.slug])}" title="{hall.name}">Manage</a>' in shown
    assert "Desk" not in shown


def test_running_events_come_first_and_old_ones_last(client, hall):
    organiser = worlds.staff(hall)
    others = ((30, "registration"), (20, "registration"), (10, "draft"), (-40, "finished"), (-30, "finished"))
    for days, state in others:
        starts_at = hall.starts_at + dt.timedelta(days=days)
        event = worlds.an_event(state, name=f"{state} {days}", slug=f"event{days}", starts_at=starts_at)
        Staff.objects.create(event=event, user=organiser, role=Role.ORGANISER)
    client.force_login(organiser)
    expected = ["registration 20", "registration 30", "draft 10", "finished -30", "finished -40"]
    assert managed(client) == [hall.name, *expected]
    Event.objects.exclude(pk=hall.pk).update(state=EventState.ARCHIVED)
    assert managed(client) == []  # one link needs no list


def test_an_event_just_made_is_among_many_others(client, hall):
    organiser = worlds.staff(hall)
    for _number in range(9):
        Staff.objects.create(event=worlds.an_event(), user=organiser, role=Role.OWNER)
    made = worlds.an_event("draft", name="Just made", starts_at=hall.starts_at + dt.timedelta(days=60))
    Staff.objects.create(event=made, user=organiser, role=Role.OWNER)
    client.force_login(organiser)
    found = managed(client)
    assert found[-1] == "Just made"
    assert len(found) == 8


def test_two_desks_are_one_link_to_both(as_, hall):
    other = worlds.an_event("registration", slug="other")
    Staff.objects.create(event=other, user=user("jo"), role=Role.JUDGE)
    shown = menu(as_("jo"))
    assert f'href="{url("desks")}">Desk' in shown
    assert f'data-live="{hall.topic}:cases {other.topic}:cases"' in shown
    assert shown.count("<summary>Manage") == 1


def test_many_events_cost_the_menu_no_more_queries(as_, hall):
    judge = as_("jo")
    one = queries_of(lambda: judge.get("/games/"))
    for number in range(5):
        event = worlds.an_event(slug=f"event{number}")
        Staff.objects.create(event=event, user=user("jo"), role=Role.JUDGE)
    assert queries_of(lambda: judge.get("/games/")) == one
