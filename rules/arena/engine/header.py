"""The header of a log: teams, timelines, sides, who goes first (1.1, 1.3). Every fault is told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from rules.arena.cells import OPPOSITE, SIDES
from rules.arena.engine.order import (
    cards_of,
    falls,
    initiatives,
    turn_order,
    who_goes_first,
    who_is_before,
)
from rules.arena.laws import LAWS
from rules.arena.laws.seats import Mode
from rules.arena.limited import TOP
from rules.arena.log import Log, Player
from rules.arena.log_actions import MOST_PLAYERS
from rules.arena.team import held_to, starting_glory
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Issue, TeamVerdict

COPIES = ("1.1.1.c", "1.1.1.d", "1.1.1.e", "1.1.1.f")


def findings(log: Log) -> Iterator[Issue]:
    teams = list(of_teams(log))
    yield from teams
    yield from SEATED[_mode(log).seated](log)
    order = [finding for side, player in log.players.items() for finding in _timeline(log, side, player)]
    order += of_order(log)
    order += _house_rule(log)
    in_doubt = any(_who_plays_is_in_doubt(finding) for finding in teams)
    yield from map(_as_doubtful, order) if in_doubt else order


def _mode(log: Log) -> Mode:
    return LAWS[log.ruleset].modes[log.mode]


def of_order(log: Log) -> Iterator[Issue]:
    """1.3.1, 9.2.1, 9.3.3: in which order they play."""
    return ORDERED[_mode(log).order](log)


def _as_doubtful(finding: Issue) -> Issue:
    return replace(finding, severity="warning") if finding.is_error else finding


def _who_plays_is_in_doubt(finding: Issue) -> bool:
    """Which figures a team at fault played is not sure, and so whose initiative counted; a sum alone is no doubt."""
    return finding.is_error and finding.article not in ("1.1.1.b", "1.1.2.b")


def glory_at_the_start(log: Log) -> dict[str, int]:
    """1.3.5, 9.2.3. Teams of no legal level start as the nearest legal one would."""
    if not log.is_duel:
        return dict.fromkeys(log.seats.players, _mode(log).glory_each)
    a, b = (min(TOP, max(1, sum(_levels(log, log.players[player])))) for player in log.seats.players)
    return dict(zip(log.seats.players, starting_glory(a, b, log.team_format), strict=True))


def _error(article: str, code: str, message: Message) -> Issue:
    return Issue("error", code, message, article=article)


def _levels(log: Log, player: Player) -> list[int]:
    return [card.level for card in cards_of(log, player)]


def of_teams(log: Log) -> Iterator[Issue]:
    article = LAWS[log.ruleset].unknown_figure.get(log.team_format, "1.1.1.h")
    for side, player in log.players.items():
        verdict = _verdict(log, player)
        for unreadable in verdict.errors:
            yield _error(article, unreadable.code, _of_player(side, unreadable.message))
        for violation in _without_what_follows(verdict.violations):
            severity = "error" if _is_proved(log, violation) else "warning"
            yield Issue(severity, violation.code, _of_player(side, violation.message), article=violation.article)


def _without_what_follows(violations: Sequence[Issue]) -> list[Issue]:
    """With a figure too many, or one too few, the levels have another sum: one mistake of the log."""
    miscounted = any(each.code in ("too-many-figures", "too-few-figures") for each in violations)
    return [each for each in violations if not (miscounted and each.code in ("level-too-high", "level-too-low"))]


def repeated_too_often(log: Log, player: Player) -> set[str]:
    """1.1.1.c to 1.1.1.f: the cards that stand in the team more often than they may, where that is proved."""
    names = [card.name for card in cards_of(log, player)]
    if len(set(names)) == len(names):
        return set()
    found = (each for each in _verdict(log, player).violations if each.article in COPIES)
    return {slug for each in found if _is_proved(log, each) for slug in each.about}


def _verdict(log: Log, player: Player) -> TeamVerdict:
    figures = list(player.team.values())
    pool = figures if log.team_format == "limited" else ()
    laws = LAWS[log.ruleset]
    return held_to(figures, log.team_format, pool=pool, known=log.catalogue, pair_level=log.team_level, laws=laws)


def _of_player(side: str, fault: Message) -> Message:
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
        message = _("Player {player}'s timeline must list each figure of the team once.", player=side)
        yield _error("1.3.8", "timeline-incomplete", message)
    elif not falls(log, player):
        message = _("Player {player}'s timeline is not in order of falling initiative.", player=side)
        yield _error("1.3.8", "timeline-order", message)


def _opposite(log: Log) -> Iterator[Issue]:
    """1.3.2: two players face each other."""
    one, other = log.seats.players
    if OPPOSITE[log.sides[one]] != log.sides[other]:
        message = _("Both players are recorded on the same side. Players sit on opposite sides of the arena.")
        yield _error("1.3.2", "sides-not-opposite", message)


def _clockwise(log: Log) -> Iterator[Issue]:
    """9.2.1: in the order of their turns, once around the table. Who sits so in the order that was due is at fault in
    the order alone."""
    due, _by_chance = turn_order(log)
    if not any(_runs_clockwise([log.sides[player] for player in order]) for order in (log.seats.order, due)):
        message = _(
            "The players do not sit clockwise in the order of their turns: {sides}.", sides=_where_they_sit(log)
        )
        yield replace(_error("9.2.1", "not-clockwise", message), logged={"sides": dict(log.sides)})


def _runs_clockwise(sides: Sequence[str]) -> bool:
    places = [SIDES.index(side) for side in sides]
    steps = [(after - before) % len(SIDES) for before, after in zip(places, [*places[1:], places[0]], strict=True)]
    return 0 not in steps and sum(steps) == len(SIDES)


def _where_they_sit(log: Log) -> list[str]:
    return [f"{player} {log.sides[player]}" for player in log.seats.order]


def ways_to_sit(log: Log) -> list[Mapping[str, str]]:
    """As the header has it; where that cannot be, every way that could."""
    if not any(SEATED[_mode(log).seated](log)):
        return [log.sides]
    if log.is_duel:
        one, other = log.seats.players
        return [
            {one: log.sides[one], other: OPPOSITE[log.sides[one]]},
            {other: log.sides[other], one: OPPOSITE[log.sides[other]]},
        ]
    ways = filter(_runs_clockwise, permutations(SIDES, len(log.seats.order)))
    return [dict(zip(log.seats.order, sides, strict=True)) for sides in ways]


def of_first_player(log: Log) -> Iterator[Issue]:
    """1.3.1 and its tie-breaks; chance decides last."""
    decided = who_goes_first(LAWS[log.ruleset], *(initiatives(log, player) for player in log.seats.players))
    if decided:
        yield from _decided(log, *decided)
    elif not log.toss:
        yield _toss_missing(_("The teams are tied in every respect: the log must name the winner of a coin toss."))


def _toss_missing(message: Message) -> Issue:
    return Issue("warning", "toss-missing", message, article="1.3.1.c")


def _decided(log: Log, first: str, article: str) -> Iterator[Issue]:
    if log.first_player != first:
        message = _("Player {player} goes first.", player=first)
        expected, logged = {"first_player": first}, {"first_player": log.first_player}
        yield Issue("error", "wrong-first-player", message, article=article, expected=expected, logged=logged)
    elif log.toss:
        yield _toss_not_needed()


def _toss_not_needed() -> Issue:
    message = _("No coin toss was needed to decide who goes first.")
    return Issue("warning", "toss-not-needed", message, article="1.3.1.c")


def of_all(log: Log) -> Iterator[Issue]:
    """9.2.1: every player by falling initiative, ties pair by pair."""
    wanted, by_chance = turn_order(log)
    yield from _in_order(log, wanted, "9.2.1", by_chance=by_chance)


def of_pairs(log: Log) -> Iterator[Issue]:
    """9.3.3: partners by turns, the side with the best total first."""
    wanted, by_chance = turn_order(log)
    yield from _in_order(log, wanted, "9.3.3", by_chance=by_chance)


def _in_order(log: Log, wanted: tuple[str, ...], article: str, *, by_chance: bool) -> Iterator[Issue]:
    if log.seats.order != wanted:
        due, named = next(pair for pair in zip(wanted, log.seats.order, strict=True) if pair[0] != pair[1])
        decided = who_is_before(LAWS[log.ruleset], initiatives(log, due), initiatives(log, named))
        alone_or_allied = len(log.seats.sides) == len(wanted) or due == wanted[0] or log.seats.allied(due, named)
        by_tie = alone_or_allied and decided is not None and decided[1] != "1.3.1"
        message = _("The players take their turns in the order {order}.", order=[*wanted])
        expected, logged = {"order": [*wanted]}, {"order": [*log.seats.order]}
        number = decided[1] if decided and by_tie else article
        yield Issue("error", "wrong-order", message, article=number, expected=expected, logged=logged)
    elif by_chance and not log.toss:
        yield _toss_missing(_("Players are tied in every respect: the log must name the winner of a coin toss."))
    elif log.toss and not by_chance:
        yield _toss_not_needed()


def _house_rule(log: Log) -> Iterator[Issue]:
    """Chapter 9 is of four players: with three it is a rule of the event, and the report says so."""
    if len(log.players) == len(MOST_PLAYERS) - 1:
        message = _("The rules know no game of three players: it is a house rule of the event.")
        yield Issue("note", "three-players", message)


SEATED: Mapping[str, Callable[[Log], Iterator[Issue]]] = {"opposite": _opposite, "clockwise": _clockwise}
ORDERED: Mapping[str, Callable[[Log], Iterator[Issue]]] = {
    "1.3.1": of_first_player,
    "9.2.1": of_all,
    "9.3.3": of_pairs,
}
