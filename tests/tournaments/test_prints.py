"""What the staff print: decided places, full names, the order of the language, a button."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.text.names import as_sorted
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Registration, Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
CHILD = "Zoé Petitjean"


def a_guest(event, name: str, **fields) -> Registration:
    return Registration.objects.create(event=event, guest_name=name, checked_in_at=timezone.now(), **fields)


@pytest.fixture
def event():
    event = an_event("running", swiss_rounds=2, prizes="1: golden cup")
    played = a_round(event, (a_guest(event, CHILD, is_minor=True), a_player(event, "bo")))
    enter_result(match_id=played.matches.get().pk, who=staff(event, Role.OWNER), score=Score.duel("a", 6, 0))
    return event


@pytest.fixture
def owner(event, signed_in):
    return signed_in(event.staff.get().user)


def printed(client, event, name: str, *rest) -> str:
    return client.get(reverse(f"tournaments:{name}", args=[event.slug, *rest])).content.decode()


def test_a_place_still_played_for_has_no_certificate_or_prize(owner, event):
    assert 'class="certificate"' not in printed(owner, event, "print_certificates")
    assert "golden cup" not in printed(owner, event, "report_page")
    event.state = "finished"
    event.save()
    certificates = printed(owner, event, "print_certificates")
    assert "golden cup" in certificates
    assert "1st place" in certificates
    assert "golden cup" in printed(owner, event, "report_page")


def test_certificates_are_two_to_a_sheet_with_the_arena(owner, event):
    a_player(event, "cy")
    event.state = "finished"
    event.save()
    sheets = printed(owner, event, "print_certificates").split('class="certificates"')[1:]
    assert [sheet.count('class="certificate"') for sheet in sheets] == [2, 1]
    assert sheets[0].count("img/arena") == 2


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("print_certificates", ()),
        ("print_slips", (1,)),
        ("print_sign_up", ()),
        ("print_pairings", (1, "by-name")),
        ("print_pairings", (1, "by-table")),
    ],
)
def test_staff_prints_show_the_full_name_of_a_minor(owner, event, name, rest):
    event.state = "finished"
    event.save()
    page = printed(owner, event, name, *rest)
    assert CHILD in page
    assert "data-print" in page


def test_printed_pods_show_a_minors_name_to_staff_alone(owner, event):
    event.registrations.filter(guest_name=CHILD).update(pod=1, pod_seat=1)
    assert CHILD in printed(owner, event, "print_pods")
    path = reverse("tournaments:print_pods", args=[event.slug])
    for page in (owner.get(path, {"names": "initials"}), Client().get(path)):
        assert CHILD not in page.content.decode()
        assert "Z. P." in page.content.decode()


@pytest.mark.parametrize("order", ["by-name", "by-table"])
def test_pairings_for_the_wall_can_show_a_minors_initials(owner, event, order):
    assert 'href="?names=initials"' in printed(owner, event, "print_pairings", 1, order)
    path = reverse("tournaments:print_pairings", args=[event.slug, 1, order])
    page = owner.get(path, {"names": "initials"}).content.decode()
    assert CHILD not in page
    assert "Z. P." in page and 'href="?names=initials"' not in page
    event.registrations.update(is_minor=False)
    assert "minors-in-full" not in printed(owner, event, "print_pairings", 1, order)


def test_other_people_print_pairings_with_initials(client, event):
    assert CHILD not in printed(client, event, "print_pairings", 1, "by-name")


@pytest.mark.parametrize(
    ("name", "rest"), [("print_slips", (1,)), ("print_links", ()), ("print_check_in", ()), ("print_pools", ())]
)
def test_codes_that_no_phone_can_open_are_pointed_out(owner, event, settings, name, rest):
    settings.SITE_URL = "http://127.0.0.1:8000/"
    assert "codes-open-here-only" in printed(owner, event, name, *rest)
    settings.SITE_URL = "https://cup.example.org/"
    assert "codes-open-here-only" not in printed(owner, event, name, *rest)


@pytest.mark.parametrize(("name", "rest"), [("print_blank_slips", ()), ("print_sign_up", ())])
def test_prints_without_codes_do_not_ask_for_an_address(owner, event, settings, name, rest):
    settings.SITE_URL = "http://127.0.0.1:8000/"
    assert "codes-open-here-only" not in printed(owner, event, name, *rest)


def test_names_are_sorted_as_the_language_sorts():
    names = ["Zoé", "Élodie", "Elisa", "Œuvrard", "Odette", "elise", "Élise", "Ø"]
    assert sorted(names, key=as_sorted) == ["Elisa", "elise", "Élise", "Élodie", "Ø", "Odette", "Œuvrard", "Zoé"]


@pytest.mark.parametrize("name", ["print_sign_up", "manage_players", "check_in", "players"])
def test_lists_of_players_put_elodie_after_elisa(owner, event, name):
    for guest in ("Élodie", "Zacharie", "Elisa"):
        a_guest(event, guest)
    page = printed(owner, event, name)
    assert page.index("Elisa") < page.index("Élodie") < page.index("Zacharie")
