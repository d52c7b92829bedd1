"""iCalendar files (RFC 5545) with the dates of events."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST_LINE = 75  # bytes (RFC 5545, 3.1)


@dataclass(frozen=True, slots=True)
class Entry:
    """One calendar entry. `sequence` grows with each change, so that calendars accept the newer version. All times are
    aware."""

    uid: str
    summary: str
    start: dt.datetime
    end: dt.datetime
    changed: dt.datetime
    place: str = ""
    text: str = ""
    url: str = ""
    sequence: int = 0
    cancelled: bool = False


def as_calendar(name: str, entries: Iterable[Entry]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Krosmaster Arena Tournaments//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_escape(name)}")
    for entry in entries:
        lines += _event(entry)
    lines.append("END:VCALENDAR")
    return b"".join(_fold(line) for line in lines)


def _event(entry: Entry) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{_escape(entry.uid)}",
        f"DTSTAMP:{_instant(entry.changed)}",
        f"LAST-MODIFIED:{_instant(entry.changed)}",
        f"SEQUENCE:{entry.sequence}",
        f"DTSTART:{_instant(entry.start)}",
        f"DTEND:{_instant(entry.end)}",
        f"SUMMARY:{_escape(entry.summary)}",
        f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}",
    ]
    for field, value in (("LOCATION", entry.place), ("DESCRIPTION", entry.text)):
        if value:
            lines.append(f"{field}:{_escape(value)}")
    if entry.url:
        lines.append(f"URL:{entry.url.translate(NO_BREAKS)}")
    return [*lines, "END:VEVENT"]


NO_BREAKS = dict.fromkeys((*range(32), 127))


def _instant(moment: dt.datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError("a date of a calendar needs its time zone")
    return moment.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\r", "\\n"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text.translate(NO_BREAKS)


def _fold(line: str) -> bytes:
    """Fold a line at 75 bytes without splitting a character; continuation lines begin with a space."""
    pieces, piece = [], b""
    for character in line:
        encoded = character.encode()
        if len(piece) + len(encoded) > LONGEST_LINE:
            pieces.append(piece)
            piece = b" "
        piece += encoded
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
