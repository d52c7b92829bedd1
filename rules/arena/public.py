"""What pages that draw the board of Krosmaster Arena may know of it; everything else asks `rules.games`."""

from rules.arena.boards import Board, board
from rules.arena.cells import CELLS, cell_index, cell_name
from rules.arena.engine.casting import may_have_more
from rules.arena.engine.copied_spells import may_be_copied_from, spell_of_claim, was_cast
from rules.arena.engine.copying import copied
from rules.arena.engine.frames import Frame, frame
from rules.arena.engine.legal import casts_of, legal_actions, played
from rules.arena.engine.proof import proof_of, proof_of_action
from rules.arena.engine.reach import OPEN, aims
from rules.arena.engine.spells import spell_of, spells_of
from rules.arena.engine.state import Game
from rules.arena.engine.turn import order_of
from rules.arena.engine.units import Unit
from rules.arena.engine.walks import Path, paths
from rules.arena.engine.words import template
from rules.arena.log import Log
from rules.arena.printed import PUNCH, UNKNOWN_REWARD, RewardText, Spell
from rules.arena.recovery.reading import most_believable, start, step, steps
from rules.arena.replay import frames
from rules.arena.texts import facts_of

__all__ = [
    "CELLS", "OPEN", "PUNCH", "UNKNOWN_REWARD", "Board", "Frame", "Game", "Log", "Path", "RewardText", "Spell", "Unit",
    "aims", "board", "casts_of", "cell_index", "cell_name", "copied", "facts_of", "frame", "frames", "legal_actions",
    "may_be_copied_from", "may_have_more", "most_believable", "order_of", "paths", "played", "proof_of",
    "proof_of_action", "spell_of", "spell_of_claim", "spells_of", "start", "step", "steps", "template", "was_cast",
]  # fmt: skip
