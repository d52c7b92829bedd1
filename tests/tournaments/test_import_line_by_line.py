"""A line with an error does not stop the others: it is corrected in its place or left out, and nothing is lost."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.teams.sent_forms import fields_sent
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Role, Staff

pytestmark = pytest.mark.django_db

SHEET = "name;email;rating\nAna;ana@example.org;1200\nBo;no address;900\nCy;;lots\nO'Shun;;7\n"


@pytest.fixture
def event() -> Event:
    return an_event("registration", capacity=2000)


@pytest.fixture
def owner(event) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


class Import:
    """The page of the import, filled in and sent without scripts."""

    def __init__(self, owner: Person, event: Event, text: str) -> None:
        self.owner, self.path = owner, f"/events/{event.slug}/manage/players/import/"
        self.sends(text=text, do="preview")

    def sends(self, status: int = 200, **fields: Any) -> Any:
        self.answer = self.owner.sends(self.path, status, **fields)
        self.fields = fields_sent(self.answer.content.decode(), "import-form")
        return self.answer

    @property
    def text(self) -> str:
        return self.fields["text"][0]

    def line(self, number: int) -> Any:
        return next(line for line in self.answer.context["preview"].lines if line.number == number)

    def inputs(self, number: int) -> list[str]:
        line = self.line(number)
        return [each.name for cell in (line.whole, *line.cells) for each in cell.inputs]

    def presses(self, do: str, status: int = 200, **changed: Any) -> Any:
        return self.sends(status, **{**self.fields, "do": do, **changed})


def names(event: Event) -> list[str]:
    return list(event.registrations.order_by("pk").values_list("guest_name", flat=True))


def test_what_is_wrong_with_a_sheet_is_one_notice(owner, event):
    """Above the table, with how many rows come in, before and after the box for different people is ticked."""
    a_player(event, "Bo")
    page = Import(owner, event, "name;email;shoes\nAna;ana@example.org;39\nBo;;40\nCy;no address;41\n")
    shown = page.answer.content.decode()
    assert shown.count('class="notice') == 1
    assert re.findall('data-code="([^"]*)"', shown) == ["faulty-lines", "namesakes", "unknown-columns"]
    assert "<span data-unticked>Import 1 of 3</span><span data-ticked>Import 2 of 3</span>" in shown


def test_the_good_lines_come_in_and_the_others_stay(owner, event):
    page = Import(owner, event, SHEET)
    assert b"Import 2 of 4" in page.answer.content
    page.presses("import")
    assert names(event) == ["Ana", "O'Shun"]
    assert page.text.splitlines() == ["name;email;rating", "Bo;no address;900", "Cy;;lots"]
    assert page.inputs(2) and page.inputs(3)


def test_a_cell_is_corrected_in_its_place(owner, event):
    page = Import(owner, event, SHEET)
    address, rating = page.inputs(3)[1], page.inputs(4)[2]
    page.presses("preview", **{address: "bo@example.org"})
    assert page.text.splitlines()[2] == "Bo;bo@example.org;900"
    assert [bool(page.inputs(number)) for number in (3, 4)] == [False, True]
    page.presses("import", 302, **{rating: "1100"})
    players = event.registrations.order_by("rating").values_list("guest_name", "guest_email", "rating")
    assert list(players) == [
        ("O'Shun", "", 7),
        ("Bo", "bo@example.org", 900),
        ("Cy", "", 1100),
        ("Ana", "ana@example.org", 1200),
    ]


def test_the_error_stands_under_its_cell(owner, event):
    page = Import(owner, event, SHEET)
    cells = {cell.field: cell for cell in page.line(3).cells}
    assert len(cells["email"].errors) == 1 and not cells["name"].errors and not page.line(3).whole.errors
    [key] = {each.name.split("-")[1] for cell in cells.values() for each in cell.inputs}
    assert f'aria-describedby="error-{key}-email"' in page.answer.content.decode()


def test_a_line_is_left_out(owner, event):
    page = Import(owner, event, SHEET)
    page.presses("preview", leave_out=[page.line(3).key, page.line(5).key])
    assert [page.line(number).is_left_out for number in (2, 3, 4, 5)] == [False, True, False, True]
    page.presses("import")
    assert names(event) == ["Ana"]
    assert page.text.splitlines() == ["name;email;rating", "Cy;;lots"]


def test_a_duplicate_that_is_left_out_frees_the_name(owner, event):
    page = Import(owner, event, "name;club\nAna;Owls\nAna;Bats\n")
    page.presses("import", 302, leave_out=page.line(2).key)
    assert list(event.registrations.values_list("guest_name", "club")) == [("Ana", "Bats")]


def test_a_line_edited_and_left_out_keeps_what_was_typed(owner, event):
    page = Import(owner, event, SHEET)
    page.presses("preview", leave_out=page.line(3).key, **{page.inputs(3)[0]: "Bob"})
    assert page.line(3).is_left_out
    assert "Bob;no address;900" in page.text


def test_a_correction_finds_its_line_in_an_edited_box(owner, event):
    page = Import(owner, event, SHEET)
    text = page.text.replace("Ana;ana@example.org;1200\n", "")
    page.presses("preview", text=text, **{page.inputs(4)[2]: "1100"})
    assert page.text.splitlines() == ["name;email;rating", "Bo;no address;900", "Cy;;1100", "O'Shun;;7"]


@pytest.mark.parametrize(
    ("line", "shown", "typed", "expected"),
    [
        ('"Bo;Owls', ['"Bo', "Owls"], {0: "Bo"}, "Bo;Owls"),
        ('"Bo\nMorin";Owls', ["Bo / Morin", "Owls"], {0: "Bo Morin"}, "Bo Morin;Owls"),
        ("B\x07o;Owls", ["B\ufffdo", "Owls"], {0: "Bo"}, "Bo;Owls"),
        ("Bo;Owls;Astrub", ["Astrub", "Bo", "Owls"], {2: ""}, "Bo;Owls;"),
    ],
)
def test_a_line_that_cannot_be_split_is_corrected_too(owner, event, line, shown, typed, expected):
    page = Import(owner, event, f"name;club\nAna;\n{line}\nCy;Owls\n")
    assert [cell.value for each in (page.line(3).whole, *page.line(3).cells) for cell in each.inputs] == shown
    page.presses("preview")
    assert page.inputs(3), "unchanged, it is an error still"
    prefix = page.inputs(3)[0].rpartition("-")[0]
    page.presses("import", 302, **{f"{prefix}-{place}": text for place, text in typed.items()})
    assert names(event) == ["Ana", "Bo Morin" if "Morin" in line else "Bo", "Cy"]


def test_a_form_sent_twice_imports_once_and_answers_alike(owner, event):
    page = Import(owner, event, SHEET)
    sent = {**page.fields, "do": "import", "once": "k"}
    first, second = (page.sends(**sent).context["preview"].lines for _time in range(2))
    assert first == second
    assert names(event) == ["Ana", "O'Shun"]


def test_a_name_registered_meanwhile_stays_to_be_corrected(owner, event):
    page = Import(owner, event, "name\nAna\nBo\n")
    a_player(event, "Bo")
    page.presses("import")
    assert names(event) == ["", "Ana"]
    assert page.text.splitlines() == ["name", "Bo"]


def test_a_thousand_lines_with_errors_can_be_sent_back(owner, event):
    page = Import(owner, event, "name;rating\n" + "".join(f"P{n};x\n" for n in range(1000)))
    assert len(page.fields) < 1900
    page.presses("preview")


def queries_of_a_preview(owner: Person, event: Event, lines: int) -> int:
    with CaptureQueriesContext(connection) as queries:
        Import(owner, event, "name;rating\n" + "".join(f"P{n};{n % 7 or 'x'}\n" for n in range(lines)))
    return len(queries)


def test_the_queries_of_a_preview_do_not_grow(owner, event):
    queries_of_a_preview(owner, event, 2)
    assert queries_of_a_preview(owner, event, 1000) == queries_of_a_preview(owner, event, 20)


def test_what_was_typed_is_escaped(owner, event):
    page = Import(owner, event, 'name;rating\n"<b>""Bo""";x\n')
    assert "<b>" not in page.answer.content.decode()
    assert unescape(page.line(2).cells[0].inputs[0].value) == '<b>"Bo"'


def test_the_preview_keeps_the_order_of_its_file():
    event = an_event("registration")
    owner = Person("owner")
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    lines = "Name;E-mail\nAna;\n;b@example.org\nCy;\nDi;wrong"
    page = owner.client.post(f"/events/{event.slug}/manage/players/import/", {"text": lines, "do": "preview"})
    assert [line.number for line in page.context["preview"].lines] == [2, 3, 4, 5]
    shown = page.content.decode()
    assert re.findall(r'<a href="#line-[^"]+">Line (\d)</a>', shown) == ["3", "5"]
    head = shown.partition("<thead>")[2].partition("</thead>")[0]
    assert not re.search(r'<th scope="col">\s*Name', head)  # its choice says it
    assert shown.count("Preview again") == 1
