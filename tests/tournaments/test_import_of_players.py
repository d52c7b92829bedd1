"""Nobody and nothing in a CSV is lost without a word: what is not understood is a fault of its line."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Registration, Role, Staff
from tournaments.players.services.checked_lines import PlayerLine, read_players
from tournaments.players.services.csv_file import FIELDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event("registration", capacity=50)


def faulty(lines: list[PlayerLine]) -> list[int]:
    return [line.number for line in lines if line.errors]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('name;club\nAna;Owls\n"Unclosed;x\nBo;\nCy;\n', [3]),
        ('name;club\n"Unclosed;x\n"Bo";\nCy;\n', [2]),
        ('name;club\n"Ana\nBo";Owls\nCy;\n', [2]),
        ("Ana\nDupont, Jean\n", [2]),
        ("Ana\nBo;;x\n", [2]),
        ("Too;;;;;;extra\n", [1]),
        ("name;email\nAna;ana@example.org;surplus;more\nBo;;;\n", [2]),
        ("name,email\nOphélie;oph@example.org;Astrub\n", [2]),
        ("name;club;club\nAna;Owls;Bats\n", [2]),
        ("name;verein\nAna;Eulen\nBo;\n", [2]),
        ("name;paid\nAna;payé\nBo;peut-être\nCy;\nDi;non\n", [3]),
        ("name\n" + "x" * 200_000 + "\n", [2]),
    ],
)
def test_what_would_be_lost_is_a_fault_of_its_line(event, text, lines):
    assert faulty(read_players(event, text).lines) == lines


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_french_headings_are_understood(event, line_end):
    text = line_end.join(["Nom;Courriel;Club;Foyer;Cote;Payé", "Léo;leo@example.org;Hiboux;Martin;1200;oui"])
    [line] = read_players(event, text).lines
    assert not line.errors
    assert line.fields == {
        "guest_name": "Léo",
        "guest_email": "leo@example.org",
        "club": "Hiboux",
        "household": "Martin",
        "rating": 1200,
        "paid": True,
    }


def test_the_french_name_of_a_column_guesses_no_gender(event):
    with override("fr"):
        assert str(FIELDS["is_minor"]) == "Moins de 18 ans"
        [line] = read_players(event, "Nom;Moins de 18 ans\nLéo;oui").lines
    assert line.fields["is_minor"]


def test_somebody_registered_by_an_account_does_not_come_in_twice(event):
    a_player(event, "élodie")
    assert faulty(read_players(event, "Élodie\nBo").lines) == [1]


def test_two_people_of_one_name_come_in_after_the_question(owner, event):
    there = f"/events/{event.slug}/manage/players/import/"
    sheet = {"text": "Zoë Martin\nBo\nZoe Martin", "once": "x", "do": "import"}
    preview = owner.sends(there, 200, **sheet | {"do": "preview"})
    first = preview.context["lines"][0]
    assert first.errors == [("name", "“Zoe Martin” looks like “Zoë Martin”")]
    owner.sends(there, **sheet, different_people="on")
    players = event.registrations.order_by("pk")
    assert [player.full_name for player in players] == ["Zoë Martin #1", "Bo", "Zoe Martin #2"]


def test_namesakes_of_an_earlier_event_come_in_once_confirmed(owner, event):
    earlier = an_event("finished", capacity=50)
    Staff.objects.create(event=earlier, user=owner.user, role=Role.OWNER)
    for name in ("Ana Morin", "Ana Morin"):
        earlier.registrations.create(guest_name=name, name_allowed=True)
    fields = {"earlier": earlier.pk, "do": "import", "once": "x", "different_people": "on"}
    owner.sends(f"/events/{event.slug}/manage/players/import/", **fields)
    assert event.registrations.filter(full_name_number__in=(1, 2)).count() == 2


def test_a_sheet_of_nothing_but_namesakes_asks_first(owner, event):
    a_player(event, "ana")
    answer = owner.sends(f"/events/{event.slug}/manage/players/import/", 400, text="name\nAna", do="import")
    assert answer.context["form"].errors.as_data()["different_people"][0].code == "name-like-another"
    assert event.registrations.count() == 1


def test_a_shared_address_is_a_warning_not_an_error(event):
    a_player(event, "ana")
    lines = read_players(
        event, "name;email\nMia;ana@example.org\nBo;bo@example.org\nCy;BO@example.org\nDi;\nEd;\n"
    ).lines
    assert [line.number for line in lines if line.warnings] == [2, 4]
    assert not faulty(lines)


def test_signs_that_turn_the_text_around_do_not_come_in(event):
    assert read_players(event, "A\u202ena\u2066").lines[0].fields["guest_name"] == "Ana"


@pytest.fixture
def owner(event) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


def test_the_preview_shows_every_column_that_comes_in(owner, event):
    text = "name;email;club;household;rating;paid\nAna;ana@example.org;Owls;Oak;1234;yes"
    page = owner.sends(f"/events/{event.slug}/manage/players/import/", 200, text=text).content.decode()
    for cell in ("Ana", "ana@example.org", "Owls", "Oak", "1234", "yes"):
        assert f">{cell}</" in page


@pytest.mark.parametrize("step", [{}, {"do": "import", "once": "x"}])
def test_an_empty_file_is_refused_on_the_form(owner, event, step):
    answer = owner.sends(f"/events/{event.slug}/manage/players/import/", 400, text="name;club\n\n", **step)
    assert answer.context["form"].errors.as_data()["text"][0].code == "no-lines"


def test_an_import_over_capacity_reports_the_waiting_list(owner):
    event = an_event("registration", capacity=2)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    fields = {"text": "Ana\nBo\nCy\nDi\nEd", "do": "import", "once": "x"}
    owner.sends(f"/events/{event.slug}/manage/players/import/", **fields)
    page = owner.client.get(f"/events/{event.slug}/manage/players/").content.decode()
    assert "5 players imported, 3 of them on the waiting list." in page
    assert Registration.objects.filter(event=event).count() == 5


@pytest.mark.parametrize(
    ("state", "advice"),
    [("draft", "Add players, or open registration."), ("registration", "Players appear here as they register")],
)
def test_an_empty_list_of_players_says_what_brings_some(owner, event, state, advice):
    Event.objects.filter(pk=event.pk).update(state=state)
    assert advice in owner.sees(reverse("tournaments:manage_players", args=[event.slug]))
