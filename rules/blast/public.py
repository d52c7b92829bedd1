"""What pages that show or record a game of Krosmaster Blast may know of it; everything else asks `rules.games`."""

from rules.blast.actions import describe
from rules.blast.engine.declared import is_open
from rules.blast.engine.game import Game, Unit
from rules.blast.legal import NEEDS, legal_actions, tried, waiting, walks
from rules.blast.replay import steps
from rules.blast.ruleset import drawn_board, frame, frames
from rules.blast.words import LARGEST_PILE, PLAYERS

__all__ = [
    "LARGEST_PILE",
    "NEEDS",
    "PLAYERS",
    "Game",
    "Unit",
    "describe",
    "drawn_board",
    "frame",
    "frames",
    "is_open",
    "legal_actions",
    "steps",
    "tried",
    "waiting",
    "walks",
]
