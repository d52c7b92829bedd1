"""Headings are found among the first lines and recognised as clubs write them."""

import pytest

from tests.tournaments import workbooks
from tests.tournaments.worlds import an_event
from tournaments.models import Event
from tournaments.players.services.checked_lines import Choices, read_players
from tournaments.players.services.csv_file import field_of
from tournaments.players.services.spreadsheets import read_sheet

pytestmark = pytest.mark.django_db

TITLES = "Tournoi d’automne, Lyon;;;;\nsamedi 28 novembre 2026;;;;\n;;;;\n"
CLUB_FILE = f"{TITLES}N°;NOM;Prénom(s);Payé ?;Remarques\n1;O'Shun;Élodie;oui;arrive à 10 h\n\n2;Gérard;François;non;\n"


@pytest.fixture
def event() -> Event:
    return an_event("registration", capacity=50)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        *(("Payé ?", "paid"), ("PAYÉS", "paid"), ("Payé(e)", "paid"), ("Payé (oui/non)", "paid"), ("Réglé·e", "paid")),
        *(("Has paid?", "paid"), ("Remarques", "note"), ("Commentaires :", "note"), ("Comments", "note")),
        *(("Pseudo", "nickname"), ("Pseudonyme *", "nickname"), ("Prénom", "given_name"), ("Prénoms", "given_name")),
        *(("NOM", "name"), ("Nom / Prénom", "name"), ("Joueurs", "name"), ("Joueur·se", "name"), ("Player", "name")),
        *(("Nom de famille", "family_name"), ("Nom (de famille)", "family_name"), ("Surname", "family_name")),
        *(("Adresse e‑mail", "email"), ("E-Mail:", "email"), ("Adresse mail", "email"), ("Email Address", "email")),
        *(("Club / équipe", "club"), ("Asso", "club"), ("Mineur(e)", "is_minor"), ("Under 18?", "is_minor")),
        *(("Elo", "rating"), ("Binôme", "crew"), ("Horodateur", "-"), ("N°", "-"), ("Pointure", ""), ("", "")),
    ],
)
def test_headings_are_known_whatever_case_accents_and_punctuation(heading, field):
    assert field_of(heading) == field


def test_headings_stand_under_titles_and_empty_lines(event):
    read = read_players(event, CLUB_FILE)
    assert [line.number for line in read.sheet.titles] == [1, 2]
    assert [(line.number, line.fields["guest_name"], line.errors) for line in read.lines] == [
        (5, "Élodie O'Shun", []),
        (7, "François Gérard", []),
    ]
    assert read.lines[0].fields["paid"] and read.lines[0].fields["note"] == "arrive à 10 h"


@pytest.mark.parametrize("workbook", [workbooks.xlsx, workbooks.ods])
def test_headings_of_a_workbook_stand_under_a_merged_title(event, workbook):
    rows = [["Joueurs inscrits", "", ""], ["", "", ""], ["Nom", "Prénom", "Club"], ["Dupont", "Léo", "Hiboux"]]
    [line] = read_players(event, read_sheet(workbook(rows)).text).lines
    assert (line.fields["guest_name"], line.fields["club"]) == ("Léo Dupont", "Hiboux")


def test_a_title_with_a_known_word_is_no_heading(event):
    read = read_players(event, "Players\nfullname;club\nName;Club\nAna;Owls\n")
    assert [line.fields["guest_name"] for line in read.lines] == ["Ana"]


def test_headings_are_looked_for_in_ten_lines_only(event):
    read = read_players(event, "\n".join(["Title"] * 10 + ["Name;Club", "Ana;Owls"]))
    assert read.sheet.heading is None
    read = read_players(event, "\n".join(["Title"] * 9 + ["Name;Club", "Ana;Owls"]))
    assert [line.fields["club"] for line in read.lines] == ["Owls"]


def test_headings_repeated_on_each_page_are_no_players(event):
    lines = read_players(event, "Nom;Club\nAna;Owls\nNom;Club\nBo;Bats\n").lines
    assert [line.fields["guest_name"] for line in lines] == ["Ana", "Bo"]


def test_the_line_of_headings_can_be_chosen(event):
    text = "Spieler;Verein\nAna;Owls\n"
    chosen = Choices({0: "name", 1: "club"}, heading="1")
    assert [line.fields["guest_name"] for line in read_players(event, text, chosen).lines] == ["Ana"]
    none = Choices({0: "name", 1: "club"}, heading="no")
    assert len(read_players(event, "Nom;Club\nAna;Owls\n", none).lines) == 2


def test_a_title_with_a_comma_does_not_decide_the_separator(event):
    [line] = read_players(event, "Open, Lyon, 2026\nNom;Club\nAna;Owls, Bats and Co\n").lines
    assert line.fields["club"] == "Owls, Bats and Co"


def test_a_nickname_is_the_name_beside_a_note(event):
    lines = read_players(event, "Pseudo;Nom;Prénom;Note\nLodie;Gérard;Élodie;late\n;Morin;Ana;\nBo;;;\n").lines
    assert [(line.fields["guest_name"], line.fields.get("note")) for line in lines] == [
        ("Lodie", "Élodie Gérard; late"),
        ("Ana Morin", None),
        ("Bo", None),
    ]


def test_the_number_of_a_line_counts_the_line_of_excel(event):
    assert [line.number for line in read_players(event, "sep=;\nname;club\nAna;Owls\n").lines] == [3]
