"""The results of the round in play: which are missing, which were entered last, and undoing one in time.

Both are plain values, because the staff's pages query all of them after every result."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.audit import record
from core.compiled import NUMBER, Compiled
from core.errors import Refused, Stale
from tournaments.models import Event, Match, MatchState, Result, Round, Seat, Stage
from tournaments.models.matches import MatchQuerySet
from tournaments.models.name_rows import side_columns, sides_of_matches
from tournaments.services.base.locking import match_lock
from tournaments.services.results.entry import (
    current_result_details,
    current_score,
    require_neutral_staff,
    save_changed_match,
)
from tournaments.services.results.player_reports import reopened_state
from tournaments.services.results.scores import AnyScore, score_of_columns

SHOWN = 5


class MissingResult(NamedTuple):
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
    matches, sides = _undecided_matches.all(event.pk), sides_of_matches(_undecided_seats.all(event.pk))
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


_undecided_matches = Compiled(
    lambda event: _undecided(event).by_table().values_list("pk", "table", "state", "round__stage"), NUMBER
)
_undecided_seats = Compiled(
    lambda event: (
        Seat.objects.filter(match__in=_undecided(event).values("pk")).order_by("number").values_list(*side_columns())
    ),
    NUMBER,
)


@dataclass(frozen=True, slots=True)
class EnteredResult:
    pk: int
    match: int
    table: int | None
    names: tuple[str, ...]  # of a duel in full, for the staff
    score: AnyScore
    can_undo: bool


def _latest_of(played: int) -> QuerySet[Result]:
    return Result.objects.current().filter(match__round=played, match__bye=False).order_by("-pk")[:SHOWN]


OF_RESULT = ("pk", "match", "match__table", "source", "is_correction", "places", "tallies", "ending", "absent")
_latest = Compiled(lambda played: _latest_of(played).values_list(*OF_RESULT), NUMBER)
_latest_seats = Compiled(
    lambda played: (
        Seat.objects.filter(match__in=_latest_of(played).values("match"))
        .order_by("number")
        .values_list(*side_columns())
    ),
    NUMBER,
)


def latest_results(played: Round | None) -> list[EnteredResult]:
    """Return the results of the current round, the latest first."""
    rows = _latest.all(played.pk) if played and played.is_open else []
    sides = sides_of_matches(_latest_seats.all(played.pk)) if rows and played else {}
    return [
        EnteredResult(
            pk,
            match,
            table,
            tuple([side.full if len(sides[match]) == 2 else side.shown for side in sides[match]]),
            score_of_columns(*score),
            can_undo=_is_as_entered(source, is_correction),
        )
        for pk, match, table, source, is_correction, *score in rows
    ]


def _is_as_entered(source: str, is_correction: bool) -> bool:
    return source == Result.Source.STAFF and not is_correction


def undo_result(*, match_id: int, who: User, result_id: int) -> Match:
    """Reopen the match. A result that was corrected or led to the next pairings is refused: it needs a correction."""
    with match_lock(match_id) as match:
        require_neutral_staff(match, who)
        current = match.results.current().first()
        if current is None or current.pk != result_id:
            text = _("Somebody changed this result a moment ago.")
            raise Stale("stale", text, **current_result_details(match))
        is_last = not match.round.event.rounds.filter(number__gt=match.round.number).exists()
        if not (match.round.is_open and is_last and _is_as_entered(current.source, current.is_correction)):
            raise Refused("too-late-to-undo", _("This result can no longer be undone: correct it instead."))
        before = current_score(match)
        current.superseded_at = timezone.now()
        current.save(update_fields=["superseded_at"])
        match.state = reopened_state(match)
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before)
        return save_changed_match(match)
