"""Thirty-three players, from the first form to the last: every step through the pages that people use."""

import pytest

from tests.tournaments.people import Person, event_fields, version_on
from tournaments.cut.services.seeding import final_ranks
from tournaments.models import Event, Match, MatchState, Registration

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ci]

PLAYERS = 33


def test_thirty_three_players_play_a_whole_event():
    owner = Person("owner")
    owner.sends(
        "/events/new/?from=constructed-swiss",
        **event_fields(swiss_rounds=3, capacity=PLAYERS, cut_size=4, third_place="on"),
    )
    here = "/events/autumn-cup/"
    owner.sends(f"{here}move/", to="registration")
    people = {person.user.pk: person for person in (Person(f"player{n:02}") for n in range(PLAYERS))}
    everyone_registers_and_checks_in(owner, people, here)
    owner.sends(f"{here}move/", to="running")
    for number in (1, 2, 3):
        owner.sends(f"{here}rounds/pair/")
        unpublished_round = owner.sees(f"{here}rounds/{number}/")
        owner.sends(f"{here}rounds/{number}/publish/", version=version_on(unpublished_round))
        everyone_plays(people, number)
        assert f"/matches/{Match.objects.first().pk}/" in owner.sees(f"{here}rounds/1/pairings/")
    owner.sends(f"{here}move/", to="cut")
    for number in (4, 5):
        owner.sends(f"{here}rounds/{number}/publish/", version=version_on(owner.sees(f"{here}rounds/{number}/")))
        everyone_plays(people, number)
        if number == 4:
            owner.sends(f"{here}rounds/pair/")
    owner.sends(f"{here}move/", to="finished")
    the_books_are_right()
    assert "finished" in Person("visitor").sees(here)


def everyone_registers_and_checks_in(owner, people, here):
    for person in people.values():
        person.sends(f"{here}register/", club="Blue" if person.user.pk % 3 else "")
    late = Person("latecomer")
    late.sends(f"{here}register/")
    assert Registration.objects.get(user=late.user).status == "waiting"
    owner.sends(f"{here}move/", to="check-in")
    for player in Registration.objects.registered():
        owner.sends(f"{here}check-in/{player.pk}/")


def everyone_plays(people, number):
    """The first player reports, the second confirms; every fifth table disagrees first, every seventh is a draw."""
    for match in Match.objects.named().filter(round__number=number, bye=False):
        first, second = people[match.a.user_id], people[match.b.user_id]
        if match.table % 7 == 0 and number <= 3:
            score = {"outcome": "draw", "glory_a": 0, "glory_b": 0, "ending": "intentional-draw"}
        else:
            score = {"outcome": "a", "glory_a": 4, "glory_b": 0, "ending": "glory"}
        first.sends(f"/matches/{match.pk}/report/", **score)
        page = second.sees(f"/matches/{match.pk}/")
        if match.table % 5 == 0:
            second.sends(f"/matches/{match.pk}/dispute/", version=version_on(page), note="no")
            page = second.sees(f"/matches/{match.pk}/")
        second.sends(f"/matches/{match.pk}/confirm/", version=version_on(page))


def the_books_are_right():
    event = Event.objects.get()
    assert not Match.objects.exclude(state=MatchState.DONE).exists()
    assert [(row.number, row.stage, row.state) for row in event.rounds.all()] == [
        *((number, "swiss", "closed") for number in (1, 2, 3)),
        *((number, "cut", "closed") for number in (4, 5)),
    ]
    assert [rank for rank, _player in final_ranks(event)][:5] == [1, 2, 3, 4, 5]
    assert all(played.details.frozen_standings for played in event.rounds.swiss())
    byes = Match.objects.filter(bye=True)
    assert len({bye.a_id for bye in byes}) == 3
    met = [frozenset((m.a_id, m.b_id)) for m in Match.objects.filter(bye=False, round__stage="swiss")]
    assert len(met) == len(set(met)) == 48
