"""The front page of an event keeps up with what others do, and shows to each what concerns them."""

import datetime as dt

import pytest
from django.urls import reverse

from core.records.audit import record
from tests.tournaments import worlds
from tournaments.models import Event, EventState

pytestmark = pytest.mark.django_db


def test_recommended_rounds_follow_the_registrations(client):
    event = worlds.an_event(EventState.REGISTRATION, capacity=32)
    page = client.get(event.get_absolute_url())
    assert f'data-src="{reverse("tournaments:facts", args=[event.slug])}"' in page.content.decode()
    for _ in range(8):
        worlds.a_player(event)
    facts = client.get(reverse("tournaments:facts", args=[event.slug]))
    assert (page.context["schedule"].rounds, facts.context["schedule"].rounds) == (5, 3)


def test_the_menu_marks_one_way_as_that_of_the_page(client):
    client.force_login(worlds.a_user("pia"))
    menu = client.get(reverse("tournaments:mine")).content.decode().partition('id="main"')[0]
    assert menu.count("aria-current=") == 1


def test_the_hall_view_of_finished_events_shows_winners(client):
    event = worlds.an_event()
    match = worlds.a_round(event, (worlds.a_player(event, "ana"), worlds.a_player(event, "bo")))
    hall = reverse("tournaments:hall", args=[event.slug])
    assert match and not client.get(hall).context["first"]
    Event.objects.update(state=EventState.FINISHED)
    page = client.get(hall)
    assert {player.user.username for player in (row.player for row in page.context["first"])} == {"ana", "bo"}
    assert "hall-first" in page.content.decode()


@pytest.mark.parametrize(
    ("chosen", "reported"),
    [
        ("", "11:00</time> (Paris)"),
        ("Asia/Tokyo", "19:00</time> (Tokyo)"),
        ("Europe/Berlin", "11:00</time>"),
    ],
)
def test_start_times_use_viewer_or_event_time_zone(client, chosen, reported):
    ten = dt.datetime(2026, 12, 21, 10, tzinfo=dt.UTC)
    event = worlds.an_event(EventState.REGISTRATION, time_zone="Europe/Paris", starts_at=ten)
    viewer = worlds.a_user("vera")
    viewer.time_zone = chosen
    viewer.save()
    client.force_login(viewer)
    client.cookies["tz"] = "America/New_York"  # what the browser knows was chosen by nobody
    pages = [event.get_absolute_url(), reverse("tournaments:events"), "/"]
    assert [reported in client.get(page).content.decode() for page in pages] == [True] * 3
    if chosen == "Europe/Berlin":  # where it is as late as in Paris
        assert not any("</time> (" in client.get(page).content.decode() for page in pages)


def test_the_start_page_lists_neither_drafts_nor_what_moderators_hide(client):
    shown = worlds.an_event(EventState.REGISTRATION, name="Open Cup")
    worlds.an_event(EventState.REGISTRATION, name="Hidden Cup", hidden_by_moderators=True)
    worlds.an_event(EventState.DRAFT, name="Draft Cup")
    client.force_login(worlds.a_user("vera"))
    page = client.get("/").content.decode()
    assert [name in page for name in ("Open Cup", "Hidden Cup", "Draft Cup")] == [True, False, False]
    assert shown.get_absolute_url() in page


def test_staff_pages_are_under_the_manage_tab(client):
    event = worlds.an_event(EventState.REGISTRATION)
    client.force_login(worlds.staff(event))
    page = client.get(reverse("tournaments:check_in", args=[event.slug])).content.decode()
    assert f'href="{reverse("tournaments:run", args=[event.slug])}" aria-current="true"' in page


def test_nobody_is_ranked_before_a_round_is_published(client):
    event = worlds.an_event(EventState.REGISTRATION)
    worlds.a_player(event)
    assert 'class="rank"' not in client.get(reverse("tournaments:standings", args=[event.slug])).content.decode()


def test_refused_settings_open_their_section(client):
    event = worlds.an_event()
    client.force_login(worlds.staff(event))
    path = reverse("tournaments:edit", args=[event.slug])
    assert '<details class="card" id="about-capacity">' in client.get(path).content.decode()
    page = client.post(path, {"capacity": "1"})
    assert page.status_code == 400
    assert '<details class="card" id="about-capacity" open>' in page.content.decode()
    assert '<a href="#about-capacity">' in page.content.decode()


def test_a_refusal_dates_what_happened_in_the_events_time_zone(client):
    event = worlds.an_event(time_zone="Asia/Tokyo")
    played = worlds.a_round(event)
    client.force_login(worlds.staff(event))
    record("round-published", who=None, subject=played, scope=event)
    answer = client.post(reverse("tournaments:publish_round", args=[event.slug, played.number]))
    assert answer.status_code == 409
    assert "(Tokyo)" in answer.content.decode().split('class="meanwhile"')[1]
