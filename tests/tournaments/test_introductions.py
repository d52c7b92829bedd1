"""People who never confirmed an address get one e-mail, in words of this site alone, and can stop that."""

import datetime as dt
import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.cases import some_of
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_user, an_event
from tournaments.mail.models import digest_of
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.models import DailyIntroductions, Event, MailChoice, OptOut, OutgoingMail, Registration, Role

pytestmark = pytest.mark.django_db
SPAM = "Buy cheap watches at http://evil.example"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://arena.example/"


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga) -> Event:
    event = an_event("registration", name=SPAM, place=SPAM, capacity=1000)
    event.staff.create(user=olga.user, role=Role.OWNER)
    return event


def imports(olga: Person, event: Event, count: int, domain: str = "example.net") -> None:
    lines = "\n".join(f"{SPAM} {n},p{n}@{domain}" for n in range(count))
    olga.sends(f"/events/{event.slug}/manage/players/import/", text=f"name,email\n{lines}", do="import")


def page_of_players(olga: Person, event: Event) -> str:
    return olga.sees(f"/events/{event.slug}/manage/players/")


def later(monkeypatch, **delta) -> None:
    moment = timezone.now() + dt.timedelta(**delta)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def send_all() -> int:
    sent = 0
    while more := send_waiting():
        sent += more
    return sent


def test_imported_addresses_get_e_mails_within_the_daily_limit(olga, event):
    imports(olga, event, 300)
    assert send_all() == 20
    assert Registration.objects.filter(event=event).count() == 300
    page = page_of_players(olga, event)
    assert 'data-code="mails-wait"' in page
    assert "280 e-mails" in page


def test_e_mails_over_the_daily_limit_follow_the_next_day(olga, event, monkeypatch):
    imports(olga, event, 30)
    assert send_all() == 20
    later(monkeypatch, days=1)
    assert send_all() == 10
    assert len({letter.to[0] for letter in mail.outbox}) == 30


@pytest.mark.parametrize(("days", "most"), some_of([(180, 300), (0, 20), (-1, 20), (7, 50), (30, 100)]))
def test_the_daily_number_grows_with_the_age_of_the_account(olga, event, days, most):
    olga.user.date_joined -= dt.timedelta(days=days)
    olga.user.save()
    imports(olga, event, 310)
    assert send_all() == most


def test_two_events_of_one_organiser_share_the_daily_number(olga, event):
    other = an_event("registration", capacity=100)
    other.staff.create(user=olga.user, role=Role.OWNER)
    imports(olga, event, 15)
    imports(olga, other, 15, "example.com")
    assert send_all() == 20


def test_an_organiser_without_a_confirmed_address_writes_to_nobody(olga, event, monkeypatch):
    EmailAddress.objects.filter(user=olga.user).update(verified=False)
    imports(olga, event, 3)
    assert send_all() == 0
    assert "once the owner of this event has confirmed their own e-mail address" in page_of_players(olga, event)
    EmailAddress.objects.filter(user=olga.user).update(verified=True)
    later(monkeypatch, minutes=11)
    assert send_all() == 3


def test_an_introduction_contains_no_text_typed_by_users(olga, event):
    imports(olga, event, 1)
    send_all()
    [letter] = mail.outbox
    guest = event.registrations.get()
    assert SPAM not in letter.subject + letter.body
    assert "evil" not in str(letter.message())
    assert [link.split("/")[3:6] for link in re.findall(r"https?://\S+", letter.body)] == [
        [""],
        ["events", "claim", guest.claim_token],
        ["events", "mail", "stop"],
    ]
    assert all(link.startswith("https://arena.example/") for link in re.findall(r"https?://\S+", letter.body))


def test_a_stranger_is_written_to_once_whatever_happens(olga, event):
    imports(olga, event, 1)
    send_all()
    olga.sends(f"/events/{event.slug}/announce/", text=SPAM)
    guest = event.registrations.get()
    olga.sends(f"/events/{event.slug}/manage/players/{guest.pk}/decide/", do="withdraw")
    other = an_event("registration", capacity=10)
    other.staff.create(user=olga.user, role=Role.OWNER)
    imports(olga, other, 1)
    assert send_all() == 0
    assert len(mail.outbox) == 1


def test_an_account_that_confirmed_no_address_is_a_stranger_too(event):
    eve = Person("eve")
    EmailAddress.objects.filter(user=eve.user).update(verified=False)
    eve.sends(f"/events/{event.slug}/register/", club="Owls")
    send_all()
    [letter] = mail.outbox
    assert SPAM not in letter.subject + letter.body
    assert "https://arena.example/accounts/email/" in letter.body


def test_confirmed_addresses_get_the_usual_e_mails(event):
    eve = Person("eve")
    eve.sends(f"/events/{event.slug}/register/", club="Owls")
    send_all()
    [letter] = mail.outbox
    assert event.name in letter.subject
    assert event.place in letter.body


def test_a_corrected_address_gets_the_waiting_e_mail(olga, event):
    olga.sends(f"/events/{event.slug}/manage/players/add/", guest_name="Ana", guest_email="wrong@example.net")
    guest = event.registrations.get()
    fields = {"guest_name": "Ana", "guest_email": "right@example.net"}
    olga.sends(f"/events/{event.slug}/manage/players/{guest.pk}/", **fields)
    assert send_all() == 1
    assert mail.outbox[0].to == ["right@example.net"]


def test_claimed_registrations_get_no_introduction(olga, event):
    imports(olga, event, 1)
    Person("ana").sends(f"/events/claim/{event.registrations.get().claim_token}/")
    assert send_all() == 0
    assert not OutgoingMail.objects.exists()


def test_two_players_with_one_address_get_one_e_mail(olga, event):
    text = "name,email\nMia,family@example.net\nLéo,FAMILY@example.net"
    olga.sends(f"/events/{event.slug}/manage/players/import/", text=text, do="import")
    assert send_all() == 1


def shown_after_adding(organiser: Person, address: str) -> list[str]:
    """What an organiser who cannot send yet sees after adding this address to two events of their own."""
    pages = []
    for name in ("first", "second"):
        event = an_event("registration", name=name, starts_at=dt.datetime(2030, 5, 4, 9, tzinfo=dt.UTC))
        event.staff.create(user=organiser.user, role=Role.OWNER)
        path = f"/events/{event.slug}/manage/players/add/"
        organiser.sends(path, 302, guest_name="Somebody", guest_email=address)
        send_all()
        page = page_of_players(organiser, event)
        pages.append(strip_tags(page[page.index("<main") : page.index("</main>")]))
    return pages


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_adding_an_address_does_not_tell_who_has_an_account(is_confirmed):
    ida, curious = Person("ida"), [Person("olga"), Person("otto")]
    EmailAddress.objects.filter(user__in=[one.user for one in curious]).update(verified=is_confirmed)
    ida.user.public_name = "Ida Secret"
    ida.user.save()
    known, unknown = map(shown_after_adding, curious, [ida.user.email, "nobody@example.net"])
    assert known == unknown
    assert ("is waiting" in known[1]) is not is_confirmed
    assert "Ida Secret" not in "".join(known)
    assert not Registration.objects.filter(user=ida.user).exists()


@pytest.mark.parametrize("who", ["ida@example.org", "nobody@example.net", "opted-out@example.net"])
def test_the_daily_number_does_not_reveal_who_has_an_account(olga, event, who):
    """An address that was written to counts again for the next event, though a stranger gets no second e-mail."""
    Person("ida")
    OptOut.objects.create(digest=digest_of("opted-out@example.net"))
    other = an_event("registration", capacity=10)
    other.staff.create(user=olga.user, role=Role.OWNER)
    for each in (event, other):
        olga.sends(f"/events/{each.slug}/manage/players/add/", 302, guest_name="Somebody", guest_email=who)
        send_all()
    assert DailyIntroductions.objects.get(organiser=olga.user).sent == 2


def test_an_account_added_by_address_registers_by_its_own_click(olga, event):
    ida = Person("ida")
    olga.sends(f"/events/{event.slug}/manage/players/add/", 302, guest_name="Ida", guest_email=ida.user.email)
    send_all()
    [letter] = mail.outbox
    link = next(link for link in re.findall(r"https://arena.example(\S+)", letter.body) if "/claim/" in link)
    ida.sends(link)
    assert event.registrations.get().user == ida.user


def test_an_account_is_asked_once_for_each_event(olga, event):
    ida = Person("ida")
    other = an_event("registration", capacity=10)
    other.staff.create(user=olga.user, role=Role.OWNER)
    for each in (event, other):
        olga.sends(f"/events/{each.slug}/manage/players/add/", 302, guest_name="Ida", guest_email=ida.user.email)
        olga.sends(f"/events/{each.slug}/announce/", text="Lunch")
    assert send_all() == 2


def link_of(letter) -> str:
    return letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://arena.example")


def a_letter_to(event: Event, name: str = "eve"):
    player = Person(name)
    player.sends(f"/events/{event.slug}/register/", club="Owls")
    send_all()
    return mail.outbox[-1]


def test_one_click_in_the_mail_program_stops_all_e_mails(event):
    letter = a_letter_to(event)
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    anybody = Client(enforce_csrf_checks=True)
    assert anybody.post(link_of(letter), {"List-Unsubscribe": "One-Click"}).status_code == 200
    MailChoice.objects.create(user=Registration.objects.get().user, announcement=True)
    olga = Person("second")
    event.staff.create(user=olga.user, role=Role.ORGANISER)
    olga.sends(f"/events/{event.slug}/announce/", text="Lunch")
    assert send_all() == 0


def test_looking_at_the_page_stops_nothing_and_the_button_does(event, client):
    link = link_of(a_letter_to(event))
    assert "Stop e-mails" in client.get(link).content.decode()
    assert "Receive e-mails again" in client.post(link, {"do": "stop"}).content.decode()
    assert "Receive e-mails again" in client.get(link).content.decode()


def test_stopped_e_mails_can_be_switched_on_again(event, client):
    link = link_of(a_letter_to(event))
    client.post(link, {"do": "stop"})
    assert "Stop e-mails" in client.post(link, {"do": "again"}).content.decode()
    assert len(mail.outbox) == 1
    a_letter_to(an_event("registration"), "ida")
    assert len(mail.outbox) == 2


def test_waiting_e_mails_are_not_sent_after_opting_out(event, client):
    link = link_of(a_letter_to(event))
    eve = Registration.objects.get().user
    OutgoingMail.objects.create(event=event, to=eve.email.upper(), subject="Round 1", body="Table 1")
    client.post(link, {"do": "stop"})
    assert send_all() == 0
    assert not OutgoingMail.objects.exists()


def test_an_opted_out_address_is_left_alone_by_later_imports(olga, event, client):
    imports(olga, event, 1)
    send_all()
    client.post(link_of(mail.outbox[0]))
    guest = event.registrations.get()
    a_user("p0")
    EmailAddress.objects.filter(user__username="p0").update(email=guest.guest_email)
    other = an_event("registration", capacity=10)
    other.staff.create(user=olga.user, role=Role.OWNER)
    imports(olga, other, 1)
    assert send_all() == 0


@pytest.mark.parametrize("token", ["x", "0" * 64, "0" * 64 + ":x"])
def test_a_link_that_was_made_up_stops_nobody(client, token):
    assert client.post(f"/events/mail/stop/{token}/").status_code == 404
