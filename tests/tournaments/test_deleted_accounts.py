"""Who deletes their account leaves the events that are not over; what they played stays."""

import pytest
from django.urls import reverse

from core.models import AuditEntry
from tests.accounts.signed_in import come_in
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import DuelOutcome, Match, Registration, Status
from tournaments.rounds.services import pairing

pytestmark = pytest.mark.django_db


def status_after_deletion(player: Registration, client) -> str:
    assert player.user
    come_in(client, player.user)
    assert client.post(reverse("accounts:delete")).status_code == 302
    return Registration.objects.get(pk=player.pk).status


@pytest.mark.parametrize("status", [Status.REGISTERED, Status.PENDING, Status.WAITING])
def test_a_deleted_account_is_withdrawn_before_the_event(client, status):
    event = an_event("registration")
    me = a_player(event, status=status, queued_at=event.starts_at)
    assert status_after_deletion(me, client) == Status.WITHDRAWN


def test_a_deleted_account_is_dropped_and_paired_no_more(client):
    event = an_event(swiss_rounds=3)
    me, opponent, *others = [a_player(event) for _ in range(4)]
    match = a_round(event, (me, opponent), tuple(others)).matches.first()
    assert status_after_deletion(me, client) == Status.DROPPED
    match = Match.objects.get(pk=match.pk)
    assert match.results.current().get().outcome == DuelOutcome.B, "the opponent wins the open game"
    Match.objects.exclude(pk=match.pk).update(state="done")
    drafted = pairing.pair_round(event_id=event.pk, who=staff(event))
    assert me not in [seat.registration for seat in drafted.seats.all()]


def test_a_deletion_enters_the_audit_log_as_a_drop(client):
    event = an_event("running")
    me = a_player(event)
    status_after_deletion(me, client)
    assert AuditEntry.objects.filter(action="dropped").exists()


@pytest.mark.parametrize("status", [Status.PENDING, Status.WAITING])
def test_who_waits_for_a_running_events_place_is_withdrawn(client, status):
    me = a_player(an_event("running"), status=status, queued_at=an_event().starts_at)
    assert status_after_deletion(me, client) == Status.WITHDRAWN


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_an_event_that_is_over_stays_as_it_was(client, state):
    assert status_after_deletion(a_player(an_event(state)), client) == Status.REGISTERED
