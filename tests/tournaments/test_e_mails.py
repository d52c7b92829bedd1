"""A letter says when and where the event is, and leads to the page on which its reader goes on."""

import datetime as dt

import pytest
from django.urls import reverse

from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.mail.services.mail import REGISTRATION_NEWS, notify_registration
from tournaments.models import EventState, MailChoice, OutgoingMail, Registration, Status
from tournaments.players.services import registration
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
TEN = dt.datetime(2030, 6, 9, 8, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://arena.example/"


def an_event(state=EventState.REGISTRATION, **fields):
    return worlds.an_event(state, place="Town hall", time_zone="Europe/Paris", starts_at=TEN, **fields)


def page(name: str, *args) -> str:
    return f"https://arena.example{reverse(f'tournaments:{name}', args=args)}"


def the_letter_to(player: Registration) -> list[str]:
    """But for its last line, which leads out of all e-mails."""
    *letter, empty, way_out = OutgoingMail.objects.get(to=player.email).body.splitlines()
    assert (empty, "/events/mail/stop/" in way_out) == ("", True)
    return letter


def test_registration_e_mails_contain_date_place_and_link():
    event, eve = an_event(), Person("eve")
    eve.sends(f"/events/{event.slug}/register/", club="Owls")
    letter = the_letter_to(event.registrations.get())
    assert letter[-4:] == [event.name, "9 June 2030, 10:00 (Paris)", "Town hall", page("event", event.slug)]


def test_nobody_is_checked_in_by_registering_before_the_event():
    event, eve = an_event(), Person("eve")
    eve.sends(f"/events/{event.slug}/register/", club="Owls")
    assert "checked in" not in " ".join(the_letter_to(event.registrations.get()))


@pytest.mark.parametrize("status", ["pending", "waiting", "registered", "withdrawn", "refused"])
def test_each_step_of_a_registration_has_its_own_e_mail(status):
    queued_at = TEN if status == "waiting" else None
    player = worlds.a_player(an_event(), status=status, queued_at=queued_at)
    notify_registration(player)
    subject, body = REGISTRATION_NEWS[Status(status)]
    assert OutgoingMail.objects.get(to=player.email).subject == subject % {"event": player.event}
    assert the_letter_to(player)[0] == body % {"event": player.event}


def test_a_rejected_registration_is_called_so_in_every_place(signed_in):
    event = an_event("registration", needs_approval=True)
    player = worlds.a_player(event, status="pending")
    client = signed_in(worlds.staff(event, "owner"))
    players = f"/events/{event.slug}/manage/players/"
    assert ">Reject<" in client.get(players).content.decode()
    said = client.post(f"{players}{player.pk}/decide/", {"do": "refuse"}, follow=True).content.decode()
    assert f"Registration of {player} rejected." in said
    assert '<span class="badge">rejected</span>' in said
    assert "your registration was rejected" in OutgoingMail.objects.get(to=player.user.email).subject


def test_a_guest_is_led_to_where_the_registration_is_claimed():
    event = an_event()
    about = {"guest_name": "Éloïse", "guest_email": "e@example.org"}
    guest = registration.add_player(event_id=event.pk, who=worlds.staff(event, "owner"), about=about)
    assert page("claim", guest.claim_token) in the_letter_to(guest)


def test_list_reminders_link_the_list_form():
    event = an_event(lists_required=True, list_deadline=TEN - dt.timedelta(hours=1))
    member = worlds.a_player(event)
    guest = Registration.objects.create(event=event, guest_name="Éloïse", guest_email="e@example.org")
    organiser = Person("olga")
    event.staff.create(user=organiser.user, role="owner")
    organiser.sends(f"/events/{event.slug}/lists/remind/")
    assert the_letter_to(member)[-1] == page("my_list", event.slug)
    assert "9 June 2030, 09:00 (Paris)" in the_letter_to(member)[0]
    assert page("claim", guest.claim_token) in the_letter_to(guest)


def test_reminders_report_who_got_none_and_why(signed_in):
    event = an_event(lists_required=True)
    worlds.a_player(event)
    MailChoice.objects.create(user=worlds.a_player(event).user, deadline=False)
    for number in range(3):
        Registration.objects.create(event=event, guest_name=f"Guest {number}")
    Registration.objects.create(event=event, guest_name="With an address", guest_email="e@example.org")
    answer = signed_in(worlds.staff(event)).post(f"/events/{event.slug}/lists/remind/", follow=True)
    (message,) = map(str, answer.context["messages"])
    assert message == (
        "1 reminder sent. 3 players have no e-mail address. 1 player has confirmed no address and gets no reminders. "
        "1 player has turned these e-mails off."
    )


def test_reminders_say_beforehand_how_many_they_reach(signed_in):
    event = an_event(lists_required=True)
    Registration.objects.create(event=event, guest_name="Guest")
    client = signed_in(worlds.staff(event))
    shown = client.get(f"/events/{event.slug}/lists/").content.decode()
    assert "1 list is missing, from a player without an e-mail address" in shown
    assert "Send reminders" not in shown
    worlds.a_player(event)
    shown = client.get(f"/events/{event.slug}/lists/").content.decode()
    assert "Send reminders" in shown
    assert "1 of 2 missing players can get one." in shown


def test_pairing_e_mails_link_the_match_in_the_players_language():
    event = an_event(EventState.RUNNING)
    player = worlds.a_player(event)
    MailChoice.objects.create(user=player.user, pairing=True)
    player.user.locale = "fr"
    player.user.save()
    unpublished = worlds.a_round(event, (player, worlds.a_player(event)), state="draft")
    publish_round(round_id=unpublished.pk, who=worlds.staff(event))
    letter = the_letter_to(player)
    assert letter[-1] == page("match", unpublished.matches.get().pk)
    assert "9 juin 2030, 10:00 (Paris)" in letter
