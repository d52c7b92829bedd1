"""What a correction would move, before it is made: ranks and points in the Swiss rounds, players in the bracket."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise

from tournaments.bracket import Bracket, Tie
from tournaments.models import Event, EventState, Match, Outcome, Registration, Stage
from tournaments.services.bracket_table import titles_of
from tournaments.services.corrections import current_after, refuse_forbidden
from tournaments.services.cut import bracket_of, is_left_open, qualifiers
from tournaments.services.redrawing import open_tables, stale_draft
from tournaments.services.results import current_score
from tournaments.services.scores import Score
from tournaments.services.standings import standings
from tournaments.standings import Row

MOST_MOVES_SHOWN = 60
People = dict[int, Registration]


@dataclasses.dataclass(frozen=True)
class Move:
    """A player whose rank or points the correction changes."""

    player: Registration
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


@dataclasses.dataclass(frozen=True)
class TieMove:
    """A tie of the bracket that others win (the corrected one) or others play (those behind it)."""

    tie: str | Promise
    into: str
    out: str
    is_won: bool = False


@dataclasses.dataclass(frozen=True)
class Preview:
    before: dict[str, Any] | None
    after: dict[str, Any]
    draft: int | None  # the round whose draft is thrown away
    is_bracket: bool = False
    moves: list[Move] = dataclasses.field(default_factory=list)
    moves_in_all: int = 0
    later_rounds: list[int] = dataclasses.field(default_factory=list)
    tables_to_redraw: list[int] = dataclasses.field(default_factory=list)
    into_the_cut: list[Registration] = dataclasses.field(default_factory=list)
    out_of_the_cut: list[Registration] = dataclasses.field(default_factory=list)
    cut_stays: bool = False
    ties: list[TieMove] = dataclasses.field(default_factory=list)
    reopens_the_cut: bool = False

    @property
    def changes_nothing(self) -> bool:
        return self.before == self.after


def preview_correction(*, match: Match, score: Score) -> Preview:
    """Reads only, and refuses what the correction would be refused for."""
    refuse_forbidden(match, score)
    moved = _in_the_bracket(match, score) if match.round.stage == Stage.CUT else _in_the_swiss(match, score)
    return Preview(before=current_score(match), after=score.fields(), **moved)


def _in_the_swiss(match: Match, score: Score) -> dict[str, Any]:
    """The cut is compared by final Swiss rank, as it would be drawn."""
    event = match.round.event
    before = standings(event)
    after = standings(event, instead={match.pk: score})
    people = _people(event)
    moves = moves_between(before, after, people)
    ins, outs = _cut_changes(event, before, after, people) if event.awaits_its_cut else ([], [])
    later = event.rounds.public().filter(number__gt=match.round.number)
    draft = stale_draft(match)
    return {
        "draft": draft and draft.number,
        "moves": moves[:MOST_MOVES_SHOWN],
        "moves_in_all": len(moves),
        "later_rounds": list(later.values_list("number", flat=True)),
        "tables_to_redraw": [open_match.table or 0 for open_match in open_tables(current_after(match))],
        "into_the_cut": ins,
        "out_of_the_cut": outs,
        "cut_stays": cut_stays(event, before, after),
    }


def _people(event: Event) -> People:
    return {player.pk: player for player in event.registrations.taking_part().named()}


def moves_between(before: list[Row], after: list[Row], people: People) -> list[Move]:
    now = {row.player: row for row in after}
    return [
        Move(people[int(row.player)], row.rank, new.rank, row.points, new.points)
        for row in before
        if (new := now[row.player]).rank != row.rank or new.points != row.points
    ]


def _cut_changes(
    event: Event, before: list[Row], after: list[Row], people: People
) -> tuple[list[Registration], list[Registration]]:
    was, now = (set(qualifiers(event, rows)) for rows in (before, after))
    return [people[pk] for pk in sorted(now - was)], [people[pk] for pk in sorted(was - now)]


def cut_stays(event: Event, before: list[Row], after: list[Row]) -> bool:
    """Others would be in the cut now, but it has begun: its seeds are those of then."""
    return event.state == EventState.CUT and set(qualifiers(event, before)) != set(qualifiers(event, after))


def _in_the_bracket(match: Match, score: Score) -> dict[str, Any]:
    event = match.round.event
    winners = {match.bracket_slot: match.a_id if score.outcome == Outcome.A else match.b_id or match.a_id}
    before, after = bracket_of(event), bracket_of(event, winners)
    draft = stale_draft(match, winners)
    ties = list(ties_moved(event, before, after)) if before and after else []
    reopens = event.state == EventState.FINISHED and is_left_open(after)
    return {"is_bracket": True, "draft": draft and draft.number, "ties": ties, "reopens_the_cut": reopens}


def ties_moved(event: Event, before: Bracket, after: Bracket) -> Iterator[TieMove]:
    """The tie that is won by another, then those that are played by others."""
    titles, people = titles_of(event, after), _people(event)

    def named(players: set[int]) -> str:
        return ", ".join(people[player].full_name for player in sorted(players))

    for was, now in zip(before.ties, after.ties, strict=True):
        for is_won, seen in ((True, _winner), (False, _players)):
            into, out = seen(now) - seen(was), seen(was) - seen(now)
            if (into or out) and not (is_won and was.is_bye):
                yield TieMove(titles[now.slot], named(into), named(out), is_won)


def _winner(tie: Tie) -> set[int]:
    return {int(tie.winner)} if tie.winner is not None else set()


def _players(tie: Tie) -> set[int]:
    return {int(player) for player in (tie.a, tie.b) if player is not None}
