"""What is needed to reach people, and from where they came, is deleted when its time is over."""

import datetime as dt
from io import StringIO

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.core.management import call_command
from django.utils import timezone

from config.celery import app
from judging.models import Submission
from tests.tournaments.worlds import a_match, a_player, a_user, an_event
from tournaments.models import OutgoingMail, Registration

CONTACTS = {"guest_email": "gil@example.org", "guardian": "0123", "household": "Mill", "note": "call"}

pytestmark = pytest.mark.django_db


def days_ago(days: int) -> dt.datetime:
    return timezone.now() - dt.timedelta(days=days)


def a_guest(event) -> Registration:
    guest = Registration.objects.create(event=event, guest_name="Gil", **CONTACTS)
    OutgoingMail.objects.create(event=event, to="gil@example.org", subject="x", body="Dear Gil", registration=guest)
    return guest


def contacts(guest: Registration) -> dict[str, str]:
    guest.refresh_from_db()
    return {name: getattr(guest, name) for name in CONTACTS}


def run() -> str:
    output = StringIO()
    call_command("delete_old_data", stdout=output)
    return output.getvalue()


def test_contacts_of_guests_go_ninety_days_after_the_event():
    guest = a_guest(an_event("finished", starts_at=days_ago(91)))
    assert "contacts of 1 players" in run()
    assert set(contacts(guest).values()) == {""}
    assert guest.guest_name == "Gil"
    assert not OutgoingMail.objects.exists()
    assert "contacts of 0 players" in run()


@pytest.mark.parametrize(
    "when", [{"starts_at": days_ago(89)}, {"starts_at": days_ago(99), "ends_at": days_ago(89)}], ids=["young", "long"]
)
def test_contacts_stay_until_then(when):
    guest = a_guest(an_event("finished", **when))
    run()
    assert contacts(guest) == CONTACTS


def test_contacts_of_an_event_nobody_finished_go_too():
    guest = a_guest(an_event("running", starts_at=days_ago(91)))
    run()
    assert contacts(guest)["guest_email"] == ""


def test_contacts_stay_while_rounds_are_published():
    match = a_match(an_event("running", starts_at=days_ago(91)))
    guest = a_guest(match.round.event)
    match.round.published_at = days_ago(3)
    match.round.save()
    run()
    assert contacts(guest) == CONTACTS


def test_what_players_with_an_account_wrote_stays():
    player = a_player(an_event("finished", starts_at=days_ago(91)), household="Mill")
    run()
    player.refresh_from_db()
    assert player.household == "Mill"


@pytest.mark.parametrize(("age", "left"), [(91, None), (89, "203.0.113.7")])
def test_addresses_of_uploads_go_after_ninety_days(age, left):
    log = Submission.objects.create(
        submitter=a_user(), key="k", sha256="s", size=1, source="page", content=b"x", address="203.0.113.7"
    )
    Submission.objects.filter(pk=log.pk).update(received_at=days_ago(age))
    run()
    assert Submission.objects.get().address == left


@pytest.mark.parametrize("kind", [AccessAttempt, AccessFailureLog, AccessLog])
def test_records_of_sign_ins_go_after_thirty_days(kind):
    for age in (29, 31):
        more = {"failures_since_start": 1} if kind is AccessAttempt else {}
        row = kind.objects.create(username=f"ana{age}", ip_address="203.0.113.7", **more)
        kind.objects.filter(pk=row.pk).update(attempt_time=days_ago(age))
    run()
    assert list(kind.objects.values_list("username", flat=True)) == ["ana29"]


def test_the_worker_does_all_of_it_every_hour():
    wanted = {"accounts.chores", "tournaments.delete_old_contacts", "judging.delete_old_addresses"}
    hourly = {entry["task"] for entry in app.conf.beat_schedule.values() if entry["schedule"] == 3600}
    assert wanted <= hourly
    app.loader.import_default_modules()
    assert wanted <= set(app.tasks)
