"""Every step of the staff is followed by a line that says what was done, to whom, and what undoes it."""

import re

import pytest
from django.utils import timezone

from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event, Role, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return Person("owner")


def staffed_by(owner, *args, **fields) -> Event:
    event = an_event(*args, **fields)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event


def said(person, path, **fields) -> list[str]:
    answer = person.client.post(path, fields, follow=True)
    assert answer.redirect_chain, answer.content.decode()[-2000:]
    return [str(message) for message in answer.context["messages"]]


def test_feedback_names_the_player_and_the_undo(owner):
    event = staffed_by(owner)
    ana = a_player(event, "ana")
    path = f"/events/{event.slug}/manage/players/{ana.pk}/decide/"
    (line,) = said(owner, path, do="drop")
    assert "Ana dropped." in line and f'<form method="post" action="{path}">' in line
    assert '<input type="hidden" name="do" value="reinstate">' in line
    assert '<button class="button button-small">Reinstate</button>' in line
    (line,) = said(owner, path, do="reinstate")
    assert line == "Ana reinstated."
    ana.refresh_from_db()
    assert ana.can_play


def test_the_button_of_a_message_takes_names_as_text(owner):
    event = staffed_by(owner)
    ana = event.registrations.create(guest_name="Ana <b>", lot=1, checked_in_at=timezone.now())
    (line,) = said(owner, f"/events/{event.slug}/manage/players/{ana.pk}/decide/", do="drop")
    assert "Ana &lt;b&gt; dropped." in line


def test_feedback_names_the_new_state(owner):
    event = staffed_by(owner, "announced")
    (line,) = said(owner, f"/events/{event.slug}/move/", to="registration")
    assert "Registration is open." in line
    back = f"/events/{staffed_by(owner, 'announced').slug}/"
    (line,) = said(owner, f"{back}move/", to="draft")
    assert "The event is unpublished again." in line
    assert "unpublished" in text_of_badges(owner.sees(back))
    assert "non publié" in text_of_badges(owner.client.get(back, headers={"accept-language": "fr"}).content.decode())


@pytest.mark.parametrize(
    ("was", "to", "undone"),
    [
        ("draft", "announced", "draft"),
        ("announced", "registration", "announced"),
        ("draft", "check-in", "registration"),  # one press has opened both
        ("registration", "check-in", "registration"),
        ("check-in", "registration", "check-in"),
        ("check-in", "running", "check-in"),
        ("running", "finished", "running"),
    ],
)
def test_the_message_of_a_new_state_carries_its_undo(owner, was, to, undone):
    event = staffed_by(owner, was)
    path = f"/events/{event.slug}/move/"
    for name in ("ana", "bo") if was != "draft" or to != "announced" else ():
        a_player(event, name)
    (line,) = said(owner, path, to=to, anyway="1")
    assert f'<form method="post" action="{path}">' in line and f'name="to" value="{undone}"' in line
    said(owner, path, to=undone)
    event.refresh_from_db()
    assert event.state == undone


def test_the_message_of_cancelling_resumes_the_event(owner):
    event = staffed_by(owner, "registration")
    (line,) = said(owner, f"/events/{event.slug}/cancel/", why="No hall")
    assert f'action="/events/{event.slug}/cancel/undo/"' in line
    said(owner, f"/events/{event.slug}/cancel/undo/")
    event.refresh_from_db()
    assert event.state == "registration"


def test_nothing_is_started_by_an_undo(owner):
    event = staffed_by(owner, "running")
    (line,) = said(owner, f"/events/{event.slug}/move/", to="check-in")
    assert "button" not in line


def text_of_badges(page: str) -> str:
    return " ".join(re.findall(r'<span class="badge[^>]*>(.*?)</span>', page, re.DOTALL))


def test_feedback_includes_the_consequences(owner):
    event = staffed_by(owner)
    ana = a_player(event, "ana")
    a_round(event, (ana, a_player(event, "bo")))
    lines = said(owner, f"/events/{event.slug}/manage/players/{ana.pk}/decide/", do="drop")
    settled, left = lines
    assert settled.startswith("Round 1, table 1, Ana – Bo: result final") and "button" not in settled
    assert "Ana dropped." in left and left.count("Reinstate") == 1


@pytest.mark.parametrize(
    ("state", "path", "fields"),
    [
        ("registration", "manage/players/PLAYER/decide/", {"do": "withdraw"}),
        ("check-in", "check-in/PLAYER/", {}),
        ("running", "staff/invite/", {"role": "judge"}),
        ("running", "announce/", {"text": "Lunch"}),
        ("running", "rounds/pair/", {"once": "x"}),
        ("registration", "move/", {"to": "check-in", "once": "x"}),
    ],
)
def test_no_step_of_the_staff_is_silent(owner, state, path, fields):
    event = staffed_by(owner, state, swiss_rounds=3)
    player = a_player(event)
    a_player(event)
    assert len(said(owner, f"/events/{event.slug}/{path.replace('PLAYER', str(player.pk))}", **fields)) == 1


@pytest.mark.parametrize(
    ("chosen", "reported"),
    [("", "9 June 2030, 20:15 (Paris)"), ("Asia/Tokyo", "10 June 2030, 03:15 (Tokyo)")],
)
def test_feedback_shows_times_with_their_zone(owner, chosen, reported):
    event = staffed_by(owner, "registration", time_zone="Europe/Paris")
    owner.user.time_zone = chosen
    owner.user.save()
    page = f"/events/{event.slug}/edit/"
    said(owner, page, **event_fields())
    (line,) = said(owner, page, **event_fields(starts_at="2030-06-09T20:15"))
    assert reported in line
    assert reported in owner.sees(f"/events/{event.slug}/audit-log/")


def test_many_like_actions_are_one_line(owner):
    event = staffed_by(owner, "registration")
    fields = {"text": "name\nEve\nFlo\nGil", "do": "import", "once": "x"}
    lines = said(owner, f"/events/{event.slug}/manage/players/import/", **fields)
    (line,) = lines
    assert "3 players imported." in line


def test_players_get_feedback_on_their_own_pages(owner):
    event = staffed_by(owner, "registration")
    assert said(Person("eve"), f"/events/{event.slug}/register/", club="Owls") == []


def pressed(person, line: str) -> list[str]:
    """The messages after the button that a message has."""
    address = re.search(r'<form method="post" action="([^"]+)">', line)
    assert address, line
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', line):
        sent.setdefault(name, []).append(value)
    answer = person.client.post(address[1], sent, follow=True)
    assert answer.status_code == 200
    return [str(message) for message in answer.context["messages"]]


def test_one_button_brings_back_all_who_dropped(owner):
    event = staffed_by(owner)
    players = [a_player(event) for _each in range(3)]
    (line,) = said(
        owner, f"/events/{event.slug}/manage/players/decide/", do="drop", player=[player.pk for player in players]
    )
    assert "dropped, and 2 more." in line
    (line,) = pressed(owner, line)
    assert "reinstated, and 2 more." in line
    assert all(player.can_play for player in event.registrations.all())


def test_dropping_several_at_tables_is_one_sentence_with_one_button(owner):
    event = staffed_by(owner)
    players = [a_player(event) for _each in range(4)]
    a_round(event, tuple(players[:2]), tuple(players[2:]))
    path, chosen = f"/events/{event.slug}/manage/players/decide/", [players[0].pk, players[2].pk]
    settled, dropped = said(owner, path, do="drop", player=chosen)
    assert "result final, and 1 more." in settled and "button" not in settled
    assert "dropped, and 1 more." in dropped
    pressed(owner, dropped)
    assert all(player.can_play for player in event.registrations.all())


def test_pairings_publication_and_discarding_are_undone_by_their_messages(owner):
    event = staffed_by(owner, swiss_rounds=3)
    for _each in range(4):
        a_player(event)
    (paired,) = said(owner, f"/events/{event.slug}/rounds/pair/", once="a")
    pairs = seats_of(event)
    (discarded,) = pressed(owner, paired)
    assert not event.rounds.exists()
    pressed(owner, discarded)
    assert seats_of(event) == pairs
    (published,) = said(owner, f"/events/{event.slug}/rounds/1/publish/", version=event.rounds.get().version)
    (unpublished,) = pressed(owner, published)
    assert event.rounds.get().is_unpublished
    pressed(owner, unpublished)
    assert not event.rounds.get().is_unpublished


def seats_of(event: Event) -> set[tuple[int, ...]]:
    return {tuple(match.seat_rows.values_list("registration", flat=True)) for match in event.rounds.get().matches.all()}


def test_announcement_invitation_and_forbidden_pairing_are_undone(owner):
    event = staffed_by(owner)
    ana, bo = a_player(event), a_player(event)
    (line,) = said(owner, f"/events/{event.slug}/announce/", text="Lunch")
    (line,) = pressed(owner, line)
    assert event.announcements.get().withdrawn_at
    pressed(owner, line)
    assert event.announcements.get().withdrawn_at is None
    (line,) = said(owner, f"/events/{event.slug}/staff/invite/", role="judge")
    pressed(owner, line)
    assert not any(invitation.is_open() for invitation in event.invitations.all())
    path = f"/events/{event.slug}/manage/forbidden-pairings/"
    (line,) = said(owner, path, first=ana.pk, second=bo.pk)
    pressed(owner, line)
    assert not event.forbidden_pairs.exists()


def test_a_result_that_was_entered_goes_again(owner):
    event = staffed_by(owner)
    played = a_round(event, (a_player(event), a_player(event)))
    match = played.matches.get()
    form = {"outcome": "a", "glory_a": 5, "glory_b": 0, "ending": "glory"}
    (line,) = said(owner, f"/matches/{match.pk}/enter/", version=match.version, **form)
    pressed(owner, line)
    match.refresh_from_db()
    assert not match.is_done and not match.results.current().exists()


def test_disqualifying_leads_to_the_form_that_undoes_it(owner):
    event = staffed_by(owner)
    Staff.objects.create(event=event, user=owner.user, role=Role.HEAD_JUDGE)
    ana = a_player(event)
    (line,) = said(owner, f"/events/{event.slug}/manage/players/{ana.pk}/decide/", do="disqualify", why="Cheating")
    assert f'<a class="button button-small" href="/events/{event.slug}/players/{ana.pk}/#place">' in line
