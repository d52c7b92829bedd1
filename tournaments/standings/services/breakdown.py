"""The breakdown of one player's tie-break values, with names instead of ids."""

import dataclasses
from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.breakdown import Breakdown, Part, format_value
from tournaments.models import Event, Registration, Round
from tournaments.players.models.crews import entrants, first_of_crew
from tournaments.standings.services.breakdown_at_tables import how_at_tables, why_at_tables
from tournaments.standings.services.ranking import order_of, standings, titles_of
from tournaments.standings.services.tables_input import scoring_of_tables

HOW: dict[str, str | Promise] = {
    "sum": _("sum of these"),
    "mean": _("mean of these"),
    "floor": _("raised to the floor of 33%"),
    "points-a-match": _("points of these, divided by the most they could have scored"),
    "points-over-matches": _("points of these opponents divided by their matches"),
    "sum-won-and-half-drawn": _("points of opponents beaten, plus half of those drawn with"),
    "among-the-tied": _("points against players tied so far, if all of them have met"),
    "initiative": _("the initiative of the team, lower first"),
    "manual": _("set by the staff"),
    "random": _("drawn at random at registration"),
}
WHY: dict[str, str | Promise] = {
    "win": _("won"),
    "draw": _("drew"),
    "loss": _("lost"),
    "bye": _("bye"),
    "no-show": _("no-show"),
    "drop": _("opponent dropped"),
    "missed": _("round missed"),
    "walkover": _("conceded without a game"),
    "intentional-draw": _("intentional draw"),
    "lowest": _("the lowest, cut"),
    "highest": _("the highest, cut"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    round: int | None
    opponent: str
    why: str | Promise
    value: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Figure:
    code: str
    title: str | Promise
    value: str
    how: str | Promise
    counted: list[Line]
    left_out: list[Line]


def breakdown_of(player: Registration, shown_round: Round | None = None) -> list[Figure]:
    """Return the breakdown of every value by which this player is ranked."""
    event: Event = player.event
    rows = standings(event, up_to=shown_round.number if shown_round else None)
    ranked_as = first_of_crew(event).get(player.pk, player.pk)
    row = next((row for row in rows if row.player == ranked_as), None)
    if row is None:
        return []
    names = {one.pk: one.shown_name for one in entrants(event)}
    titles, words = titles_of(event), _words_of(event)
    return [_figure(titles[code], row.breakdown(code), names, words) for code in order_of(event)]


@dataclasses.dataclass(frozen=True, slots=True)
class _Words:
    how: Callable[[Breakdown], str | Promise]
    why: Callable[[Part], str | Promise]


def _words_of(event: Event) -> _Words:
    if not event.is_free_for_all:
        return _Words(lambda work: HOW.get(work.how, work.how), lambda part: WHY.get(part.why, part.why))
    scoring = scoring_of_tables(event)
    return _Words(lambda work: how_at_tables(work, scoring), lambda part: why_at_tables(part, scoring))


def _figure(title: str | Promise, work: Breakdown, names: dict[int, str], words: _Words) -> Figure:
    code = work.code
    counted = [
        _line(part, names, words, format_value(code, value))
        for part, value in zip(work.parts, work.values, strict=True)
    ]
    left_out = [_line(part, names, words) for part in work.left_out]
    return Figure(code, title, str(work), words.how(work), counted, left_out)


def _line(part: Part, names: dict[int, str], words: _Words, value: str = "") -> Line:
    opponent = names.get(part.opponent, "") if isinstance(part.opponent, int) else ""
    return Line(part.round, opponent, words.why(part), value)
