"""The log held against the event: its match, the locked lists, the result that counts.

A disagreement is not a broken rule: {"kind", "code", "message", "expected", "logged"}.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _

from judging.models import Report
from judging.models.cases import Case
from rules.sayings import Violation
from rules.team import check
from tournaments.legality import profile_of
from tournaments.models import Event, Match, Outcome, Registration, Result, SubmittedList

Disagreement = dict[str, Any]
Seats = dict[str, Registration]

SIDES = ("A", "B")

# Each with the kind of the case that a judge gets.
DISAGREEMENTS = {
    "format-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another format.")),
    "arena-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another arena.")),
    "player-differs": (Case.Kind.LOG_VS_MATCH, _("A player of the log does not sit at this match.")),
    "team-differs": (Case.Kind.LOG_VS_LIST, _("The team in the log is not the one on the list.")),
    "team-not-legal-here": (Case.Kind.LOG_VS_MATCH, _("The team in the log is not legal at this event.")),
    "winner-differs": (Case.Kind.LOG_VS_RESULT, _("The log has another winner than the result.")),
    "glory-differs": (Case.Kind.LOG_VS_RESULT, _("The log ends with other GG than the result.")),
}


@dataclass(frozen=True)
class Seated:
    """A player of the log with the place at the match, "a" or "b", and the list of whoever sits there."""

    name: str
    team: Counter[str]
    place: str
    registration: Registration
    submitted: SubmittedList | None


def against_event(header: dict[str, Any], match: Match) -> list[Disagreement]:
    lists = locked_lists(match)
    seated = [_seated(header, side, seat, match, lists) for side, seat in seating(header, match, lists).items()]
    return [
        *_format(header, match),
        *_arena(header, match),
        *_players(seated),
        *_teams(seated),
        *_legality(header["team_format"], match.round.event, seated),
    ]


def locked_lists(match: Match) -> dict[int, SubmittedList]:
    """The snapshots that were handed in for the event, by registration; what a player saves later is no matter."""
    lists = SubmittedList.objects.current().filter(registration__in=match.seats())
    return {submitted.registration_id: submitted for submitted in lists}


# --- who is who -------------------------------------------------------------------------------------------------


def seating(header: dict[str, Any], match: Match, lists: dict[int, SubmittedList]) -> Seats:
    """Which seat of the match each player of the log took: the way round that fits names and lists best."""
    assert match.b is not None
    as_it_stands: Seats = {"A": match.a, "B": match.b}
    turned: Seats = {"A": match.b, "B": match.a}
    return max(
        as_it_stands, turned, key=lambda seats: sum(_likeness(header, side, seats[side], lists) for side in SIDES)
    )


def _likeness(header: dict[str, Any], side: str, seat: Registration, lists: dict[int, SubmittedList]) -> int:
    submitted = lists.get(seat.pk)
    same_team = submitted is not None and Counter(submitted.figures) == _team(header, side)
    return 2 * is_called(seat, _name(header, side)) + same_team


def is_called(seat: Registration, name: str) -> bool:
    names = {seat.full_name, seat.shown_name, seat.user.username if seat.user else ""}
    return name.strip().casefold() in {known.casefold() for known in names if known}


def _seated(
    header: dict[str, Any], side: str, seat: Registration, match: Match, lists: dict[int, SubmittedList]
) -> Seated:
    return Seated(_name(header, side), _team(header, side), match.side_of(seat), seat, lists.get(seat.pk))


def _name(header: dict[str, Any], side: str) -> str:
    return str(header["players"][side]["name"])


def _team(header: dict[str, Any], side: str) -> Counter[str]:
    return Counter(header["players"][side]["team"].values())


# --- against match and lists ------------------------------------------------------------------------------------


def _format(header: dict[str, Any], match: Match) -> Iterator[Disagreement]:
    expected = match.round.event.team_format
    if header["team_format"] != expected:
        yield _disagreement("format-differs", {"format": expected}, {"format": header["team_format"]})


def _arena(header: dict[str, Any], match: Match) -> Iterator[Disagreement]:
    allowed = [match.arena] if match.arena else match.round.event.arenas
    if allowed and header["arena"] not in allowed:
        yield _disagreement("arena-differs", {"arenas": allowed}, {"arenas": header["arena"]})


def _players(seated: list[Seated]) -> Iterator[Disagreement]:
    """A name that somebody typed may be spelt anyhow; with a team that is on no list either, it is somebody else."""
    for player in seated:
        listed = player.submitted is not None and Counter(player.submitted.figures) == player.team
        if not listed and not is_called(player.registration, player.name):
            yield _disagreement("player-differs", {"seat": player.place}, {"player": player.name})


def _teams(seated: list[Seated]) -> Iterator[Disagreement]:
    for player in seated:
        listed = Counter(player.submitted.figures) if player.submitted else player.team
        if player.team != listed:
            missing, extra = sorted((listed - player.team).elements()), sorted((player.team - listed).elements())
            seat = {"seat": player.place}
            yield _disagreement("team-differs", seat | {"missing": missing}, seat | {"extra": extra})


def _legality(team_format: str, event: Event, seated: list[Seated]) -> Iterator[Disagreement]:
    """Where there is no list, the team itself is held against format and legality profile of the event."""
    for player in seated:
        figures = sorted(player.team.elements())
        broken = _broken_here_only(figures, team_format, event) if player.submitted is None else []
        if broken:
            expected = {"seat": player.place, "format": event.team_format, "legality": profile_of(event).title}
            articles = sorted({violation.article for violation in broken})
            concerned = sorted({figure for violation in broken for figure in violation.figures}) or figures
            yield _disagreement("team-not-legal-here", expected, {"articles": articles, "figures": concerned})


def _broken_here_only(figures: list[str], team_format: str, event: Event) -> list[Violation]:
    """What the rules forbid everywhere is told by the report. Of a limited pool nothing is known but the team."""
    everywhere = check(figures, team_format, pool=figures).violations
    here = check(figures, event.team_format, profile_of(event), pool=figures).violations
    return [violation for violation in here if violation not in everywhere]


# --- against the result -----------------------------------------------------------------------------------------


def against_result(report: Report, result: Result) -> list[Disagreement]:
    """Held against what the log itself says of its end: where the replay disagrees, that is a fault of the log."""
    match = result.match
    seats = seating(report.header, match, locked_lists(match))
    end = report.header["result"] or report.body
    return [*_winner(end, seats, result), *_glory(end, seats, result)]


def _winner(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Disagreement]:
    winner = end.get("winner")
    if winner is None:
        return  # at time the event's own policy decides, and the log knows no winner
    logged = Outcome.A if seats[winner].pk == result.match.a_id else Outcome.B
    if logged != result.outcome:
        yield _disagreement("winner-differs", {"outcome": result.outcome}, {"outcome": logged})


def _glory(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Disagreement]:
    glory = end.get("glory") or {}
    logged = {("a" if seats[side].pk == result.match.a_id else "b"): glory.get(side) for side in SIDES}
    expected = {"a": result.glory_a, "b": result.glory_b}
    if None not in logged.values() and logged != expected:
        yield _disagreement("glory-differs", expected, logged)


def _disagreement(code: str, expected: dict[str, Any], logged: dict[str, Any]) -> Disagreement:
    kind, message = DISAGREEMENTS[code]
    return {"kind": str(kind), "code": code, "message": message, "expected": expected, "logged": logged}
