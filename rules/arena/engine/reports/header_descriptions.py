"""What the header and the result of a log say where a finding is made about them, with the sums that decide."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.arena.engine.order import cards_of, initiatives
from rules.arena.log import Log, Result
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Issue


def describe_header(log: Log, finding: Issue) -> Message:
    found = SENTENCES.get(finding.code)
    return found(log) if found else _teams(log)


def _first_player(log: Log) -> Message:
    """1.3.1: the sums, and the initiatives one by one, which decide where the sums are equal."""
    facts: dict[str, Any] = {"player": log.first_player}
    for side, name in (("A", "one"), ("B", "two")):
        falling = sorted(initiatives(log, side), reverse=True)
        sums = {"player": side, "sum": sum(falling), "values": falling}
        facts[name] = _("{player} {sum} ({values})", **sums)
    return _("{player} went first. Initiative: {one}, {two}.", **facts)


def _order(log: Log) -> Message:
    """9.2.1, 9.3.3: the sums of all, and what decides where they are equal."""
    return _(
        "{order} play in this order. Initiative: {sums}.",
        order=[*log.seats.order],
        sums=[*map(_sum_of(log), log.seats.players)],
    )


def _first_or_order(log: Log) -> Message:
    return _first_player(log) if log.is_duel else _order(log)


def _sum_of(log: Log) -> Callable[[str], Message]:
    def message_of(player: str) -> Message:
        falling = sorted(initiatives(log, player), reverse=True)
        return _("{player} {sum} ({values})", player=player, sum=sum(falling), values=falling)

    return message_of


def _around(log: Log) -> Message:
    return _(
        "The players sit like this: {sides}.", sides=[f"{player} {log.sides[player]}" for player in log.seats.order]
    )


def _sides(log: Log) -> Message:
    return _("{one} sits at the {south} side, {two} at the {north} side.", **_where(log))


def _where(log: Log) -> dict[str, str]:
    return {"one": "A", "south": log.sides["A"], "two": "B", "north": log.sides["B"]}


def _timelines(log: Log) -> Message:
    if not log.is_duel:
        return _("Timelines: {players}.", players=[_timeline(log, player) for player in log.seats.players])
    one, two = (_timeline(log, player) for player in log.seats.players)
    return _("Timelines: {one}; {two}.", one=one, two=two)


def _timeline(log: Log, side: str) -> Message:
    """Each figure with its initiative, in the order of the log."""
    player = log.players[side]
    cards = ((name, log.catalogue.find(player.team.get(name, ""))) for name in player.timeline)
    units = [_("{unit} ({initiative})", unit=name, initiative=card.initiative) for name, card in cards if card]
    return _("{player} has {units}", player=side, units=units)


def _arena(log: Log) -> Message:
    return _("The log names the arena {arena}.", arena=log.arena)


def _teams(log: Log) -> Message:
    if not log.is_duel:
        return _("Teams: {players}.", players=[_team(log, player) for player in log.seats.players])
    one, two = (_team(log, player) for player in log.seats.players)
    return _("Teams: {one}; {two}.", one=one, two=two)


def _team(log: Log, side: str) -> Message:
    player = log.players[side]
    levels = sum(card.level for card in cards_of(log, player))
    return _("{player} plays {units} (level {level})", player=side, units=list(player.team), level=levels)


def _result(log: Log) -> Message:
    result = log.result
    if result is None:
        return _("The log states no result.")
    if not log.is_duel:
        return _of_all(result)
    glory = _("{a} : {b} GG", a=result.glory["A"], b=result.glory["B"]) if result.glory else _("no GG stated")
    if result.winner is None:
        return _("The log states no winner, {glory}.", glory=glory)
    return _("The log states that {winner} won, {glory}.", winner=result.winner, glory=glory)


def _of_all(result: Result) -> Message:
    stocks = [f"{player} {left}" for player, left in (result.glory or {}).items()]
    glory = _("GG: {glory}", glory=stocks) if stocks else _("no GG stated")
    if not result.winners:
        return _("The log states no winner, {glory}.", glory=glory)
    return _("The log states that {winner} won, {glory}.", winner=", ".join(result.winners), glory=glory)


SENTENCES: Mapping[str, Callable[[Log], Message]] = {
    "wrong-first-player": _first_player,
    "wrong-order": _order,
    "not-clockwise": _around,
    "toss-missing": _first_or_order,
    "toss-not-needed": _first_or_order,
    "no-such-arena": _arena,
    "sides-not-opposite": _sides,
    "timeline-incomplete": _timelines,
    "timeline-order": _timelines,
    "wrong-winner": _result,
    "wrong-glory": _result,
    "no-result": _result,
    "result-rests-on-tokens": _result,
}
