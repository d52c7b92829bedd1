"""A ruleset: one set of laws of a game, as the rest of the site meets it. `rules.games` knows them all."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from rules.common.actions import Action
from rules.common.articles import Article
from rules.common.messages import Sentence
from rules.common.verdicts import Illegal, Report

MAX_BYTES = 2 * 1024 * 1024  # of a log, whatever game it tells
MAX_DEPTH = 16

Frame = dict[str, Any]
GameLog = TypeVar("GameLog")
Position = TypeVar("Position")
Account = TypeVar("Account")
Catalogue = TypeVar("Catalogue")
Lists = TypeVar("Lists")
CardFacts = TypeVar("CardFacts")


class Arena(Protocol):
    """A board to play on, as lists of choices show it."""

    @property
    def slug(self) -> str: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Option:
    """An action that may be done (with the dice it begins with), or the refusal that says why not."""

    action: Action
    refusal: Illegal | None = None
    wanted: dict[str, Any] | None = None

    @property
    def is_legal(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[GameLog, Position, Account, Catalogue, Lists, CardFacts]):
    """What can be asked of a set of laws. Nothing compares its slug: what differs stands in these fields."""

    slug: str
    game: str
    title: str
    engine: str  # named by every report
    formats: tuple[str, ...]  # of logs
    data: Path  # cards, boards and articles: what a verdict stands on
    arenas: tuple[str, ...]
    arena: Callable[[str], Arena | None]
    articles: Callable[[str], Mapping[str, Article]]  # in that language
    catalogue: Callable[[], Catalogue]  # its cards
    lists: Lists  # team lists: read and held to the rules, with the legality profiles that there are
    facts: CardFacts  # what cards and boards say: built in, and in the documents that people bring
    # a log
    read: Callable[[object], GameLog]  # raises Malformed
    held_against: Callable[[GameLog, bytes], GameLog]  # a document of facts; empty: what is built in
    replay: Callable[[GameLog], Report]
    explained: Callable[[GameLog], tuple[Report, list[Sentence | None]]]  # and what was done, for each finding
    frames: Callable[[GameLog], Iterator[Frame]] | None  # None: no page shows a game of this kind yet
    named_in: Callable[[GameLog], Sequence[str]]  # the keys of the facts that a log names
    turn_order: Callable[[GameLog], tuple[Sequence[str], bool]]  # whom the rules put first, and whether by chance too
    sides: Sequence[str]  # of the board, clockwise
    # the account of a light log
    account: Callable[[GameLog], Account]
    enter: Callable[[Account, Action], None]  # raises Illegal
    # a position
    start: Callable[[GameLog], Position]
    step: Callable[[Position, GameLog, int], bool]
    before: Callable[[GameLog, int], Position]
    winners: Callable[[Position], Sequence[str]]
    played: Callable[[Position, Action], Position]  # raises Illegal, or DiceMissing
    legal_actions: Callable[[Position], list[Option]]
    # of a unit: that its card, which nobody has entered, has this spell with this text beside those; raises Illegal
    require_believable: Callable[[Position, str, str, Mapping[str, Any], Collection[str]], None]
    diagram: Callable[[Position], str]
