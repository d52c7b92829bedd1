"""The check-in desk: the count, the search, all at once, the fee, the code of a player; on every desk at once."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from core.pages import live
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Registration, Role, Staff, Status, SubmittedList

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    return an_event("check-in", entry_fee="5 €")


@pytest.fixture
def desk(event) -> Person:
    person = Person("desk")
    Staff.objects.create(event=event, user=person.user, role=Role.SCOREKEEPER)
    return person


def away(event: Event, name: str, **fields) -> Registration:
    return Registration.objects.create(event=event, guest_name=name, **fields)


def here(event: Event) -> set[str]:
    return set(event.registrations.filter(checked_in_at__isnull=False).values_list("guest_name", flat=True))


def press(person: Person, path: str, status: int = 200, **fields) -> str:
    answer = person.client.post(path, fields, headers=HTMX)
    assert answer.status_code == status
    return answer.content.decode()


def tick(player: Registration) -> str:
    return reverse("tournaments:tick", args=[player.event.slug, player.pk])


def test_the_count_moves_with_each_tick_on_every_desk(event, desk):
    ana = away(event, "Ana")
    away(event, "Bo")
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert f'data-src="{reverse("tournaments:check_in_now", args=[event.slug])}' in page
    assert 'data-count="1"' in press(desk, tick(ana))
    assert live.version(f"{event.topic}:players") == 1
    assert 'data-count="1"' in desk.sees(f"/events/{event.slug}/check-in/now/")
    assert 'data-count="0"' in press(desk, tick(ana), undo="1")


def names_on(page: str) -> list[str]:
    return re.findall(r'data-words="([^"]*)"', page)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("el", ["Élodie O’Shun"]),
        ("ELO", ["Élodie O’Shun"]),
        ("oshun", ["Élodie O’Shun"]),
        ("o%27shun", ["Élodie O’Shun"]),
        ("oeuvrard", ["Jean-Loïc Œuvrard"]),
        ("jeanloic", ["Jean-Loïc Œuvrard"]),
        ("loic jean", ["Jean-Loïc Œuvrard"]),
        ("x", []),
        ("", ["Élodie O’Shun", "Jean-Loïc Œuvrard"]),
    ],
)
def test_the_search_works_without_scripts_and_accents(event, desk, query, found):
    away(event, "Élodie O’Shun")
    away(event, "Jean-Loïc Œuvrard")
    assert names_on(desk.sees(f"/events/{event.slug}/check-in/?q={query}")) == found


def test_players_of_one_name_are_found_by_their_clubs(event, desk):
    for club in ("Rennes", "Brest", ""):
        away(event, "Ana Morin", club=club, name_allowed=True)
    assert names_on(desk.sees(f"/events/{event.slug}/check-in/?q=ana+rennes")) == ["Ana Morin Rennes"]
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert page.count("Ana Morin</span> <span") == 2
    assert '<span class="soft">Brest</span>' in page


def test_all_are_checked_in_and_undone_at_once(event, desk):
    players = [away(event, name) for name in ("Ana", "Bo", "Cy")]
    press(desk, tick(players[0]))
    everyone = reverse("tournaments:check_in_all", args=[event.slug])
    page = press(desk, everyone)
    assert here(event) == {"Ana", "Bo", "Cy"}
    [at] = re.findall(r'name="undo" value="([^"]+T[^"]+)"', page)
    press(desk, everyone, undo=at)
    assert here(event) == {"Ana"}


def test_without_scripts_all_are_checked_in_too(event, desk):
    away(event, "Ana"), away(event, "Bo")
    desk.sends(f"/events/{event.slug}/check-in/all/")
    assert here(event) == {"Ana", "Bo"}


def test_the_fee_is_ticked_in_the_row(event, desk):
    ana = away(event, "Ana")
    fee = reverse("tournaments:fee", args=[event.slug, ana.pk])
    assert "1 has not paid" in desk.sees(f"/events/{event.slug}/check-in/")
    assert "has not paid" not in press(desk, fee, paid="yes")
    assert Registration.objects.get(pk=ana.pk).paid
    press(desk, fee, paid="no")
    assert not Registration.objects.get(pk=ana.pk).paid


def test_a_scanned_code_sends_itself_and_can_be_undone(event, desk):
    ana = away(event, "Ana")
    code = reverse("tournaments:check_in_code", args=[event.slug, ana.link_token])
    assert "data-sends" in desk.sees(code)
    assert not here(event), "a link that is only opened checks nobody in"
    desk.sends(code)
    page = desk.sees(code)
    assert "Ana is here." in page
    assert "data-sends" not in page
    desk.sends(tick(ana), undo="1")
    assert not here(event)


def test_a_missing_or_illegal_list_shows_at_the_desk(desk):
    event = an_event("check-in", lists_required=True)
    Staff.objects.create(event=event, user=desk.user, role=Role.SCOREKEEPER)
    ana, bo = away(event, "Ana"), away(event, "Bo")
    SubmittedList.objects.create(registration=bo, figures=[], legal=False, verdict={"violations": []})
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert "list missing" in page
    assert "list not legal" in page
    assert names_on(desk.sees(f"/events/{event.slug}/check-in/?show=lists")) == ["Ana", "Bo"]
    assert reverse("tournaments:hand_in", args=[event.slug, ana.pk]) in page


def test_an_error_is_shown_at_the_desk(event, desk):
    ana = away(event, "Ana")
    Event.objects.update(state="registration")
    assert "Check-in is not open." in press(desk, tick(ana), 409)


def test_the_desk_needs_the_same_queries_for_many(event, desk, django_assert_max_num_queries):
    for number in range(60):
        a_player(event, f"p{number}")
    with django_assert_max_num_queries(19):
        desk.sees(f"/events/{event.slug}/check-in/")


@pytest.mark.parametrize("undo", ["x", "2026-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_undo_of_no_time_changes_nothing(event, desk, undo):
    press(desk, tick(away(event, "Ana")))
    away(event, "Bo")
    press(desk, f"/events/{event.slug}/check-in/all/", undo=undo)
    assert here(event) == {"Ana"}


def test_an_answer_keeps_what_the_desk_shows(event, desk):
    ana, _bo = away(event, "Ana"), away(event, "Bo")
    shown = {**HTMX, "HX-Current-URL": "http://[broken?show=away&q=#x"}
    answer = desk.client.post(tick(ana), headers=shown)
    assert names_on(answer.content.decode()) == ["Bo"]


def test_the_desk_says_who_came_in_last(event, desk):
    ana = away(event, "Ana")
    away(event, "Bo")
    shown = press(desk, tick(ana))
    assert re.search(r"data-last>Last: Ana<", shown)
    assert "Undo check-in of Ana" in shown
    assert "data-last" not in press(desk, tick(ana), undo="1")


def test_the_desk_shows_an_imported_payment_without_a_fee(event, desk):
    Event.objects.update(entry_fee="")  # as when a file was imported that says who has paid
    away(event, "Ana")
    assert "Mark as paid" not in desk.sees(f"/events/{event.slug}/check-in/now/")
    away(event, "Bo", paid=True)
    page = desk.sees(f"/events/{event.slug}/check-in/")
    assert ("Mark as paid" in page, 'Paid <span aria-hidden="true">✓' in page, "1 has not paid." in page) == (
        True,
        True,
        True,
    )


def test_the_desk_names_who_waits_for_a_place(event, desk):
    away(event, "Ana")
    away(event, "Yann Chevalier", status=Status.WAITING, queued_at=timezone.now())
    manage = reverse("tournaments:manage_players", args=[event.slug])
    page = desk.sees(f"/events/{event.slug}/check-in/?q=yann")
    assert "On the waiting list, without a place: Yann Chevalier." in page
    assert "become free when round 1 starts" in page
    Event.objects.filter(pk=event.pk).update(state="running")
    assert f'<a href="{manage}">Let them in' in desk.sees(f"/events/{event.slug}/check-in/now/")
