"""What a game is held against: the card texts and boards of the data, and those that people have brought."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.arena.boards import Board, board
from rules.arena.cards import Catalogue, catalogue
from rules.arena.printed import CardTexts


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The texts of the data with the brought ones in their places, and the boards that were brought. Never changed:
    other facts are another object, with another digest."""

    texts: CardTexts
    boards: Mapping[str, Board] = field(default_factory=dict)
    digest: str = ""  # of the brought ones
    cards: Catalogue = field(default_factory=catalogue)  # with the figures that were brought
    left_out: tuple[str, ...] = ()  # what was brought for an older version of the site and can no longer be read

    def board(self, slug: str) -> Board | None:
        return self.boards.get(slug) or board(slug)

    def __deepcopy__(self, memo: object) -> "GameFacts":
        return self
