"""The breakdown of one player's tie-break values, with names instead of ids."""

import dataclasses
import re

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.breakdown import Breakdown, Part, format_value
from tournaments.models import Event, Registration, Round
from tournaments.players.models.crews import entrants, first_of_crew
from tournaments.standings.services.ranking import order_of, standings, titles_of
from tournaments.standings.services.shown_values import shown_value

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
    "floor": _("raised to the least share"),
}
PLACE = re.compile(r"(?P<place>\d+)(?P<shared>=?)/(?P<seats>\d+)")


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
    return [_figure(event, row.breakdown(code), names) for code in order_of(event)]


def _figure(event: Event, work: Breakdown, names: dict[int, str]) -> Figure:
    code = work.code
    counted = [
        _line(event, part, names, format_value(code, value))
        for part, value in zip(work.parts, work.values, strict=True)
    ]
    left_out = [_line(event, part, names) for part in work.left_out]
    return Figure(code, titles_of(event)[code], str(work), _how(event, work), counted, left_out)


def _how(event: Event, work: Breakdown) -> str | Promise:
    if work.code == "points" and "points_by_place" not in event.lacks:
        return f"{capfirst(event.points_in_words)}."  # the results do not show what a place is worth
    if work.how not in event.format.words.how:
        return HOW.get(work.how, work.how)
    floor = shown_value(f"{float(event.scoring.floor):.4f}", work.code)
    return event.format.words.how[work.how] % {"floor": floor}


def _line(event: Event, part: Part, names: dict[int, str], value: str = "") -> Line:
    opponent = names.get(part.opponent, "") if isinstance(part.opponent, int) else ""
    return Line(part.round, opponent, _why(event, part.why), value)


def _why(event: Event, why: str) -> str | Promise:
    """Return why a part was counted or left out: how the game ended, the place, or the tally."""
    if found := PLACE.fullmatch(why):
        text = (
            gettext("shared place %(place)s of %(seats)s")
            if found["shared"]
            else gettext("place %(place)s of %(seats)s")
        )
        return text % {"place": found["place"], "seats": found["seats"]}
    glory = why.removesuffix(" cap")
    if glory.isdigit():
        tally = event.game_record.tally
        amount = tally.amount_counted if glory != why else tally.amount
        return amount % {"glory": int(glory), "cap": event.glory_cap}
    return {**WHY, **event.format.words.why}.get(why, why)
