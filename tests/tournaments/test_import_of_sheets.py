"""Whatever a spreadsheet saves comes in: encodings, separators, workbooks, unknown columns, earlier events."""

import fcntl
import re

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.files import bounded_child
from tests.tournaments import workbooks
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.models import Event, Registration, Role, Staff
from tournaments.players.services import importing, spreadsheets, workbook_child
from tournaments.players.services.checked_lines import Choices, read_players
from tournaments.players.services.importing import import_players

pytestmark = pytest.mark.django_db

LINES = "Nom;Club\nÉlodie Gérard;Chouettes\nFrançois;Été\n"


@pytest.fixture
def event() -> Event:
    return an_event("registration", capacity=50)


@pytest.fixture
def owner(event) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


def path(event: Event) -> str:
    return f"/events/{event.slug}/manage/players/import/"


def preview(owner: Person, event: Event, data: bytes = b"", status: int = 200, **fields):
    if data:
        fields["file"] = SimpleUploadedFile("players", data)
    return owner.sends(path(event), status, **fields)


def names(event: Event) -> set[str]:
    return set(event.registrations.values_list("guest_name", flat=True))


def form_on(page: str) -> dict[str, str]:
    """What a browser would send back from the preview."""
    hidden = dict(re.findall(r'<input type="hidden" name="(columns_of|guessed)" value="([^"]*)"', page))
    chosen = {
        name: re.findall(r'value="([^"]*)" selected', options)[0]
        for name, options in re.findall(r'<select[^>]* name="(column_\d+|encoding)">(.*?)</select>', page, re.DOTALL)
    }
    return {**hidden, **chosen}


def box_of(answer) -> str:
    return answer.context["form"]["text"].value()


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp850", "latin-1"]
)
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_sheet_comes_in_whatever_its_encoding_and_separator(owner, event, encoding, separator):
    page = preview(owner, event, LINES.replace(";", separator).encode(encoding)).content.decode()
    assert ">Élodie Gérard</th>" in page
    assert ">Chouettes</td>" in page


def test_an_encoding_guessed_wrongly_can_be_chosen(owner, event):
    saved = "name\nŽaneta\nЮрий\n".encode("cp1251", "ignore")
    first = preview(owner, event, saved)
    again = form_on(first.content.decode()) | {"encoding": "cp1251"}
    page = preview(owner, event, text=box_of(first), **again).content.decode()
    assert "Юрий" in page


@pytest.mark.parametrize("workbook", [workbooks.xlsx, workbooks.ods])
def test_workbooks_come_in(owner, event, workbook):
    data = workbook([["Nom", "Prénom", "Cote"], ["Dupont", "Élodie", 1200]])
    answer = preview(owner, event, data)
    assert ">Élodie Dupont</th>" in answer.content.decode()
    assert "Dupont;Élodie;1200" in box_of(answer)


@pytest.mark.parametrize(
    "data",
    [
        workbooks.packed({"a": "x" * 70_000_000}),
        workbooks.packed(workbooks.XLSX_PARTS | {"xl/worksheets/sheet1.xml": workbooks.xlsx_of_extremes()}),
        workbooks.xlsx([["Ana"] * 70]),
        b"PK\x03\x04 and no archive",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600,
        b"\x89PNG\r\n\x1a\n" + bytes(64),
        bytes(range(256)),
    ],
    ids=["zip bomb", "extreme cells", "many columns", "broken archive", "broken xls", "picture", "all bytes"],
)
def test_what_is_no_sheet_is_refused_on_its_field(owner, event, data):
    answer = preview(owner, event, data, 400)
    assert answer.context["form"].errors["file"]


def test_a_workbook_of_too_much_text_is_refused(monkeypatch):
    sheet = workbooks.xlsx([["Ana"] * 3, ["Bo"] * 3])
    assert workbook_child.rows_of(sheet) == [["Ana"] * 3, ["Bo"] * 3]
    monkeypatch.setattr(workbook_child, "LONGEST_TEXT", 14)
    assert workbook_child.rows_of(sheet) == "too-large"


def test_a_workbook_while_other_files_are_read_is_answered(owner, event, monkeypatch):
    monkeypatch.setattr(bounded_child, "LONGEST_WAIT", 0)
    monkeypatch.setattr(bounded_child, "_lock", lambda _held: False)
    answer = preview(owner, event, workbooks.xlsx([["Ana"]]), 400)
    assert answer.context["form"].errors.as_data()["file"][0].code == "busy"


def test_packs_and_pictures_do_not_hold_up_a_workbook(owner, event, monkeypatch):
    monkeypatch.setattr(bounded_child, "LONGEST_WAIT", 0)
    with (bounded_child.ROOT / "teams/__init__.py").open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        preview(owner, event, workbooks.xlsx([["name"], ["Ana"]]))


def test_a_second_workbook_of_the_same_person_is_refused(owner, event):
    key = f"throttle:file-of:{owner.user.pk}"
    cache.add(key, True)
    try:
        answer = preview(owner, event, workbooks.xlsx([["Ana"]]), 400)
    finally:
        cache.delete(key)
    assert answer.context["form"].errors.as_data()["file"][0].code == "busy"
    preview(owner, event, workbooks.xlsx([["name"], ["Ana"]]))


def test_a_workbook_of_too_many_sheets_is_refused(owner, event):
    sheets = "".join(f'<sheet name="S{number}" sheetId="{number}" r:id="r1"/>' for number in range(1, 52))
    parts = workbooks.XLSX_PARTS | {"xl/worksheets/sheet1.xml": workbooks.xlsx_sheet([])}
    book = parts["xl/workbook.xml"]
    parts["xl/workbook.xml"] = re.sub("<sheet .*?/>", sheets, book)
    answer = preview(owner, event, workbooks.packed(parts), 400)
    assert answer.context["form"].errors.as_data()["file"][0].code == "too-many-sheets"


def test_the_encoding_is_guessed_from_the_beginning_of_a_file(monkeypatch):
    weighed = []
    monkeypatch.setattr(spreadsheets, "_likelihood", lambda text: weighed.append(len(text)) or 0)
    spreadsheets.read_sheet("é".encode("cp1252") * 2_000_000)
    assert set(weighed) == {spreadsheets.LONGEST_SAMPLE}


def test_unknown_columns_are_shown_and_mapped(owner, event):
    text = "name;Verein;Alter\nAna;Eulen;12\n"
    first = preview(owner, event, text=text).content.decode()
    assert 'data-code="unknown-columns"' in first
    assert "Verein, Alter" in first
    mapped = form_on(first) | {"column_1": "club"}
    mapped["column_2"] = "note"
    second = preview(owner, event, text=text, **mapped).content.decode()
    assert ">Eulen</td>" in second
    assert ">12</td>" in second
    assert 'data-code="unknown-columns"' not in second
    owner.sends(path(event), text=text, do="import", **mapped)
    assert event.registrations.get().club == "Eulen"


def test_an_unknown_column_nobody_saw_is_not_dropped(owner, event):
    answer = preview(owner, event, status=400, text="name;Verein\nAna;Eulen\n", do="import")
    assert answer.context["form"].errors.as_data()["text"][0].code == "faulty-lines"
    assert not names(event)


def test_columns_mapped_for_another_sheet_do_not_count(owner, event):
    mapped = form_on(preview(owner, event, text="club;name\nOwls;Ana\n").content.decode())
    page = preview(owner, event, text="name;club\nBo;Bats\n", **mapped).content.decode()
    assert ">Bo</th>" in page


def test_lines_without_headings_can_be_mapped(owner, event):
    lines = read_players(event, "Dupont;Jean;Owls\n", Choices({0: "family_name", 1: "given_name", 2: "club"})).lines
    assert (lines[0].fields["guest_name"], lines[0].fields["club"], lines[0].errors) == ("Jean Dupont", "Owls", [])


def test_a_sheet_with_unknown_headings_can_be_mapped(owner, event):
    text = "Foo,Bar\nAna,Owls\nBo,Bats\n"
    first = preview(owner, event, text=text).content.decode()
    assert 'data-code="first-line-is-player"' in first
    assert form_on(first) | {"column_0": "name", "column_1": "-"} == form_on(first)
    named = {**form_on(first), "heading": "1"}
    second = preview(owner, event, text=text, **named).content.decode()
    mapped = {**form_on(second), "heading": "1", "column_0": "name", "column_1": "club"}
    owner.sends(path(event), text=text, do="import", **mapped)
    assert set(event.registrations.values_list("guest_name", "club")) == {("Ana", "Owls"), ("Bo", "Bats")}


def test_a_sheet_without_headings_is_mapped_on_the_page(owner, event):
    text = "Ana,Owls\nBo,Bats\n"
    mapped = {**form_on(preview(owner, event, text=text).content.decode()), "column_1": "club"}
    assert ">Owls</td>" in preview(owner, event, text=text, **mapped).content.decode()
    owner.sends(path(event), text=text, do="import", **mapped)
    assert set(event.registrations.values_list("club", flat=True)) == {"Owls", "Bats"}


def test_our_own_export_comes_back_in(owner, event):
    a_player(event, "zoe", club="=Owls", is_minor=True)
    sheet = owner.client.get(f"/events/{event.slug}/players.csv").content
    other = an_event("registration")
    Staff.objects.create(event=other, user=owner.user, role=Role.OWNER)
    first = preview(owner, other, sheet)
    owner.sends(path(other), text=box_of(first), do="import", **form_on(first.content.decode()))
    zoe = other.registrations.get()
    assert zoe.club == "=Owls"
    assert zoe.is_minor


def test_the_preview_says_who_goes_on_the_waiting_list(owner):
    full = an_event("registration", capacity=1)
    Staff.objects.create(event=full, user=owner.user, role=Role.OWNER)
    assert 'data-code="some-wait"' in preview(owner, full, text="Ana\nBo\n").content.decode()
    assert 'data-code="some-wait"' not in preview(owner, full, text="Ana\n").content.decode()


def test_players_of_an_earlier_event_come_into_the_box(owner, event):
    earlier = an_event("finished")
    Staff.objects.create(event=earlier, user=owner.user, role=Role.OWNER)
    a_player(earlier, "ana", club="Owls", is_minor=True)
    a_player(earlier, "bo")
    by_account = a_player(earlier, "mia")
    by_account.user.is_minor = True
    by_account.user.save()
    Registration.objects.create(event=event, guest_name="Bo")
    answer = preview(owner, event, earlier=earlier.pk)
    lines = ["name;email;club;household;rating;minor", "Ana;ana@example.org;Owls;;;yes", "Mia;mia@example.org;;;;yes"]
    assert box_of(answer).splitlines() == lines


def test_events_of_others_are_no_source(owner, event):
    foreign = an_event("finished")
    staff(foreign, "owner")
    a_player(foreign)
    answer = preview(owner, event, status=400, earlier=foreign.pk)
    assert "earlier" in answer.context["form"].errors


def test_a_faulty_file_stays_in_the_box_to_be_corrected(owner, event):
    answer = preview(owner, event, b"name;rating\nAna;lots\n")
    assert box_of(answer) == "name;rating\nAna;lots\n"
    assert 'value="import"' not in answer.content.decode()


QUERIES_OF_AN_IMPORT = 33


def queries_for(number: int) -> int:
    event = an_event("registration", capacity=number // 2)
    who = staff(event, "owner")
    text = "name;email\n" + "".join(f"P{n};p{n}.{number}@example.org\n" for n in range(number))
    with CaptureQueriesContext(connection) as queries:
        import_players(event_id=event.pk, who=who, text=text, key="k")
    assert event.registrations.filter(status="waiting").count() == number - number // 2
    return len(queries)


def test_an_imports_queries_do_not_grow_with_its_rows():
    queries_for(2)
    assert queries_for(240) == queries_for(20) <= QUERIES_OF_AN_IMPORT


def test_a_large_file_comes_in_by_batches_and_continues(event, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    who, text = staff(event, "owner"), "Ana\nBo\nCy\nDi\nEd"
    assert len(import_players(event_id=event.pk, who=who, text=text, key="k").added) == 5
    event.registrations.filter(guest_name="Ed").delete()  # as if the last batch had not come
    again = import_players(event_id=event.pk, who=who, text=text, key="k")
    assert [one.guest_name for one in again.added] == ["Ed"]
    assert again.before == 4
    assert import_players(event_id=event.pk, who=who, text=text, key="k").added == []


def test_a_name_registered_between_two_batches_stays_behind(event, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    look = importing._add_names_after

    def after_somebody_else(event, latest, names, own):
        if own.players.count() == 2:
            a_player(event, "Ed")
        look(event, latest, names, own)

    monkeypatch.setattr(importing, "_add_names_after", after_somebody_else)
    done = import_players(event_id=event.pk, who=staff(event, "owner"), text="Ana\nBo\nCy\nDi\nEd", key="k")
    assert [one.guest_name for one in done.added] == ["Ana", "Bo", "Cy", "Di"]
    assert [line.fields["guest_name"] for line in done.rest] == ["Ed"]


def test_a_file_for_too_few_places_imports_nobody(owner, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    event = an_event("registration", capacity=3, has_waiting_list=False)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    answer = preview(owner, event, status=400, text="name\nAna\nBo\nCy\nDi\nEd", do="import")
    assert answer.context["form"].errors.as_data()["text"][0].code == "full"
    assert not names(event)


def test_a_column_without_heading_that_is_not_read_is_named(owner, event):
    text = "Ana,Owls\nBo,Bats\nCy,Rays\n"
    first = preview(owner, event, text=text).content.decode()
    assert "Column 2 is not read (Owls, Bats…)" in first
    left_out = {**form_on(first), "column_1": "-"}
    assert "column-not-read" not in preview(owner, event, text=text, **left_out).content.decode()
    assert "column-not-read" not in preview(owner, event, text="Ana\nBo\n").content.decode()
