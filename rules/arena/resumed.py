"""A log played again with other facts: from the first action that leans on them, in place of from its first one, until
an action is a fault or, past the last that leans, the table is as it was.

What was not seen of a figure, and of a token that may be held long before, can count anywhere: such a fact is played
from the beginning to the end.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from rules.arena.engine.auras import settle
from rules.arena.engine.basis import Event
from rules.arena.engine.copying import copied
from rules.arena.engine.profiles import Profile
from rules.arena.engine.reports.proof import faulty_actions
from rules.arena.engine.setup import krosmaster
from rules.arena.engine.state import Game
from rules.arena.engine.summons import profile_of
from rules.arena.engine.units import Unit
from rules.arena.facts import GameFacts
from rules.arena.log import Log
from rules.arena.other_values import with_values
from rules.common.proof import Fact

if TYPE_CHECKING:
    from rules.arena.recovery.reading import Reading, Way

MOST_REPLAYED: Final = 40_000  # actions, over all values of all facts of one log
OF_FIGURES: Final = ("powers", "types")
OF_THE_INJURED: Final = ("resistance", "immune", "feca-style", "counter")  # powers that count as injuries are placed
COMPARED: Final = frozenset(
    {"injured", "injury-cost", "healed", "injuries-exchanged", "knocked-out", "glory", "doubles", "took-all"}
)
# worked out from what the card prints, or set anew when the unit next acts
NOT_COMPARED: Final = frozenset(
    {
        *("profile", "kind", "sure", "hp", "most_ap", "most_mp", "level", "reach_bonus", "powers", "lent", "named"),
        *("is_krosmaster", "is_character", "is_obstacle", "ap", "mp", "reach", "blocked_ap", "blocked_mp"),
        *("summoner", "rewards", "boosts", "believed"),  # what the actions of the log say
    }
)
_of_unit: Final = attrgetter(*(each.name for each in fields(Unit) if each.name not in NOT_COMPARED))
_of_game: Final = attrgetter(
    *("turn", "player", "glory", "kamas", "coins", "acted", "furthest", "tokens", "bearers", "hurt", "out", "over"),
    *("winner", "given_kamas"),
)
Values = Mapping[Fact, Any]
ByAction = dict[int | None, list[Event]]


class Steps(Protocol):
    def __call__(self, log: Log, game: Game, way: "Way", first: int = 0) -> Iterator[int]: ...


class ReadsAsWritten(Protocol):
    def __call__(self, log: Log, like: "Reading | None" = None) -> "Reading": ...


class Reads(NamedTuple):
    """How a log is read: `as_written` only tells where its first error is, `most_believable` looks for other readings
    of every log that has one."""

    most_believable: "Callable[[Log], Reading]"
    as_written: ReadsAsWritten
    start: Callable[[Log], Game]
    steps: Steps


class OtherGames:
    """What a log becomes with other values of facts that nobody knows."""

    def __init__(self, log: Log, facts: GameFacts, reading: "Reading", reads: Reads) -> None:
        self.log, self.facts, self.reading, self.reads = log, facts, reading, reads
        self.left = MOST_REPLAYED
        self.needed: dict[Fact, Any] = {}  # without these values of facts the log would have more errors
        self.events: ByAction = {}  # of the reading with which the games are compared
        self.leaning: dict[Fact, list[int]] = {}  # its actions that lean on each fact
        self.injured: dict[Fact, int] = {}  # the first that injures a figure whose powers were not seen, if any does
        self.kept: dict[int, Game] = {}  # its positions before actions, the one after the last action counted too

    def facts_with(self, values: Values) -> GameFacts:
        return with_values(self.facts, {**self.needed, **values})

    def log_with(self, values: Values) -> Log:
        return replace(self.log, facts=self.facts_with(values))

    def as_written(self, values: Values, like: "Reading | None" = None) -> "Reading":
        """The whole game with these values, first played like that reading."""
        self.left -= len(self.log.actions)
        return self.reads.as_written(self.log_with(values), like)

    def most_believable(self, values: Values) -> "Reading":
        self.left -= len(self.log.actions)
        return self.reads.most_believable(self.log_with(values))

    def compare_with(self, reading: "Reading", facts: Collection[Fact]) -> None:
        """Keep of this reading the positions from which other values of these facts are played, and those in which
        they may be past all consequence."""
        self.reading, self.events, self.leaning = reading, by_action(reading.game), _leaning(reading.game)
        self.injured = {fact: self._first_injury(fact) for fact in facts if fact.field == "powers"}
        leaning = [fact for fact in facts if fact in self.leaning and not self._counts_anywhere(fact)]
        wanted = {self._begins(fact) for fact in leaning}.union(map(self._rejoins, leaning), self.injured.values())
        if wanted - {0}:
            self._keep(wanted - {0})

    def _keep(self, wanted: set[int]) -> None:
        log = self.log_with({})
        game = self.reads.start(log)
        for index in self.reads.steps(log, game, self.reading.way):
            if index + 1 in wanted:
                self.kept[index + 1] = copied(game)

    def otherwise(self, values: Values, *, to_the_end: bool = True) -> Game | None:
        """The game with these values; None where they change nothing. `to_the_end` looks past a fault whether the log
        can be read so that it is none."""
        first = min(self._first(fact, value) for fact, value in values.items())
        if first == len(self.log.actions):
            return None  # as nobody injures the figure
        log = self.log_with(values)
        game = with_facts(self.kept[first], self.facts_with(values)) if first else self.reads.start(log)
        end = max(map(self._rejoins, values)) if first and not any(map(self._counts_anywhere, values)) else None
        for index in self.reads.steps(log, game, self.reading.way, first):
            self.left -= 1
            if faulty_actions(game):
                if to_the_end and _may_be_read_otherwise(game):
                    return self.as_written(values, self.reading).game
                return game
            if index + 1 == end and goes_on_alike(game, self.kept[end]) and not self.differing(game):
                return None
        return game if self.differing(game) else None

    def differing(self, game: Game) -> dict[int | None, set[str]]:
        """The actions so far that ended otherwise, before the first faulty one, and for whom."""
        events = by_action(game)
        end = min(map(order, faulty_actions(game)), default=(game.index or 0) + 1)
        so_far = {at for at in events.keys() | self.events.keys() if order(at) < end}
        pairs = {at: (events.get(at, []), self.events.get(at, [])) for at in so_far}
        return {at: _for_whom(one, other) for at, (one, other) in pairs.items() if one != other}

    def _first(self, fact: Fact, value: Any) -> int:
        """Where the log may begin to be otherwise with this value."""
        powers = {*value} - {self.needed.get(fact)} if isinstance(value, tuple) else {value}
        if fact in self.injured and powers and all(str(power).startswith(OF_THE_INJURED) for power in powers):
            return self.injured[fact]
        return 0 if self._counts_anywhere(fact) or fact not in self.leaning else self._begins(fact)

    def _begins(self, fact: Fact) -> int:
        """The first action that leans on it; of AP and MP the activation before, which fills the gauges (6.2.1.b)."""
        first = self.leaning[fact][0]
        if fact.field != "characteristics":
            return first
        return next((at for at in range(first, -1, -1) if self.log.actions[at]["do"] == "activate"), first)

    def _first_injury(self, fact: Fact) -> int:
        """4.9.7 to 4.9.15: nobody resists or counters before; but others may share its powers (4.18.8)."""
        pieces = self.reading.game.pieces
        if any(text.shares for unit in pieces for text in unit.profile.explained.values()):
            return 0
        names = {unit.name for unit in pieces if unit.profile.card == fact.card}
        hurt = (
            at
            for at, events in self.events.items()
            for _at, event, facts in events
            if event == "injured" and facts["unit"] in names
        )
        return max(0, min(map(order, hurt), default=len(self.log.actions)))

    def _counts_anywhere(self, fact: Fact) -> bool:
        return fact.field in OF_FIGURES or fact.card in self.facts.texts.rewards

    def _rejoins(self, fact: Fact) -> int:
        """Where the unit that acts in the last action that leans on the fact has done."""
        actions = self.log.actions
        later = range(self.leaning[fact][-1] + 1, len(actions))
        return next((at for at in later if actions[at]["do"] in ("activate", "end-turn")), len(actions))


def by_action(game: Game) -> ByAction:
    """What was done to whom, for each action."""
    events: ByAction = {}
    for action, event, facts in game.basis.events:
        if event in COMPARED:
            seen = {name: value for name, value in facts.items() if name not in ("worth", "hp", "lost")}
            events.setdefault(action, []).append((action, event, seen))
    return events


def _for_whom(one: list[Event], other: list[Event]) -> set[str]:
    """The pieces and players for whom it went otherwise; all of them where only the order is another."""
    everybody = {name for event in (*one, *other) for name in _whom(event)}
    of_each = (([e for e in one if name in _whom(e)], [e for e in other if name in _whom(e)]) for name in everybody)
    different = {name for name, (here, there) in zip(everybody, of_each, strict=True) if here != there}
    return different or everybody


def _whom(event: Event) -> list[str]:
    return [event[2][name] for name in ("unit", "other", "player") if name in event[2]]


def order(action: int | None) -> int:
    """The header comes before the first action."""
    return -1 if action is None else action


def first(actions: Collection[int | None]) -> int | None:
    return min(actions, key=order)


def with_facts(game: Game, facts: GameFacts) -> Game:
    """A copy of the position, in which the pieces are as these facts print them."""
    other = copied(game)
    other.texts, other.cards = facts.texts, facts.cards
    for unit in other.pieces:
        printed = profile_of(other, unit.profile.card) if unit.summoner else _of_figure(unit, facts)
        if printed is not unit.profile:
            unit.profile = printed
            unit.refresh()
    settle(other)
    return other


def _of_figure(unit: Unit, facts: GameFacts) -> Profile:
    front = krosmaster(unit.name, unit.player, unit.profile.card, facts.texts, facts.cards).profile
    return front.other_side or front if unit.profile.is_turned else front


def goes_on_alike(game: Game, other: Game) -> bool:
    """Whether nothing on the table differs, so that the rest of a log does the same from both positions."""
    return (
        _of_game(game) == _of_game(other)
        and not (game.standby or other.standby)
        and [_of_unit(unit) for unit in game.pieces] == [_of_unit(unit) for unit in other.pieces]
    )


def _leaning(game: Game) -> dict[Fact, list[int]]:
    """The actions that lean on each fact, in their order; what the header leans on counts from the first."""
    leaning: dict[Fact, list[int]] = {}
    for action, beliefs in sorted(game.basis.believed.items(), key=lambda each: order(each[0])):
        for belief in beliefs:
            leaning.setdefault(belief.fact, []).append(max(0, order(action)))
    return leaning


def _may_be_read_otherwise(game: Game) -> bool:
    """Whether what the log leaves out may be meant so that a fault is none."""
    return bool(game.unsaid or game.claims.either_way)
