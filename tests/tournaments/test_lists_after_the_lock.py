"""A player who comes into an event after its lists were locked is bound by a list too, or gets one from the staff."""

import datetime as dt

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.tournaments.worlds import a_player, a_user, an_event, staff, undo_time_is_over
from tournaments.lists.services import submission
from tournaments.models import Event, Role, Status
from tournaments.players.services import closing_lists, registration

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
ILLEGAL = ["bill-tell"]


def listed(state="registration", **fields):
    return an_event(state, lists_required=True, **fields)


def waiting(event, figures):
    player = registration.register(event_id=event.pk, who=a_user())
    if figures:
        submission.submit_list(registration=player, who=player.user, figures=figures)
    return player


@pytest.mark.parametrize("figures", [LEGAL, ILLEGAL])
def test_promotion_after_the_lock_locks_the_current_list(figures, signed_in):
    event = listed(capacity=1)
    first, second = waiting(event, LEGAL), waiting(event, figures)
    owner = staff(event, Role.OWNER)
    signed_in(owner).post(f"/events/{event.slug}/lists/lock/")
    assert second.lists.current().get().locked_at is None
    signed_in(first.user).post(f"/events/{event.slug}/withdraw/")
    undo_time_is_over(event)
    submitted = second.lists.current().get()
    assert submitted.locked_at and submitted.commitment == submitted.commit_to()
    assert submitted.legal == (figures == LEGAL)
    page = signed_in(owner).get(f"/events/{event.slug}/lists/").content.decode()
    assert (f"/lists/{second.pk}/hand-in/" in page) == (figures == ILLEGAL)


def test_a_promoted_player_with_an_illegal_list_frees_the_place():
    event = listed(capacity=1, illegal_list="drop")
    first, second, third = waiting(event, LEGAL), waiting(event, ILLEGAL), waiting(event, LEGAL)
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    registration.withdraw(registration=first, who=first.user)
    undo_time_is_over(event)
    status = {row.pk: row.status for row in event.registrations.all()}
    assert (status[second.pk], status[third.pk]) == (Status.WITHDRAWN, Status.REGISTERED)
    assert third.lists.current().get().locked_at


def test_approval_after_the_lock_locks_the_list(signed_in):
    event = listed(needs_approval=True)
    player, owner = waiting(event, LEGAL), staff(event, Role.OWNER)
    closing_lists.close_lists(event_id=event.pk, who=owner)
    signed_in(owner).post(f"/events/{event.slug}/manage/players/{player.pk}/decide/", {"do": "approve"})
    assert player.lists.current().get().locked_at


def test_late_check_in_locks_the_list(signed_in):
    event = listed("check-in")
    a_player(event), a_player(event)
    late, owner = a_player(event, checked_in_at=None), staff(event, Role.OWNER)
    submission.submit_list(registration=late, who=late.user, figures=LEGAL)
    signed_in(owner).post(f"/events/{event.slug}/move/", {"to": "running", "once": "x"})
    assert late.lists.current().get().locked_at is None
    signed_in(owner).post(f"/events/{event.slug}/check-in/{late.pk}/")
    late.refresh_from_db()
    assert late.status == Status.REGISTERED and late.lists.current().get().locked_at


@pytest.mark.parametrize("figures", [LEGAL, None])
def test_readmission_after_the_lock_locks_or_requires_a_list(figures, signed_in):
    event = listed()
    player, owner = waiting(event, figures), staff(event, Role.OWNER)
    registration.withdraw(registration=player, who=player.user)
    closing_lists.close_lists(event_id=event.pk, who=owner)
    signed_in(owner).post(f"/events/{event.slug}/manage/players/{player.pk}/decide/", {"do": "reinstate"})
    player.refresh_from_db()
    assert player.status == Status.REGISTERED
    if figures is None:
        assert f"/lists/{player.pk}/hand-in/" in signed_in(owner).get(f"/events/{event.slug}/lists/").content.decode()
        signed_in(owner).post(f"/events/{event.slug}/lists/{player.pk}/hand-in/", {"text": "\n".join(LEGAL)})
    assert player.lists.current().get().locked_at


def statuses(event):
    return [row.status for row in event.registrations.order_by("pk")]


def test_the_lock_gives_places_freed_to_the_queue(signed_in):
    event = listed(capacity=1, illegal_list="drop")
    _first, _second, third = waiting(event, ILLEGAL), waiting(event, ILLEGAL), waiting(event, LEGAL)
    signed_in(staff(event, Role.OWNER)).post(f"/events/{event.slug}/lists/lock/")
    assert statuses(event) == [Status.WITHDRAWN, Status.WITHDRAWN, Status.REGISTERED]
    assert third.lists.current().get().locked_at


def test_the_deadline_gives_places_freed_to_the_queue(capsys):
    event = listed(capacity=1, illegal_list="drop", list_deadline=timezone.now() + dt.timedelta(minutes=5))
    waiting(event, ILLEGAL), waiting(event, LEGAL)
    Event.objects.filter(pk=event.pk).update(list_deadline=timezone.now())
    call_command("run_event_chores")
    assert statuses(event) == [Status.WITHDRAWN, Status.REGISTERED]
    assert "1 events locked their lists, 1 players moved up" in capsys.readouterr().out


def test_an_illegal_list_gives_up_a_restored_place(signed_in):
    event = listed(capacity=1, illegal_list="drop")
    first, _second = waiting(event, ILLEGAL), waiting(event, LEGAL)
    client = signed_in(first.user)
    client.post(f"/events/{event.slug}/withdraw/")
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    assert statuses(event) == [Status.WITHDRAWN, Status.WAITING]
    client.post(f"/events/{event.slug}/withdraw/undo/")
    assert statuses(event) == [Status.WITHDRAWN, Status.REGISTERED]
