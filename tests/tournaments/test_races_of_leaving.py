"""Somebody leaves, comes back or comes late in the very moment in which a round is published, each with its control."""

import contextlib

import pytest

from tests.tournaments.races import no_lock
from tests.tournaments.test_races import Hazard, all_is_well, players
from tests.tournaments.worlds import a_round, an_event, staff
from tournaments.models import Event, Match, Registration, Round, RoundState, Status
from tournaments.players.services import dropping, registration
from tournaments.rounds.services import publishing

pytestmark = pytest.mark.django_db(transaction=True)
LOOKED_AT = "tournaments.rounds.services.publishing.refuse_bad_round"


def everybody_has_a_seat_or_none_is_missed(event: Event) -> bool:
    """Who is in, and was in when the round went out, sits in it; who has left has no open match there."""
    published = Round.objects.get(event=event)
    if published.state == RoundState.UNPUBLISHED:
        return True
    seated = set(published.seats.values_list("registration_id", flat=True))
    expected = event.registrations.to_be_paired().filter(entered_round__lte=published.number)
    gone = Registration.objects.filter(event=event).exclude(status=Status.REGISTERED)
    waits = any(Match.objects.of(player).undecided().exists() for player in gone)
    return set(expected.values_list("pk", flat=True)) <= seated and not waits


def a_disqualification() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser, (a, b, c, d) = staff(event), players(event, 4)
    unpublished_round = a_round(event, (a, b), (c, d), state=RoundState.UNPUBLISHED)
    return Hazard(
        LOOKED_AT,
        [
            lambda: publishing.publish_round(round_id=unpublished_round.pk, who=organiser),
            lambda: dropping.disqualify(registration=a, who=organiser, why="shouted"),
        ],
        lambda _answers: everybody_has_a_seat_or_none_is_missed(event),
        interrupts=True,
    )


def a_late_entry() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser, (a, b, c, d) = staff(event), players(event, 4)
    unpublished_round = a_round(event, (a, b), (c, d), state=RoundState.UNPUBLISHED)
    return Hazard(
        LOOKED_AT,
        [
            lambda: publishing.publish_round(round_id=unpublished_round.pk, who=organiser),
            lambda: registration.add_player(event_id=event.pk, who=organiser, about={"guest_name": "Late Lou"}),
        ],
        lambda _answers: everybody_has_a_seat_or_none_is_missed(event),
        interrupts=True,
    )


HAZARDS = [a_disqualification, a_late_entry]


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_with_the_lock_concurrent_actions_are_safe(hazard):
    assert all_is_well(hazard(), contextlib.nullcontext)


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_without_the_lock_concurrent_actions_fail(hazard):
    assert not all_is_well(hazard(), no_lock)
