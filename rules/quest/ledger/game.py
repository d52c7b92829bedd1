"""The state of a game as its ledger tells it, and what every action asks of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import Belief
from rules.common.verdicts import Illegal, Issue
from rules.quest.facts import QuestFacts, Scenario
from rules.quest.heroes import Figure, start_gg
from rules.quest.log import Log
from rules.quest.words import LONGEST_PATH, START_KAMAS, START_PRICE, resources

NOBODY = "Q-3.6"  # of what is done when it is nobody's turn
AS_FAR_AS_ONE_LOOKS = 200  # actions: more than any round has


@dataclass(slots=True)
class Seat:
    """A player, and what lies on their dashboard."""

    letter: str
    figure: Figure | None
    gg: int = 0
    hand: list[frozenset[int]] | None = None  # the values that each personal quest can have; None: not known
    done: set[int] = field(default_factory=set)  # places of the Adventure Path
    passed: set[int] = field(default_factory=set)  # places that a former error left out
    inside: bool = False  # in a dungeon
    dungeon: str | None = None  # its family, where it was told
    conceded: bool = False
    covers: set[int] = field(default_factory=set)  # those of the bag that are off, by their price
    is_text_off: bool = False
    once_a_combat: set[str] = field(default_factory=set)  # red spells cast
    kamas: int = START_KAMAS
    bag: Counter[str] = field(default_factory=Counter)
    worn: list[str] = field(default_factory=list)
    out_of_the_bag: Counter[str] = field(default_factory=Counter)  # of what is worn: what was seen to be theirs
    unknown_gain: tuple[str, str] | None = None  # card and field: Kamas or pieces that nobody can count came from it
    full: bool = False  # the bag may be fuller than anybody can tell
    is_purse_sure: bool = True

    def doubt(self) -> None:
        """After an error nobody knows which quests, Kamas and pieces are theirs: they are held to none of them."""
        self.passed |= self.done | {*range(1, LONGEST_PATH + 1)}
        self.done.clear()
        self.hand = None
        self.is_purse_sure = False


@dataclass(slots=True)
class Turn:
    player: str
    mode: str
    over: str = ""  # the article by which it is over
    acted: bool = False
    ap: int = 0
    killed: set[str] = field(default_factory=set)  # families, and Krosmasters
    cast: set[tuple[str, ...]] = field(default_factory=set)  # blue and purple spells


@dataclass(slots=True)
class Demon:
    """Q-6.3, Q-6.4: the token, or the Demon player in place of it."""

    holder: str | None
    active: bool = False
    is_sure: bool = True  # which side it shows: not after a turn that was left out
    played: bool = False  # since the last turn of a Krosmaster
    is_late: bool = False  # it was due before the turn that is being played


@dataclass(slots=True)
class Game:
    log: Log
    facts: QuestFacts
    order: tuple[str, ...]
    seats: dict[str, Seat]
    demon: Demon
    places: int  # of the Adventure Path
    spaces: int | None  # of the Geegee Path; None: not known
    path: list[str]  # the quests in their places
    sure_places: int = LONGEST_PATH  # as many from the first on are known; after an error later ones may be others
    lost_events: int = 0  # that an error left out: quests may have been among them
    turn: Turn | None = None
    lasts: tuple[str, ...] = ()  # after whom the next one comes: more than one after an error
    extra: str | None = None  # who may play once more, for the cover of the story
    is_turn_missing: bool = False  # something was done when it was nobody's turn
    prices: dict[str, int] = field(default_factory=dict)
    are_prices_known: bool = True
    ending: str | None = None
    winners: tuple[str, ...] = ()
    # of the action that is being read
    index: int | None = None
    silent: bool = False  # one fault is told already, and others only follow from it
    is_turn_doubtful: bool = False
    why: list[str] = field(default_factory=list)
    about: str | None = None  # whose row it is
    # of the whole log
    found: list[Issue] = field(default_factory=list)
    beliefs: list[Belief] = field(default_factory=list)
    reported: set[str] = field(default_factory=set)  # of which faults one finding is enough

    # -- who plays ---------------------------------------------------------------------------------------------

    @property
    def playing(self) -> list[str]:
        """In the order of their turns, without those who conceded."""
        return [letter for letter in self.order if not self.seats[letter].conceded]

    @property
    def scenario(self) -> Scenario | None:
        return self.facts.scenario(self.log.scenario) if self.log.scenario else None

    def after(self, letter: str) -> str | None:
        """Q-3.6."""
        order = self.order
        place = order.index(letter)
        return next((each for each in (*order[place + 1 :], *order[: place + 1]) if each in self.playing), None)

    def before(self, letter: str) -> str | None:
        """Q-6.3: to the right."""
        order = self.order
        place = order.index(letter)
        round_the_table = (*order[:place][::-1], *order[place:][::-1])
        return next((each for each in round_the_table if each in self.playing), None)

    @property
    def expected(self) -> tuple[str, ...]:
        """Whose turn can be next."""
        if not self.lasts:
            return tuple(self.playing[:1])
        return tuple(dict.fromkeys(each for each in map(self.after, self.lasts) if each))

    def starts_a_round(self, letter: str) -> bool:
        """Whether a turn of theirs comes after the last one of the order."""
        order = self.order
        return bool(self.lasts) and all(order.index(letter) <= order.index(last) for last in self.lasts)

    # -- what is wrong -----------------------------------------------------------------------------------------

    def fault(self, article: str, code: str, message: Message, **values: dict[str, Any] | None) -> None:
        """A rule is broken, and what was done is done all the same. Of one action the first fault alone is told."""
        if self.is_turn_doubtful and self.turn is not None and not self.silent:
            article, code = NOBODY, "turn-is-over"
            message, values = _("This is no action of player {player}'s turn.", player=self.turn.player), {}
            self._ends_before(self.turn)
        if not self.silent:
            self.found.append(Illegal(article, code, message, **values).found(self.index))
        self.silent = True

    def _ends_before(self, turn: Turn) -> None:
        turn.over, self.is_turn_missing = NOBODY, True
        self.reported.add("turn-is-over")
        self.doubt_turns()

    def doubt_turns(self, *others: str) -> None:
        """After an error in their order: what the last player did may be the next one's."""
        for letter in (*others, *self.expected, *([self.turn.player] if self.turn else [])):
            self.seats[letter].doubt()

    def note(self, severity: str, code: str, message: Message, article: str | None = None) -> None:
        self.found.append(Issue(severity, code, message, self.index, article))

    def fault_once(self, article: str, code: str, message: Message) -> None:
        """The same fault of several actions is told once."""
        if code in self.reported:
            self.silent = True
        self.reported.add(code)
        self.fault(article, code, message)

    def believe(self, card: str, about: str) -> None:
        belief = Belief(self.index, card, about)
        if belief not in self.beliefs[-3:]:
            self.beliefs.append(belief)

    def believe_a_power(self, seat: Seat, die: str) -> bool:
        """Whether the die of Wisdom, Farmer or Prospecting brings one more. That the dofus does is inferred, and who
        has the power, uncovered or by what they wear, no ledger settles."""
        brings = rolled(die) == "dofus"
        if brings:
            self.believe(seat.figure.slug if seat.figure else "hero", "powers")
        return brings

    def doubt_the_path(self, lost_events: int = 0) -> None:
        """After an error of the Demon nobody knows which quests lie in the places that are filled from now on."""
        self.sure_places = min(self.sure_places, len(self.path))
        self.lost_events += lost_events

    def next_turn(self) -> str | None:
        """Whose turn the log tells next, or would have, had they not conceded before."""
        start = (self.index or 0) + 1
        following = self.log.actions[start : start + AS_FAR_AS_ONE_LOOKS]
        turns = (
            action["player"]
            for action in following
            if action["do"] == "turn" or (action["do"] == "concede" and action["player"] in self.expected)
        )
        return next(turns, None)

    # -- GG ----------------------------------------------------------------------------------------------------

    def gain(self, seat: Seat, gg: int, why: str) -> None:
        """Q-4.1: they fill the path; nothing is put beside it."""
        seat.gg = seat.gg + gg if self.spaces is None else max(seat.gg, min(seat.gg + gg, self.spaces))
        self.why.append(why)

    def lose(self, seat: Seat, why: str) -> None:
        """Q-4.1, Q-4.7: the last one, never below 0."""
        if seat.gg:
            self.why.append(why)
        seat.gg = max(0, seat.gg - 1)

    # -- the end -----------------------------------------------------------------------------------------------

    def end(self, ending: str, winners: tuple[str, ...]) -> None:
        self.ending, self.winners = ending, winners

    @property
    def article_of_the_end(self) -> str:
        if self.ending in ("adventure-path-full", "time"):
            return "Q-1.3"
        return "Q-1.2" if self.log.is_cooperative else "Q-1.1"

    def look_for_a_full_path(self) -> None:
        """Q-1.1, Q-1.2: the moment a path is full the game is over."""
        if self.ending or self.spaces is None or not self.why:
            return
        full = [letter for letter in self.playing if self.seats[letter].gg >= self.spaces]
        is_sure = not self.next_turn() or not any(issue.is_error for issue in self.found)
        if full and is_sure:  # after an error the log knows better whether it goes on
            self.end("path-filled", tuple(self.playing if self.log.is_cooperative else full))


def opened(log: Log) -> Game:
    """Q-3: before the first action."""
    facts = log.facts
    scenario = facts.scenario(log.scenario) if log.scenario else None
    seats = {letter: _seat(letter, log.figures.find(player.hero)) for letter, player in sorted(log.players.items())}
    order = _order(log, seats)
    return Game(
        log=log,
        facts=facts,
        order=order,
        seats=seats,
        demon=Demon(order[-1] if log.is_shared else None),
        places=scenario.adventure_path if scenario else log.adventure_path or LONGEST_PATH,
        spaces=facts.dashboard.geegee_path if facts.dashboard else log.geegee_path,
        path=[log.first_quest or "scenario"],
        prices=dict.fromkeys(sorted(resources(log.families)), START_PRICE),
    )


def _seat(letter: str, figure: Figure | None) -> Seat:
    return Seat(letter, figure, gg=start_gg(figure) if figure else 0)


def _order(log: Log, seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """Q-3.6: as the header says; by falling initiative where the header is wrong (Q-3.1) and the turns are not."""
    falling = tuple(sorted(log.order, key=lambda letter: -_initiative(seats[letter])))
    turns = tuple(dict.fromkeys(action["player"] for action in log.actions if action["do"] == "turn"))
    initiatives = [_initiative(seats[letter]) for letter in log.order]
    is_wrong = initiatives != sorted(initiatives, reverse=True)
    return falling if is_wrong and turns == falling[: len(turns)] else log.order


def _initiative(seat: Seat) -> int:
    return seat.figure.initiative if seat.figure else 0


# -- what a turn asks ------------------------------------------------------------------------------------------------


def acting(game: Game, *, is_action: bool = True) -> tuple[Seat, Turn]:
    """Who acts, in their turn. One that is over is told once, by the number of what ended it, and read on.

    Q-5.7: what is no action (`is_action` false) may come before flight and rest.
    """
    turn, expected = game.turn, game.expected
    if turn is None:
        game.is_turn_missing = True
        game.fault_once(NOBODY, "no-turn-yet", _("No turn has begun yet."))
        return game.seats[expected[0]], Turn(expected[0], "")
    if turn.over:
        game.is_turn_missing = True
        game.fault_once(turn.over, "turn-is-over", _("The turn of player {player} was over.", player=turn.player))
        if len(expected) == 1 and (game.demon.played or game.next_turn() not in (*expected, None)):
            return game.seats[expected[0]], Turn(expected[0], "")  # the line with this turn is missing
    game.is_turn_doubtful = not turn.over and _may_be_of_the_next(game, turn)
    turn.acted = turn.acted or is_action
    game.about = turn.player
    return game.seats[turn.player], turn


def _may_be_of_the_next(game: Game, turn: Turn) -> bool:
    """Whether the log has no line for the next turn: what is wrong in this one may have been done in that."""
    if len(game.expected) != 1 or game.extra == turn.player:
        return False
    (expected,) = game.expected
    return game.next_turn() == game.after(expected) != expected


class Undone(Exception):
    """The rest of the action is left undone; its fault is told."""


def rolled(die: str) -> str:
    """The face that fell, whatever it was turned to."""
    return die.partition(">")[0]


def shown(entry: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in entry.items())
