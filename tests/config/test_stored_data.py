"""The page that tells a person what is kept about them, and until when."""

import datetime as dt

import pytest
from axes.models import AccessLog
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import FormerName, User
from core.privacy import personal_data
from judging.models import Submission
from tests.config import canaries
from tests.judging import people
from tournaments.models import OutgoingMail

PAGE = "/me/kept/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client) -> User:
    people.a_hall()
    ana = people.user("ana")
    client.force_login(ana)
    return ana


def lines(client) -> dict[str, tuple[str, str, dt.datetime | None]]:
    return {str(line.what): (line.held, str(line.until), line.ends_on) for line in client.get(PAGE).context["kept"]}


def test_the_page_shows_the_person_s_own_words_and_address(client, ana):
    shown = lines(client)
    assert shown["Public name"][0] == "Ana"
    assert shown["E-mail addresses"][0] == "ana@example.org"
    assert "registered" in shown["Registration, team lists and results: Open"][0]


def test_a_sign_in_is_shown_until_thirty_days_later(client, ana):
    at = timezone.now() - dt.timedelta(days=4)
    AccessLog.objects.all().delete()
    AccessLog.objects.create(username=ana.email, ip_address="203.0.113.7")
    AccessLog.objects.update(attempt_time=at)
    held, _until, ends_on = lines(client)["Sign-ins, also failed ones, with browser and network address"]
    assert (held, ends_on) == ("1", at + dt.timedelta(days=30))


def test_the_address_of_an_upload_is_shown_for_ninety_days(client, ana):
    log = Submission.objects.create(
        submitter=ana, key="k", sha256="s", size=1, source="page", content=b"x", address="203.0.113.7"
    )
    shown = lines(client)["Network addresses from which game logs came"]
    assert shown[::2] == ("1", log.received_at + dt.timedelta(days=90))


def test_a_former_name_is_noted_and_shown(client, ana):
    for name in ("Anna", "Ana", "Ann"):
        client.post(reverse("accounts:me"), {"public_name": name})
    assert lines(client)["Former public names"][0] == "Ana, Anna"
    personal_data.erase(User.objects.get(pk=ana.pk))
    assert not FormerName.objects.exists()


def test_a_log_handed_in_under_a_former_name_forgets_it(client, ana):
    log = Submission.objects.create(
        match=people.table_1(), submitter=ana, key="k", sha256="s", size=1, source="page", content=b'{"name": "Ana"}'
    )
    client.post(reverse("accounts:me"), {"public_name": "Somebody Else"})
    personal_data.erase(User.objects.get(pk=ana.pk))
    assert bytes(Submission.objects.defer(None).get(pk=log.pk).content) == b'{"name": "former player"}'


def test_nothing_of_another_person_is_shown(client, ana):
    OutgoingMail.objects.create(event=people.table_1().round.event, to="bo@example.org", subject="x", body="x")
    page = client.get(PAGE).content.decode()
    assert "bo@example.org" not in page
    assert lines(client)["E-mails that wait to be sent"][0] == ""


def test_the_page_stands_with_a_row_of_every_kind(client, ana):
    canaries.plant(ana)
    page = client.get(PAGE)
    assert page.status_code == 200
    assert "Canary of old" in page.content.decode()
    assert page["Cache-Control"] == "no-store"


def test_the_profile_leads_to_the_page(client, ana):
    assert f'href="{PAGE}"' in client.get(reverse("accounts:me")).content.decode()


def test_the_page_is_in_french(client, ana):
    with translation.override("fr"):
        french = texts(ana)
    assert not french & texts(ana)


def texts(person: User) -> set[str]:
    return {str(text) for line in personal_data.stored_about(person) for text in (line.what, line.until)}
