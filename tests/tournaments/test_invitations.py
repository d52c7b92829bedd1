"""The link that makes somebody staff: once, for a week, until it is revoked, and only from who may give roles."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import NotAllowed
from tests.tournaments.people import Person
from tests.tournaments.worlds import an_event
from tournaments.events.services import staffing
from tournaments.models import Event, Role, StaffInvitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga) -> Event:
    event = an_event()
    event.staff.create(user=olga.user, role=Role.OWNER)
    return event


@pytest.fixture
def invitation(event, olga) -> StaffInvitation:
    olga.sends(reverse("tournaments:invite", args=[event.slug]), role=Role.JUDGE)
    return event.invitations.get()


def join(person: Person, invitation: StaffInvitation) -> int:
    return person.client.post(reverse("tournaments:join", args=[invitation.token])).status_code


def is_judge(person: Person, event: Event) -> bool:
    return event.staff.filter(user=person.user, role=Role.JUDGE).exists()


def test_an_invitation_makes_one_person_staff(event, invitation):
    sam, zoe = Person("sam"), Person("zoe")
    assert (join(sam, invitation), join(zoe, invitation)) == (302, 409)
    assert (is_judge(sam, event), is_judge(zoe, event)) == (True, False)


@pytest.mark.parametrize(("minutes", "joined"), [(-1, True), (1, False)])
def test_an_invitation_works_for_a_week(event, invitation, minutes, joined):
    sam = Person("sam")
    StaffInvitation.objects.update(expires_at=invitation.expires_at - dt.timedelta(days=7, minutes=minutes))
    join(sam, invitation)
    assert is_judge(sam, event) == joined
    assert abs(invitation.expires_at - timezone.now() - dt.timedelta(days=7)) < dt.timedelta(minutes=5)


def test_a_revoked_invitation_makes_nobody_staff(event, invitation, olga):
    sam = Person("sam")
    olga.sends(reverse("tournaments:revoke_invitation", args=[event.slug, invitation.pk]))
    assert join(sam, invitation) == 409
    assert not is_judge(sam, event)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.HEAD_JUDGE, Role.SCOREKEEPER])
def test_only_owners_give_and_take_roles(event, invitation, role, olga):
    sam = Person("sam")
    event.staff.create(user=sam.user, role=role)
    sam.sends(reverse("tournaments:invite", args=[event.slug]), 403, role=Role.OWNER)
    sam.sends(reverse("tournaments:revoke_invitation", args=[event.slug, invitation.pk]), 403)
    owner = event.staff.get(user=olga.user)
    sam.sends(reverse("tournaments:remove_staff", args=[event.slug, owner.pk]), 403)
    assert event.staff.filter(pk=owner.pk).exists()


def test_the_service_refuses_who_may_not_give_roles(event, invitation, olga):
    """Whatever the page let through."""
    sam = Person("sam").user
    event.staff.create(user=sam, role=Role.ORGANISER)
    for step in (
        lambda: staffing.invite(event=event, who=sam, role=Role.OWNER),
        lambda: staffing.revoke_invitation(invitation=invitation, who=sam),
        lambda: staffing.remove_staff(row=event.staff.get(user=olga.user), who=sam),
    ):
        with pytest.raises(NotAllowed):
            step()


def test_an_invitation_of_another_event_is_not_revoked(invitation):
    otto, other = Person("otto"), an_event()
    other.staff.create(user=otto.user, role=Role.OWNER)
    otto.sends(reverse("tournaments:revoke_invitation", args=[other.slug, invitation.pk]), 404)
    invitation.refresh_from_db()
    assert invitation.is_open()
