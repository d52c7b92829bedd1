"""An event seen at two moments, and what is otherwise at the second: results, ranks, the cut, the bracket, prizes."""

import dataclasses
from typing import Any

from tournaments.core.bracket import Bracket
from tournaments.core.standings import Row
from tournaments.models import Event, EventState, Match, Registration, Result, ResultReport, RoundState, Stage, Status
from tournaments.services.corrections.diff import Move, People, TieMove, cut_stays, moves_between, ties_moved
from tournaments.services.cut.prizes import final_report
from tournaments.services.cut.seeding import bracket_of, is_left_open, qualifiers
from tournaments.services.results.scores import Score
from tournaments.services.standings.ranking import standings

MOST_MOVES_SHOWN = 60


@dataclasses.dataclass(frozen=True)
class Seen:
    """What an event looks like at one moment."""

    state: str
    rows: list[Row]
    scores: dict[int, Score]
    statuses: dict[int, str]
    qualified: list[int]
    bracket: Bracket | None
    prizes: dict[int, list[str]]
    drafts: list[int]
    tables: dict[int, list[Any]]
    said: dict[int, int]


@dataclasses.dataclass(frozen=True)
class Moved:
    scores: list[tuple[Match, Score | None, Score | None]]
    statuses: list[tuple[Registration, Status, Status]]
    moves: list[Move]
    moves_in_all: int
    into_the_cut: list[Registration]
    out_of_the_cut: list[Registration]
    cut_stays: bool
    ties: list[TieMove]
    reopens_the_cut: bool
    places: list[tuple[Registration, int | None, int | None]]
    prizes: list[tuple[Registration, list[str], list[str]]]
    later_rounds: list[int]
    drafts: list[int]
    drawn_again: list[tuple[int, Registration, Registration]]
    set_aside: list[Registration]

    @property
    def in_the_bracket(self) -> bool:
        return any(match.is_in_the_cut for match, _was, _now in self.scores)

    @property
    def nothing(self) -> bool:
        ranked = self.moves or self.ties or self.places or self.prizes
        return not (self.scores or self.statuses or ranked or self.drafts or self.drawn_again or self.set_aside)


def seen(event: Event) -> Seen:
    rows = standings(event)
    drawn = bracket_of(event)
    return Seen(
        state=event.state,
        rows=rows,
        scores={
            result.match_id: Score(**result.score())
            for result in Result.objects.standing().filter(match__round__event=event)
        },
        statuses=dict(event.registrations.taking_part().values_list("pk", "status")),
        qualified=qualifiers(event, rows) if event.awaits_its_cut else [],
        bracket=drawn,
        prizes={row.player.pk: row.prizes for row in final_report(event) if row.prizes} if event.is_over else {},
        drafts=list(event.rounds.filter(state=RoundState.DRAFT).values_list("number", flat=True)),
        tables=_tables(event),
        said=dict(ResultReport.objects.standing().filter(match__round__event=event).values_list("pk", "by")),
    )


def _tables(event: Event) -> dict[int, list[Any]]:
    """Who sits where in the round that is being played."""
    played = Match.objects.filter(round__event=event, round__state=RoundState.PUBLISHED, b__isnull=False).by_table()
    return {pk: seats for pk, *seats in played.values_list("pk", "table", "a", "b")}


def moved(event: Event, before: Seen, after: Seen) -> Moved:
    people = {player.pk: player for player in event.registrations.taking_part().named()}
    moves = moves_between(before.rows, after.rows, people)
    scores = _scores(before, after)
    return Moved(
        scores=scores,
        statuses=[(people[pk], Status(was), Status(now)) for pk, was, now in _changed(before.statuses, after.statuses)],
        moves=moves[:MOST_MOVES_SHOWN],
        moves_in_all=len(moves),
        into_the_cut=[people[pk] for pk in after.qualified if pk not in before.qualified],
        out_of_the_cut=[people[pk] for pk in before.qualified if pk not in after.qualified],
        cut_stays=cut_stays(event, before.rows, after.rows),
        ties=_ties(event, before, after, people),
        reopens_the_cut=(before.state, after.state) == (EventState.FINISHED, EventState.CUT),
        places=[(people[pk], was, now) for pk, was, now in _places_changed(before, after)],
        prizes=[(people[pk], was or [], now or []) for pk, was, now in _changed(before.prizes, after.prizes)],
        later_rounds=_later_rounds(event, [match for match, _was, _now in scores]),
        drafts=[number for number in before.drafts if number not in after.drafts],
        drawn_again=[
            (table, people[a], people[b]) for _pk, was, (table, a, b) in _changed(before.tables, after.tables)
        ],
        set_aside=[people[by] for by in dict.fromkeys(by for pk, by in before.said.items() if pk not in after.said)],
    )


def _changed(before: dict[Any, Any], after: dict[Any, Any]) -> list[tuple[Any, Any, Any]]:
    """What stands under which key before and after, where that is not the same."""
    keys = dict.fromkeys([*before, *after])
    return [(key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)]


def _ties(event: Event, before: Seen, after: Seen, people: People) -> list[TieMove]:
    if before.bracket is None or after.bracket is None:
        return []
    return list(ties_moved(event, before.bracket, after.bracket, people))


def _places_changed(before: Seen, after: Seen) -> list[tuple[int, int | None, int | None]]:
    """With a tie left to play nobody has got another place yet."""
    return [] if is_left_open(after.bracket) else _changed(_places(before), _places(after))


def _places(seen: Seen) -> dict[int, int]:
    """In a bracket that is played to its end."""
    drawn = seen.bracket
    return {int(player): place for place, player in drawn.placings()} if drawn and drawn.is_over else {}


def _scores(before: Seen, after: Seen) -> list[tuple[Match, Score | None, Score | None]]:
    changed = _changed(before.scores, after.scores)
    matches = Match.objects.named().in_bulk([pk for pk, _was, _now in changed])
    return [(matches[pk], was, now) for pk, was, now in changed]


def _later_rounds(event: Event, matches: list[Match]) -> list[int]:
    """Those that were paired from these results."""
    numbers = [match.round.number for match in matches if match.round.stage == Stage.SWISS]
    later = event.rounds.public().filter(number__gt=min(numbers)) if numbers else event.rounds.none()
    return list(later.values_list("number", flat=True))
