"""Standings: computed from the current results every time, and frozen when the next round is published."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.database.compiled import NUMBER, Compiled
from tournaments.core.fours.scoring import Record as TableRecord
from tournaments.core.fours.standings import DEFAULT_ORDER as ORDER_AT_TABLES
from tournaments.core.fours.standings import Row as TableRow
from tournaments.core.fours.standings import formatted as formatted_at_tables
from tournaments.core.fours.standings import standings as ranked_at_tables
from tournaments.core.scoring import Record, Records
from tournaments.core.standings import Entrant, Row, formatted
from tournaments.core.standings import standings as ranked
from tournaments.events.models.unchanged_by_results import unchanged_by_results
from tournaments.models import Event, Registration, SubmittedList, TieBreak
from tournaments.players.models.crews import entrants
from tournaments.standings.services.pairing_input import records_of, results_of, scoring_of
from tournaments.standings.services.tables_input import records_of_tables, results_of_tables, scoring_of_tables

AnyRow = Row | TableRow
TITLES: dict[str, str | Promise] = dict(TieBreak.choices)
TITLES_AT_TABLES: dict[str, str | Promise] = {
    "points": _("points by place"),
    "first-places": _("first places"),
    "opponents-share": _("opponents' share"),
}


def standings(event: Event, up_to: int | None = None) -> Sequence[AnyRow]:
    """Rank everyone who took part by the event's tie-breaks, after a round or now."""
    entrants, order = entrants_of(event), order_of(event)
    if event.is_free_for_all:
        results = results_of_tables(event, up_to=up_to)
        return ranked_at_tables(entrants, results, scoring=scoring_of_tables(event), order=order)
    records = _latest_records(event, up_to)
    rows = ranked(
        entrants,
        results_of(event, up_to=up_to),
        scoring=scoring_of(event),
        order=order,
        before=records[0] if records else None,
    )
    records[:] = [row.statistics.records for row in rows[:1]]
    return rows


@unchanged_by_results
def _latest_records(_event: Event, _up_to: int | None) -> list[Records]:
    """Return a place for the records: after a result, those of most players are the same."""
    return []


def order_of(event: Event) -> list[str]:
    """Return the tie-breaks in order, points first; at tables of four the order is fixed."""
    return list(ORDER_AT_TABLES) if event.is_free_for_all else event.tie_breaks


def titles_of(event: Event) -> dict[str, str | Promise]:
    """Return the titles of the tie-breaks by their codes."""
    return TITLES | TITLES_AT_TABLES if event.is_free_for_all else TITLES


@unchanged_by_results
def entrants_of(event: Event) -> list[Entrant]:
    initiative = dict(_initiative.all(event.pk))
    if event.is_for_crews:
        return [_crew(one, initiative) for one in entrants(event)]
    return [
        Entrant(pk, draw_order, initiative.get(pk), rank, why) for pk, draw_order, rank, why in _drawn.all(event.pk)
    ]


_initiative = Compiled(
    lambda event: (
        SubmittedList.objects.current()
        .filter(registration__event=event, locked_at__isnull=False)
        .values_list("registration_id", "initiative")
    ),
    NUMBER,
)
_drawn = Compiled(
    lambda event: (
        Registration.objects.filter(event=event).taking_part().values_list("pk", "lot", "manual_rank", "manual_why")
    ),
    NUMBER,
)


def _crew(crew: Registration, initiative: dict[int, int]) -> Entrant:
    """Convert a crew. The higher initiative of its two teams gives the crew its first turn (9.3.3)."""
    totals = [initiative[one.pk] for one in (crew, crew.partner) if one and one.pk in initiative]
    return Entrant(crew.pk, crew.lot, max(totals, default=None), crew.manual_rank, crew.manual_why)


def ranks(event: Event) -> dict[int, int]:
    """Return each player's place; fully tied players are in order of registration."""
    return {int(row.player): place for place, row in enumerate(standings(event), start=1)}


def points_of(event: Event, *, up_to: int | None = None) -> dict[int, int]:
    """Return the points of all players who have a record, in every mode."""
    found: Mapping[int, Record | TableRecord]
    found = records_of_tables(event, up_to=up_to) if event.is_free_for_all else records_of(event, up_to=up_to)
    return {player: record.points for player, record in found.items()}


def freeze_standings(event: Event, up_to: int | None = None) -> list[dict[str, Any]]:
    """Return the standings to be published: players by id, values as formatted."""
    order, ranked = order_of(event), standings(event, up_to=up_to)
    return [
        {
            "player": row.player,
            "rank": row.rank,
            "points": row.points,
            "record": list(row.record.counts),
            "figures": dict(zip(order, texts, strict=True)),
        }
        for row, texts in zip(ranked, texts_of(event, ranked, order), strict=True)
    ]


def texts_of(event: Event, ranked: Sequence[Any], codes: Sequence[str]) -> list[tuple[str, ...]]:
    """Format the values of each row by these tie-breaks."""
    of_column = formatted_at_tables if event.is_free_for_all else formatted
    columns = [of_column(ranked, code) for code in codes]
    return list(zip(*columns, strict=True)) if columns else [()] * len(ranked)
