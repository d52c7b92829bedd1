"""The page of a match tells how long its table has: the time of the round, and what was given beyond it."""

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_match, staff
from tournaments.models import RoundState
from tournaments.results.services.entry import settle_by_rule
from tournaments.rounds.services import timer

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return a_match()


@pytest.fixture
def keeper(match):
    return staff(match.round.event)


def text(client, match):
    return client.get(reverse("tournaments:match_clock", args=[match.pk])).content.decode()


def test_no_clock_is_shown_before_start_and_after_settling(client, match, keeper):
    assert "timer" not in text(client, match)
    timer.start_timer(played=match.round, who=keeper)
    assert "timer" in text(client, match)
    settle_by_rule(match, outcome="a", ending="no-show", who=keeper, why="")
    assert "timer" not in text(client, match)


def test_the_clock_of_a_closed_round_is_not_shown(client, match, keeper):
    played = timer.start_timer(played=match.round, who=keeper)
    door = reverse("tournaments:clock", args=[played.event.slug, played.number])
    assert "timer" in client.get(door).content.decode()
    played.state = RoundState.CLOSED
    played.save()
    assert "timer" not in client.get(door).content.decode()


def test_a_table_with_more_time_has_it_on_its_clock(client, match, keeper):
    played = timer.start_timer(played=match.round, who=keeper)
    timer.extend_table(match=match, who=keeper, minutes=5)
    match.refresh_from_db()
    assert (match.ends_at - played.ends_at).seconds == 300
    assert "5 more minutes for this table" in text(client, match)
    assert match.ends_at.isoformat(timespec="seconds")[:10] in text(client, match)


def test_match_pages_show_a_paused_timer(client, match, keeper):
    played = timer.start_timer(played=match.round, who=keeper)
    timer.pause_timer(played=played, who=keeper)
    assert "paused" in text(client, match)


def test_the_match_page_follows_the_timer(client, match):
    page = client.get(match.get_absolute_url()).content.decode()
    assert f"event:{match.round.event_id}:timer" in page


def test_only_neutral_staff_see_the_no_show_time(client, match, keeper):
    timer.start_timer(played=match.round, who=keeper)
    for user, seen in ((match.a.user, False), (keeper, True)):
        client.force_login(user)
        assert ("data-changes-at" in text(client, match)) is seen
    settle_by_rule(match, outcome="a", ending="no-show", who=keeper, why="")
    assert "data-changes-at" not in text(client, match)
