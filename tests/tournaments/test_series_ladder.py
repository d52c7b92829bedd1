"""The ranking of a series: everybody once, and nobody with the points of another player of the same name."""

import pytest
from django.utils import timezone

from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.cut.services.ladder import ladder
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import Event, Match, Registration, Role, Series
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    return Series.objects.create(name="League", slug="league", owner=a_user(), points_by_rank=[12, 9, 7, 6])


def finished(series: Series, *guests: str) -> Event:
    """An event with one round of games that were won."""
    event = an_event("running", swiss_rounds=1, series=series)
    keeper = staff(event, Role.OWNER)
    for lot, name in enumerate(guests):
        about = {"guest_name": name, "name_allowed": True, "lot": lot, "checked_in_at": timezone.now()}
        Registration.objects.create(event=event, **about)
    publish_round(round_id=pair_round(event_id=event.pk, who=keeper).pk, who=keeper)
    for match in Match.objects.filter(round__event=event).undecided():
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 6, 0))
    change_event_state(event_id=event.pk, who=keeper, to="finished")
    return event


def test_two_guests_of_one_name_have_rows_of_their_own(series):
    finished(series, "Ana Morin", "Ana Morin", "O'Shun", "Bo")
    rows = {row.name: row for row in ladder(series)}
    assert rows.keys() == {"Ana Morin #1", "Ana Morin #2", "O'Shun", "Bo"}
    assert [row.events for row in rows.values()] == [1, 1, 1, 1]


def test_a_guest_is_the_first_of_that_name_elsewhere(series):
    finished(series, "Ana Morin", "Ana Morin")
    finished(series, "ana morin", "Bo")
    assert {row.name: row.events for row in ladder(series)} == {"Ana Morin #1": 2, "Ana Morin #2": 1, "Bo": 1}


def test_a_name_is_numbered_only_beside_another_one(series):
    event = finished(series, "Ana Morin", "Bo")
    event.registrations.filter(guest_name="Ana Morin").update(shown_name_number=2)
    assert {row.name for row in ladder(series)} == {"Ana Morin", "Bo"}
