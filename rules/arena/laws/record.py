"""The record of a ruleset of Arena: what the engine takes from it instead of knowing which one is played.

Numbers are fields; what is more than a number is a small function beside its article.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.arena.boards import Board
from rules.arena.laws.seats import Mode
from rules.common.articles import same_number

if TYPE_CHECKING:
    from rules.arena.construction import Check, Rule

Strength = tuple[int, list[int]]  # the total, and each figure's initiative in falling order


@dataclass(frozen=True, slots=True, kw_only=True)
class Laws:
    slug: str
    title: str
    engine: str  # named by every report; another number where a report of the same log would change
    # the engine names articles of 2.7: their numbers in this ruleset, which may hang on the code of the fault
    cites: Callable[[str, str], str] = same_number
    ranks: Mapping[str, tuple[str, ...]]  # of the rewards, by the box that is played with; without a word the first
    reward_prices: Mapping[str, int]
    crafter_prices: Mapping[str, int]
    glory_price: int
    modes: Mapping[str, Mode]  # by their names in a log
    crate_reach: int
    block_loss: Callable[[int, int, bool], int]  # locks, dodges, whether a Krosmaster blocks: MP and AP alike
    # teams and set-up
    team_rules: "Mapping[str, Sequence[Rule]]"  # by the format of a team
    team_notes: "Sequence[Check]"  # what is said of a team that breaks no rule
    knows_bans: bool  # ban lists and pools of boosters
    team_sizes: Mapping[str, range]  # by the format of a team: of a player where three or four play too
    box: Sequence[str]  # the figures of teams from the box
    unknown_figure: Mapping[str, str]  # the article broken by one that nobody knows, by the format; else 1.1.1.h
    strength: Callable[[Iterable[int]], Strength]  # what says who is first, of the initiatives of a team
    starts: Callable[[Board, Mode, str], int]  # the starting cells of a side, as a mask
    open_from_the_start: bool  # every pile shows a token before the fight
    # rewards, GG and tension
    replaces_at_once: bool  # a token that was bought face up, by the next of its pile
    one_reveal_a_turn: bool
    boost_spell_first: bool  # it is lost if another spell is cast before it
    worn_apart: frozenset[str]  # kinds of equipment of which a Krosmaster has one face up
    one_glory_a_turn: bool
    may_reroll: bool  # one die of the Roll for Tension
    last_by_tension_loses: bool
    # a unit's turn
    preliminaries: tuple[str, ...]  # what happens before it acts, in order, by the names of engine/activation.py
    lock_ends_turn: bool  # a locked unit spends nothing more
    mobs_may_not: Callable[[str], str]  # the article that says so, for one that says what only Krosmasters do
    bears_no_reward: str  # the article broken where a summon is to bear one
    # spells
    modifier: Callable[[int, int], int]  # critical hits and armour: what they add to the damage
    healed_by_criticals: Callable[[int], int]
    at_once: bool  # explosions and stolen health wait for nothing
    one_punch_a_turn: bool
    punches_opponents_only: bool
    summons_block_sight: bool
    control_of_side: bool  # a control value counts all allied summons, not only what this figure has by this spell
    counters_any_time: bool  # in its own player's turn too, and characters alone
    unfazed_ignores: bool  # all additional effects but damage and injuries
    steals_always: bool  # a marker each, whatever was placed on the target
    scenery_breaks: Mapping[str, int]  # its HP, where the players agree to break it; as many Kamas fall
    markers_are_bounded: bool  # never more -1 than the characteristic
