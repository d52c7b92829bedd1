"""Charts of an event: queries the data for the functions that draw them."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from teams.wording import card_title
from tournaments.base.services.seats import absent_seats, winning_sides
from tournaments.core.charts import Length, Line, Use, points_race, race_legend, round_lengths, use_and_win_rate
from tournaments.core.scoring import Record
from tournaments.models import Event, Match, Result, Round, SubmittedList
from tournaments.players.models.crews import entrants
from tournaments.standings.services.ranking import standings

LEADERS_SHOWN, FIGURES_SHOWN = 8, 20


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with title, description and legend."""

    title: str
    description: str
    drawing: SafeString
    key: Sequence[tuple[str, str, int]] = ()


def charts_of(event: Event) -> list[Chart]:
    """Return the charts available so far; the use of figures only once the lists are public."""
    return [*_race(event), *_lengths(event), *_uses(event)]


def _drawn(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308 (the charts escape every text they draw)


def _race(event: Event) -> Iterator[Chart]:
    """Yield the points of the current leaders after each round."""
    names = {player.pk: player.shown_name for player in entrants(event)}
    ranked = standings(event)
    last = max((game.round for row in ranked for game in row.record.games), default=0)
    if not last:
        return
    lines = [Line(names[int(row.player)], _after_each(row.record, last)) for row in ranked[:LEADERS_SHOWN]]
    title = _("Points by round")
    description = _("Points of the leaders, round by round. The number at the end of a line is the rank.")
    yield Chart(
        title,
        description,
        _drawn(points_race(title, description, lines, steps_are=_("rounds played"))),
        race_legend(lines),
    )


def _after_each(record: Record, last: int) -> list[int]:
    return [sum(game.points for game in record.games if game.round <= number) for number in range(last + 1)]


def _lengths(event: Event) -> Iterator[Chart]:
    settled: dict[int, list[dt.datetime]] = {}
    results = Result.objects.filter(match__round__event=event, is_correction=False)
    for played_in, at in results.values_list("match__round", "at"):
        settled.setdefault(played_in, []).append(at)
    begun = event.rounds.public().filter(started_at__isnull=False).in_order()
    rounds = [(played, _minutes(played, settled.get(played.pk, []))) for played in begun]
    rows = [Length(played.name, minutes) for played, minutes in rounds if max(minutes, default=0) > 1]
    if not rows:
        return
    title = _("Length of the rounds")
    description = _(
        "Each bar goes from the first finished table to the last, in minutes; the dot is the median table, "
        "the dashed line the announced time."
    )
    yield Chart(title, description, _drawn(round_lengths(title, description, rows, planned=float(event.round_minutes))))


def _minutes(played: Round, settled: Iterable[dt.datetime]) -> list[float]:
    begun = played.started_at
    return [(at - begun).total_seconds() / 60 for at in settled if begun and at > begun]


def _uses(event: Event) -> Iterator[Chart]:
    """Yield the use and win rate of each Krosmaster, from the public lists."""
    lists = SubmittedList.objects.current().filter(registration__event=event, revealed_at__isnull=False)
    figures = {player: set(shown) for player, shown in lists.values_list("registration", "figures")}
    if not figures:
        return
    used = Counter(slug for team in figures.values() for slug in team)
    played, won = _games_by_figure(event, figures)
    uses = [Use(card_title(slug), used[slug], played[slug], won[slug]) for slug in used]
    rows = sorted(uses, key=lambda use: (-use.lists, use.name))[:FIGURES_SHOWN]
    title = _("Krosmasters")
    description = _("Share of lists with each figure, and of its matches won; the dashed line is 50 %.")
    svg = use_and_win_rate(title, description, rows, lists=len(figures), used=_("In lists"), won=_("Matches won"))
    yield Chart(title, description, _drawn(svg))


def _games_by_figure(event: Event, figures: dict[int, set[str]]) -> tuple[Counter[str], Counter[str]]:
    """Count games played and won by figure. A shared first place is nobody's win."""
    played, won = Counter[str](), Counter[str]()
    results = Result.objects.current().filter(match__round__event=event).prefetch_related("match__seat_rows")
    for result in (one for one in results if one.was_played):
        match: Match = result.match
        winners, absent = winning_sides(match, result), absent_seats(result)
        for seat in match.seated():
            team = figures.get(seat.registration_id, set()) if seat.number - 1 not in absent else set()
            played.update(team)
            won.update(team if winners == {seat.side} else ())
    return played, won
