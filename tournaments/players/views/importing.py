"""The page to import players from a file or pasted lines: preview, correct, import, undo."""

import dataclasses
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.pages.asking import asks_first
from core.pages.error_responses import errors_on_form
from core.pages.undo import with_button, with_link
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.models import Event, Right
from tournaments.players.forms import CHOICES, ENCODINGS, ImportForm
from tournaments.players.services.checked_lines import (
    Choices,
    PlayerLine,
    ReadPlayers,
    read_players,
    shown_cell,
    without_lines,
)
from tournaments.players.services.csv_file import (
    FIELDS,
    LEFT_OUT,
    NAME,
    NO_HEADINGS,
    NOTE,
    PARTS_OF_A_NAME,
    Column,
    Line,
    Sheet,
    read_rows,
)
from tournaments.players.services.importing import (
    Imported,
    earlier_events,
    first_names,
    import_players,
    imports_to_undo,
    players_as_lines,
    undo_import,
)
from tournaments.players.services.places import free_for_new

MOST_SHOWN = 500  # lines; of more, those with errors are kept
MOST_EDITED = 60  # lines that are edited at once, fewer if the sheet is wide
MOST_INPUTS = 1000
LONGEST_CELL = 81
EXAMPLES, LONGEST_EXAMPLE = 2, 30  # cells of a column that is not read
STORED_AS = {NAME: "guest_name", "email": "guest_email"}


class Input(NamedTuple):
    name: str
    value: str
    label: str
    hint: str  # which part of the cell it is, where there are several


class Cell(NamedTuple):
    field: str
    label: str
    text: str
    inputs: tuple[Input, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


class ShownLine(NamedTuple):
    number: int
    key: str
    is_left_out: bool
    leave_out_label: str
    whole: Cell  # what is wrong with the line as a whole, and its cells that belong to no column
    cells: tuple[Cell, ...]  # of the name first


class ChosenColumn(NamedTuple):
    place: int
    column: Column
    choices: list[tuple[str, Any, bool]]


class Preview:
    """The lines in the order of the file. Of too many, those to be corrected are shown first."""

    def __init__(self, read: ReadPlayers, left_out: Collection[str]) -> None:
        self.columns, self.left_out = read.sheet.columns, left_out
        self.fields = _fields_with_values(self.columns, read.lines)
        ordered = sorted(read.lines, key=lambda line: not line.errors)
        edited = min(MOST_EDITED, MOST_INPUTS // max(1, len(self.columns)))
        shown = [(line, place < edited and bool(line.errors)) for place, line in enumerate(ordered[:MOST_SHOWN])]
        shown.sort(key=lambda each: each[0].number)
        self.lines = [self._line(line, is_edited=is_edited) for line, is_edited in shown]
        self.faulty = [line for line, _is_edited in shown if line.errors][:MOST_EDITED]
        self.not_shown = len(ordered) - len(shown)

    @property
    def headings(self) -> list[tuple[str, list[ChosenColumn]]]:
        """Return the columns of the table, each with those of the file that it is read from."""
        return [
            (str(FIELDS[field]), [each for each in self._chosen if self._column_of(each.column.field) == field])
            for field in self.fields
        ]

    @property
    def not_read(self) -> list[ChosenColumn]:
        return [each for each in self._chosen if self._column_of(each.column.field) == ""]

    @property
    def _chosen(self) -> list[ChosenColumn]:
        return [ChosenColumn(place, column, _fields(column)) for place, column in enumerate(self.columns)]

    @property
    def has_whole_errors(self) -> bool:
        return any(line.whole.errors or line.whole.inputs for line in self.lines)

    def _line(self, line: PlayerLine, *, is_edited: bool) -> ShownLine:
        return ShownLine(
            number=line.number,
            key=line.key,
            is_left_out=line.key in self.left_out,
            leave_out_label=_("Leave out line %(number)s") % {"number": line.number},
            whole=self._cell(line, "", _("Line"), is_edited=is_edited),
            cells=tuple(self._cell(line, field, str(FIELDS[field]), is_edited=is_edited) for field in self.fields),
        )

    def _cell(self, line: PlayerLine, field: str, label: str, *, is_edited: bool) -> Cell:
        return Cell(
            field=field,
            label=label,
            text=Truncator(_text(line, field)).chars(LONGEST_CELL),
            inputs=self._inputs(line, field) if is_edited else (),
            errors=tuple(text for where, text in line.errors if self._column_of(where) == field),
            warnings=tuple(text for where, text in line.warnings if self._column_of(where) == field),
        )

    def _column_of(self, where: str) -> str:
        """Return the column of the table in which an error is shown."""
        where = NAME if where in PARTS_OF_A_NAME else where
        return where if where in self.fields else ""

    def _inputs(self, line: PlayerLine, field: str) -> tuple[Input, ...]:
        """Return the cells of the file that make up this cell of the table."""
        cells = line.row.line.cells
        width = max(len(cells), len(self.columns))
        places = [place for place in range(width) if self._shown_in(place, cells) == field]
        return tuple(
            Input(
                f"cell-{line.key}-{place}",
                shown_cell(cells[place]) if place < len(cells) else "",
                _("%(column)s, line %(number)s") % {"column": self._label(place), "number": line.number},
                self._label(place) if len(places) > 1 else "",
            )
            for place in places
        )

    def _shown_in(self, place: int, cells: Sequence[str]) -> str | None:
        column = self.columns[place] if place < len(self.columns) else Column("", "")
        if column.field == LEFT_OUT:
            return None
        if column.field:
            return self._column_of(column.field)
        return "" if place < len(cells) and cells[place] else None

    def _label(self, place: int) -> str:
        column = self.columns[place] if place < len(self.columns) else Column("", "")
        return column.heading or str(FIELDS.get(column.field, _("Cell without heading")))


def _fields_with_values(columns: Sequence[Column], lines: Sequence[PlayerLine]) -> list[str]:
    """Return the columns of the table: those of the file that are read, and the note that a nickname makes."""
    read = {column.field for column in columns}
    if any(line.fields.get(NOTE) for line in lines):
        read.add(NOTE)
    return [field for field in FIELDS if field == NAME or (field in read and field not in PARTS_OF_A_NAME)]


def _text(line: PlayerLine, field: str) -> str:
    value: Any = line.fields.get(STORED_AS.get(field, field))
    if isinstance(value, bool):
        return _("yes") if value else ""
    return "" if value is None else str(value)


ON_THE_TEXT = dict.fromkeys(
    ("too_many_lines", "no_lines", "too_many_columns", "faulty_lines", "full", "others_wait", "import_undone"), "text"
)


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS)
def import_file(request: EventRequest, event: Event) -> HttpResponse:
    earlier = earlier_events(event, request.user)
    form = ImportForm(request.POST or None, request.FILES or None, earlier=earlier, who=request.user)
    if not form.is_valid():
        return _page(request, event, form, "")
    text = form.sheet.text
    if form.cleaned_data["earlier"]:
        text = players_as_lines(form.cleaned_data["earlier"], event)
    with errors_on_form(form, **ON_THE_TEXT):
        if request.POST.get("do") == "import":
            done = _import(request, event, form, text)
            if not done.rest:
                return redirect("tournaments:manage_players", event.slug)
            text = without_lines(text, done.finished)
        return _page(request, event, form, text, _preview(event, form, text))
    return _page(request, event, form, text, _preview_of_refused(event, form, text))


@require_POST
@event_page(Right.MANAGE_PLAYERS)
@asks_first
def undo(request: EventRequest, event: Event, import_id: int) -> HttpResponse:
    own = get_object_or_404(event.player_imports, pk=import_id)
    undone = undo_import(event_id=event.pk, who=request.user, import_id=own.pk)
    if undone is not None:
        number, gone = undone.removed, first_names(undone.gone)
        text = ngettext(
            "%(number)s player removed again: %(names)s.", "%(number)s players removed again: %(names)s.", number
        )
        again = reverse("tournaments:import_players", args=[event.slug])
        messages.success(request, with_link(text % {"number": number, "names": gone}, _("Import players"), again))
        if undone.kept:
            messages.warning(request, _("Kept: %(players)s.") % {"players": _named(undone.kept)})
    return redirect("tournaments:manage_players", event.slug)


def _named(kept: list[tuple[str, str]]) -> str:
    """Name players with what has happened to them, and say how many more there are."""
    return first_names([_("%(name)s (%(what)s)") % {"name": name, "what": what} for name, what in kept])


def _preview(event: Event, form: ImportForm, text: str) -> ReadPlayers:
    """Return the preview. Unknown columns are ignored until the organiser says what they contain."""
    chosen = _choices_of(form, text)
    found = read_rows(text, chosen.columns, heading=chosen.heading)
    guessed = {
        place: one.field or LEFT_OUT
        for place, one in enumerate(found.columns)
        if one.field or one.heading or not found.heading
    }
    return read_players(event, text, dataclasses.replace(chosen, columns=guessed))


def _choices_of(form: ImportForm, text: str) -> Choices:
    """Return what was chosen; which column holds what, only if it was chosen for this sheet."""
    heading, key, columns = form.cleaned_data["heading"], *form.chosen_columns()
    is_for_this = bool(columns) and read_rows(text, heading=heading).key == key
    return Choices(
        columns=columns if is_for_this else None,
        heading=heading,
        different_people=form.cleaned_data.get("different_people", False),
        left_out=form.left_out,
    )


def _preview_of_refused(event: Event, form: ImportForm, text: str) -> ReadPlayers | None:
    try:
        return _preview(event, form, text)
    except Refused:
        return None


def _import(request: EventRequest, event: Event, form: ImportForm, text: str) -> Imported:
    done = import_players(
        event_id=event.pk,
        who=request.user,
        text=text,
        key=form_text(request, "once"),
        choices=_choices_of(form, text),
    )
    last = event.player_imports.filter(undone_at=None).order_by("pk").last() if done.added else None
    text = _said(done)
    if last is not None:
        text = with_button(
            request, text, _("Undo import"), reverse("tournaments:undo_import", args=[event.slug, last.pk])
        )
    messages.success(request, text)
    return done


def _said(done: Imported) -> str:
    number, waiting, left_out = len(done.added), done.waiting, done.left_out
    if not number:
        return _("These players have been imported already: nobody was imported twice.")
    said = ngettext("%(number)s player imported", "%(number)s players imported", number) % {"number": number}
    if waiting:
        said = _("%(done)s, %(waiting)s of them on the waiting list") % {"done": said, "waiting": waiting}
    if left_out:
        said = _("%(done)s, %(left_out)s left out") % {"done": said, "left_out": left_out}
    return f"{said}."


def _page(
    request: EventRequest, event: Event, form: ImportForm, text: str, read: ReadPlayers | None = None
) -> HttpResponse:
    if form.is_bound:  # the text area contains what was read from any source
        form.data = dict(form.data.items()) | {"text": text or form.data.get("text", ""), "earlier": ""}
    context = {
        "event": event,
        "form": form,
        "guessed": form.sheet.encoding,
        "encodings": ENCODINGS.items(),
        "imports": imports_to_undo(event),
        **(_about_the_lines(event, form, read) if read else {}),
    }
    return render(request, "tournaments/players/import.html", context, status=400 if form.errors else 200)


def _about_the_lines(event: Event, form: ImportForm, read: ReadPlayers) -> dict[str, Any]:
    wanted = [line for line in read.lines if line.key not in form.left_out]
    good = [line for line in wanted if not line.errors]
    columns = read.sheet.columns
    return {
        "preview": Preview(read, form.left_out),
        "lines": sorted(read.lines, key=lambda line: not line.errors),
        "number": len(good),
        "number_if_different": len(good) + sum(line.only_namesake for line in wanted),
        "all": len(read.lines),
        "faulty": sum(bool(line.errors) and not line.only_namesake for line in wanted),
        "namesakes": sum(line.namesake for line in wanted),
        "waiting": _waiting(event, len(good)),
        "columns_of": read.sheet.key,
        "unread": _unread(form, read.sheet),
        "first_line_is_player": not read.sheet.heading and len(columns) > 1,
        "titles": [" ".join(filter(None, line.cells)) for line in read.sheet.titles],
        "headings": _headings(read.sheet, form.cleaned_data.get("heading", "")),
        "unknown": [column.heading for column in columns if column.is_unknown],
    }


def _unread(form: ImportForm, sheet: Sheet) -> list[tuple[ChosenColumn, str]]:
    """Return the columns without a heading of which nobody has chosen what they hold, each with its first cells."""
    if sheet.heading or form.chosen_columns()[0] == sheet.key:
        return []
    found = []
    for place, column in enumerate(sheet.columns):
        cells = [row.line.cells[place] for row in sheet.rows if place < len(row.line.cells) and row.line.cells[place]]
        if column.field in ("", LEFT_OUT) and cells:
            shown = ", ".join(Truncator(cell).chars(LONGEST_EXAMPLE) for cell in cells[:EXAMPLES])
            found.append((ChosenColumn(place, column, []), shown + ("…" if len(cells) > EXAMPLES else "")))
    return found


def _headings(sheet: Sheet, chosen: str) -> list[tuple[str, str, bool]]:
    """Return the lines that can be the headings, as the choices of a field."""
    lines = [(str(line.number), _heading(line), chosen == str(line.number)) for line in sheet.first]
    return [
        ("", _("decide automatically"), not chosen),
        (NO_HEADINGS, _("none: every line is a player"), chosen == NO_HEADINGS),
        *lines,
    ]


def _heading(line: Line) -> str:
    cells = ", ".join(filter(None, line.cells))
    return _("line %(number)s: %(cells)s") % {"number": line.number, "cells": cells[:60]}


def _waiting(event: Event, players: int) -> int:
    can_wait = event.has_waiting_list and not event.has_started
    return max(0, players - free_for_new(event)) if can_wait else 0


def _fields(column: Column) -> list[tuple[str, Any, bool]]:
    return [(value, label, value == column.field) for value, label in CHOICES if value or not column.field]
