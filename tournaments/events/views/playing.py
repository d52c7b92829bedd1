"""What the front page shows while an event is played: the round with its tables, and who is ahead."""

from typing import Any, NamedTuple

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, cached_event_page, event_page
from tournaments.cut.services.bracket import bracket_columns
from tournaments.models import Event, EventState
from tournaments.rounds.services.pairing_table import TableRow, rows_of
from tournaments.standings.services.table import standings_table

TABLES = 12
AHEAD = 10


class TableNow(NamedTuple):
    match: int
    table: int | None
    sides: list[tuple[str, bool]]  # names, with who has won
    state: str
    score: str
    is_bye: bool


@require_GET
@event_page()
@cached_event_page(is_fragment=True)
def playing(request: EventRequest, event: Event) -> HttpResponse:
    """Render the fragment with the round that is played and who is ahead."""
    context = {"event": event, **playing_now(event)}
    return render_part(request, "tournaments/events/event.html", context, part="playing")


def playing_now(event: Event) -> dict[str, Any]:
    """Return nothing while there is no round that everyone sees."""
    current = event.rounds.public().in_order().last() if event.is_playing else None
    if current is None:
        return {"playing": None}
    rows = rows_of(current, with_points=False)
    return {
        "event": event,
        "playing": current,
        "tables": [_table(row) for row in rows[:TABLES]],
        "all_tables": len(rows),
        "still_open": sum(row.state != "done" for row in rows),
        **_ahead(event),
    }


def _table(row: TableRow) -> TableNow:
    sides = [(seat.name, seat.is_winner) for seat in row.seats]
    return TableNow(row.match, row.table, sides, row.state, row.score, row.is_bye)


def _ahead(event: Event) -> dict[str, Any]:
    """Return the bracket once it decides, and the top of the standings before."""
    if event.state == EventState.CUT:
        return {"bracket": bracket_columns(event)}
    table = standings_table(event)
    return {"ahead": table.lines(table.ranked[:AHEAD]), "record_title": table.record_title}
