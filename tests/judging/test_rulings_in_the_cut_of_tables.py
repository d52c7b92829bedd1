"""A ruling at a table of the cut: who goes on to the final, what is refused, and how it is replaced."""

import pytest

from judging.cases.services.from_states import open_missing
from judging.models import Case
from tests.judging.people import url, user
from tests.judging.test_rulings_at_tables import places, rule, ruling
from tests.tournaments import worlds
from tests.tournaments.tables import Hall, typed
from tournaments.cut.services.bracket import bracket_of
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    """Four tables of a cut are out; the first is disputed, the others are settled."""
    hall = Hall(client, 16, swiss_rounds=1, cut_size=16)
    worlds.staff(hall.event, Role.JUDGE, "jo")
    hall.moves("running")
    for match in hall.publishes(1):
        hall.enters(match, [1, 2, 3, 4])
    hall.moves("cut")
    hall.tables = hall.publishes(2)
    for match in hall.tables[1:]:
        hall.enters(match, [1, 2, 3, 4])
    first, second, *_others = hall.tables[0].seats()
    address = f"/matches/{hall.tables[0].pk}"
    hall.posts(f"{address}/report/", first.user, **typed([1, 2, 3, 4], [5, 0, 0, 0]))
    hall.posts(f"{address}/dispute/", second.user, version=2, note="I had 2 GG.")
    hall.event.refresh_from_db()
    return hall


@pytest.fixture
def case(hall, client):
    open_missing(hall.event)
    found = Case.objects.get(match=hall.tables[0])
    client.force_login(user("jo"))
    client.post(url("claim", found.pk))
    return found


@pytest.mark.ci
def test_a_ruling_decides_the_final_and_can_be_replaced(hall, case, client):
    table = hall.tables[0]
    first, second = table.seats()[:2]
    sent = ruling([2, 1, 3, 4], [0, 5, 0, 0])
    shown = client.post(url("preview", case.pk), sent, headers={"HX-Request": "true"}).content.decode()
    assert f"{second.full_name} wins" in shown
    assert rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0]).status_code == 302
    assert second.pk in bracket_of(hall.event).match("final").players

    hall.posts(f"{hall.here}rounds/pair/")
    client.force_login(user("jo"))
    assert rule(client, case, [1, 2, 3, 4], [5, 0, 0, 0]).status_code == 302
    assert places(table) == [1, 2, 3, 4]
    assert first.pk in bracket_of(hall.event).match("final").players
    assert not hall.event.rounds.filter(number=3).exists()

    hall.publishes(3)
    client.force_login(user("jo"))
    refused = rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0])
    assert "unpublish them first" in refused.content.decode()
    assert places(table) == [1, 2, 3, 4]
    assert rule(client, case, [1, 3, 2, 4], [5, 0, 0, 0]).status_code == 302
    assert places(table) == [1, 3, 2, 4]


def test_a_ruling_shares_no_first_place_in_the_cut(hall, case, client):
    refused = rule(client, case, [1, 1, 3, 4], [3, 3, 0, 0], ending="time")
    assert "with the higher seed (1)" in refused.content.decode()
    assert places(hall.tables[0]) is None
