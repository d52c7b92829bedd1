"""The interface of a ruleset, one set of laws of a game. `rules.games` lists all of them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from rules.common.actions import Action
from rules.common.articles import Article, same_number
from rules.common.messages import Message
from rules.common.verdicts import Illegal, Report

MAX_BYTES = 2 * 1024 * 1024  # limits of a log, whatever its game
MAX_DEPTH = 16

Frame = dict[str, Any]
Packs = Mapping[str, bytes]  # documents of facts, by the game that they name
GameLog = TypeVar("GameLog")
Position = TypeVar("Position")
Account = TypeVar("Account")
Catalogue = TypeVar("Catalogue")
Lists = TypeVar("Lists")
CardFacts = TypeVar("CardFacts")
BoardsPart = TypeVar("BoardsPart")
PositionsPart = TypeVar("PositionsPart")
LightPart = TypeVar("LightPart")
CopiedPart = TypeVar("CopiedPart")


class Arena(Protocol):
    """A board, as selection lists show it."""

    @property
    def slug(self) -> str: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action (with the dice that it starts with), or the reason why it is not legal."""

    action: Action
    refusal: Illegal | None = None
    wanted: dict[str, Any] | None = None

    @property
    def is_legal(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a game, and how players sit at one."""

    slugs: tuple[str, ...]  # of those built in
    find: Callable[[str], Arena | None]
    sides: Sequence[str]  # clockwise
    opposite: Mapping[str, str]  # each side, and the one across the board


@dataclass(frozen=True, slots=True)
class Positions(Generic[GameLog, Position]):
    """What a recorder and a replay ask: the position after each action, and what is legal there."""

    start: Callable[[GameLog], Position]
    step: Callable[[Position, GameLog, int], bool]
    before: Callable[[GameLog, int], Position]
    result: Callable[[Position], dict[str, Any] | None]  # as a log states it; None while the game goes on
    played: Callable[[Position, Action], Position]  # raises Illegal, or DiceMissing
    legal_actions: Callable[[Position], list[Option]]
    diagram: Callable[[Position], str]
    turn_order: Callable[[GameLog], tuple[Sequence[str], bool]]  # who goes first, and whether chance decides


@dataclass(frozen=True, slots=True)
class LightLogs(Generic[GameLog, Account]):
    """Logs without a board, which keep accounts of GG alone."""

    glory_price: int | None  # of a GG, in Kamas; None where each has its own
    account: Callable[[GameLog], Account]
    enter: Callable[[Account, Action], None]  # raises Illegal
    result: Callable[[Account], dict[str, Any] | None]  # as a log states it; None while the game goes on


@dataclass(frozen=True, slots=True)
class CopiedSpells(Generic[Position]):
    """Texts of unknown spells that players copy from a card while they record."""

    # that an unknown card may have this spell with this text beside those; raises Illegal
    require_believable: Callable[[Position, str, str, Mapping[str, Any], Collection[str]], None]
    was_cast: Callable[[Position, str, str], bool]  # card and slug of a spell whose text the log then claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[GameLog, Catalogue, Lists, CardFacts, BoardsPart, PositionsPart, LightPart, CopiedPart]):
    """What can be asked of a set of laws. Code never compares its slug: all differences are in these fields.

    The last four are parts that not every game has: there they are None.
    """

    slug: str
    game: str
    title: str
    engine: str  # named in every report
    formats: tuple[str, ...]  # formats of logs
    data: Path  # folder with the cards, boards and articles on which a verdict rests
    articles: Callable[[str], Mapping[str, Article]]  # in that language
    # a number of the first ruleset of the game as one of these articles, which may hang on the code of a fault
    cites: Callable[[str, str], str] = same_number
    catalogue: Callable[[], Catalogue]  # all figures that are known
    figures: Callable[[Packs], Catalogue]  # with those of documents of facts: what lists are held to
    lists: Lists  # team lists: reading, checking, and legality profiles
    facts: CardFacts  # facts of cards and boards: built in, and from documents that people submit
    read: Callable[[object], GameLog]  # raises Malformed
    with_facts: Callable[[GameLog, Packs], GameLog]  # with documents of facts; without any, with built-in facts only
    replay: Callable[[GameLog], Report]
    # with a description of what was done for each finding
    explained: Callable[[GameLog], tuple[Report, list[Message | None]]]
    named_in: Callable[[GameLog], Sequence[str]]  # the keys of the facts that a log names
    summary: Callable[[GameLog], dict[str, Any]]  # what a log says of itself, to be compared with an event
    frames: Callable[[GameLog], Iterator[Frame]] | None  # None if there is no replay page for this game yet
    boards: BoardsPart
    positions: PositionsPart
    light_logs: LightPart
    copied_spells: CopiedPart
