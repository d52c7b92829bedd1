"""The tables that have no result yet, as plain values: the staff's pages ask for all of them after every result."""

from dataclasses import dataclass

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, Match, MatchState, Seat, Stage
from tournaments.models.crew_rows import named_together
from tournaments.models.matches import MatchQuerySet
from tournaments.models.name_rows import NameRow, name_columns


@dataclass(frozen=True, slots=True)
class MissingResult:
    pk: int
    table: int | None
    is_in_the_cut: bool
    state: str
    state_shown: str
    sides: tuple[str, ...]  # in full, for the staff
    sides_shown: tuple[str, ...]

    @property
    def players(self) -> str:
        return " – ".join(self.sides)

    @property
    def players_shown(self) -> str:
        return " - ".join(self.sides_shown)


def missing_results(event: Event) -> list[MissingResult]:
    matches, sides = _matches.all(event.pk), _sides_of_matches(event)
    labels = {state: str(MatchState(state).label) for state in {state for _pk, _table, state, _stage in matches}}
    return [
        MissingResult(
            pk,
            table,
            stage == Stage.CUT,
            state,
            labels[state],
            tuple([_in_full(side) for side in sides.get(pk, {}).values()]),
            tuple([_as_shown(side) for side in sides.get(pk, {}).values()]),
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
        Seat.objects.filter(match__in=_undecided(event).values("pk"))
        .order_by("number")
        .values_list("match", "side", "registration__crew__name", *name_columns("registration__"))
    ),
    NUMBER,
)


@dataclass(slots=True)
class _Side:
    crew: str | None
    names: list[NameRow]


def _sides_of_matches(event: Event) -> dict[int, dict[int, _Side]]:
    matches: dict[int, dict[int, _Side]] = {}
    for match, side, crew, *columns in _seats.all(event.pk):
        matches.setdefault(match, {}).setdefault(side, _Side(crew, [])).names.append(NameRow(*columns))
    return matches


def _in_full(side: _Side) -> str:
    return named_together([name.full for name in side.names], side.crew)


def _as_shown(side: _Side) -> str:
    return named_together([name.shown for name in side.names], side.crew)
