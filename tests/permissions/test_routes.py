"""Every route, method and role: what stands in the tables is what happens, and no door stands in none of them.

.ci/run opens the doors with every page drawn for everyone.
"""

import pytest

from tests.permissions import accounts, facts, judging, teams, tournaments
from tests.permissions.routes import METHODS, ROLES, Door, doors, routes

pytestmark = [pytest.mark.django_db, pytest.mark.check]

ROOMS = [accounts, facts, teams, tournaments, judging]


@pytest.mark.ci
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.PREFIXES[0])
def test_each_door_opens_for_whom_it_should(room):
    world = room.world()
    for door in doors(room.TABLE):
        found = {role: world.letter(door, role) for role in ROLES}
        assert found == dict(zip(ROLES, door.answers, strict=True)), str(door)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.PREFIXES[0])
def test_no_door_is_missing_from_its_table(room):
    world = room.world()
    listed = {(door.method, door.route) for door in doors(room.TABLE)}
    elsewhere = {door.route for other in ROOMS if other is not room for door in doors(other.TABLE)}
    own = [route for route in routes(room.PREFIXES) if route not in elsewhere]
    every = [Door(route, method, ()) for route in own for method in METHODS]
    unlisted = [d for d in every if (d.method, d.route) not in listed and world.letter(d, "site-staff") != "x"]
    assert [str(door) for door in unlisted] == []
