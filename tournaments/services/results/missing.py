"""Tables without a result as plain values, because the staff's pages query all of them after every result."""

from dataclasses import dataclass

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, Match, MatchState, Seat, Stage
from tournaments.models.matches import MatchQuerySet
from tournaments.models.name_rows import side_columns, sides_of_matches


@dataclass(frozen=True, slots=True)
class MissingResult:
    pk: int
    table: int | None
    is_in_the_cut: bool
    state: str
    state_shown: str
    sides: tuple[str, ...]  # full names, for the staff
    sides_shown: tuple[str, ...]

    @property
    def players(self) -> str:
        return " – ".join(self.sides)

    @property
    def players_shown(self) -> str:
        return " - ".join(self.sides_shown)


def missing_results(event: Event) -> list[MissingResult]:
    matches, sides = _matches.all(event.pk), sides_of_matches(_seats.all(event.pk))
    labels = {state: str(MatchState(state).label) for state in {state for _pk, _table, state, _stage in matches}}
    return [
        MissingResult(
            pk,
            table,
            stage == Stage.CUT,
            state,
            labels[state],
            tuple([side.full for side in sides.get(pk, ())]),
            tuple([side.shown for side in sides.get(pk, ())]),
        )
        for pk, table, state, stage in matches
    ]


def _undecided(event: int) -> MatchQuerySet:
    return Match.objects.undecided().filter(round__event=event).public()


_matches = Compiled(
    lambda event: _undecided(event).by_table().values_list("pk", "table", "state", "round__stage"), NUMBER
)
_seats = Compiled(
    lambda event: (
        Seat.objects.filter(match__in=_undecided(event).values("pk")).order_by("number").values_list(*side_columns())
    ),
    NUMBER,
)
