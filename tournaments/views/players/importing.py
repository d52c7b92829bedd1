"""Importing players from a sheet: a preview with all errors, then the import."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.error_responses import errors_on_form
from core.errors import Refused
from tournaments.forms.importing import CHOICES, ENCODINGS, ImportForm
from tournaments.models import Event, Right
from tournaments.services.players.csv_file import LEFT_OUT, Column
from tournaments.services.players.earlier_events import earlier_events, players_as_lines
from tournaments.services.players.importing import ReadPlayers, import_players, read_players
from tournaments.services.players.places import free_for_new
from tournaments.views.base.access import EventRequest, event_page
from tournaments.views.base.form_fields import form_text

MOST_SHOWN = 500  # rows of the preview, those with errors first
ON_THE_TEXT = dict.fromkeys(
    ("too_many_lines", "no_lines", "too_many_columns", "faulty_lines", "full", "others_wait", "already_registered"),
    "text",
)


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS)
def import_file(request: EventRequest, event: Event) -> HttpResponse:
    form = ImportForm(request.POST or None, request.FILES or None, earlier=earlier_events(event, request.user))
    if not form.is_valid():
        return _page(request, event, form, "")
    text = form.sheet.text
    if form.cleaned_data["earlier"]:
        text = players_as_lines(form.cleaned_data["earlier"], event)
    with errors_on_form(form, **ON_THE_TEXT):
        if request.POST.get("do") == "import":
            _import(request, event, form, text)
            return redirect("tournaments:manage_players", event.slug)
        return _page(request, event, form, text, _preview(event, form, text))
    return _page(request, event, form, text, _preview_of_refused(event, form, text))


def _preview(event: Event, form: ImportForm, text: str) -> ReadPlayers:
    """Return the preview. Unknown columns are ignored until the organiser says what they contain."""
    first_line = form.cleaned_data["first_line"]
    different_people = form.cleaned_data.get("different_people", False)
    key, chosen = form.chosen_columns()
    found = read_players(event, text, first_line=first_line)
    guessed = {place: one.field or LEFT_OUT for place, one in enumerate(found.columns)}
    columns = {**guessed, **(chosen if found.key == key else {})}
    return read_players(event, text, columns, first_line=first_line, different_people=different_people)


def _preview_of_refused(event: Event, form: ImportForm, text: str) -> ReadPlayers | None:
    try:
        return _preview(event, form, text)
    except Refused:
        return None


def _import(request: EventRequest, event: Event, form: ImportForm, text: str) -> None:
    first_line = form.cleaned_data["first_line"]
    key, chosen = form.chosen_columns()
    columns = chosen if chosen and read_players(event, text, first_line=first_line).key == key else None
    import_players(
        event_id=event.pk,
        who=request.user,
        text=text,
        key=form_text(request, "once"),
        columns=columns,
        first_line=first_line,
        different_people=form.cleaned_data["different_people"],
    )


def _page(
    request: EventRequest, event: Event, form: ImportForm, text: str, read: ReadPlayers | None = None
) -> HttpResponse:
    if form.is_bound:  # the text area contains what was read from any source
        form.data = dict(form.data.items()) | {"text": text or form.data.get("text", ""), "earlier": ""}
    lines = read.lines if read else None
    faulty = [line for line in lines or [] if line.errors]
    good = [line for line in lines or [] if not line.errors]
    errors = sum(not line.only_namesake for line in faulty)
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "lines": [*faulty, *good][:MOST_SHOWN] if lines is not None else None,
        "number": len(lines or []),
        "not_shown": max(0, len(lines or []) - MOST_SHOWN),
        "faulty": errors,
        "namesakes": sum(line.namesake for line in lines or []),
        "waiting": _waiting(event, len(lines) - errors) if lines else 0,
        "has_minors": any(line.fields.get("is_minor") for line in lines or []),
        "has_notes": any(line.fields.get("note") for line in lines or []),
        "columns": [(place, column, _choices(column)) for place, column in enumerate(read.columns)] if read else [],
        "columns_of": read.key if read else "",
        "first_line_is_player": bool(read and not read.has_heading and len(read.columns) > 1),
        "unknown": [column.heading for column in read.columns if column.is_unknown] if read else [],
        "guessed": form.sheet.encoding,
        "encodings": ENCODINGS.items(),
    }
    return render(request, "tournaments/players/import.html", context, status=400 if form.errors else 200)


def _waiting(event: Event, players: int) -> int:
    can_wait = event.has_waiting_list and not event.has_started
    return max(0, players - free_for_new(event)) if can_wait else 0


def _choices(column: Column) -> list[tuple[str, Any, bool]]:
    return [(value, label, value == column.field) for value, label in CHOICES if value]
