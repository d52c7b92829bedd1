"""Files that leave the house: CSV that runs no formula, calendars that calendars read."""

import csv
import datetime as dt
import io
import re

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from core.models import AuditEntry
from tests.tournaments.worlds import a_match, an_event, staff
from tournaments.core.exports.calendar import Entry, as_calendar
from tournaments.core.exports.sheets import as_csv
from tournaments.events.services.editing import edit_event


def read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\u00a0=1", " \t+x", "\ufeff=1", "＝1", "\n=1", "-"],
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text):
    assert read(as_csv(["name"], [[text]]))[1] == [f"'{text}"]


@pytest.mark.parametrize("cell", ["Anna-Lena", "a=b", "1+1", "", "O'Hara", 'say "x"', "two\nlines", "é, ; ü"])
def test_harmless_text_stays_as_it_is(cell):
    assert read(as_csv(["name"], [[cell]]))[1] == [cell]


def test_numbers_stay_numbers_and_nothing_stays_empty():
    assert read(as_csv(["a", "b", "c"], [[-5, 1.5, None]]))[1] == ["-5", "1.5", ""]


def test_every_cell_is_quoted_and_the_head_is_defused_too():
    assert as_csv(["=a"], [[1]]).decode("utf-8-sig") == '"\'=a"\r\n"1"\r\n'


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_no_cell_begins_with_a_formula_and_none_is_lost(cells):
    row = read(as_csv(["h"] * len(cells), [cells]))[1]
    assert [cell.removeprefix("'") if cell != mine else cell for cell, mine in zip(row, cells, strict=True)] == cells
    assert not any(cell.strip().startswith(("=", "+", "-", "@")) for cell in row)


NOON = dt.datetime(2030, 5, 4, 12, tzinfo=dt.timezone(dt.timedelta(hours=2)))


def entry(**fields):
    given_ = {"uid": "e1@site", "summary": "Cup", "start": NOON, "end": NOON + dt.timedelta(hours=8), "changed": NOON}
    return Entry(**(given_ | fields))


def test_times_are_written_in_universal_time():
    text = as_calendar("Events", [entry()]).decode()
    assert "DTSTART:20300504T100000Z\r\n" in text
    assert "DTEND:20300504T180000Z\r\n" in text
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n")


def test_a_time_without_its_zone_is_refused():
    with pytest.raises(ValueError, match="zone"):
        as_calendar("Events", [entry(start=dt.datetime(2030, 5, 4))])  # noqa: DTZ001


def test_special_characters_are_escaped_without_line_injection():
    nasty = "a, b; c\\d\r\nEND:VCALENDAR"
    text = as_calendar(nasty, [entry(summary=nasty, place=nasty, text=nasty, url="http://x/\r\nX:1")]).decode()
    assert r"SUMMARY:a\, b\; c\\d\nEND:VCALENDAR" in text.replace("\r\n ", "")
    assert [line for line in text.split("\r\n") if line.startswith(("END:VCALENDAR", "X:"))] == ["END:VCALENDAR"]


def test_a_cancelled_event_has_status_and_new_sequence():
    text = as_calendar("Events", [entry(cancelled=True, sequence=3)]).decode()
    assert "STATUS:CANCELLED\r\n" in text
    assert "SEQUENCE:3\r\n" in text


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_long_lines_are_folded_at_75_bytes(words):
    data = as_calendar("Events", [entry(text=words)])
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    unfolded = data.decode().replace("\r\n ", "")
    written = words.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    assert not words or f"DESCRIPTION:{written}\r\n" in unfolded


@pytest.mark.django_db
def test_calendar_ids_do_not_depend_on_the_host(client):
    address = reverse("tournaments:ics", args=[an_event().slug])
    from_here, from_there = (
        client.get(address, headers={"host": host}).content for host in ("testserver", "localhost")
    )
    assert uid_in(from_here) == uid_in(from_there)


@pytest.mark.django_db
def test_calendar_entries_change_only_with_the_event(client):
    event = an_event()
    address, owner = reverse("tournaments:ics", args=[event.slug]), staff(event)

    def exported() -> bytes:
        return next(line for line in client.get(address).content.splitlines() if line.startswith(b"LAST-MODIFIED:"))

    assert exported() == f"LAST-MODIFIED:{event.created_at:%Y%m%dT%H%M%SZ}".encode()
    edit_event(event_id=event.pk, who=owner, changes={"place": "Elsewhere"})
    entry = AuditEntry.objects.latest("at")
    assert exported() == f"LAST-MODIFIED:{entry.at:%Y%m%dT%H%M%SZ}".encode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["standings_csv", "results_csv", "players_csv", "export", "ics", "lists_json"])
def test_downloads_are_plainly_named_attachments_for_this_site_alone(client, name):
    event = an_event(name="Cup\r\nX: y; filename=a.exe", slug="cup-of-the-north")
    client.force_login(staff(event))
    answer = client.get(reverse(f"tournaments:{name}", args=[event.slug]))
    assert re.fullmatch(r'attachment; filename="cup-of-the-north[a-z.-]*"', answer["Content-Disposition"])
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not any(header.lower().startswith("access-control") for header in answer.headers)


def uid_in(calendar: bytes) -> bytes:
    return next(line for line in calendar.splitlines() if line.startswith(b"UID:"))


@pytest.mark.django_db
def test_no_two_columns_of_the_results_have_one_name(client):
    event = a_match().round.event
    head = read(client.get(reverse("tournaments:results_csv", args=[event.slug])).content)[0]
    assert len(set(head)) == len(head)
