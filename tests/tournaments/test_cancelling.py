"""Cancelling asks for a reason, tells everybody, crowns nobody, and can be undone until the day is over."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from core.models import AuditEntry
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff
from tournaments.models import OutgoingMail, Registration, Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
WHY = "The hall has no power."


@pytest.fixture
def event():
    event = an_event("running", swiss_rounds=3, prizes="1: golden cup")
    played = a_round(event, (a_player(event, "ana"), a_player(event, "bo")))
    a_player(event, "waits", status="waiting", queued_at=timezone.now())
    a_player(event, "gone", status="withdrawn")
    enter_result(match_id=played.matches.get().pk, who=staff(event, Role.OWNER, "olga"), score=Score.duel("a", 6, 0))
    return event


@pytest.fixture
def owner(event, signed_in):
    return signed_in(event.staff.get(role=Role.OWNER).user)


def cancel(owner, event, why=WHY):
    answer = owner.post(reverse("tournaments:cancel", args=[event.slug]), {"why": why})
    event.refresh_from_db()
    return answer


def undo(owner, event):
    answer = owner.post(reverse("tournaments:undo_cancel", args=[event.slug]))
    event.refresh_from_db()
    return answer


def test_the_run_page_leads_to_a_page_that_asks_why(owner, event):
    there = reverse("tournaments:cancel", args=[event.slug])
    assert f'href="{there}"' in owner.get(reverse("tournaments:run", args=[event.slug])).content.decode()
    assert 'name="why"' in owner.get(there).content.decode()


def test_the_page_counts_players_with_and_without_an_e_mail(owner, event):
    page = owner.get(reverse("tournaments:cancel", args=[event.slug])).content.decode()
    assert "3 players are notified by e-mail" in page
    assert "no e-mail" not in page
    Registration.objects.create(event=event, guest_name="Gus")
    page = owner.get(reverse("tournaments:cancel", args=[event.slug])).content.decode()
    assert "3 players are notified by e-mail" in page
    assert "1 player gets no e-mail" in page


@pytest.mark.parametrize("why", ["", "   ", "x" * 301])
def test_without_a_reason_nothing_is_cancelled(owner, event, why):
    assert cancel(owner, event, why).status_code == 400
    assert event.state == "running"
    assert owner.post(reverse("tournaments:move", args=[event.slug]), {"to": "cancelled"}).status_code == 400


def test_cancelling_writes_to_everybody_with_a_place_or_waiting(owner, event):
    assert cancel(owner, event).status_code == 302
    mails = OutgoingMail.objects.filter(event=event, introduces=False)
    assert {mail.to for mail in mails} == {f"{name}@example.org" for name in ("ana", "bo", "waits")}
    assert all(WHY in mail.body for mail in mails)
    assert AuditEntry.objects.filter(action="event-moved", why=WHY).exists()


def test_every_page_of_a_cancelled_event_says_why(owner, event, client):
    cancel(owner, event)
    client.logout()
    for name in ("event", "players", "standings", "hall", "door", "my_part"):
        assert WHY in client.get(reverse(f"tournaments:{name}", args=[event.slug])).content.decode(), name


@pytest.mark.parametrize("state", ["cancelled", "archived"])
def test_a_cancelled_event_has_no_podium_prizes_or_certificates(owner, event, state):
    cancel(owner, event)
    if state == "archived":
        owner.post(reverse("tournaments:move", args=[event.slug]), {"to": "archived"})
    hall = owner.get(reverse("tournaments:hall", args=[event.slug])).content.decode()
    assert "hall-first" not in hall
    assert "Thank you for playing" not in hall
    assert "Final ranking" not in owner.get(event.get_absolute_url()).content.decode()
    report = owner.get(reverse("tournaments:report_page", args=[event.slug])).content.decode()
    assert "Final ranking" not in report
    assert "golden cup" not in report
    assert "1st place" not in owner.get(reverse("tournaments:print_certificates", args=[event.slug])).content.decode()


def test_undoing_it_brings_the_event_back_as_it_was(owner, event):
    cancel(owner, event)
    page = owner.get(reverse("tournaments:run", args=[event.slug])).content.decode()
    assert 0 < page.index(reverse("tournaments:undo_cancel", args=[event.slug])) < page.index("Archive event<")
    OutgoingMail.objects.all().delete()
    assert undo(owner, event).status_code == 302
    assert (event.state, event.cancelled_at, event.cancelled_because) == ("running", None, "")
    assert OutgoingMail.objects.filter(event=event).count() == 3
    assert undo(owner, event).status_code == 409


def test_after_that_day_in_the_event_zone_it_stays_cancelled(owner, event):
    event.time_zone = "Europe/Paris"
    event.save()
    cancel(owner, event)
    midnight = timezone.localtime(timezone=event.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    assert event.can_be_undone_until == midnight + dt.timedelta(days=1)
    owner.get(reverse("tournaments:run", args=[event.slug]))  # the message of the cancelling, with its undo
    event.cancelled_at = midnight - dt.timedelta(minutes=1)
    event.save()
    page = owner.get(reverse("tournaments:run", args=[event.slug])).content.decode()
    assert reverse("tournaments:undo_cancel", args=[event.slug]) not in page
    assert undo(owner, event).status_code == 409
    assert event.state == "cancelled"


def test_only_who_runs_the_event_may_cancel_it(signed_in, event):
    assert cancel(signed_in(a_user()), event).status_code == 403
    assert event.state == "running"


def test_a_copy_of_a_cancelled_event_is_not_cancelled(owner, event):
    cancel(owner, event)
    fields = {"name": "Next cup", "starts_at": "2030-05-01T10:00"}
    owner.post(reverse("tournaments:clone", args=[event.slug]), fields)
    copy = type(event).objects.get(name="Next cup")
    assert (copy.state, copy.cancelled_because, copy.cancelled_from) == ("draft", "", "")
