"""The header of a log: teams, timelines, sides, who goes first (1.1, 1.3). Every fault is told."""

from collections.abc import Iterator
from dataclasses import replace

from rules.arena.engine.order import cards_of, falls, initiatives, who_goes_first
from rules.arena.engine.setup import OPPOSITE
from rules.arena.limited import TOP
from rules.arena.log import Log, Player
from rules.arena.team import TeamVerdict, check, starting_glory
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.messages import sentence as _

COPIES = ("1.1.1.c", "1.1.1.d", "1.1.1.e", "1.1.1.f")


def findings(log: Log) -> Iterator[Issue]:
    teams = list(of_teams(log))
    yield from teams
    if OPPOSITE[log.sides["A"]] != log.sides["B"]:
        yield _error(
            "1.3.2",
            "sides-not-opposite",
            _("Both players are recorded on the same side. Players sit on opposite sides of the arena."),
        )
    order = [finding for side, player in log.players.items() for finding in _timeline(log, side, player)]
    order += of_first_player(log)
    in_doubt = any(_who_plays_is_in_doubt(finding) for finding in teams)
    yield from (replace(finding, severity="warning") for finding in order) if in_doubt else order


def _who_plays_is_in_doubt(finding: Issue) -> bool:
    """Which figures a team at fault played is not sure, and so whose initiative counted; a sum alone is no doubt."""
    return finding.is_error and finding.article not in ("1.1.1.b", "1.1.2.b")


def glory_at_the_start(log: Log) -> dict[str, int]:
    """1.3.5. Teams of no legal level start as the nearest legal one would."""
    a, b = (min(TOP, max(1, sum(_levels(log, log.players[side])))) for side in ("A", "B"))
    glory = starting_glory(a, b, log.team_format)
    return {"A": glory[0], "B": glory[1]}


def _error(article: str, code: str, said: Sentence) -> Issue:
    return Issue("error", code, said, article=article)


def _levels(log: Log, player: Player) -> list[int]:
    return [card.level for card in cards_of(log, player)]


def of_teams(log: Log) -> Iterator[Issue]:
    for side, player in log.players.items():
        verdict = _verdict(log, player)
        for unreadable in verdict.errors:
            yield _error("1.1.1.h", unreadable.code, _of_player(side, unreadable.message))
        for violation in verdict.violations:
            severity = "error" if _is_proved(log, violation) else "warning"
            yield Issue(severity, violation.code, _of_player(side, violation.message), article=violation.article)


def repeated_too_often(log: Log, player: Player) -> set[str]:
    """1.1.1.c to 1.1.1.f: the cards that stand in the team more often than they may, where that is proved."""
    found = (each for each in _verdict(log, player).violations if each.article in COPIES)
    return {slug for each in found if _is_proved(log, each) for slug in each.about}


def _verdict(log: Log, player: Player) -> TeamVerdict:
    figures = list(player.team.values())
    pool = figures if log.team_format == "limited" else ()
    return check(figures, log.team_format, pool=pool, known=log.catalogue)


def _of_player(side: str, fault: Sentence) -> Sentence:
    return _("Player {player}: {fault}", player=side, fault=fault)


def _is_proved(log: Log, violation: Issue) -> bool:
    """Where the lettering of a name is not known, how often it may stand in a team is not known either."""
    if violation.article not in ("1.1.1.c", "1.1.1.d"):
        return True
    known = (log.catalogue.get(slug) for slug in violation.about)
    return any(card is not None and card.colour != "unknown" for card in known)


def _timeline(log: Log, side: str, player: Player) -> Iterator[Issue]:
    """1.3.8, 2.4.3: every figure once, by falling initiative."""
    if sorted(player.timeline) != sorted(player.team):
        said = _("Player {player}'s timeline must list each figure of the team once.", player=side)
        yield _error("1.3.8", "timeline-incomplete", said)
    elif not falls(log, player):
        said = _("Player {player}'s timeline is not in order of falling initiative.", player=side)
        yield _error("1.3.8", "timeline-order", said)


def of_first_player(log: Log) -> Iterator[Issue]:
    """1.3.1 and its tie-breaks; chance decides last."""
    decided = who_goes_first(*(initiatives(log, side) for side in ("A", "B")))
    if decided:
        yield from _decided(log, *decided)
    elif not log.toss:
        said = _("The teams are tied in every respect: chance decides, and `toss` must say so.")
        yield Issue("warning", "toss-missing", said, article="1.3.1.c")


def _decided(log: Log, first: str, article: str) -> Iterator[Issue]:
    if log.first_player != first:
        said = _("Player {player} goes first.", player=first)
        expected, logged = {"first_player": first}, {"first_player": log.first_player}
        yield Issue("error", "wrong-first-player", said, article=article, expected=expected, logged=logged)
    elif log.toss:
        said = _("No coin toss was needed to decide who goes first.")
        yield Issue("warning", "toss-not-needed", said, article="1.3.1.c")
