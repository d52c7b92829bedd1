"""A step that was taken already changes nothing and writes nothing into the audit log."""

import copy

import pytest

from core.models import AuditEntry
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.events.services.announcements import announce, withdraw_announcement
from tournaments.events.services.staffing import accept_invitation, invite, remove_staff, revoke_invitation
from tournaments.models import Event, Role, Staff
from tournaments.players.services.forbidden_pairs import allow_pair, forbid_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event()


@pytest.fixture
def owner(event):
    return staff(event, Role.OWNER)


def entries(action: str) -> int:
    return AuditEntry.objects.filter(action=action).count()


def test_an_announcement_is_withdrawn_once(event, owner):
    announcement = announce(event_id=event.pk, who=owner, text="Lunch")
    stale = copy.copy(announcement)
    first = withdraw_announcement(announcement=announcement, who=owner).withdrawn_at
    assert withdraw_announcement(announcement=stale, who=owner).withdrawn_at == first
    assert entries("announcement-withdrawn") == 1


def test_a_pair_is_forbidden_and_allowed_once(event, owner):
    one, other = a_player(event), a_player(event)
    for first, second, why in ((one, other, "siblings"), (other, one, "friends")):
        pair = forbid_pair(event_id=event.pk, who=owner, first=first, second=second, why=why)
    assert (pair.why, entries("kept-apart")) == ("siblings", 1)
    stale = copy.copy(pair)
    allow_pair(pair=pair, who=owner)
    allow_pair(pair=stale, who=owner)
    assert entries("may-meet") == 1


def test_an_invitation_is_revoked_once(event, owner):
    invitation = invite(event=event, who=owner, role=Role.JUDGE)
    stale = copy.copy(invitation)
    revoke_invitation(invitation=invitation, who=owner)
    revoke_invitation(invitation=stale, who=owner)
    assert stale.revoked_at == invitation.revoked_at
    assert entries("invitation-revoked") == 1


def test_an_accepted_invitation_is_not_revoked(event, owner):
    invitation = invite(event=event, who=owner, role=Role.JUDGE)
    accept_invitation(token=invitation.token, who=a_user())
    revoke_invitation(invitation=invitation, who=owner)
    assert invitation.revoked_at is None
    assert entries("invitation-revoked") == 0


def test_one_of_two_owners_is_removed_once(event, owner):
    other = Staff.objects.get(event=event, user=staff(event, Role.OWNER))
    stale = copy.copy(other)
    remove_staff(row=other, who=owner)
    remove_staff(row=stale, who=owner)
    assert entries("staff-left") == 1
