"""The results of the round in play: which are missing, which were entered last, and undoing one in time.

Both are plain values, because the staff's pages query all of them after every result."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused, Stale
from core.records.audit import record
from tournaments.base.services.locking import match_lock
from tournaments.models import Event, Match, MatchState, Result, Round, Seat, Stage
from tournaments.players.models.name_rows import side_columns, sides_of_matches
from tournaments.results.services.entry import (
    current_result_details,
    current_score,
    require_neutral_staff,
    save_changed_match,
)
from tournaments.results.services.player_reports import reopened_state
from tournaments.results.services.scores import Score, score_of_columns

SHOWN = 5


class MissingResult(NamedTuple):
    pk: int
    table: int | None
    is_in_the_cut: bool
    state: str
    state_shown: str
    sides: tuple[str, ...]  # full names, for the staff
    round: int

    @property
    def players(self) -> str:
        return " – ".join(self.sides)


def missing_results(event: Event) -> list[MissingResult]:
    undecided = Match.objects.undecided().filter(round__event=event).public()
    matches = list(undecided.by_table().values_list("pk", "table", "state", "round__stage", "round"))
    names = _names_at(undecided.values("pk"))
    labels = {state.value: str(state.label) for state in MatchState}
    labels |= {MatchState.REPORTED.value: str(event.format.words.reported)}
    return [
        MissingResult(pk, table, stage == Stage.CUT, state, labels[state], names[pk], played)
        for pk, table, state, stage, played in matches
        if pk in names  # else its result came in between the two queries
    ]


def _names_at(matches: Any) -> dict[int, tuple[str, ...]]:
    """Return the full names of the sides of each match, in the order of the seats."""
    seats = Seat.objects.filter(match__in=matches).order_by("number").values_list(*side_columns())
    return {match: tuple([side.full for side in sides]) for match, sides in sides_of_matches(seats).items()}


@dataclass(frozen=True, slots=True)
class EnteredResult:
    pk: int
    match: int
    table: int | None
    names: tuple[str, ...]  # in full, for the staff
    score: Score
    can_undo: bool


OF_RESULT = ("pk", "match", "match__table", "source", "is_correction", "places", "tallies", "ending", "absent", "heat")


def latest_results(played: Round | None) -> list[EnteredResult]:
    """Return the results of the current round, the latest first."""
    if played is None or not played.is_open:
        return []
    latest = Result.objects.current().filter(match__round=played, match__bye=False).order_by("-pk")[:SHOWN]
    rows = list(latest.values_list(*OF_RESULT))
    names = _names_at([match for _pk, match, *_row in rows])
    return [
        EnteredResult(
            pk,
            match,
            table,
            names[match],
            score_of_columns(*score),
            can_undo=is_as_entered(source, is_correction),
        )
        for pk, match, table, source, is_correction, *score in rows
    ]


def is_as_entered(source: str, is_correction: bool) -> bool:
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
        if not (match.round.is_open and is_last and is_as_entered(current.source, current.is_correction)):
            raise Refused("too-late-to-undo", _("This result can no longer be undone: correct it instead."))
        before = current_score(match)
        current.superseded_at = timezone.now()
        current.save(update_fields=["superseded_at"])
        match.state = reopened_state(match)
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before)
        return save_changed_match(match)
