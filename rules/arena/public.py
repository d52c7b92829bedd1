"""What pages made for Krosmaster Arena (its board, its cards, its card editor) may know of it; everything else asks
`rules.games`."""

from rules.arena.boards import Board, board
from rules.arena.cards import COLOURS
from rules.arena.cells import CELLS, DISTANCE, SIDES, cell_index, cell_name, cells_of
from rules.arena.construction import COPIES
from rules.arena.copied_spells import CopiedSpell
from rules.arena.engine.casting import may_have_more
from rules.arena.engine.claims.copied_spells import may_be_copied_from, spell_of_claim, was_cast
from rules.arena.engine.copying import copied
from rules.arena.engine.glory import plays_on, who_left, winners
from rules.arena.engine.legal import casts_of, legal_actions, played
from rules.arena.engine.reach import OPEN, aims, strikes
from rules.arena.engine.reports.frames import Frame, frame
from rules.arena.engine.reports.proof import proof_of, proof_of_action
from rules.arena.engine.reports.words import template
from rules.arena.engine.spells import spell_of
from rules.arena.engine.state import Game
from rules.arena.engine.turn import order_of
from rules.arena.engine.units import Unit, spells_of
from rules.arena.engine.walks import Path, paths
from rules.arena.facts_document import KINDS, BoardTable
from rules.arena.limited import LARGEST, TOP, Completion
from rules.arena.log import Log
from rules.arena.power_names import PLAIN_POWERS
from rules.arena.printed import (
    PUNCH,
    UNKNOWN_REWARD,
    CardTexts,
    Characteristics,
    Meanwhile,
    NextSpell,
    PowerText,
    RewardText,
    Spell,
    SpellDamage,
    SummonText,
)
from rules.arena.recovery.reading import look_ahead, stands_by_itself, start, step, steps
from rules.arena.replay import followed, frames
from rules.arena.text_tables import VOCABULARIES, FigureTable, Range, RewardTable, SpellTable, SummonTable
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, TextError, all_rewards, facts_of, tables_of

__all__ = [
    "CELLS", "COLOURS", "COPIES", "DISTANCE", "FOLDER", "KINDS", "LARGEST", "OPEN", "PLAIN_POWERS", "PUNCH", "REWARDS",
    "SIDES", "SUMMONS", "TOP", "UNKNOWN_REWARD", "VOCABULARIES", "Board", "BoardTable", "CardTexts", "Characteristics",
    "Completion", "CopiedSpell", "FigureTable", "Frame", "Game", "Log", "Meanwhile", "NextSpell", "Path", "PowerText",
    "Range", "RewardTable", "RewardText", "Spell", "SpellDamage", "SpellTable", "SummonTable", "SummonText",
    "TextError", "Unit", "aims", "all_rewards", "board", "casts_of", "cell_index", "cell_name", "cells_of", "copied",
    "facts_of", "followed", "frame", "frames", "legal_actions", "look_ahead", "may_be_copied_from", "may_have_more",
    "order_of", "paths", "played", "plays_on", "proof_of", "proof_of_action", "spell_of", "spell_of_claim", "spells_of",
    "stands_by_itself", "start", "step", "steps", "strikes", "tables_of", "template", "was_cast", "who_left", "winners",
]  # fmt: skip
