"""A player's whole day on a phone, from one page: registration, check-in, table, result, and what is past."""

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.driver import arrived
from tests.tournaments import worlds
from tournaments.models import Event, Match, MatchState, Registration

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.check
def test_a_player_s_day_needs_only_my_games(open_page):
    soon = timezone.now() + dt.timedelta(minutes=30)
    event = worlds.an_event("registration", name="Open", slug="open", starts_at=soon, check_in_minutes=60)
    bo, ana = worlds.a_player(event, "bo"), worlds.a_user("ana")
    page = open_page("/events/open/", size="phone", user=ana)
    page.get_by_role("link", name="Register", exact=True).first.click()
    page.get_by_role("button", name="Register", exact=True).first.click()
    arrived(page)
    me = Registration.objects.get(user=ana)
    Event.objects.update(state="check-in")
    page.goto("/events/mine/")
    page.get_by_role("button", name="Check in").click()
    expect(page.get_by_role("button", name="Check in")).to_have_count(0)
    Event.objects.update(state="running")
    worlds.a_round(event, (me, bo))
    page.goto("/events/mine/")
    expect(page.locator("main")).to_contain_text("You play Bo")
    page.get_by_role("link", name="Report result").click()
    page.locator("summary", has_text="Ana").click()
    page.get_by_role("button", name="Ana wins by glory, 4 GG").click()
    expect(page.get_by_text("You reported: Ana 4 : 0 Bo, Ana wins")).to_be_visible()
    other = open_page("/events/mine/", size="phone", user=bo.user)
    other.get_by_role("link", name="Check and confirm result").click()
    other.get_by_role("button", name="Confirm result").click()
    arrived(other)
    expect(other.get_by_text("You lost").first).to_be_visible()
    assert Match.objects.get().state == MatchState.DONE
    page.goto("/events/mine/")
    expect(page.locator("main")).to_contain_text("4 : 0")
