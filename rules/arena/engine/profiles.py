"""What a card prints of its piece, the same for the whole game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.arena.cards import Card, NumbersInPlay
    from rules.arena.printed import PowerText, Spell, Text


@dataclass(slots=True)
class Profile:
    """What is printed: the same for the whole game, never copied with the position. Never changed, and not frozen, as
    an issue is not."""

    card: str
    title: str
    kind: str  # "krosmaster", "mob", or one of MECHANISMS
    types: frozenset[str]
    level: int
    initiative: int
    hp: int | None
    ap: int | None
    mp: int | None
    powers: frozenset[str]
    spells: "Mapping[str, Spell]"
    incomplete: bool = False  # part of the card was never seen
    lacks: frozenset[str] = frozenset()  # of `powers` and `spells`, which may have more than the data has
    figures_known: bool = True
    types_known: bool = True
    explained: "Mapping[str, PowerText]" = field(default_factory=dict)
    boss_known: bool = True
    kind_known: bool = True
    may_become_more: bool = False  # its words may raise its level and HP during the game
    is_turned: bool = False  # it may show its other side, and nobody knows what that can do
    other_side: "Profile | None" = None
    lasting: "tuple[PowerText, ...]" = field(init=False)  # of its own powers, those that answer to nothing
    lost_by_injuries: "tuple[PowerText, ...]" = field(init=False)  # and those that so many injuries take away
    hangs_on_cells: bool = field(init=False)  # whether one of those hangs on where pieces stand

    def __post_init__(self) -> None:
        self.lasting = tuple(text for text in self.explained.values() if text.when is None)
        self.lost_by_injuries = tuple(text for text in self.explained.values() if text.lost_after)
        self.hangs_on_cells = any(text.hangs_on_cells for text in self.lasting)

    def __deepcopy__(self, memo: object) -> "Profile":
        return self


MOST_KEPT: Final = 500  # cards
_KEPT: Final[dict[tuple[int, int], "tuple[Card, Text | None, Profile]"]] = {}


def profile_of_figure(card: "Card", text: "Text | None") -> Profile:
    """Kept, because most games are played with the same cards."""
    kept = _KEPT.get((id(card), id(text)))
    if kept is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(card), id(text)] = card, text, _printed(card, text)
    return kept[2]


def _printed(card: "Card", text: "Text | None") -> Profile:
    if text is None or not text.turns_over:
        return _side(card, text, card.became or card)
    front = replace(_side(card, text, card), may_become_more=False)
    lacks = {"spells"} if text.behind is None else {"powers", "spells"}
    behind = replace(
        _side(card, text, card.became or card),
        is_turned=True,
        incomplete=True,
        powers=front.powers.union(text.behind or ()),
        lacks=frozenset(lacks),
    )
    return replace(front, other_side=behind)


def _side(card: "Card", text: "Text | None", numbers: "Card | NumbersInPlay") -> Profile:
    return Profile(
        card=card.slug,
        title=card.full_name,
        kind="krosmaster",
        types=frozenset(card.types),
        types_known=bool(card.types),
        boss_known=card.boss is not None,
        level=numbers.level,
        initiative=card.initiative,
        hp=numbers.hp,
        ap=card.ap,
        mp=card.mp,
        powers=frozenset(text.powers) if text else frozenset(),
        spells=text.spells if text else {},
        incomplete=text is None or text.missing is not None,
        lacks=text.lacks if text else frozenset({"powers", "spells"}),
        explained=text.explained if text else {},
        may_become_more=card.may_become is not None,
    )
