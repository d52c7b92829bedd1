"""Standings: computed from the current results every time, and frozen when the next round is published."""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.standings import Entrant, StandingsRow, formatted
from tournaments.core.standings import standings as ranked
from tournaments.models import Event, SubmittedList
from tournaments.players.models.crews import columns_of_entrants, first_of_crew
from tournaments.standings.services.pairing_input import records_of, results_of

OF_TABLES: dict[str, str | Promise] = {
    "points": _("points by place"),
    "first-places": _("first places"),
    "opponents-share": _("opponents' share"),
}


def titles_of(event: Event) -> dict[str, str | Promise]:
    return {**event.game_record.tie_break_titles(), **OF_TABLES, **event.format.words.titles}


def standings(event: Event, up_to: int | None = None) -> list[StandingsRow]:
    """Rank everyone who took part by the event's tie-breaks, after a round or now."""
    results = results_of(event, up_to=up_to)
    return ranked(entrants_of(event), results, scoring=event.scoring, order=order_of(event))


def order_of(event: Event) -> list[str]:
    """Return the tie-breaks in order, points first."""
    return list(event.format.tie_breaks) or event.tie_breaks


def entrants_of(event: Event) -> list[Entrant]:
    lists = SubmittedList.objects.current().filter(registration__event=event, locked_at__isnull=False)
    initiative = dict(lists.values_list("registration", "initiative"))
    for others, first in first_of_crew(event).items():  # the highest of its teams gives a crew its first turn (9.3.3)
        if others in initiative:
            initiative[first] = max(initiative[others], initiative.get(first, 0))
    rows = columns_of_entrants(event, "lot", "manual_rank", "manual_why")
    return [Entrant(pk, draw_order, initiative.get(pk), rank, why) for pk, draw_order, rank, why in rows]


def ranks(event: Event) -> dict[int, int]:
    """Return each player's place; fully tied players are in order of registration."""
    return {int(row.player): place for place, row in enumerate(standings(event), start=1)}


def points_of(event: Event, *, up_to: int | None = None) -> dict[int, int]:
    """Return the points of all players who have a record."""
    return {player: record.points for player, record in records_of(event, up_to=up_to).items()}


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
        for row, texts in zip(ranked, texts_of(ranked, order), strict=True)
    ]


def texts_of(ranked: Sequence[StandingsRow], codes: Sequence[str]) -> list[tuple[str, ...]]:
    """Format the values of each row by these tie-breaks."""
    columns = [formatted(ranked, code) for code in codes]
    return list(zip(*columns, strict=True)) if columns else [()] * len(ranked)
