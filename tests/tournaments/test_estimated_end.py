"""The estimated end counts what is left from now, on every page that shows it; a finished event has none."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.core.bracket_plan import cut_rounds, double_elimination
from tournaments.events.services.schedule import schedule_of
from tournaments.models import Event, Match, Role, Round

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 5, 9, 14, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def at_two(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def planned(state: str, **fields) -> Event:
    """Three rounds of 60 minutes with 10 between them and a semi-final and final: 340 minutes, planned from 10:00."""
    start = NOW - dt.timedelta(hours=4)
    return an_event(
        state,
        **{"starts_at": start, "swiss_rounds": 3, "round_minutes": 60, "break_minutes": 10, "cut_size": 4} | fields,
    )


def with_round(event: Event, **fields) -> Round:
    played = a_round(event, (a_player(event), a_player(event)), (a_player(event), a_player(event)))
    Round.objects.filter(pk=played.pk).update(**fields)
    return Round.objects.get(pk=played.pk)


def minutes_left(event: Event) -> float:
    ends_at = schedule_of(event).ends_at
    assert ends_at is not None
    return (ends_at - NOW).total_seconds() / 60


@pytest.mark.parametrize(("starts_in", "left"), [(60, 400), (0, 340), (-240, 340)])
def test_before_round_1_it_counts_from_start_or_now(starts_in, left):
    event = planned("check-in", starts_at=NOW + dt.timedelta(minutes=starts_in))
    assert minutes_left(event) == left


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        ({"started_at": NOW - dt.timedelta(minutes=20)}, 40),
        ({"started_at": NOW - dt.timedelta(minutes=90)}, 0),
        ({"started_at": NOW - dt.timedelta(minutes=50), "paused_at": NOW - dt.timedelta(minutes=30)}, 40),
        ({"published_at": NOW - dt.timedelta(minutes=15)}, 45),
        ({"state": "draft"}, 60),
    ],
    ids=["runs", "over", "paused", "without a clock", "unpublished"],
)
def test_a_running_round_counts_with_what_is_left(clock, left):
    event = planned("running")
    with_round(event, **clock)
    assert minutes_left(event) == left + 4 * 70


def test_extra_time_of_an_open_table_counts():
    event = planned("running")
    played = with_round(event, started_at=NOW)
    Match.objects.filter(pk=played.matches.first().pk).update(extra_seconds=300)
    assert minutes_left(event) == 65 + 4 * 70


def test_a_round_with_all_results_has_no_time_left():
    event = planned("running")
    with_round(event, started_at=NOW).matches.update(state="done")
    assert minutes_left(event) == 4 * 70


def test_in_the_cut_only_its_own_rounds_are_left():
    event = planned("cut", cut_seeds=[1, 2, 3, 4])
    with_round(event, state="closed")
    with_round(event, stage="cut", started_at=NOW)
    assert minutes_left(event) == 60 + 70


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_a_double_elimination_has_more_rounds(size):
    assert cut_rounds(size, double=True) == len({plan.wave for plan in double_elimination(size)}) - 1
    assert cut_rounds(size, double=True) > cut_rounds(size)


PAGES = ("", "facts/", "run/", "run/missing/", "run/rounds/")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_counts_a_late_event_from_now(client, page):
    event = planned("running", time_zone="UTC", cut_size=None)
    with_round(event, started_at=NOW)
    client.force_login(staff(event, Role.OWNER))
    shown = client.get(event.get_absolute_url() + page).content.decode()
    assert "17:20" in shown  # the plan said 13:20


@pytest.mark.parametrize("page", PAGES[:-1])
def test_no_page_of_a_finished_event_estimates(client, page):
    event = planned("finished")
    client.force_login(staff(event, Role.OWNER))
    assert "Estimated end" not in client.get(event.get_absolute_url() + page).content.decode()


def test_the_calendar_keeps_the_planned_end(client):
    event = planned("running", cut_size=None)
    with_round(event, started_at=NOW)
    assert "DTEND:20260509T132000Z" in client.get(f"{event.get_absolute_url()}event.ics").content.decode()
