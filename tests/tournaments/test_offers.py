"""A page offers what can be done as the event stands, and says what must happen first."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import EventState, Role, Staff, Status

pytestmark = pytest.mark.django_db


def event_with_owner(state, **fields):
    event, owner = an_event(state, **fields), Person("owner")
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event, owner


def test_results_are_offered_to_be_entered_once_there_is_a_round():
    event, owner = event_with_owner(EventState.RUNNING)
    address = f'href="/events/{event.slug}/entry/"'
    assert address not in owner.sees(f"/events/{event.slug}/run/")
    a_round(event, (a_player(event), a_player(event)))
    assert address in owner.sees(f"/events/{event.slug}/run/")


@pytest.mark.parametrize("state", [EventState.DRAFT, EventState.REGISTRATION, EventState.FINISHED])
def test_nobody_is_offered_a_check_in_that_would_be_refused(state):
    event, owner = event_with_owner(state)
    player = a_player(event, checked_in_at=None)
    page = owner.sees(f"/events/{event.slug}/check-in/")
    assert 'data-code="check-in-closed"' in page
    assert f'href="/events/{event.slug}/run/"' in page
    assert row_of(page, player).count("<button") == 0
    owner.sends(f"/events/{event.slug}/check-in/{player.pk}/", 409)


def test_at_the_check_in_everybody_is_ticked_and_unticked():
    event, owner = event_with_owner(EventState.CHECK_IN)
    player = a_player(event, checked_in_at=None)
    path = f"/events/{event.slug}/check-in/"
    assert "check-in-closed" not in owner.sees(path)
    for _press in range(2):
        assert row_of(owner.sees(path), player).count("<button") == 1
        owner.sends(f"{path}{player.pk}/")


def test_whoever_was_absent_can_be_ticked_while_the_event_runs():
    event, owner = event_with_owner(EventState.RUNNING)
    late, here = a_player(event, checked_in_at=None, status=Status.ABSENT), a_player(event)
    page = owner.sees(f"/events/{event.slug}/check-in/")
    assert row_of(page, late).count("<button") == 1
    assert row_of(page, here).count("<button") == 0


def row_of(page, player):
    return page.split(f'id="c{player.pk}"')[1].split("</tr>")[0]
