"""What the header and the result of a log say where a finding is made about them, with the sums that decide."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.arena.engine.order import cards_of, initiatives
from rules.arena.log import Log
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.messages import sentence as _


def describe_header(log: Log, finding: Issue) -> Sentence:
    found = SENTENCES.get(finding.code)
    return found(log) if found else _teams(log)


def _first_player(log: Log) -> Sentence:
    """1.3.1: the sums, and the initiatives one by one, which decide where the sums are equal."""
    facts: dict[str, Any] = {"player": log.first_player}
    for side, name in (("A", "one"), ("B", "two")):
        falling = sorted(initiatives(log, side), reverse=True)
        sums = {"player": side, "sum": sum(falling), "values": falling}
        facts[name] = _("{player} {sum} ({values})", **sums)
    return _("{player} went first. Initiative: {one}, {two}.", **facts)


def _sides(log: Log) -> Sentence:
    return _("{one} sits at the {south} side, {two} at the {north} side.", **_where(log))


def _where(log: Log) -> dict[str, str]:
    return {"one": "A", "south": log.sides["A"], "two": "B", "north": log.sides["B"]}


def _timelines(log: Log) -> Sentence:
    one, two = (_timeline(log, side) for side in ("A", "B"))
    return _("Timelines: {one}; {two}.", one=one, two=two)


def _timeline(log: Log, side: str) -> Sentence:
    """Each figure with its initiative, in the order of the log."""
    player = log.players[side]
    cards = ((name, log.catalogue.find(player.team.get(name, ""))) for name in player.timeline)
    units = [_("{unit} ({initiative})", unit=name, initiative=card.initiative) for name, card in cards if card]
    return _("{player} has {units}", player=side, units=units)


def _arena(log: Log) -> Sentence:
    return _("The log names the arena {arena}.", arena=log.arena)


def _teams(log: Log) -> Sentence:
    one, two = (_team(log, side) for side in ("A", "B"))
    return _("Teams: {one}; {two}.", one=one, two=two)


def _team(log: Log, side: str) -> Sentence:
    player = log.players[side]
    levels = sum(card.level for card in cards_of(log, player))
    return _("{player} plays {units} (level {level})", player=side, units=list(player.team), level=levels)


def _result(log: Log) -> Sentence:
    result = log.result
    if result is None:
        return _("The log states no result.")
    glory = _("{a} : {b} GG", a=result.glory["A"], b=result.glory["B"]) if result.glory else _("no GG stated")
    if result.winner is None:
        return _("The log states no winner, {glory}.", glory=glory)
    return _("The log states that {winner} won, {glory}.", winner=result.winner, glory=glory)


SENTENCES: Mapping[str, Callable[[Log], Sentence]] = {
    "wrong-first-player": _first_player,
    "toss-missing": _first_player,
    "toss-not-needed": _first_player,
    "no-such-arena": _arena,
    "sides-not-opposite": _sides,
    "timeline-incomplete": _timelines,
    "timeline-order": _timelines,
    "wrong-winner": _result,
    "wrong-glory": _result,
    "no-result": _result,
    "result-rests-on-tokens": _result,
}
