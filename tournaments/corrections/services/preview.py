"""Preview of a change: it is made, compared and rolled back, so that the preview always equals the real change."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Stale
from tournaments.base.services.locking import event_lock
from tournaments.core.standings import StandingsRow
from tournaments.corrections.services.correction import correct_result
from tournaments.cut.services.bracket import AnyCut, AnyMatch, bracket_of, is_unfinished, titles_of
from tournaments.cut.services.prizes import final_report
from tournaments.cut.services.seeding import qualifiers
from tournaments.models import (
    Event,
    EventState,
    Match,
    OnceKey,
    Registration,
    Result,
    ResultReport,
    Round,
    RoundState,
    Stage,
    Status,
)
from tournaments.players.models.crews import crews_of
from tournaments.results.services.scores import Score, read_score
from tournaments.standings.services.ranking import standings

People = dict[int, Registration]


@dataclasses.dataclass(frozen=True)
class RankChange:
    """A player whose rank or points are changed by the correction."""

    player: Registration
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


@dataclasses.dataclass(frozen=True)
class BracketChange:
    """A match of the bracket with another winner (the corrected one) or other players (later ones)."""

    title: str | Promise
    into: str
    out: str
    is_won: bool = False


def rank_changes_between(
    before: Sequence[StandingsRow], after: Sequence[StandingsRow], people: People
) -> list[RankChange]:
    now = {row.player: row for row in after}
    return [
        RankChange(people[int(row.player)], row.rank, new.rank, row.points, new.points)
        for row in before
        if (new := now[row.player]).rank != row.rank or new.points != row.points
    ]


def keeps_cut(event: Event, before: Sequence[StandingsRow], after: Sequence[StandingsRow]) -> bool:
    """Whether other players would qualify now, but the cut has started and keeps its seeds."""
    return event.state == EventState.CUT and set(qualifiers(event, before)) != set(qualifiers(event, after))


def bracket_changes_between(event: Event, before: AnyCut, after: AnyCut, people: People) -> Iterator[BracketChange]:
    """Yield first the match with another winner, then the matches with other players."""
    titles = titles_of(event, after)

    def named(players: set[int]) -> str:
        return ", ".join(people[player].full_name for player in sorted(players))

    then: Sequence[AnyMatch] = before.matches
    thereafter: Sequence[AnyMatch] = after.matches
    for was, now in zip(then, thereafter, strict=True):
        for is_won, players_in in ((True, _winner), (False, _players)):
            into, out = players_in(now) - players_in(was), players_in(was) - players_in(now)
            if (into or out) and not (is_won and was.is_bye):
                yield BracketChange(titles[now.slot], named(into), named(out), is_won)


def _winner(title: AnyMatch) -> set[int]:
    return {int(title.winner)} if title.winner is not None else set()


def _players(title: AnyMatch) -> set[int]:
    return {int(player) for player in title.players if player is not None}


MAX_RANK_CHANGES_SHOWN = 60
OUTDATED = "preview-outdated"


@dataclasses.dataclass(frozen=True)
class EventSnapshot:
    """The state of an event at one moment."""

    state: str
    rows: Sequence[StandingsRow]
    scores: dict[int, Score]
    statuses: dict[int, str]
    qualified: list[int]
    bracket: AnyCut | None
    prizes: dict[int, list[str]]
    unpublished_rounds: dict[int, str]  # number -> name
    tables: dict[int, list[Any]]
    reports: dict[int, int]


@dataclasses.dataclass(frozen=True)
class EventDiff:
    scores: list[tuple[Match, Score | None, Score | None]]
    statuses: list[tuple[Registration, Status, Status]]
    rank_changes: list[RankChange]
    rank_change_count: int
    into_the_cut: list[Registration]
    out_of_the_cut: list[Registration]
    keeps_cut: bool
    bracket_changes: list[BracketChange]
    reopens_cut: bool
    placement_changes: list[tuple[Registration, int | None, int | None]]
    prizes: list[tuple[Registration, list[str], list[str]]]
    later_rounds: list[str]  # as they appear within a sentence
    unpublished_rounds: list[str]
    changed_tables: list[tuple[int, list[Registration]]]
    voided_reports: list[Registration]

    @property
    def affects_bracket(self) -> bool:
        return any(match.is_in_the_cut for match, _was, _now in self.scores)

    @property
    def is_empty(self) -> bool:
        ranked = self.rank_changes or self.bracket_changes or self.placement_changes or self.prizes
        rounds = self.unpublished_rounds or self.changed_tables or self.voided_reports
        return not (self.scores or self.statuses or ranked or rounds)


def preview_changes(event_id: int, change: Callable[[], Any]) -> EventDiff:
    """Return what a change would alter. It is refused for the same reasons as the change itself, and nothing is
    sent."""
    with event_lock(event_id) as event:
        before = _take_snapshot(event)
        change()
        after = _take_snapshot(Event.objects.get(pk=event_id))
        transaction.set_rollback(True)
    return _diff_events(event, before, after)


def preview_correction(*, match: Match, who: User, score: Score) -> EventDiff:
    """Preview a correction; its reason is only required when it is made."""
    change = partial(correct_result, match_id=match.pk, who=who, score=score, why="?")
    return preview_changes(match.round.event_id, change)


def rounds_as_shown(event: Event) -> str:
    """Return a text that identifies the rounds a preview depends on. New results do not outdate a preview, other rounds
    do."""
    rounds = Round.objects.filter(event=event).order_by("number").values_list("number", "state")
    return ",".join(f"{number}-{state}" for number, state in rounds)


def correct_as_previewed(*, match: Match, seen_rounds: str, key: str, **how: Any) -> Match:
    """Make a previewed correction; refuse if the rounds have changed since the preview.

    The same form sent twice is not refused, because its own correction may have discarded pairings.
    """
    with event_lock(match.round.event_id) as event:
        is_repeated = bool(key) and OnceKey.objects.filter(event=event, key=key[:64]).exists()
        if not is_repeated and seen_rounds != rounds_as_shown(event):
            raise Stale(OUTDATED, _("A round was paired, published or closed after this preview."))
        return correct_result(match_id=match.pk, key=key, **how)


def _take_snapshot(event: Event) -> EventSnapshot:
    rows = standings(event)
    bracket_state = bracket_of(event)
    return EventSnapshot(
        state=event.state,
        rows=rows,
        scores={
            result.match_id: read_score(result.score())
            for result in Result.objects.current().filter(match__round__event=event)
        },
        statuses=dict(event.registrations.taking_part().values_list("pk", "status")),
        qualified=qualifiers(event, rows) if event.is_before_cut else [],
        bracket=bracket_state,
        prizes={row.player.pk: row.prizes for row in final_report(event) if row.prizes}
        if event.has_final_ranking
        else {},
        unpublished_rounds={
            round_.number: round_.name_in_sentence for round_ in event.rounds.filter(state=RoundState.UNPUBLISHED)
        },
        tables=_tables(event),
        reports=dict(ResultReport.objects.current().filter(match__round__event=event).values_list("pk", "by")),
    )


def _tables(event: Event) -> dict[int, list[Any]]:
    """Return table and players of each match of the current round."""
    played = Match.objects.filter(round__event=event, round__state=RoundState.PUBLISHED).at_tables().by_table()
    return {
        match.pk: [match.table, [seat.registration_id for seat in match.seat_rows.all()]]
        for match in played.prefetch_related("seat_rows")
    }


def _people(event: Event) -> dict[int, Registration]:
    """Return the players by id, and crews as well, since crews are ranked and qualify."""
    everyone = {player.pk: player for player in event.registrations.taking_part().named()}
    return everyone | {crew.pk: crew for crew in crews_of(event) if crew.takes_part}


def _diff_events(event: Event, before: EventSnapshot, after: EventSnapshot) -> EventDiff:
    people = _people(event)
    rank_changes = rank_changes_between(before.rows, after.rows, people)
    scores = _scores(before, after)
    return EventDiff(
        scores=scores,
        statuses=[(people[pk], Status(was), Status(now)) for pk, was, now in _changed(before.statuses, after.statuses)],
        rank_changes=rank_changes[:MAX_RANK_CHANGES_SHOWN],
        rank_change_count=len(rank_changes),
        into_the_cut=[people[pk] for pk in after.qualified if pk not in before.qualified],
        out_of_the_cut=[people[pk] for pk in before.qualified if pk not in after.qualified],
        keeps_cut=keeps_cut(event, before.rows, after.rows),
        bracket_changes=_bracket_changes(event, before, after, people),
        reopens_cut=(before.state, after.state) == (EventState.FINISHED, EventState.CUT),
        placement_changes=[(people[pk], was, now) for pk, was, now in _places_changed(before, after)],
        prizes=[(people[pk], was or [], now or []) for pk, was, now in _changed(before.prizes, after.prizes)],
        later_rounds=_later_rounds(event, [match for match, _was, _now in scores]),
        unpublished_rounds=[
            name for number, name in before.unpublished_rounds.items() if number not in after.unpublished_rounds
        ],
        changed_tables=[
            (table, [people[pk] for pk in players])
            for _pk, _was, (table, players) in _changed(before.tables, after.tables)
        ],
        voided_reports=[people[pk] for pk in _voided(before, after)],
    )


def _voided(before: EventSnapshot, after: EventSnapshot) -> Iterable[int]:
    """Return the players whose reports no longer count, each once."""
    return dict.fromkeys(by for pk, by in before.reports.items() if pk not in after.reports)


def _changed(before: dict[Any, Any], after: dict[Any, Any]) -> list[tuple[Any, Any, Any]]:
    """Return key, old value and new value for each difference."""
    keys = dict.fromkeys([*before, *after])
    return [(key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)]


def _bracket_changes(event: Event, before: EventSnapshot, after: EventSnapshot, people: People) -> list[BracketChange]:
    if before.bracket is None or after.bracket is None:
        return []
    return list(bracket_changes_between(event, before.bracket, after.bracket, people))


def _places_changed(before: EventSnapshot, after: EventSnapshot) -> list[tuple[int, int | None, int | None]]:
    """Return the places that changed. While a match is still to be played, none have changed yet."""
    return [] if is_unfinished(after.bracket) else _changed(_places(before), _places(after))


def _places(snapshot: EventSnapshot) -> dict[int, int]:
    """Return the places in a complete bracket."""
    bracket_state = snapshot.bracket
    if bracket_state is None or not bracket_state.is_over:
        return {}
    return {int(player): place for place, player in bracket_state.placings()}


def _scores(before: EventSnapshot, after: EventSnapshot) -> list[tuple[Match, Score | None, Score | None]]:
    changed = _changed(before.scores, after.scores)
    matches = Match.objects.named().in_bulk([pk for pk, _was, _now in changed])
    return [(matches[pk], was, now) for pk, was, now in changed]


def _later_rounds(event: Event, matches: list[Match]) -> list[str]:
    """Return the names of published rounds that were paired from these results."""
    numbers = [match.round.number for match in matches if match.round.stage == Stage.SWISS]
    later = event.rounds.public().filter(number__gt=min(numbers)) if numbers else event.rounds.none()
    return [round_.name_in_sentence for round_ in later]
