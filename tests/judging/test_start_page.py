"""What a person with many events sees of them on the start page."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.judging.people import HTMX, a_case, a_hall, url, user
from tests.tournaments import worlds
from tournaments.models import Registration, Role, Staff

pytestmark = pytest.mark.django_db


def days_off(days, state="registration", role=None):
    event = worlds.an_event(state, starts_at=timezone.now() + dt.timedelta(days=days))
    if role:
        Staff.objects.create(event=event, user=user("jo"), role=role)
    return event


@pytest.fixture
def jo():
    return a_hall() and user("jo")


def test_events_of_a_judge_displace_no_step_of_an_owner(as_, jo):
    for days in range(1, 7):
        days_off(-days, role=Role.JUDGE)
    own = days_off(0, "running", Role.OWNER)
    assert [step.event for step, _words in as_("jo").get(url("now"), headers=HTMX).context["steps"]] == [own]


@pytest.mark.parametrize("role", [Role.JUDGE, Role.OWNER])
def test_running_events_come_first_and_then_the_nearest(as_, jo, role):
    Staff.objects.all().delete()
    far, soon, late = days_off(30, role=role), days_off(3, role=role), days_off(-4, role=role)
    running, forgotten = days_off(0, "running", role), days_off(-300, "running", role)
    for days in (40, 50, -60):
        days_off(days, role=role)
    page = as_("jo").get(url("now"), headers=HTMX).context
    first = [running, forgotten, soon, late, far]
    assert [desk.event for desk in page["desks"]][:5] == first
    assert len(page["desks"]) == 6
    steps = [step.event for step, _words in page["steps"]]
    assert steps[:5] == (first if role == Role.OWNER else [])


def test_an_event_just_made_stands_below_those_in_play(as_, jo):
    for days in range(1, 8):
        days_off(days, role=Role.OWNER)
    running, made = days_off(0, "running", Role.OWNER), days_off(60, "draft", Role.OWNER)
    page = as_("jo").get("/")
    assert [step.event for step, _words in page.context["steps"]][:2] == [running, made]
    assert len(page.context["steps"]) == 6
    row = page.content.decode().split(f'id="step-of-{made.pk}"')[1].split("</li>")[0]
    assert "Announce event" in row


def test_several_roles_at_an_event_give_one_step(as_, jo):
    own = days_off(0, "running", Role.OWNER)
    Staff.objects.create(event=own, user=jo, role=Role.ORGANISER)
    assert [step.event for step, _words in as_("jo").get(url("now"), headers=HTMX).context["steps"]] == [own]


def test_todays_table_is_among_many_forgotten_ones(as_, jo):
    for days in (*range(-20, -13), 0):
        Registration.objects.create(event=days_off(days, "running"), user=jo, lot=days + 30)
    tables = as_("jo").get(url("now"), headers=HTMX).context["tables"]
    assert tables[0].me.lot == 30


def test_who_is_signed_in_sees_today_and_no_advertising(as_, jo):
    Staff.objects.all().delete()
    own, strangers = as_("jo").get("/").content.decode(), Client().get("/").content.decode()
    assert ['id="now-title"' in page for page in (own, strangers)] == [True, False]
    assert ['class="hero"' in page for page in (own, strangers)] == [False, True]
    assert 'class="empty"' in own


def test_the_table_that_is_played_leads_the_list(as_, jo):
    Staff.objects.all().delete()
    waiting, event = days_off(0, "check-in"), days_off(1, "running")
    Registration.objects.create(event=waiting, user=jo, lot=1)
    me = Registration.objects.create(event=event, user=jo, lot=2)
    worlds.a_round(event, (me, worlds.a_player(event, "zoe")))
    page = as_("jo").get("/").content.decode()
    rows = page.split('<ul class="today card">')[1].split("</ul>")[0].split('class="today-row')[1:]
    assert "Zoe" in rows[0] and "Open my match" in rows[0]
    assert len(rows) == 2


def test_each_open_case_of_the_page_says_which_it_is(as_, jo, fake):
    a_case(fake)
    described = re.findall(r'aria-describedby="([^"]+)" href="/cases/', as_("ana").get("/").content.decode())
    assert [each.split(" ")[1].startswith("about-case-") for each in described] == [True]
