"""Doubt follows effects: what of a game could be otherwise if a fact that nobody has entered were otherwise.

Each unknown fact on which the game leaned is given every other value that it may have, and the log is played again.
What then differs rests on the fact; where nothing does, the fact is open and the game is proved all the same. A value
that makes an action of the log illegal is not the one that was played with: the verdict hangs on it, and no result
does. What has no list of values, as effects that players declare, is believed as reports/dependencies.py has it.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any, Final

from rules.arena.engine.basis import Effects
from rules.arena.engine.outcome import follows
from rules.arena.engine.reports.dependencies import dependencies_of
from rules.arena.engine.reports.proof import faulty_actions
from rules.arena.engine.state import Game
from rules.arena.log import Log
from rules.arena.other_values import NO_POWER, OFTEN, POWERS, every_type, of_one_source, values_of
from rules.arena.resumed import OtherGames, Reads, Values, first, order
from rules.arena.texts import built_in, facts_of
from rules.common.messages import message as _
from rules.common.proof import Fact
from rules.common.verdicts import DISPUTED, Issue

if TYPE_CHECKING:
    from rules.arena.recovery.reading import Reading

AGAINST_ELEMENTS: Final = ("immune", "feca-style")
MOST_TOGETHER: Final = 64  # combinations of values of several facts

Errors = tuple[int, bool]


def followed(log: Log, reads: Reads) -> "tuple[Log, Reading]":
    """The most believable reading of the log, of which only that is believed which could be otherwise; and the log as
    it was read, held against those values of facts without which it would have errors."""
    reading = reads.most_believable(log)
    game = reading.game
    if game.basis.believed or faulty_actions(game) or reading.of_the_result or any(_unseen_of_figures(game)):
        doubt = _Doubt(OtherGames(log, facts_of(log), reading, reads), reading)
        reading = doubt.explained()
        log = doubt.games.log_with({}) if doubt.games.needed else log
        if not faulty_actions(reading.game):
            doubt.follow()
            reading.game.basis.narrow()
    basis = reading.game.basis
    for action in dependencies_of(reading.game).actions:  # including actions of units that stood only by belief
        basis.believe_action(action)
    return log, reading


class _Doubt:
    """What other values of the facts that nobody knows would make of a game."""

    def __init__(self, games: OtherGames, reading: "Reading") -> None:
        self.games, self.log, self.facts, self.reading = games, games.log, games.facts, reading
        self.written = reading
        self.forced: dict[Fact, Effects] = {}  # needed facts, and what the log would be without them
        self.disputed: dict[Fact, Issue] = {}  # of these, those that a single source has otherwise

    def explained(self) -> "Reading":
        """A reading with fewer errors, where a value of an unknown fact, or of one that a single source has, takes
        some away and adds none; where no action is faulty, one with which the result follows that the log states."""
        if not any(self._errors(self.game)):
            return self.reading
        written = self.written = self.games.as_written({})
        before = self._errors(written.game)
        unknown = [*self._unknown(written.game)]
        for fact, values in unknown:
            before = self._explain_by(fact, values, before, is_disputed=False)
        if faulty_actions(self.game) - {None}:
            for fact in sorted({*_leant_on(written.game)}, key=str):  # one type may be what others hinder
                if fact.field != "types":
                    continue
                before = self._explain_by(fact, [*every_type()], before, is_disputed=False)
            before = self._explain_together(unknown, before)
        faulty = faulty_actions(self.game) - {None}
        if faulty:  # what a single source says of a card is no reason for another result
            cast = {action.get("spell", "") for action in self.log.actions}
            cards = _cards_at(self.log, first(faulty) or 0)
            for fact, values in of_one_source(self.facts, built_in(), cards, cast):
                if not faulty_actions(self.game) - {None}:
                    break
                before = self._explain_by(fact, values, before, is_disputed=True)
        self.game.findings += self.disputed.values()
        return self.reading

    def _errors(self, game: Game) -> Errors:
        """How many actions are faulty; where none is, whether the result of the log is another."""
        faulty = len(faulty_actions(game))
        is_held = not faulty and not game.uncertain.turn_missing
        return faulty, is_held and not follows(game, self.log.result)

    def _unknown(self, written: Game) -> Iterator[tuple[Fact, list[Any]]]:
        """The unknown facts on which the log leans, with their values: also those of actions that the reading leaves
        undone, and types, on which powers and prices of other figures may hang."""
        if faulty_actions(self.game) == {None}:
            return
        declared = _cards_with_declared_powers(self.game)
        types = (fact for fact in _unseen_of_figures(self.game) if fact.field == "types")
        for fact in self._valued(written, [*_leant_on(self.game), *types]):
            if fact.field != "powers" or fact.card not in declared:
                yield fact, [value for value in values_of(self.facts, fact) if not str(value).startswith("loot")]

    def _explain_by(self, fact: Fact, values: list[Any], before: Errors, *, is_disputed: bool) -> Errors:
        return self._explain([{fact: value} for value in values], before, is_disputed=is_disputed)

    def _explain_together(self, unknown: list[tuple[Fact, list[Any]]], before: Errors) -> Errors:
        """What no value of one fact explains values of two may; those with the fewest values first."""
        pairs = sorted(combinations(unknown, 2), key=lambda pair: len(pair[0][1]) * len(pair[1][1]))
        ways = ({one: some, other: more} for (one, of), (other, too) in pairs for some, more in product(of, too))
        return self._explain(islice(ways, MOST_TOGETHER), before)

    def _explain(self, ways: Iterable[Values], before: Errors, *, is_disputed: bool = False) -> Errors:
        """Read the log with the values that leave the fewest errors, if they leave fewer. Answers how many errors the
        log has as it is written."""
        without, found = self.game, set[Fact]()
        for values in ways:
            if not any(self._errors(self.game)) or self.games.left < len(self.log.actions):
                break
            written = self.games.as_written(values, self.written)
            errors = self._errors(written.game)
            if errors < before and self._is_better(other := self.games.most_believable(values)):
                self.reading, self.written, before = other, written, errors
                self.games.needed.update(values)
                found |= values.keys()
        for fact in sorted(found, key=str):
            self._note(fact, without, is_disputed=is_disputed)
        return before

    def _is_better(self, other: "Reading") -> bool:
        now, wrong = faulty_actions(other.game), faulty_actions(self.game)
        return now < wrong or (now == wrong and self._errors(other.game) < self._errors(self.game))

    def _note(self, fact: Fact, without: Game, *, is_disputed: bool) -> None:
        """Without its value an action would be faulty, or the result another."""
        wrong, found = faulty_actions(without), Effects()
        if wrong:
            found.illegal.add(first(wrong))
        else:
            found.winner, found.glory = without.winner != self.game.winner, without.glory != self.game.glory
        self.forced[fact] = found
        if is_disputed:
            self.disputed[fact] = _disputed(fact, self.games.needed[fact], first(wrong))

    def follow(self) -> None:
        effects = self.game.basis.effects
        effects.update(self.forced)
        unknown = self.forced.keys() - self.disputed.keys()
        tried = self._valued(self.game, [*_unseen_of_figures(self.game), *unknown])
        self.games.compare_with(self.reading, tried)
        for fact in tried:
            if self.games.left <= 0:
                break  # too much for one log: the rest is believed as what has no list of values
            found = effects.setdefault(fact, Effects())
            self._try_each(fact, found)
            if fact not in self.games.leaning and fact not in self.forced and not found.otherwise:
                del effects[fact]
        self._try_bosses(tried)
        self._try_against_elements(tried)
        self._try_together()

    def _try_each(self, fact: Fact, effects: Effects) -> None:
        """Of powers, those that change few games together at first."""
        values = values_of(self.facts, fact)
        if fact.field == "powers":
            self._try({fact: NO_POWER}, [effects], NO_POWER)
            values.remove(NO_POWER)
            often = [power for power in values if power.startswith(OFTEN)]
            self._try_halves(fact, [power for power in values if power not in often], effects)
            values = [self._beside(fact, power) for power in often] if self._change_something(fact, often) else []
        for value in values:
            self._try({fact: value}, [effects], value)

    def _try_halves(self, fact: Fact, powers: list[str], effects: Effects) -> None:
        """Powers that change nothing together change nothing alone."""
        if not powers:
            return
        if len(powers) == 1:
            self._try({fact: self._beside(fact, *powers)}, [effects], self._beside(fact, *powers))
        elif self._change_something(fact, powers):
            half = len(powers) // 2
            self._try_halves(fact, powers[:half], effects)
            self._try_halves(fact, powers[half:], effects)

    def _change_something(self, fact: Fact, powers: list[str]) -> bool:
        return self.games.otherwise({fact: self._beside(fact, *powers)}, to_the_end=False) is not None

    def _beside(self, fact: Fact, *powers: str) -> tuple[str, ...]:
        """These powers, and the one without which the log has errors: a figure may have several that nobody saw."""
        needed = self.games.needed.get(fact)
        return (needed, *powers) if needed in POWERS else powers

    def _try_bosses(self, tried: list[Fact]) -> None:
        """4.9.25: whoever was not seen to be a Boss may be one whose KO brings somebody wise a GG more."""
        wise = [fact for fact in tried if fact.field == "powers"]
        for boss in (fact for fact in tried if fact.field == "types" and wise):
            together = {boss: "Boss", **{fact: self._beside(fact, "wisdom") for fact in wise}}
            game = self.games.otherwise(together) if self.games.left > 0 else None
            if game is not None and not faulty_actions(game):
                for fact in wise:
                    self._try_wise(boss, fact)

    def _try_wise(self, boss: Fact, fact: Fact) -> None:
        game = self.games.otherwise({boss: "Boss", fact: self._beside(fact, "wisdom")})
        if game is not None and (game.winner, game.glory) != (self.game.winner, self.game.glory):
            for each in (boss, fact):
                self._compare(game, self.game.basis.effects.setdefault(each, Effects()), None)

    def _try_against_elements(self, tried: list[Fact]) -> None:
        """4.9.8, 4.9.12: powers against an element count where the spell has one, which may be what nobody has seen."""
        elements = (fact for fact in tried if fact.field == "element")
        unseen = [fact for fact in tried if fact.field == "powers"]
        for element, powers in product(elements, unseen):
            for value in values_of(self.facts, element):
                for power in (*AGAINST_ELEMENTS, f"resistance-{value}"):
                    self._try_both({element: value, powers: self._beside(powers, power)})

    def _try_both(self, values: Values) -> None:
        """Where they forbid nothing: what one of them forbids alone has been said."""
        game = self.games.otherwise(values) if self.games.left >= len(self.log.actions) else None
        if game is not None and not faulty_actions(game):
            for fact in values:
                self._compare(game, self.game.basis.effects.setdefault(fact, Effects()), None)

    def _try_together(self) -> None:
        """Two facts may change together what neither does alone."""
        tried = self.game.basis.effects
        live = {fact: [*each.live.values()] for fact, each in tried.items() if each.live}
        if len(live) < 2:
            return
        ways = product(*([(fact, None), *((fact, value) for value in values)] for fact, values in live.items()))
        for way in islice(ways, MOST_TOGETHER):
            values = {fact: value for fact, value in way if value is not None}
            if len(values) > 1 and self.games.left >= len(self.log.actions):
                self._try(values, [tried[fact] for fact in values])

    def _try(self, values: Values, effects: list[Effects], value: Any = None) -> None:
        game = self.games.otherwise(values)
        if game is not None:
            for each in effects:
                self._compare(game, each, value)

    def _compare(self, game: Game, effects: Effects, value: Any) -> None:
        wrong, otherwise = faulty_actions(game), self.games.differing(game)
        effects.otherwise |= otherwise.keys()
        effects.of_whom |= {(at, whom) for at, names in otherwise.items() for whom in names}
        if wrong:
            effects.illegal.add(first(wrong))
        elif otherwise:
            self._compare_the_end(game, effects, otherwise, value)

    def _compare_the_end(self, game: Game, effects: Effects, otherwise: Collection[int | None], value: Any) -> None:
        effects.winner |= game.winner != self.game.winner
        effects.glory |= game.glory != self.game.glory
        if value is not None:
            effects.live.setdefault((*sorted(otherwise, key=order), *game.glory.values()), value)

    def _valued(self, game: Game, also: Iterable[Fact] = ()) -> list[Fact]:
        """Facts that can be given values, those with the fewest first."""
        found = {*also, *_leant_on(game)}
        counted = [(len(values_of(self.facts, fact)), fact) for fact in found]
        return [fact for count, fact in sorted(counted, key=lambda each: (each[0], str(each[1]))) if count]

    @property
    def game(self) -> Game:
        return self.reading.game


def _leant_on(game: Game) -> Iterator[Fact]:
    return (belief.fact for belief in game.basis.beliefs())


def _cards_with_declared_powers(game: Game) -> set[str]:
    """The cards of which the players declare powers: they are held to what they declare."""
    stated = {card for card, kind, _name in game.claims.statements if kind == "power"}
    return stated | game.claims.powers.keys()


def _unseen_of_figures(game: Game) -> Iterator[Fact]:
    """What was not seen of figures may count where nothing says so, as a resistance."""
    declared = _cards_with_declared_powers(game)
    for unit in game.pieces:
        if unit.is_krosmaster and "powers" in unit.profile.lacks and unit.profile.card not in declared:
            yield Fact(unit.profile.card, "powers")
        if unit.is_krosmaster and not (unit.profile.types_known and unit.profile.boss_known):
            yield Fact(unit.profile.card, "types")


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
