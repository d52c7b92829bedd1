"""A ruling after the end: the ranks stay, the points of the series follow it, both ways."""

import pytest

from judging.models import Case
from tests.judging.people import a_case, a_hall, player, post, rules, table_1, user
from tests.tournaments import worlds
from tournaments.models import Event, EventState, Role, Round, RoundState, Series, Status
from tournaments.results.services.reporting import confirm_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


@pytest.fixture
def year(hall, fake, client) -> Series:
    """Ana has won, the event is over and counts in a series; its judge has her log on the desk."""
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    post(client, "jo", "claim", a_case(fake))
    series = Series.objects.create(name="A year", slug="a-year", owner=worlds.staff(hall, Role.ORGANISER, "olga"))
    Round.objects.update(state=RoundState.CLOSED)
    Event.objects.update(state=EventState.FINISHED, series=series)
    return series


def points(client, series: Series) -> dict[str, int]:
    return {rung.name: rung.points for rung in client.get(series.get_absolute_url()).context["ladder"]}


def ruled_out(client, who: str = "jo") -> str:
    return rules(client, Case.objects.get(), "stands", who=who, penalty="disqualification", against="ana")


def test_series_points_follow_a_late_disqualification_and_its_dismissal(client, year):
    won = points(client, year)
    assert not ruled_out(client)
    assert points(client, year) == {"Bo": won["Bo"]}
    assert not rules(client, Case.objects.get(), "dismiss")
    assert points(client, year) == won


def test_a_timely_appeal_decided_after_the_end_restores_points(client, year):
    won = points(client, year)
    Event.objects.update(state=EventState.RUNNING)
    assert not ruled_out(client)
    post(client, "ana", "appeal", Case.objects.get(), text="It was D4.")
    Event.objects.update(state=EventState.FINISHED)
    assert "Ana" not in points(client, year)
    post(client, "hal", "claim", Case.objects.get())
    assert not rules(client, Case.objects.get(), "dismiss", who="hal")
    assert points(client, year) == won


def test_a_result_corrected_after_the_end_changes_the_points(client, year):
    won = points(client, year)
    assert not rules(client, Case.objects.get(), "correct-result", outcome="b", glory_b=6)
    assert points(client, year) == {"Bo": won["Ana"], "Ana": won["Bo"]}


def test_an_archived_event_refuses_disqualification_and_reinstatement(client, year):
    Event.objects.update(state=EventState.ARCHIVED)
    assert ruled_out(client) == "event-is-over"
    Event.objects.update(state=EventState.FINISHED)
    assert not ruled_out(client)
    Event.objects.update(state=EventState.ARCHIVED)
    assert rules(client, Case.objects.get(), "dismiss") == "event-is-over"
    assert player("ana").status == Status.DISQUALIFIED
