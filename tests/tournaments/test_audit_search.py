"""The audit log is searched by name, round, player and action, on its page and in its CSV."""

import re

import pytest
from django.urls import reverse

from core.records.audit import record
from tests.tournaments import worlds
from tournaments.models import RoundState

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    """Two rounds and what was done in them, in this order; the client is the organiser."""
    event = worlds.an_event()
    ana, shun = (event.registrations.create(guest_name=name, club="Astrub") for name in ("Ana B.", "O'Shun"))
    organiser = worlds.staff(event, name="Olga")
    rounds = [worlds.a_round(event, (ana, shun), state=RoundState.CLOSED) for _ in range(2)]
    first, second = (each.matches.get() for each in rounds)
    for subject, action, why in (
        (event, "event-edited", "first"),
        (rounds[0], "round-drafted", "second"),
        (ana, "dropped", "ill at noon"),
        (first, "result-settled", "third"),
        (rounds[1], "round-drafted", "fourth"),
        (first, "result-corrected", "typed wrong"),
        (second, "result-settled", "fifth"),
        (shun, "reinstated", "sixth"),
    ):
        record(action, who=organiser, subject=subject, scope=event, why=why)
    client.force_login(organiser)
    return event


def reasons(client, event, **query) -> list[str]:
    """The reasons shown, newest first."""
    page = client.get(reverse("tournaments:audit_log", args=[event.slug]), query).content.decode()
    cells = re.findall(r"<td[^>]*>([^<]*)</td>\s*</tr>", page)
    return [cell.strip() for cell in cells]


def test_a_round_shows_its_time_and_its_later_corrections(client, hall):
    assert reasons(client, hall, round="1") == ["typed wrong", "third", "ill at noon", "second"]
    assert reasons(client, hall, round="2") == ["sixth", "fifth", "typed wrong", "fourth"]


def test_a_player_shows_their_matches_too(client, hall):
    ana = hall.registrations.get(guest_name="Ana B.")
    assert reasons(client, hall, player=ana.pk) == ["fifth", "typed wrong", "third", "ill at noon"]


def test_words_find_names_staff_and_reasons(client, hall):
    assert reasons(client, hall, q="oshun")[0] == "sixth"
    assert reasons(client, hall, q="noon") == ["ill at noon"]
    assert len(reasons(client, hall, q="olga")) == 8
    assert reasons(client, hall, q="zzz") == []


def test_searches_hold_together(client, hall):
    assert reasons(client, hall, round="2", action="result-settled") == ["fifth"]


@pytest.mark.parametrize("query", [{"round": "99"}, {"round": "x"}, {"player": "9" * 40}, {"q": "\0"}, {"page": "x"}])
def test_a_search_for_nothing_that_exists_shows_all(client, hall, query):
    assert len(reasons(client, hall, **query)) == 8


def test_a_player_of_another_event_is_not_shown(client, hall):
    other = worlds.an_event(slug="other").registrations.create(guest_name="Zoe")
    page = client.get(reverse("tournaments:audit_log", args=[hall.slug]), {"player": other.pk})
    assert b"Zoe" not in page.content


def test_the_csv_holds_what_the_page_shows(client, hall):
    answer = client.get(reverse("tournaments:audit_log_csv", args=[hall.slug]), {"q": "noon"})
    text = b"".join(answer.streaming_content if answer.streaming else [answer.content]).decode()
    assert "ill at noon" in text
    assert "typed wrong" not in text


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "A match: result corrected",
                "A player checked in",
                "A player's details edited",
                "Announcement shown again",
            ],
        ),
        ("fr", ["Annonce affichée à nouveau", "Présence d’un joueur annulée", "Une rencontre : résultat corrigé"]),
    ],
)
def test_kinds_of_actions_are_named_without_gaps(client, hall, language, expected):
    player, organiser = hall.registrations.get(guest_name="Ana B."), worlds.staff(hall)
    news = hall.announcements.create(text="Lunch", by=organiser)
    about = ((player, ("checked-in", "check-in-undone", "player-edited")), (news, ("announcement-shown-again",)))
    for subject, actions in about:
        for action in actions:
            record(action, who=organiser, subject=subject, scope=hall)
    page = client.get(reverse("tournaments:audit_log", args=[hall.slug]), headers={"Accept-Language": language})
    titles = [title for title, _action in page.context["titles"]]
    assert [title for title in titles if "…" in title or "%" in title or "“" in title] == []
    assert expected == [title for title in titles if title in expected]
