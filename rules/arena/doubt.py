"""Doubt follows effects: what of a game could be otherwise if a fact that nobody has entered were otherwise.

Each unknown fact on which the game leaned is given every other value that it may have, and the log is played again.
What then differs rests on the fact; where nothing does, the fact is open and the game is proved all the same. A value
that the log contradicts where it would first show is not the one that was played with: the verdict hangs on it, and no
result does. What has no list of values, as effects that players declare, is believed as reports/dependencies.py has it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

from rules.arena.engine.basis import Effects, Event
from rules.arena.engine.reports.dependencies import dependencies_of
from rules.arena.engine.reports.proof import faulty_actions
from rules.arena.engine.state import Game
from rules.arena.log import Log
from rules.arena.other_values import of_one_source, values_of, with_values
from rules.arena.texts import built_in, facts_of
from rules.common.messages import message as _
from rules.common.proof import Fact
from rules.common.verdicts import DISPUTED, Issue

if TYPE_CHECKING:
    from rules.arena.recovery.reading import Reading

    Read = Callable[[Log], Reading]

MOST_REPLAYED: Final = 40_000  # actions, over all values of all facts of one log
MOST_TOGETHER: Final = 64  # combinations of values of several facts
COMPARED: Final = frozenset(
    {"injured", "injury-cost", "healed", "injuries-exchanged", "knocked-out", "glory", "doubles", "took-all"}
)
Values = Mapping[Fact, Any]
ByAction = dict[int | None, list[Event]]


def followed(log: Log, read: "Read", played: "Read") -> "tuple[Log, Reading]":
    """What `read` makes of the log, of which only that is believed which could be otherwise; and the log as it was
    read, held against those values of facts without which it would have errors. `played` only tells where a log has
    its first error: `read` looks for other readings of every log that has one."""
    reading = read(log)
    if reading.game.basis.believed or faulty_actions(reading.game):
        doubt = _Doubt(log, reading, read, played)
        reading = doubt.reading = doubt.explained()
        log = replace(log, facts=with_values(doubt.facts, doubt.needed)) if doubt.needed else log
        if not faulty_actions(reading.game):
            doubt.follow()
            reading.game.basis.narrow()
    basis = reading.game.basis
    for action in dependencies_of(reading.game).actions:  # including actions of units that stood only by belief
        basis.believe_action(action)
    return log, reading


class _Doubt:
    """Plays a log again with other values of the facts that nobody knows."""

    def __init__(self, log: Log, reading: "Reading", read: "Read", played: "Read") -> None:
        self.log, self.facts, self.reading = log, facts_of(log), reading
        self.read, self.played = read, played
        self.left = MOST_REPLAYED
        self.needed: dict[Fact, Any] = {}  # without these values of facts the log would have more errors
        self.forced: dict[Fact, int | None] = {}  # and where the first of those would be
        self.disputed: set[Fact] = set()  # of these, those that a single source has otherwise
        self.events: ByAction = {}

    def explained(self) -> "Reading":
        """A reading with fewer errors, where a value of an unknown fact, or of one that a single source has, takes
        some away and adds none."""
        reading, disputes = self.reading, []
        before = self._errors({})
        for fact, values, is_disputed in self._candidates(reading):
            for value in values:
                wrong = faulty_actions(reading.game)
                if not wrong or self.left < len(self.log.actions):
                    break
                errors = self._errors({fact: value})
                if errors >= before:
                    continue
                other = self.read(self._with({fact: value}))
                if faulty_actions(other.game) < wrong:
                    reading, self.needed[fact], self.forced[fact] = other, value, _first(wrong)
                    before = errors
                    if is_disputed:
                        self.disputed.add(fact)
                        disputes.append(_disputed(fact, value, _first(wrong)))
                    break
        reading.game.findings += disputes
        return reading

    def _candidates(self, reading: "Reading") -> Iterator[tuple[Fact, list[Any], bool]]:
        """The fact, its values, and whether it is no unknown one but of a single source."""
        wrong = faulty_actions(reading.game) - {None}
        if not wrong:
            return
        declared = _cards_with_declared_powers(reading.game)
        for fact in self._valued(reading.game):
            if fact.field != "powers" or fact.card not in declared:
                values = values_of(self.facts, fact)
                yield fact, [value for value in values if not str(value).startswith("loot")], False
        cast = {action.get("spell", "") for action in self.log.actions}
        for fact, values in of_one_source(self.facts, built_in(), _cards_at(self.log, _first(wrong) or 0), cast):
            yield fact, values, True

    def follow(self) -> None:
        effects = self.game.basis.effects
        self.events = _by_action(self.reading)
        for fact, action in self.forced.items():
            effects[fact] = Effects(illegal={action})
        waiting = [*self._valued(self.game), *(fact for fact in self.forced if fact not in self.disputed)]
        while waiting:
            fact = waiting.pop(0)
            if self.left < len(self.log.actions) * len(values_of(self.facts, fact)):
                continue  # too much for one log: it is believed as the rest is
            effects.setdefault(fact, Effects())
            for value in values_of(self.facts, fact):
                reading = self._try({fact: value}, [effects[fact]], value)
                waiting += [other for other in self._valued(reading.game) if other not in {*effects, *waiting}]
        self._together()

    def _valued(self, game: Any) -> list[Fact]:
        """Facts that can be given values, those with the fewest first."""
        found = {Fact(each.card, each.field, each.spell) for each in game.basis.beliefs()}
        counted = [(len(values_of(self.facts, fact)), fact) for fact in found]
        return [fact for count, fact in sorted(counted, key=lambda each: (each[0], str(each[1]))) if count]

    def _together(self) -> None:
        """Two facts may change together what neither does alone."""
        live = {fact: effects.live for fact, effects in self.game.basis.effects.items() if effects.live}
        if len(live) < 2:
            return
        ways = product(*([(fact, None), *((fact, value) for value in values)] for fact, values in live.items()))
        for way in islice(ways, MOST_TOGETHER):
            values = {fact: value for fact, value in way if value is not None}
            if len(values) > 1 and self.left >= len(self.log.actions):
                self._try(values, [self.game.basis.effects[fact] for fact in values])

    @property
    def game(self) -> Game:
        return self.reading.game

    def _with(self, values: Values) -> Log:
        self.left -= len(self.log.actions)
        return replace(self.log, facts=with_values(self.facts, {**self.needed, **values}))

    def _errors(self, values: Values) -> int:
        return len(faulty_actions(self.played(self._with(values)).game))

    def _try(self, values: Values, effects: list[Effects], value: Any = None) -> "Reading":
        reading = self.played(self._with(values))
        for each in effects:
            self._compare(reading, each, value)
        return reading

    def _compare(self, reading: "Reading", effects: Effects, value: Any) -> None:
        game, wrong, events = reading.game, faulty_actions(reading.game), _by_action(reading)
        otherwise = {at for at in events.keys() | self.events.keys() if events.get(at) != self.events.get(at)}
        if wrong:
            effects.illegal.add(_first(wrong))
            otherwise = {at for at in otherwise if _order(at) < _order(_first(wrong))}
        if not otherwise:
            return
        effects.otherwise |= otherwise
        effects.winner |= game.winner != self.game.winner
        effects.glory |= game.glory != self.game.glory
        if value is not None:
            effects.live.append(value)


def _cards_with_declared_powers(game: Game) -> set[str]:
    """The cards of which the players declare powers: they are held to what they declare."""
    stated = {card for card, kind, _name in game.claims.statements if kind == "power"}
    return stated | game.claims.powers.keys()


def _cards_at(log: Log, index: int) -> list[str]:
    """The cards of the figure that acts in an action, and of those that the action names."""
    action, players = log.actions[index], log.players.values()
    teams = {unit: card for player in players for unit, card in player.team.items()}
    active = next((each["unit"] for each in reversed(log.actions[: index + 1]) if each["do"] == "activate"), "")
    named = [active, *(action.get("armour") or ()), *(block.get("by", "") for block in action.get("blocks") or ())]
    cards = [log.catalogue.find(teams[unit]) for unit in dict.fromkeys(named) if unit in teams]
    return [card.slug for card in cards if card is not None]


def _disputed(fact: Fact, value: Any, action: int | None) -> Issue:
    """For those who look after the card data, and no error of the players."""
    about = {"card": fact.card, "spell": fact.spell or ""}
    said = _("The log contradicts a fact of {card} that one source alone has: the card data may be wrong.", **about)
    logged = {"fact": f"text:{fact.card}", "field": fact.field, "value": value}
    return Issue("warning", DISPUTED, said, action, logged={**logged, "spell": fact.spell} if fact.spell else logged)


def _order(action: int | None) -> int:
    return -1 if action is None else action


def _first(actions: Collection[int | None]) -> int | None:
    return min(actions, key=_order)


def _by_action(reading: "Reading") -> ByAction:
    """What was done to whom, for each action."""
    events: ByAction = {}
    for action, event, facts in reading.game.basis.events:
        if event in COMPARED:
            seen = {name: value for name, value in facts.items() if name not in ("worth", "hp", "lost")}
            events.setdefault(action, []).append((action, event, seen))
    return events
