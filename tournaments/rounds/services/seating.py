"""Drawing a round of tables of four: who sits together, and the reasons, which pairing_table.py shows."""

import dataclasses
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Refused, Stale
from tournaments.core.fours.document import written
from tournaments.core.fours.players import EXACT_UP_TO, Player, Seating
from tournaments.core.pairing.players import CannotPair
from tournaments.events.models.limits import MOST_PLAYERS
from tournaments.events.models.settings import FirstRound
from tournaments.models import Event, Round, Stage
from tournaments.players.models.crews import count_to_pair
from tournaments.standings.services.pairing_input import forbidden_pairs, to_be_seated

# players; larger rounds of tables take seconds, during which the lock would block everybody
DRAWN_UNDER_THE_LOCK = {"pairs": MOST_PLAYERS, "tables": EXACT_UP_TO, "heats": MOST_PLAYERS}
SEATING = "seating"  # key in the round's reasons, beside those of the tables


@dataclasses.dataclass(frozen=True)
class SeatingInput:
    """All input of the seating, so that tables drawn before the lock can be checked against it."""

    players: tuple[Player, ...]
    forbidden: tuple[tuple[str, str], ...]
    seed: int
    first_place: int
    separate_clubs: bool
    with_threes: bool

    def drawn(self) -> Seating:
        from tournaments.core.fours.seating import seat  # noqa: PLC0415  numpy's 16 MB, for processes that pair

        return seat(self.players, **self._options(), forbidden=self.forbidden)

    def document(self) -> dict[str, Any]:
        """Return what anybody needs to seat the round again."""
        ids = {player.id for player in self.players}
        forbidden = [[one, other] for one, other in self.forbidden if one in ids and other in ids]
        return written(self.players, **self._options(), forbidden=forbidden)

    def _options(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "first_place": self.first_place,
            "separate_clubs": self.separate_clubs,
            "with_threes": self.with_threes,
        }


@dataclasses.dataclass(frozen=True)
class DrawnAhead:
    asked: SeatingInput
    seating: Seating


def separates_clubs(event: Event, drawn: Round) -> bool:
    """Whether the event keeps clubs apart in this round, or its staff asked for it."""
    first = drawn.number == 1 and event.first_round == FirstRound.CLUB
    return drawn.stage == Stage.SWISS and (drawn.separates_clubs or first or drawn.number <= event.club_rounds)


def seating_input(event: Event, drawn: Round, *, seed: int) -> SeatingInput:
    return SeatingInput(
        players=tuple(sorted(to_be_seated(event, before_round=drawn.number), key=lambda player: player.id)),
        forbidden=tuple(forbidden_pairs(event)),
        seed=seed,
        first_place=event.points_by_place[0],
        separate_clubs=separates_clubs(event, drawn),
        with_threes=event.tables_of_three,
    )


def draw_ahead(event: Event, drawn: Round, *, seed: int) -> DrawnAhead | None:
    """Return the tables of a large round, drawn without the lock; None if the round is small enough to be drawn under
    it."""
    if count_to_pair(event) <= DRAWN_UNDER_THE_LOCK[event.format.draw]:
        return None
    asked = seating_input(event, drawn, seed=seed)
    return DrawnAhead(asked, _seating(asked))


def seating_under_lock(event: Event, drawn: Round, ahead: DrawnAhead | None) -> tuple[SeatingInput, Seating]:
    asked = seating_input(event, drawn, seed=drawn.seed)
    if ahead is not None and ahead.asked != asked:
        raise Stale("stale", _("Players or results changed while the tables were drawn: pair the round again."))
    return asked, ahead.seating if ahead else _seating(asked)


def _seating(asked: SeatingInput) -> Seating:
    try:
        return asked.drawn()
    except CannotPair as refusal:
        if refusal.code == "too-few-players":
            least = 3 if asked.with_threes else 4
            raise Refused("too-few-players", _("A table needs %(least)s players.") % {"least": least}) from refusal
        raise Refused(refusal.code, _("These players cannot be seated.")) from refusal


def reasons_of_seating(asked: SeatingInput, seating: Seating) -> dict[str, Any]:
    """Return the reasons by the player named first at each table or with the bye, and the quality of the round as a
    whole."""
    players = {player.id: player for player in asked.players}
    barred = {frozenset(pair) for pair in asked.forbidden}
    tables = {table[0]: list(_reasons_of_table(table, players, barred)) for table in seating.tables}
    byes = {player: [["bye-fewest", player, None, players[player].byes]] for player in seating.byes}
    return {**tables, **byes, SEATING: [seating.cost, seating.bound, seating.is_best_possible]}


def _reasons_of_table(
    table: tuple[str, ...], players: dict[str, Player], barred: set[frozenset[str]]
) -> Iterator[list[Any]]:
    points = [players[player].points for player in table]
    if max(points) == min(points):
        yield ["all-same-points", table[0], None, points[0]]
    else:
        yield ["points-apart", table[0], None, max(points) - min(points)]
    for one, other in combinations(table, 2):
        if times := players[one].met.count(other):
            yield ["met", one, other, times]
        if frozenset((one, other)) in barred:
            yield ["forbidden", one, other, None]
    if len(table) == 3:
        yield ["three", table[0], None, None]
        yield from (["three-before", player, None, turns] for player in table if (turns := players[player].threes))
