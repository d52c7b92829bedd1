"""The start of an event pins its card texts: what is confirmed afterwards changes nothing, unless a judge says so."""

import pytest

from teams.cards.services.facts import snapshot_of
from tests.teams.facts_people import entry, known, reviewer
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.lists.services.facts import snapshot_for
from tournaments.models import FactsPin, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting():
    """Two players have checked in, and one card text is known."""
    event = an_event("check-in")
    a_player(event)
    a_player(event)
    return event, staff(event, Role.OWNER), known(a_user(), reviewer(), entry("goultard"))[0]


def test_starting_round_1_pins_what_is_confirmed_then(waiting):
    event, owner, row = waiting
    event = change_event_state(event_id=event.pk, who=owner, to="running")
    pinned = snapshot_for(event)
    assert pinned == snapshot_of([{"kind": row.kind, "slug": row.slug, "body": row.body}])
    known(a_user(), reviewer("kim"), entry("nox"))
    assert snapshot_for(event) == pinned
    assert FactsPin.objects.get().by == owner


def test_an_event_before_its_start_uses_what_is_confirmed_today(waiting):
    event, owner, _row = waiting
    known(a_user(), reviewer("kim"), entry("nox"))
    assert snapshot_for(event).facts == 2
    event = change_event_state(event_id=event.pk, who=owner, to="running")
    event = change_event_state(event_id=event.pk, who=owner, to="check-in")
    known(a_user(), reviewer("lou"), entry("ush"))
    assert snapshot_for(event).facts == 3
