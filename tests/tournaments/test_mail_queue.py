"""Each e-mail is tried by itself: none stops another, none is lost, none is sent twice."""

import datetime as dt
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from tests.tournaments.people import Person
from tests.tournaments.races import at_once, is_clean
from tests.tournaments.worlds import a_player, a_user, an_event
from tournaments.mail.models import LEASE, MOST_TRIES
from tournaments.mail.services import mail_queue
from tournaments.mail.services.mail import write
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.models import Event, GivenUp, OutgoingMail, Role

SERVERS = "tests.tournaments.mail_servers"


@pytest.fixture
def event(db) -> Event:
    return an_event("registration")


def a_mail(event: Event, name: str, **fields) -> OutgoingMail:
    return OutgoingMail.objects.create(event=event, to=a_user(name).email, subject="Hello", body="You.", **fields)


def sent_to() -> list[str]:
    return [message.to[0].split("@")[0] for message in mail.outbox]


def later(monkeypatch, delta: dt.timedelta) -> None:
    moment = timezone.now() + delta
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def run_for(monkeypatch, days: float) -> None:
    """What a worker does meanwhile: it goes on whenever something is due."""
    end = timezone.now() + dt.timedelta(days=days)
    while (due := OutgoingMail.objects.waiting().order_by("due_at").first()) and due.due_at < end:
        later(monkeypatch, max(due.due_at - timezone.now(), dt.timedelta()) + dt.timedelta(seconds=1))
        send_waiting()
    later(monkeypatch, max(end - timezone.now(), dt.timedelta()))


@pytest.mark.parametrize("failing", ["gone", "busy", "bulk", "dead"])
def test_one_e_mail_that_fails_stops_no_other(event, settings, failing):
    settings.EMAIL_BACKEND = f"{SERVERS}.Picky"
    for name in ("ana", failing, "bo"):
        a_mail(event, name)
    assert send_waiting() == 2
    assert sent_to() == ["ana", "bo"]
    assert OutgoingMail.objects.get().to.startswith(failing)


def test_line_breaks_in_old_names_stop_no_e_mail(event):
    Event.objects.update(name="A\nBcc: everybody@example.org\r\nB")
    event.refresh_from_db()
    OutgoingMail.objects.create(event=event, to=a_user("old").email, subject="A\nB", body="Old row")
    write(event, [a_player(event, "ana")], "registration", f"{event}: hello", "Body")
    a_mail(event, "bo")
    assert send_waiting() == 3
    assert [message.subject for message in mail.outbox[:2]] == ["A B", "A Bcc: everybody@example.org B: hello"]


def test_an_address_with_a_line_break_is_given_up(event):
    bad = a_mail(event, "odd")
    OutgoingMail.objects.filter(pk=bad.pk).update(to="a\nb@example.org")
    EmailAddress.objects.filter(user__username="odd").update(email="a\nb@example.org")
    a_mail(event, "bo")
    assert send_waiting() == 1
    assert OutgoingMail.objects.get().reason == GivenUp.ADDRESS


@pytest.mark.parametrize(("name", "reason"), [("gone", GivenUp.ADDRESS), ("bulk", GivenUp.CONTENT)])
def test_permanent_failures_are_given_up_at_once(event, settings, name, reason):
    settings.EMAIL_BACKEND = f"{SERVERS}.Picky"
    a_mail(event, name)
    send_waiting()
    assert OutgoingMail.objects.get().reason == reason


@pytest.mark.parametrize("name", ["busy", "dead"])
def test_each_further_try_waits_longer_and_the_last_gives_up(event, settings, monkeypatch, name):
    settings.EMAIL_BACKEND = f"{SERVERS}.Picky"
    a_mail(event, name)
    waits = []
    for _number in range(MOST_TRIES - 1):
        send_waiting()
        left = OutgoingMail.objects.waiting().get()
        waits.append((left.due_at - timezone.now()).total_seconds() / 60)
        assert send_waiting() == 0 and OutgoingMail.objects.get().attempts == left.attempts
        later(monkeypatch, left.due_at - timezone.now() + dt.timedelta(seconds=1))
    for wait, least in zip(waits, (1, 5, 30, 120, 360, 720, 1440), strict=True):
        assert least * 0.99 <= wait <= least * 1.2
    send_waiting()
    assert OutgoingMail.objects.get().reason == GivenUp.TRIES


@pytest.mark.parametrize("server", ["Down", "HangsUp"])
def test_an_outage_of_a_day_gives_nothing_up(event, settings, monkeypatch, server):
    for number in range(5):
        a_mail(event, f"player{number}")
    settings.EMAIL_BACKEND = f"{SERVERS}.{server}"
    send_waiting()
    if server == "Down":
        assert set(OutgoingMail.objects.values_list("attempts", flat=True)) == {0}
        later(monkeypatch, dt.timedelta(days=1))
        send_waiting()
    else:
        run_for(monkeypatch, 1)
    assert OutgoingMail.objects.waiting().count() == 5
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    later(monkeypatch, dt.timedelta(days=2))
    assert send_waiting() == 5


def test_a_long_outage_gives_up_with_the_outage_reason(event, settings, monkeypatch):
    a_mail(event, "ana")
    settings.EMAIL_BACKEND = f"{SERVERS}.Down"
    later(monkeypatch, dt.timedelta(days=3, minutes=1))
    send_waiting()
    assert OutgoingMail.objects.get().reason == GivenUp.OUTAGE


def test_a_run_stops_after_three_connection_failures(event, settings):
    settings.EMAIL_BACKEND = f"{SERVERS}.HangsUp"
    for number in range(6):
        a_mail(event, f"player{number}")
    send_waiting()
    assert OutgoingMail.objects.filter(attempts=1).count() == 3


def test_what_is_sent_is_deleted(event):
    a_mail(event, "ana")
    assert send_waiting() == 1
    assert not OutgoingMail.objects.exists()


def test_a_killed_worker_neither_loses_nor_repeats_e_mails(event, monkeypatch):
    a_mail(event, "ana"), a_mail(event, "bo")
    with (
        mock.patch.object(mail_queue, "_message", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        send_waiting()
    assert send_waiting() == 1
    later(monkeypatch, LEASE + dt.timedelta(seconds=1))
    assert send_waiting() == 1
    assert sorted(sent_to()) == ["ana", "bo"]


def test_an_e_mail_that_kills_its_workers_is_given_up(event):
    a_mail(event, "ana", attempts=MOST_TRIES)
    assert send_waiting() == 0
    assert OutgoingMail.objects.get().reason == GivenUp.TRIES


def test_what_was_given_up_is_forgotten_after_a_month(event, monkeypatch):
    a_mail(event, "ana", failed_at=timezone.now(), reason=GivenUp.ADDRESS)
    later(monkeypatch, dt.timedelta(days=29))
    send_waiting()
    assert OutgoingMail.objects.exists()
    later(monkeypatch, dt.timedelta(days=2))
    send_waiting()
    assert not OutgoingMail.objects.exists()


def test_staff_see_failed_e_mails_and_send_them_again(event, settings):
    settings.EMAIL_BACKEND = f"{SERVERS}.Picky"
    olga = Person("olga")
    event.staff.create(user=olga.user, role=Role.OWNER)
    failed = a_mail(event, "gone")
    send_waiting()
    page = olga.sees(f"/events/{event.slug}/manage/players/")
    assert failed.to in page
    assert "The mail server takes no e-mails for this address" in page
    assert "Send again" in page
    assert "1 e-mail could not be sent." in olga.sees(f"/events/{event.slug}/run/")
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    again = f"/events/{event.slug}/manage/mails/{failed.pk}/again/"
    olga.sends(again)
    assert send_waiting() == 1
    olga.sends(again, 409)
    assert failed.to not in olga.sees(f"/events/{event.slug}/manage/players/")


def test_e_mails_of_another_event_cannot_be_sent_again(event):
    olga = Person("olga")
    event.staff.create(user=olga.user, role=Role.OWNER)
    foreign = a_mail(an_event("registration"), "ana", failed_at=timezone.now(), reason=GivenUp.ADDRESS)
    olga.sends(f"/events/{event.slug}/manage/mails/{foreign.pk}/again/", 409)
    assert OutgoingMail.objects.given_up().exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_e_mail_once():
    event = an_event("registration")
    for number in range(8):
        a_mail(event, f"player{number}")
    answers = at_once(send_waiting, send_waiting)
    assert is_clean(answers)
    assert sum(answers) == 8
    assert sorted(sent_to()) == [f"player{number}" for number in range(8)]


def claims_of_two_who_saw_the_same() -> list[bool]:
    one = a_mail(an_event("registration"), "ana")
    seen = [OutgoingMail.objects.get(pk=one.pk) for _worker in range(2)]
    answers = at_once(*(lambda row=row: mail_queue._claim(row, timezone.now()) for row in seen))
    assert is_clean(answers)
    return sorted(answers)


@pytest.mark.django_db(transaction=True)
def test_two_workers_cannot_claim_the_same_e_mail():
    assert claims_of_two_who_saw_the_same() == [False, True]


@pytest.mark.django_db(transaction=True)
def test_without_the_atomic_claim_both_workers_get_it():
    """The negative control: what was seen is free for both."""

    def only_looks(mail: OutgoingMail, now: dt.datetime) -> bool:
        return bool(OutgoingMail.objects.waiting().filter(pk=mail.pk).update(due_at=now + LEASE))

    with mock.patch.object(mail_queue, "_claim", only_looks):
        assert claims_of_two_who_saw_the_same() == [True, True]


@pytest.mark.django_db(transaction=True)
def test_two_workers_take_no_more_than_the_daily_number_together(settings):
    settings.INTRODUCTIONS_A_DAY = {0: 3}
    event, olga = an_event("registration", capacity=50), a_user("olga")
    event.staff.create(user=olga, role=Role.OWNER)
    person = Person("staff")
    event.staff.create(user=person.user, role=Role.ORGANISER)
    text = "name,email\n" + "\n".join(f"P{n},p{n}@example.net" for n in range(10))
    person.sends(f"/events/{event.slug}/manage/players/import/", text=text, do="import")
    answers = at_once(send_waiting, send_waiting)
    assert is_clean(answers)
    assert sum(answers) == 3
