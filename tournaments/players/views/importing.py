"""The page to import players from a file or pasted lines: preview, correct, import, undo."""

import dataclasses
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.pages.error_responses import errors_on_form
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.models import Event, Right
from tournaments.players.forms import CHOICES, ENCODINGS, ImportForm
from tournaments.players.services.checked_lines import Choices, ReadPlayers, read_players, without_lines
from tournaments.players.services.csv_file import LEFT_OUT, NO_HEADINGS, Column, Line, Sheet, read_rows
from tournaments.players.services.importing import Imported, earlier_events, import_players, players_as_lines
from tournaments.players.services.places import free_for_new
from tournaments.players.services.undoing_imports import imports_to_undo, undo_import
from tournaments.players.views.import_preview import Preview

MOST_NAMED = 20  # players in a message
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
def undo(request: EventRequest, event: Event, import_id: int) -> HttpResponse:
    own = get_object_or_404(event.player_imports, pk=import_id)
    undone = undo_import(event_id=event.pk, who=request.user, import_id=own.pk)
    if undone is not None:
        number = undone.removed
        text = ngettext("%(number)s player removed again.", "%(number)s players removed again.", number)
        messages.success(request, text % {"number": number})
        if undone.kept:
            messages.warning(request, _("Kept: %(players)s.") % {"players": _named(undone.kept)})
    return redirect("tournaments:manage_players", event.slug)


def _named(kept: list[tuple[str, str]]) -> str:
    """Name players with what has happened to them, and say how many more there are."""
    names = [_("%(name)s (%(what)s)") % {"name": name, "what": what} for name, what in kept[:MOST_NAMED]]
    more = len(kept) - len(names)
    if more:
        names.append(ngettext("%(number)s more", "%(number)s more", more) % {"number": more})
    return ", ".join(names)


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
    messages.success(request, _said(done))
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
        "faulty": sum(bool(line.errors) and not line.only_namesake for line in wanted),
        "namesakes": sum(line.namesake for line in wanted),
        "waiting": _waiting(event, len(good)),
        "columns": [(place, column, _fields(column)) for place, column in enumerate(columns)],
        "columns_of": read.sheet.key,
        "first_line_is_player": not read.sheet.heading and len(columns) > 1,
        "titles": [" ".join(filter(None, line.cells)) for line in read.sheet.titles],
        "headings": _headings(read.sheet, form.cleaned_data.get("heading", "")),
        "unknown": [column.heading for column in columns if column.is_unknown],
    }


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
