"""A player who was absent and comes back is a late entry, if a place is free."""

import pytest

from core.errors import Refused
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Status
from tournaments.players.services import check_in, dropping

pytestmark = pytest.mark.django_db
BACK = pytest.mark.parametrize(
    "comes_back",
    [
        lambda player, who: dropping.reinstate(registration=player, who=who),
        lambda player, who: check_in.check_in(registration=player, who=who),
    ],
    ids=["reinstated", "checked in"],
)


@BACK
def test_no_shows_return_as_late_entries_and_are_paired(comes_back):
    event = an_event(capacity=3)
    player = a_player(event, status=Status.ABSENT, checked_in_at=None)
    a_round(event, (a_player(event), a_player(event)))
    comes_back(player, staff(event))
    back = event.registrations.to_be_paired().get(pk=player.pk)
    assert back.entered_round == 2


@BACK
def test_no_shows_need_a_free_place_to_return(comes_back):
    event = an_event(capacity=1)
    player = a_player(event, status=Status.ABSENT, checked_in_at=None)
    a_player(event)
    with pytest.raises(Refused) as refused:
        comes_back(player, staff(event))
    assert refused.value.code == "full"
