"""A round as rows for pages, prints and files: who sits where, points and state, formatted before the template."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.cut.services.bracket import seeds_by_match
from tournaments.events.models.formats import Format
from tournaments.models import Ending, Match, Result, Round, Seat, Stage
from tournaments.players.models.name_rows import NameRow, SideRow, side_columns, sides_of_matches
from tournaments.results.models import UNPLAYED
from tournaments.rounds.services.reasons import reasons_text
from tournaments.rounds.services.seating import SEATING
from tournaments.standings.services.ranking import points_of

SEEN = ("same-points", "all-same-points", "same-club", "three")  # reasons that the seats of a table show
DEMON = ("demon", "demon_staff", "demon_called")  # who plays it in a heat


class SeatRow(NamedTuple):
    """A seat of a table: a player, or the two of a crew."""

    number: int  # from 1
    player: int  # by whose id results refer to the side
    name: str
    full_name: str
    people: list[NameRow]
    points: int
    place: int | None  # None without a result, and for players who did not come
    glory: int | None
    is_absent: bool
    is_winner: bool


class TableRow(NamedTuple):
    match: int
    table: int | None
    seats: list[SeatRow]
    state: str
    score: str
    is_bye: bool
    is_manual: bool
    why: str
    reason: str
    demon: str = ""  # who plays it in a heat
    heat: tuple[int, ...] = ()  # Demon turns and KOs
    again: frozenset[int] = frozenset()  # those who have met somebody of this table before
    three_again: frozenset[int] = frozenset()  # those who have sat at a table of three before, and do again


class Score(NamedTuple):
    places: Sequence[int]
    tallies: Sequence[int]
    ending: str
    absent: Sequence[int]
    heat: Sequence[int]

    @property
    def first(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1 and seat not in self.absent]


def rows_of(shown: Round, *, with_points: bool = True) -> list[TableRow]:
    """Return the rows of a round. Points are read from all rounds before. Plain values, for 500 tables, cost a tenth of
    instances."""
    points = points_of(shown.event, up_to=shown.number - 1) if with_points else {}
    # read before the seats: a match that is drawn in between has none yet
    columns = ("pk", "table", "bye", "state", "manual_why", *DEMON)
    matches = list(shown.matches.by_table().values_list(*columns))
    sides = sides_of_matches(shown.seats.order_by("number").values_list(*side_columns()))
    current = Result.objects.current().filter(match__round=shown)
    scores = current.values_list("match", "places", "tallies", "ending", "absent", "heat")
    results = {match: Score(*score) for match, *score in scores}
    reasons = shown.details.reasons if shown.is_unpublished else {}  # only needed by the staff who review the pairings
    names = {str(side.player): side.full for table in sides.values() for side in table} if reasons else {}
    demons = _demons([pk for pk, *_about, player, staff, called in matches if player or staff or called])
    form, rows = shown.event.format, []
    for pk, table, bye, state, why, *_demon in matches:
        score = results.get(pk)
        first = score.first if score else [*form.won_by_bye] if bye else []
        seats = [
            _seat(number, side, points.get(side.player, 0), score, won=first == [number - 1])
            for number, side in enumerate(sides[pk], start=1)
        ]
        text = TEXTS[form.enters_results_by](seats, score, form) if score else ""
        reason, heat = _reason(seats, reasons, names), tuple(score.heat) if score else ()
        again = _three_again(seats, reasons)
        about = bye, bool(why), why, reason, demons.get(pk, ""), heat
        rows.append(TableRow(pk, table, seats, state, text, *about, three_again=again))
    return rows


def _demons(matches: list[int]) -> dict[int, str]:
    """Return who plays the Demon, by match."""
    if not matches:
        return {}
    seated = Match.objects.filter(pk__in=matches).select_related("demon__user", "demon_staff", "round__event")
    return {match.pk: match.demon_name for match in seated}


def unpublished_rows(shown: Round) -> list[TableRow]:
    """Return the rows of a round with the reasons of its pairings and who meets again; in the cut, the seeds."""
    rows = rows_of(shown)
    if shown.stage != Stage.CUT:
        met = _met_before(shown)
        return [row._replace(again=_again([seat.player for seat in row.seats], met)) for row in rows]
    seeds = seeds_by_match(shown)
    return [row._replace(reason=seeds[row.match]) for row in rows]


def _met_before(shown: Round) -> set[tuple[int, int]]:
    """Return the pairs who sat at one table in an earlier round."""
    earlier = Seat.objects.entered().filter(round__event=shown.event, round__number__lt=shown.number)
    tables: dict[int, list[int]] = defaultdict(list)
    for match, player in earlier.values_list("match", "registration"):
        tables[match].append(player)
    return {pair for table in tables.values() for pair in permutations(table, 2)}


def _again(players: list[int], met: set[tuple[int, int]]) -> frozenset[int]:
    return frozenset(one for one, other in permutations(players, 2) if (one, other) in met)


def _seat(number: int, side: SideRow, points: int, score: Score | None, *, won: bool) -> SeatRow:
    is_absent = score is not None and number - 1 in score.absent
    place, glory = (score.places[number - 1], score.tallies[number - 1]) if score and not is_absent else (None, None)
    return SeatRow(number, side.player, side.shown, side.full, side.names, points, place, glory, is_absent, won)


def _tallies(seats: Sequence[SeatRow], score: Score, format_: Format) -> str:
    """Return "6 : 0", or of a game that was not played who won and how."""
    if score.ending in UNPLAYED:
        return _who_won(seats, score, format_)
    return " : ".join(map(str, score.tallies))


def _who_won(seats: Sequence[SeatRow], score: Score, format_: Format) -> str:
    """Return "Ana wins · no-show"."""
    ending = str(Ending(score.ending).label)
    if score.ending == Ending.INTENTIONAL_DRAW:
        return ending
    won = [seats[seat].name for seat in score.first]
    words = _("%(name)s wins") % {"name": won[0]} if len(won) == 1 else _("draw") if won else format_.words.nobody_won
    return f"{words} · {ending}"


def _won_or_lost(seats: Sequence[SeatRow], score: Score, format_: Format) -> str:
    words = format_.words.counts[score.places[0] - 1] if seats else ""
    return f"{words} · {Ending(score.ending).label}"


TEXTS = {"outcome": _tallies, "places": _who_won, "heat": _won_or_lost}


def _reason(seats: Sequence[SeatRow], reasons: dict[str, list[list[Any]]], names: dict[str, str]) -> str:
    """Return what the table itself does not say; it has the points of each."""
    return reasons_text([reason for reason in _stored(seats, reasons) if reason[0] not in SEEN], names)


def _stored(seats: Sequence[SeatRow], reasons: dict[str, list[list[Any]]]) -> list[list[Any]]:
    """Return the reasons of a table. They are stored by the player drawn first, who may have been swapped away."""
    return next((reasons[str(seat.player)] for seat in seats if str(seat.player) in reasons), [])


def _three_again(seats: Sequence[SeatRow], reasons: dict[str, list[list[Any]]]) -> frozenset[int]:
    named = {reason[1] for reason in _stored(seats, reasons) if reason[0] == "three-before"}
    return frozenset(seat.player for seat in seats if str(seat.player) in named)


def quality_of_seating(unpublished: Round) -> dict[str, Any] | None:
    """Return the quality of the tables as drawn, which ignores later swaps by hand."""
    reasons = unpublished.details.reasons
    if SEATING not in reasons:
        return None
    cost, bound, is_best = reasons[SEATING]
    event = unpublished.event
    weight = (2 * event.points_by_place[0]) ** 2
    return {"cost": cost, "bound": bound, "is_best": is_best, "weight": weight, "with_threes": event.tables_of_three}
