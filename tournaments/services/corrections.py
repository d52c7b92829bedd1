"""A result is corrected: first what that moves, then, with a reason, the correction and its consequences."""

import dataclasses
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.errors import Invalid, Refused
from accounts.models import User
from tournaments.models import Event, EventState, Match, Registration, Result, Round, RoundState, Stage
from tournaments.services.redrawing import discard_stale_draft, open_tables, redraw_open_tables
from tournaments.services.results import amend_result, current_score, what_stands
from tournaments.services.safety import first_time, match_lock, unchanged_since
from tournaments.services.scores import Score, checked, told
from tournaments.services.standings import standings
from tournaments.standings import Row

KEEP, REDRAW = "keep", "redraw"
MOST_MOVES_SHOWN = 60


@dataclasses.dataclass(frozen=True)
class Move:
    """A player whose rank or points the correction changes."""

    player: Registration
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


@dataclasses.dataclass(frozen=True)
class Preview:
    """What a correction would move, before it is made."""

    before: dict[str, Any] | None
    after: dict[str, Any]
    moves: list[Move]
    moves_in_all: int
    later_rounds: list[int]
    tables_to_redraw: list[int]
    into_the_cut: list[Registration]
    out_of_the_cut: list[Registration]
    cut_is_drawn: bool


def preview_correction(*, match: Match, score: Score) -> Preview:
    """Reads only. The cut is compared by final Swiss rank, as it would be drawn."""
    event = match.round.event
    before = standings(event)
    after = standings(event, instead={match.pk: checked(score)})
    people = {player.pk: player for player in event.registrations.taking_part().named()}
    moves = _moves(before, after, people)
    ins, outs = _cut_changes(event, before, after, people)
    later = event.rounds.public().filter(number__gt=match.round.number)
    return Preview(
        before=current_score(match),
        after=score.fields(),
        moves=moves[:MOST_MOVES_SHOWN],
        moves_in_all=len(moves),
        later_rounds=list(later.values_list("number", flat=True)),
        tables_to_redraw=[open_match.table or 0 for open_match in open_tables(_current_after(match))],
        into_the_cut=ins,
        out_of_the_cut=outs,
        cut_is_drawn=event.rounds.cut().exists(),
    )


def _moves(before: list[Row], after: list[Row], people: dict[int, Registration]) -> list[Move]:
    now = {row.player: row for row in after}
    return [
        Move(people[int(row.player)], row.rank, new.rank, row.points, new.points)
        for row in before
        if (new := now[row.player]).rank != row.rank or new.points != row.points
    ]


def _cut_changes(
    event: Event, before: list[Row], after: list[Row], people: dict[int, Registration]
) -> tuple[list[Registration], list[Registration]]:
    size = event.cut_size or 0
    was, now = ({int(row.player) for row in rows[:size]} for rows in (before, after))
    return [people[pk] for pk in sorted(now - was)], [people[pk] for pk in sorted(was - now)]


def _current_after(match: Match) -> Round | None:
    """The Swiss round being played now, if it was paired from this result."""
    current = Round.objects.filter(event=match.round.event, state=RoundState.PUBLISHED, stage=Stage.SWISS).last()
    return current if current and current.number > match.round.number else None


def correct_result(
    *,
    match_id: int,
    who: User,
    score: Score,
    why: str,
    seen_version: int | None = None,
    then: str = KEEP,
    key: str = "",
) -> Match:
    """The new result counts; published pairings stay, unless `then` asks for a new draw of the tables not yet begun."""
    with match_lock(match_id) as match:
        event = match.round.event
        if not first_time(event, key, "correct"):
            return match
        sent = {"asked": score.fields(), "sent": told(match, score.fields())}
        unchanged_since(match, seen_version, **sent, **what_stands(match))
        was = current_score(match)
        if was is not None and was["outcome"] != score.outcome:
            refuse_another_winner(match)
        carry_out(match, who=who, score=score, why=why, then=then)
        return match


def carry_out(match: Match, *, who: User, score: Score, why: str, then: str, source: str = Result.Source.STAFF) -> None:
    """The correction and its consequences; a judge's ruling comes here too. Call under the event's lock.

    Whether a bracket allows another winner is for the caller to ask: what stood may have been put back before.
    """
    event = match.round.event
    _refuse_wrong_moment(match, then)
    amend_result(match=match, who=who, score=score, why=why, source=source)
    if then == REDRAW:
        redraw_open_tables(event, _current_after(match), who=who, why=why)
    discard_stale_draft(event, who=who)


def _refuse_wrong_moment(match: Match, then: str) -> None:
    if then not in {KEEP, REDRAW}:
        raise Invalid("unknown-choice", _("Keep the pairings, or draw the tables that have not begun again."))
    if match.round.is_draft:
        raise Refused("round-not-published", _("This match is only drafted: nobody plays it yet."))
    if match.round.event.state == EventState.ARCHIVED:
        raise Refused("event-is-over", _("This event is over."))


def refuse_another_winner(match: Match) -> None:
    """In a bracket whose next round is out."""
    later = match.round.event.rounds.public().filter(number__gt=match.round.number)
    if match.round.stage == Stage.CUT and later.exists():
        raise Refused(
            "bracket-went-on", _("The next round of the bracket is drawn from this result: take it back first.")
        )
