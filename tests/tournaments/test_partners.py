"""How two players of two against two find each other, by name and by link, with accounts and without."""

import datetime as dt
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.people import Person
from tests.tournaments.test_crews import Known
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Crew, Event, OutgoingMail, PartnerLink, Registration
from tournaments.players.models.crews import crews_of, without_partner
from tournaments.players.services import crews
from tournaments.players.services.crews import join

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event("registration", mode="two-v-two")


def asks(event: Event, player: Known, partner: Registration | None) -> None:
    player.sends(f"/events/{event.slug}/crews/choose/", partner=partner.pk if partner else "")


def two(event: Event) -> tuple[Registration, Registration, Known, Known]:
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    return ana, bo, Known(ana.user), Known(bo.user)


def crew_names(event: Event) -> list[str]:
    return [crew.full_name for crew in crews_of(event)]


def test_a_request_is_accepted_by_choosing_back(event):
    ana, bo, first, second = two(event)
    here = f"/events/{event.slug}/crews/"
    asks(event, first, bo)
    assert "You have asked Bo" in first.sees(here)
    assert "Ana wants to play with you" in second.sees(here)
    assert "somebody wants to play with you" in second.sees(f"/events/{event.slug}/")
    asks(event, second, ana)
    assert crew_names(event) == ["Ana & Bo"]
    assert [sent.to for sent in OutgoingMail.objects.order_by("pk")] == ["bo@example.org", "ana@example.org"]


def test_a_second_tap_changes_nothing_and_names_a_found_partner(event):
    ana, bo, first, second = two(event)
    cy = a_player(event, "cy")
    third, choose = Known(cy.user), f"/events/{event.slug}/crews/choose/"
    asks(event, third, ana)
    asks(event, first, bo)
    for _tap in range(2):
        asks(event, second, ana)
    assert crew_names(event) == ["Ana & Bo"]
    assert "You have asked" not in third.sees(f"/events/{event.slug}/crews/")
    assert "Bo is in a crew already." in third.sends(choose, 409, partner=bo.pk).content.decode()
    assert OutgoingMail.objects.filter(to="ana@example.org", subject__contains="Bo").count() == 1


def test_a_declined_request_is_gone_and_its_sender_is_notified(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    second.sends(f"/events/{event.slug}/crews/decline/", player=ana.pk)
    assert "You have asked" not in first.sees(f"/events/{event.slug}/crews/")
    assert "Bo has declined" in OutgoingMail.objects.filter(to="ana@example.org").get().subject
    asks(event, second, ana)
    assert crew_names(event) == []


def test_nobody_declines_a_request_to_somebody_else(event):
    ana, bo, first, _second = two(event)
    other = Known(a_player(event, "cy").user)
    asks(event, first, bo)
    other.sends(f"/events/{event.slug}/crews/decline/", player=ana.pk)
    ana.refresh_from_db()
    assert ana.wished_partner == bo


def test_a_withdrawn_request_forms_no_crew(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, first, None)
    asks(event, second, ana)
    assert crew_names(event) == []


def link_of(event: Event, player: Known) -> str:
    player.sends(f"/events/{event.slug}/crews/link/")
    found = re.search(
        r'id="partner-link" readonly value="http://[^/]*([^"]*)"', player.sees(f"/events/{event.slug}/crews/")
    )
    assert found is not None
    return found[1]


def test_a_link_that_is_accepted_forms_the_crew(event):
    _ana, _bo, first, second = two(event)
    link = link_of(event, first)
    assert "Ana invites you by this link" in second.sees(link)
    second.sends(f"{link}answer/", do="accept")
    assert crew_names(event) == ["Ana & Bo"]
    assert not PartnerLink.objects.exists()
    assert Client().get(link).status_code == 410


def test_a_link_that_is_declined_is_used_up(event):
    _ana, _bo, first, second = two(event)
    link = link_of(event, first)
    second.sends(f"{link}answer/", do="decline")
    assert crew_names(event) == []
    assert second.client.get(link).status_code == 410
    assert "Bo has declined" in OutgoingMail.objects.get().subject


@pytest.mark.parametrize("how", ["withdrawn", "replaced", "expired", "of-another-event"])
def test_a_link_that_is_not_valid_forms_no_crew(event, how):
    _ana, _bo, first, second = two(event)
    link = link_of(event, first)
    if how == "withdrawn":
        first.sends(f"/events/{event.slug}/crews/withdraw/")
    elif how == "replaced":
        assert link_of(event, first) != link
    elif how == "expired":
        PartnerLink.objects.update(valid_until=timezone.now() - dt.timedelta(minutes=1))
    else:
        PartnerLink.objects.update(player=a_player(an_event("registration", mode="two-v-two"), "eve"))
    assert second.client.get(link).status_code == 410
    assert "This link is no longer valid" in second.sends(f"{link}answer/", 409, do="accept").content.decode()
    assert crew_names(event) == []


def test_a_links_page_says_what_stands_in_the_way(event):
    _ana, _bo, first, second = two(event)
    link = link_of(event, first)
    assert "This is your own link" in first.sees(link)
    first.sends(f"{link}answer/", 409, do="accept")
    assert "Sign in to answer" in Client().get(link).content.decode()
    assert "register first" in Person("stranger").sees(link)
    Person("outsider").sends(f"{link}answer/", 404, do="accept")
    cy, dan = a_player(event, "cy"), a_player(event, "dan")
    asks(event, second, cy)
    asks(event, Known(cy.user), Registration.objects.get(user=second.user))
    assert "Leave that crew first" in second.sees(link)
    second.sends(f"{link}answer/", 409, do="accept")
    assert crew_names(event) == ["Bo & Cy"]
    assert dan in without_partner(event)


def test_a_player_with_a_partner_gets_no_link(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, second, ana)
    first.sends(f"/events/{event.slug}/crews/link/", 409)
    assert not PartnerLink.objects.exists()


def test_a_left_crew_is_taken_up_again_in_its_seats(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, second, ana)
    Crew.objects.update(name="Sharks")
    second.sends(f"/events/{event.slug}/crews/leave/")
    assert crew_names(event) == []
    assert "Bo has left your crew" in OutgoingMail.objects.filter(to="ana@example.org").latest("pk").subject
    assert "You have left your crew" in second.sees(f"/events/{event.slug}/crews/")
    second.sends(f"/events/{event.slug}/crews/undo/")
    assert crew_names(event) == ["Sharks (Ana & Bo)"]
    second.sends(f"/events/{event.slug}/crews/undo/", 409)


def test_nobody_leaves_a_crew_whose_partner_cannot_be_written_to(event, monkeypatch):
    ana, bo, _first, _second = two(event)
    join(event, [ana, bo], who=ana.user)
    monkeypatch.setattr(crews, "notify_of_crew", lambda *_facts: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        crews.leave_with_way_back(registration=ana, who=ana.user)
    assert crew_names(event) == ["Ana & Bo"]


def test_who_has_found_another_partner_is_not_taken_back(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, second, ana)
    first.sends(f"/events/{event.slug}/crews/leave/")
    cy = a_player(event, "cy")
    asks(event, second, cy)
    asks(event, Known(cy.user), bo)
    first.sends(f"/events/{event.slug}/crews/undo/", 409)
    assert crew_names(event) == ["Bo & Cy"]


def test_the_way_back_into_a_crew_is_open_for_minutes(event, monkeypatch):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, second, ana)
    first.sends(f"/events/{event.slug}/crews/leave/")
    monkeypatch.setattr(crews, "UNDO_TIME", dt.timedelta(seconds=-1))
    first.sends(f"/events/{event.slug}/crews/undo/", 409)
    assert crew_names(event) == []


def personal(player: Registration, step: str = "") -> str:
    if not step:
        return reverse("tournaments:personal", args=[player.link_token])
    return reverse("tournaments:personal_crew", args=[player.link_token, step])


def test_a_guest_chooses_declines_and_leaves_by_the_personal_link(client, event):
    ana, bo, first, second = two(event)
    guest = Registration.objects.create(event=event, guest_name="Gaëlle")
    asks(event, first, guest)
    asks(event, second, guest)
    page = client.get(personal(guest)).content.decode()
    assert "Ana wants to play with you" in page
    assert "Bo wants to play with you" in page
    client.post(personal(guest, "decline"), {"player": bo.pk})
    client.post(personal(guest, "choose"), {"partner": ana.pk})
    assert crew_names(event) == ["Ana & Gaëlle"]
    client.post(personal(guest, "leave"))
    assert "You have left your crew" in client.get(personal(guest)).content.decode()
    client.post(personal(guest, "undo"))
    assert crew_names(event) == ["Ana & Gaëlle"]
    assert not mail.outbox


def test_a_guest_invites_a_partner_by_link(client, event):
    _ana, _bo, first, _second = two(event)
    guest = Registration.objects.create(event=event, guest_name="Gaëlle")
    client.post(personal(guest, "link"))
    link = reverse("tournaments:partner_link", args=[event.slug, PartnerLink.objects.get().token])
    assert link in client.get(personal(guest)).content.decode()
    first.sends(f"{link}answer/", do="accept")
    assert crew_names(event) == ["Gaëlle & Ana"]


def test_whose_partner_has_left_chooses_somebody_else(event):
    ana, bo, first, second = two(event)
    asks(event, first, bo)
    asks(event, second, ana)
    second.sends(f"/events/{event.slug}/withdraw/")
    page = first.sees(f"/events/{event.slug}/crews/")
    assert "Bo has left the event." in page
    cy = a_player(event, "cy")
    asks(event, first, cy)
    asks(event, Known(cy.user), ana)
    assert crew_names(event) == ["Ana & Cy"]
