"""Summaries of a person's own logs: opponent, event and score."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from judging.logs.pages.log_names import player_names
from judging.models import Report, Submission
from tournaments.base.services.seats import own_outcome
from tournaments.models import Event, Match, Result, large_columns
from tournaments.results.services.entry import seat_of
from tournaments.results.services.own_games import own_score
from tournaments.results.services.scores import format_score


@dataclass(frozen=True)
class LogFacts:
    players: str = ""  # only the opponent if the reader played; empty if the log has no names
    event: Event | None = None
    round: str = ""
    outcome: str = ""
    score: str = ""


def with_games(logs: "QuerySet[Submission]") -> "QuerySet[Submission]":
    """Load all that `told` reads, except the players, with one more query for any number of logs."""
    results = Prefetch("match__results", queryset=Result.objects.current(), to_attr="current_results")
    events = logs.select_related("match__round__event").defer(*large_columns("match__round"))
    return events.prefetch_related(results)


def with_facts(rows: Iterable[dict[str, Any]], user: Any) -> list[dict[str, Any]]:
    return [{**row, "facts": _facts(row["log"], row["report"], user)} for row in rows]


def _facts(log: Submission, report: Report | None, user: Any) -> LogFacts:
    return _of_match(log.match, user) if log.match else _of_header(report.header if report else {})


def _of_match(match: Match, user: Any) -> LogFacts:
    me = seat_of(match, user)
    players = " – ".join(seat.shown_name for seat in (match.others(me) if me else match.seats()))
    if not match.is_duel:
        return LogFacts(players=players, event=match.round.event, round=match.round_name_in_sentence)
    result: Result | None = next(iter(match.current_results), None)  # type: ignore[attr-defined]  # as prefetched
    return LogFacts(
        players=players,
        event=match.round.event,
        round=match.round_name_in_sentence,
        outcome=own_outcome(match, me, result) if result and me else "",
        score=own_score(match, me or match.a, result) if result else "",
    )


def _of_header(header: dict[str, Any]) -> LogFacts:
    """Return the facts of a game without an event, from its log alone."""
    glory = (header.get("result") or {}).get("glory") or {}
    score = format_score(glory["A"], glory["B"]) if glory.keys() == {"A", "B"} else ""
    return LogFacts(players=" – ".join(player_names(header).values()), score=score)
