"""The bracket as columns of ties, with names and scores, for the page that draws it."""

import dataclasses
from collections.abc import Iterable
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.bracket import Bracket, Tie
from tournaments.models import Event, Match, Result
from tournaments.models.settings import CutKind
from tournaments.services.cut.seeding import bracket_of, matches_by_slot

SECTIONS: dict[str, str | Promise] = {
    "winners": _("Winners"),
    "losers": _("Losers"),
    "final": _("Final"),
    "reset": _("Second final"),
    "third": _("Third place"),
}


STAGES = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}


@dataclasses.dataclass(frozen=True, slots=True)
class DrawnTie:
    slot: str
    a: str
    b: str
    a_seed: int | None
    b_seed: int | None
    a_won: bool
    b_won: bool
    score: str
    match: int | None
    is_bye: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    title: str | Promise
    ties: list[DrawnTie]
    joins: bool = False  # each two of its ties feed one of the next column


def bracket_columns(event: Event) -> list[Column]:
    """Left to right in the order of play; empty ties show where somebody will come from."""
    drawn = bracket_of(event)
    if drawn is None:
        return []
    names = {player.pk: player.shown_name for player in event.registrations.taking_part().named()}
    seeds = {int(player): place for place, player in enumerate(drawn.seeds, start=1)}
    matches = matches_by_slot(event)
    scores = {result.match_id: result for result in Result.objects.standing().filter(match__in=matches.values())}
    groups = _stages([tie for tie in drawn.ties if not (tie.section == "reset" and tie.is_bye)])
    return [
        Column(_title(event, group), [_tie(tie, names, seeds, matches, scores) for tie in group], _joins(group, after))
        for group, after in zip(groups, [*groups[1:], []], strict=True)
    ]


def titles_of(event: Event, drawn: Bracket) -> dict[str, str | Promise]:
    """What each tie is called, by its slot."""
    return {tie.slot: _title(event, stage) for stage in _stages(drawn.ties) for tie in stage}


def _stages(ties: Iterable[Tie]) -> list[list[Tie]]:
    ordered = sorted(ties, key=lambda tie: (tie.wave, list(SECTIONS).index(tie.section), tie.number))
    return [list(stage) for _stage, stage in groupby(ordered, key=lambda tie: (tie.section, tie.number))]


def _joins(ties: list[Tie], after: list[Tie]) -> bool:
    return len(ties) == 2 * len(after) and ties[0].section == "winners" and after[0].section in {"winners", "final"}


def _title(event: Event, ties: list[Tie]) -> str | Promise:
    section, number = ties[0].section, ties[0].number
    if section == "winners" and event.cut_kind == CutKind.SINGLE:
        return STAGES.get(len(ties)) or _("Last %(players)s") % {"players": 2 * len(ties)}
    return f"{SECTIONS[section]} {number}" if section in ("winners", "losers") else SECTIONS[section]


def _tie(
    tie: Tie, names: dict[int, str], seeds: dict[int, int], matches: dict[str, Match], scores: dict[int, Result]
) -> DrawnTie:
    a, b = (int(side) if side is not None else None for side in (tie.a, tie.b))
    match = matches.get(tie.slot)
    result = scores.get(match.pk) if match else None
    return DrawnTie(
        slot=tie.slot,
        a=names.get(a or 0, ""),
        b=names.get(b or 0, ""),
        a_seed=seeds.get(a or 0),
        b_seed=seeds.get(b or 0),
        a_won=a is not None and tie.winner == a,
        b_won=b is not None and tie.winner == b,
        score=_score(result) if result else "",
        match=match.pk if match else None,
        is_bye=tie.is_bye,
    )


def _score(result: Result) -> str:
    """ "6 : 0", or why there was no game; who goes on is ticked beside the name."""
    return f"{result.glory_a} : {result.glory_b}" if result.was_played else str(result.get_ending_display())
