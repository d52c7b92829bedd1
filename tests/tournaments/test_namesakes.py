"""Two players of one name are told apart wherever the event names them, and only where there are two."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse

from accounts.moderation import services as moderation
from accounts.moderation.models import CaseOutcome, Reason
from core.privacy.personal_data import erase
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_round, a_user, an_event, opens_lists
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Registration, Role
from tournaments.players.services.importing import import_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga):
    event = an_event("check-in", capacity=50, swiss_rounds=3)
    event.staff.create(user=olga.user, role=Role.OWNER)
    opens_lists(event, olga.user)
    return event


def adds(olga, event, name: str, **about) -> Registration:
    fields = {"guest_name": name, "name_allowed": "on", **about}
    olga.sends(reverse("tournaments:add_player", args=[event.slug]), **fields)
    return event.registrations.latest("pk")


def edits(olga, player, name: str, **about) -> None:
    there = reverse("tournaments:edit_player", args=[player.event.slug, player.pk])
    olga.sends(there, guest_name=name, name_allowed="on", **about)


def names(event) -> list[tuple[str, str]]:
    return [(player.full_name, player.shown_name) for player in event.registrations.named().order_by("pk")]


def alike(*shown: str) -> list[tuple[str, str]]:
    return [(name, name) for name in shown]


@pytest.fixture
def jeans(olga, event) -> list[Registration]:
    return [adds(olga, event, name) for name in ("Jean Martin", "Ana Morin", "jean martin")]


PAGES = [
    *("players", "manage_players", "check_in", "standings", "cross_table", "charts", "entry", "audit_log"),
    *("hall", "forbidden_pairs", "print_standings", "print_sign_up", "print_links", "standings_csv", "results_csv"),
]


@pytest.mark.parametrize("page", [*PAGES, "print_pairings", "print_slips", "round", "pairings"])
def test_every_page_says_which_player_of_one_name_is_meant(olga, event, jeans, page):
    first, ana, second = event.registrations.order_by("pk")
    event.registrations.update(status="registered", checked_in_at=event.starts_at)
    event.state = "running"
    event.save()
    a_round(event, (first, ana), (second, None))
    rest = {"print_pairings": [1, "by-table"], "print_slips": [1], "round": [1], "pairings": [1]}.get(page, [])
    shown = olga.sees(reverse(f"tournaments:{page}", args=[event.slug, *rest]))
    assert "Jean Martin #1" in shown
    assert page == "print_slips" or "jean martin #2" in shown  # who has a bye needs no slip
    assert "Ana Morin" in shown
    assert "Ana Morin #" not in shown


@pytest.mark.parametrize("page", ["standings", "cross_table", "print_standings", "print_ranking", "report_page"])
def test_no_column_of_ranks_is_headed_like_a_names_number(olga, event, page):
    first, second = (adds(olga, event, "Ana Morin") for _player in range(2))
    event.registrations.update(checked_in_at=event.starts_at)
    event.state = "running"
    event.save()
    a_round(event, (first, second))
    shown = olga.sees(reverse(f"tournaments:{page}", args=[event.slug]))
    assert '<th class="number" scope="col">Rank</th>' in shown
    assert ">#</th>" not in shown


def test_a_player_reads_their_own_number(client, olga, event, jeans):
    jeans[2].refresh_from_db()
    page = client.get(reverse("tournaments:personal", args=[jeans[2].link_token])).content.decode()
    assert "jean martin #2" in page


def test_a_number_goes_when_a_name_is_alone_again(olga, event, jeans):
    assert names(event) == alike("Jean Martin #1", "Ana Morin", "jean martin #2")
    edits(olga, jeans[0], "Jean Morel")
    assert names(event) == alike("Jean Morel", "Ana Morin", "jean martin")


def test_names_that_only_look_the_same_have_numbers(olga, event):
    adds(olga, event, "Jean Martin")
    adds(olga, event, "J\u0435an Mart\u00edn")
    assert names(event) == alike("Jean Martin #1", "J\u0435an Mart\u00edn #2")


def test_a_name_typed_with_a_number_gets_another_number(olga, event):
    for name in ("Jean Martin", "Jean Martin", "Jean Martin #1", "#1", "#2"):
        adds(olga, event, name)
    assert names(event) == alike("Jean Martin #1", "Jean Martin #2", "Jean Martin #1 #3", "#1", "#2")


def test_names_that_are_typed_with_different_numbers_are_different(olga, event):
    for name in ("Guest #1", "Guest #2", "Guest #12"):
        adds(olga, event, name)
    assert names(event) == alike("Guest #1", "Guest #2", "Guest #12")


def test_the_same_initials_are_numbered_apart_from_full_names(olga, event):
    for name in ("Jean Martin", "Julie Morin"):
        adds(olga, event, name, is_minor="on", guardian="mother")
    adds(olga, event, "Jean Martin")
    adds(olga, event, "Irma Meyer", is_minor="on", guardian="mother")
    adds(olga, event, "Lea Meyer", is_minor="on", guardian="mother")
    assert names(event) == [
        ("Jean Martin #1", "J. M. #1"),
        ("Julie Morin", "J. M. #2"),
        ("Jean Martin #2", "Jean Martin"),
        ("Irma Meyer", "I. M."),
        ("Lea Meyer", "L. M."),
    ]


def test_imported_players_of_the_same_initials_have_numbers(olga, event):
    sheet = "name;minor\nJean Martin;yes\nJulie Morin;yes"
    import_players(event_id=event.pk, who=olga.user, text=sheet)
    assert names(event) == [("Jean Martin", "J. M. #1"), ("Julie Morin", "J. M. #2")]


def test_an_account_taking_over_a_player_brings_its_own_name(olga, event, jeans):
    mia = Person("mia")
    mia.sends(reverse("tournaments:claim", args=[jeans[2].claim_token]))
    assert names(event) == alike("Jean Martin", "Ana Morin", "Mia")


def test_a_name_hidden_on_the_profile_gives_up_its_number(olga, event, jeans):
    jean = Person("jean")
    jean.user.public_name = "Jean Martin"
    jean.user.save()
    jean.sends(reverse("tournaments:claim", args=[jeans[2].claim_token]))
    assert names(event) == alike("Jean Martin #1", "Ana Morin", "Jean Martin #2")
    jean.sends(reverse("accounts:me"), public_name="Jean Martin", is_minor="on", locale="", time_zone="")
    assert [shown for _full, shown in names(event)] == ["Jean Martin", "Ana Morin", "J. M."]
    erase(jean.user)
    assert names(event)[0] == ("Jean Martin", "Jean Martin")


def test_documents_and_certificates_have_the_plain_name(olga, event, jeans):
    assert [row["name"] for row in export_event(event)["registrations"]] == ["Jean Martin", "Ana Morin", "jean martin"]
    assert "#1" not in olga.sees(reverse("tournaments:players_csv", args=[event.slug]))
    document = json.dumps(export_event(event), cls=DjangoJSONEncoder).encode()
    assert names(import_event(data=document, who=olga.user)) == names(event)
    event.registrations.update(status="registered", checked_in_at=event.starts_at)
    event.state = "finished"
    event.save()
    certificates = olga.sees(reverse("tournaments:print_certificates", args=[event.slug]))
    assert "Jean Martin" in certificates
    assert "Jean Martin #" not in certificates


def test_a_name_that_moderators_hide_gives_up_its_number(event, jeans):
    moderator = a_user(is_superuser=True)
    case = moderation.report(row=jeans[2], who=moderator, reason=Reason.INSULT, text="")
    moderation.decide(case_id=case.case_id, who=moderator, outcome=CaseOutcome.HIDDEN, why="an insult")
    assert [shown for _full, shown in names(event)] == ["Jean Martin", "Ana Morin", "j. m."]
