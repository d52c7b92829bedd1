"""A sealed and a draft event from the first form to the last: the audit log is opened after every step of anybody."""

from typing import Any

import pytest

from tests.cases import some_of
from tests.tournaments.people import Person, event_fields, version_on
from tournaments.models import Event, Match, Registration

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "/events/autumn-cup/"
BOOSTERS = ["ush", "kivin", "kivin", "bill-tell", "nox"]
PLAYERS = 4
ROUNDS = 2


class Hall:
    """Everyone at the event; when one of them does something, the owner then reads what was written about it."""

    def __init__(self, kind: str) -> None:
        self.owner = Person("owner")
        fields = event_fields(swiss_rounds=ROUNDS, team_format="limited", limited_kind=kind, capacity=PLAYERS)
        self.owner.sends("/events/new/?from=constructed-swiss", **fields)
        self.people = [Person(f"player{n}") for n in range(PLAYERS)]

    def does(self, person: Person, address: str, **fields: Any) -> None:
        person.sends(address, **fields)
        assert "<h1>Audit log</h1>" in self.owner.sees(f"{HERE}audit-log/")
        assert "event-created" in self.owner.sees(f"{HERE}audit-log.csv")

    def players(self) -> list[tuple[Registration, Person, Person]]:
        """Each with the neighbour who enters their pool."""
        neighbours = [*self.people[1:], self.people[0]]
        rows = [Registration.objects.get(user=person.user) for person in self.people]
        return list(zip(rows, self.people, neighbours, strict=True))


@pytest.mark.ci
@pytest.mark.parametrize("kind", some_of(["sealed", "draft"]))
def test_a_limited_event_with_readable_audit_log_works(kind):
    hall = Hall(kind)
    everyone_is_here(hall)
    if kind == "draft":
        hall.does(hall.owner, f"{HERE}pods/draw/", once="a")
    for player, mine, other in hall.players():
        a_pool_is_entered_checked_and_locked(hall, f"{HERE}pools/{player.pk}/", player, mine, other)
    player, mine, other = hall.players()[0]
    a_locked_pool_is_opened_again(hall, f"{HERE}pools/{player.pk}/", player, mine, other)
    the_rounds_are_played(hall)
    read = hall.owner.sees(f"{HERE}audit-log.csv")
    assert all(f'"{step}"' in read for step in POOL_STEPS)
    assert f"Pool “{player.shown_name}” checked and locked; Figures: Bill Tell, " in read


POOL_STEPS = ("pool-opened", "pool-registered", "pool-sent-back", "pool-locked", "pool-reopened")


def everyone_is_here(hall: Hall) -> None:
    hall.does(hall.owner, f"{HERE}move/", to="registration")
    for person in hall.people:
        hall.does(person, f"{HERE}register/")
    hall.does(hall.owner, f"{HERE}move/", to="check-in")
    for player in Registration.objects.registered():
        hall.does(hall.owner, f"{HERE}check-in/{player.pk}/")


def a_pool_is_entered_checked_and_locked(hall, page, player, mine, other) -> None:
    hall.does(mine, f"{page}open/")
    is_entered(hall, page, player, other)
    hall.does(mine, f"{page}return/", why="one Kivin only")
    is_entered(hall, page, player, other, figures=())
    hall.does(mine, f"{page}lock/")
    assert "Bill Tell" in mine.sees(page)


def is_entered(hall, page, player, other, figures=BOOSTERS) -> None:
    player.refresh_from_db()
    enter = f"{page}enter/{player.pool.code}/"
    for slug in figures:
        hall.does(other, enter, add=slug)
    hall.does(other, enter, register="1")


def a_locked_pool_is_opened_again(hall, page, player, mine, other) -> None:
    hall.does(hall.owner, f"{HERE}lists/not-playing/")
    hall.does(hall.owner, f"{page}unlock/", why="a booster was counted twice")
    is_entered(hall, page, player, other, figures=())
    hall.does(mine, f"{page}lock/")


def the_rounds_are_played(hall: Hall) -> None:
    hall.does(hall.owner, f"{HERE}move/", to="running")
    for number in range(1, ROUNDS + 1):
        hall.does(hall.owner, f"{HERE}rounds/pair/")
        version = version_on(hall.owner.sees(f"{HERE}rounds/{number}/"))
        hall.does(hall.owner, f"{HERE}rounds/{number}/publish/", version=version)
        for match in Match.objects.filter(round__number=number, bye=False):
            hall.does(hall.owner, f"{HERE}entry/", slip=f"{match.table} 4-0")
    hall.does(hall.owner, f"{HERE}move/", to="finished")
    assert Event.objects.get().state == "finished"
