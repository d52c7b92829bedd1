"""A disqualification of a player who had dropped changes no rank, and its undo restores the drop."""

import pytest

from tests.expected_errors import refused
from tests.tournaments.people import Person
from tests.tournaments.seated import settled
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event, Registration, Role, RoundState, Status
from tournaments.players.services import dropping
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db
WHY = "forged a list"


@pytest.fixture
def event() -> Event:
    """Of three rounds, after the first of which ana dropped."""
    event = an_event(swiss_rounds=3)
    ana, bo, cleo, di = (a_player(event, name) for name in ("ana", "bo", "cleo", "di"))
    for number, pairs in enumerate([((ana, bo), (cleo, di)), ((bo, cleo), (di, None)), ((bo, di), (cleo, None))]):
        played = a_round(event, *pairs, state=RoundState.CLOSED)
        for match in played.matches.filter(bye=False):
            settled(match, [1, 2], [5, 2])
        if not number:
            dropping.drop(registration=ana, who=staff(event))
    return event


@pytest.fixture(params=["running", "finished"])
def state(request, event) -> str:
    Event.objects.filter(pk=event.pk).update(state=request.param)
    return request.param


def ana_of(event: Event) -> Registration:
    return event.registrations.get(user__username="ana")


def table_of(event: Event) -> list[tuple[object, ...]]:
    """Who stands where, with each figure of the tie-breaks."""
    rows = standings(Event.objects.get(pk=event.pk))
    return [(row.player, row.rank, row.points, [row.format_value(code) for code in ("omw", "mw")]) for row in rows]


def test_ranks_and_tie_breaks_of_opponents_stay(event, state):
    before = table_of(event)
    dropping.disqualify(registration=ana_of(event), who=staff(event, Role.HEAD_JUDGE), why=WHY)
    assert (ana_of(event).status, ana_of(event).left_after_round) == (Status.DISQUALIFIED, 1)
    assert table_of(event) == before


def test_undoing_it_restores_the_drop(event, state):
    before, judge = table_of(event), Person("judge")
    event.staff.create(user=judge.user, role=Role.HEAD_JUDGE)
    page = ana_of(event).get_absolute_url()
    judge.sends(decide(event), do="disqualify", why=WHY)
    assert "without the disqualification they have dropped again" in judge.sees(page)
    judge.sends(decide(event), do="reinstate", why="it was another")
    assert (ana_of(event).status, ana_of(event).left_after_round) == (Status.DROPPED, 1)
    assert table_of(event) == before


def decide(event: Event) -> str:
    return f"/events/{event.slug}/manage/players/{ana_of(event).pk}/decide/"


def test_a_restored_drop_is_undone_by_the_staff_alone(event):
    judge = staff(event, Role.HEAD_JUDGE)
    dropping.disqualify(registration=ana_of(event), who=judge, why=WHY)
    dropping.reinstate(registration=ana_of(event), who=judge, why="it was another")
    refused("too-late-to-undo", lambda: dropping.undo_leaving(registration=ana_of(event), who=ana_of(event).user))
    dropping.reinstate(registration=ana_of(event), who=staff(event))
    assert (ana_of(event).status, ana_of(event).left_after_round) == (Status.REGISTERED, None)


def test_who_played_until_the_disqualification_plays_again(event):
    judge, bo = staff(event, Role.HEAD_JUDGE), event.registrations.get(user__username="bo")
    dropping.disqualify(registration=bo, who=judge, why=WHY)
    dropping.reinstate(registration=bo, who=judge, why="it was another")
    bo.refresh_from_db()
    assert (bo.status, bo.left_after_round, bo.left_from) == (Status.REGISTERED, None, None)
