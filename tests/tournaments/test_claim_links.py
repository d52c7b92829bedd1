"""The link with which a player claims a registration works for a time, and the staff renew it."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.people import Person
from tests.tournaments.worlds import an_event
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return an_event("registration").registrations.create(guest_name="Ana Morin")


def expired(guest):
    guest.claim_until = timezone.now() - dt.timedelta(minutes=1)
    guest.save()
    return guest


def test_a_link_works_for_the_days_of_the_setting(guest, settings):
    assert guest.claim_until - guest.created_at > dt.timedelta(days=settings.CLAIM_LINK_DAYS - 1)
    Person("ana").sends(reverse("tournaments:claim", args=[guest.claim_token]))
    guest.refresh_from_db()
    assert guest.user


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_expired_link_says_so_and_claims_nothing(guest, method):
    ana = Person("ana")
    answer = getattr(ana.client, method)(reverse("tournaments:claim", args=[expired(guest).claim_token]))
    assert answer.status_code == 410
    assert "This link has expired" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.user is None


def test_a_row_from_before_links_had_an_end_expires_too(guest, settings):
    guest.claim_until = None
    assert not guest.claim_link_has_expired
    guest.created_at -= dt.timedelta(days=settings.CLAIM_LINK_DAYS)
    assert guest.claim_link_has_expired


def test_the_organiser_renews_a_link_in_one_step(guest):
    olga, ana = Person("olga"), Person("ana")
    guest.event.staff.create(user=olga.user, role=Role.ORGANISER)
    old = expired(guest).claim_token
    page = reverse("tournaments:edit_player", args=[guest.event.slug, guest.pk])
    assert "The link has expired." in olga.sees(page)
    olga.sends(reverse("tournaments:renew_claim_link", args=[guest.event.slug, guest.pk]))
    guest.refresh_from_db()
    assert guest.claim_token in olga.sees(page)
    assert ana.client.get(reverse("tournaments:claim", args=[old])).status_code == 404
    ana.sends(reverse("tournaments:claim", args=[guest.claim_token]))


def test_nobody_claims_a_name_like_another_players(guest):
    guest.event.registrations.create(guest_name="Zoe")
    ana = Person("zoé")
    ana.sends(reverse("tournaments:claim", args=[guest.claim_token]), 409)


def test_the_page_says_who_will_see_the_account_name(guest):
    mia = Person("mia")
    mia.user.public_name, mia.user.is_minor = "Mia Martin", True
    mia.user.save()
    answer = mia.client.get(reverse("tournaments:claim", args=[guest.claim_token]))
    assert "Other players will see you as “M. M.”." in answer.content.decode()
    assert "The staff of the event will see your name “Mia Martin” and your e-mail address." in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_a_minor_claims_with_a_guardians_note_where_required(guest):
    guest.event.asks_guardian = True
    guest.event.save()
    mia = Person("mia")
    mia.user.is_minor = True
    mia.user.save()
    path = reverse("tournaments:claim", args=[guest.claim_token])
    assert mia.sends(path, 400).context["form"].has_error("guardian", "required")
    mia.sends(path, guardian="My father Jean, 06 00 00 00 00")
    guest.refresh_from_db()
    assert (guest.user, guest.guardian) == (mia.user, "My father Jean, 06 00 00 00 00")


def test_a_note_that_the_staff_entered_is_kept(guest):
    guest.event.asks_guardian, guest.is_minor, guest.guardian = True, True, "Her mother"
    guest.event.save()
    guest.save()
    Person("mia").sends(reverse("tournaments:claim", args=[guest.claim_token]), guardian="Nobody")
    guest.refresh_from_db()
    assert guest.guardian == "Her mother"


def test_a_links_end_is_one_sentence_with_a_plain_date(guest):
    olga = Person("olga")
    guest.event.staff.create(user=olga.user, role=Role.ORGANISER)
    guest.claim_until = dt.datetime(2027, 2, 20, 15, 51, tzinfo=dt.UTC)
    guest.save()
    page = olga.sees(reverse("tournaments:edit_player", args=[guest.event.slug, guest.pk]))
    reported = page[page.index("It works until ") :]
    assert "20 February 2027, " in reported[: reported.index("</span>")]
    assert ".." not in reported[: reported.index("</span>")]
