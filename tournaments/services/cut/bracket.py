"""The bracket as columns of matches with names and scores, for the page."""

import dataclasses
from collections.abc import Iterable
from itertools import groupby

from django.utils.functional import Promise

from tournaments.core.bracket import Bracket, BracketMatch
from tournaments.models import Event, Match, Result
from tournaments.models.crews import entrants
from tournaments.models.round_names import double_elimination_names, single_elimination_names
from tournaments.models.settings import CutKind
from tournaments.services.cut.seeding import bracket_of, matches_by_slot

SECTIONS = ("winners", "losers", "final", "reset", "third")


@dataclasses.dataclass(frozen=True, slots=True)
class BracketMatchRow:
    slot: str
    a: str
    b: str
    a_seed: int | None
    b_seed: int | None
    a_won: bool
    b_won: bool
    score: str
    match_id: int | None
    is_bye: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    title: str | Promise
    matches: list[BracketMatchRow]
    joins: bool = False  # each two of its matches feed one of the next column


def bracket_columns(event: Event) -> list[Column]:
    """Left to right in the order of play; empty matches are shown, too."""
    bracket = bracket_of(event)
    if bracket is None:
        return []
    names = {player.pk: player.shown_name for player in entrants(event)}
    seeds = {int(player): place for place, player in enumerate(bracket.seeds, start=1)}
    played = matches_by_slot(event)
    scores = {result.match_id: result for result in Result.objects.current().filter(match__in=played.values())}
    groups = _stages([match for match in bracket.matches if not (match.section == "reset" and match.is_bye)])
    return [
        Column(
            _title(event, group),
            [_match_row(match, names, seeds, played, scores) for match in group],
            _joins(group, after),
        )
        for group, after in zip(groups, [*groups[1:], []], strict=True)
    ]


def titles_of(event: Event, bracket: Bracket) -> dict[str, str | Promise]:
    """The title of each match of the bracket, by slot."""
    return {match.slot: _title(event, stage) for stage in _stages(bracket.matches) for match in stage}


def _stages(matches: Iterable[BracketMatch]) -> list[list[BracketMatch]]:
    ordered = sorted(matches, key=lambda match: (match.wave, SECTIONS.index(match.section), match.number))
    return [list(stage) for _stage, stage in groupby(ordered, key=lambda match: (match.section, match.number))]


def _joins(matches: list[BracketMatch], after: list[BracketMatch]) -> bool:
    return (
        len(matches) == 2 * len(after) and matches[0].section == "winners" and after[0].section in {"winners", "final"}
    )


def _title(event: Event, matches: list[BracketMatch]) -> str | Promise:
    section = matches[0].section
    if section == "winners" and event.cut_kind == CutKind.SINGLE:
        return single_elimination_names(2 * len(matches), 1)[0]
    return double_elimination_names(matches[0].slot, len(event.cut_seeds))[0]


def _match_row(
    bracket_match: BracketMatch,
    names: dict[int, str],
    seeds: dict[int, int],
    played: dict[str, Match],
    scores: dict[int, Result],
) -> BracketMatchRow:
    a, b = (int(side) if side is not None else None for side in (bracket_match.a, bracket_match.b))
    match = played.get(bracket_match.slot)
    result = scores.get(match.pk) if match else None
    return BracketMatchRow(
        slot=bracket_match.slot,
        a=names.get(a or 0, ""),
        b=names.get(b or 0, ""),
        a_seed=seeds.get(a or 0),
        b_seed=seeds.get(b or 0),
        a_won=a is not None and bracket_match.winner == a,
        b_won=b is not None and bracket_match.winner == b,
        score=_score(result) if result else "",
        match_id=match.pk if match else None,
        is_bye=bracket_match.is_bye,
    )


def _score(result: Result) -> str:
    """ "6 : 0", or why there was no game; who goes on is ticked beside the name."""
    return f"{result.glory_a} : {result.glory_b}" if result.was_played else str(result.get_ending_display())
