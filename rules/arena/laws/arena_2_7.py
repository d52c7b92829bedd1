"""The Arena tournament rules 2.7."""

from collections.abc import Iterable

from rules.arena.boards import Board
from rules.arena.construction import CONSTRUCTED, FOUR_PLAYER, LIMITED, bosses_not_known, colours_not_known
from rules.arena.laws.record import Laws, Strength
from rules.arena.laws.seats import DUEL, FREE_FOR_ALL, TWO_V_TWO, Mode

LOCKED, CAUGHT = 3, 1


def block_loss(locks: int, dodges: int, by_krosmaster: bool) -> int:
    """4.14.2.d: locked by more locks than dodges, caught by as many; a summon never does more than catch (4.14.3)."""
    if locks < dodges:
        return 0
    return LOCKED if locks > dodges and by_krosmaster else CAUGHT


def strength(initiatives: Iterable[int]) -> Strength:
    """What 1.3.1 and its tie-breaks compare, as one value: of equal ones only chance tells."""
    falling = sorted(initiatives, reverse=True)
    return sum(falling), falling


def starts(board: Board, _mode: Mode, side: str) -> int:
    """1.3.9, 9.2.4: the starting cells in the two rows nearest to the player."""
    return board.starts[side]


def modifier(criticals: int, armour: int) -> int:
    """7.2.7.b: one more or one less, whichever there are more of."""
    return (criticals > armour) - (criticals < armour)


def healed_by_criticals(criticals: int) -> int:
    """7.3.2.b: one more, however many there are."""
    return int(criticals > 0)


def mobs_may_not(_article: str) -> str:
    return "4.19.4.b"


ARENA_2_7 = Laws(
    slug="arena-2.7",
    title="Krosmaster Arena, tournament rules 2.7",
    engine="arena-2.7/10",
    ranks={"second": ("granite", "jade", "silver"), "original": ("granite", "jade", "gold")},  # 1.3.7, 8.1.2
    reward_prices={"granite": 3, "jade": 6, "silver": 9, "gold": 12},  # 4.7.6, 8.1.3
    crafter_prices={"granite": 3, "jade": 5, "silver": 7, "gold": 10},  # 4.9.27; no box has its rubies
    glory_price=12,  # 6.3.4
    modes={mode.slug: mode for mode in (DUEL, FREE_FOR_ALL, TWO_V_TWO)},
    crate_reach=1,  # 4.17.5.c
    block_loss=block_loss,
    team_rules={"constructed": CONSTRUCTED, "limited": LIMITED, "four-player": FOUR_PLAYER},  # 1.1.1, 1.1.2, 9.1.2
    team_notes=(colours_not_known, bosses_not_known),
    knows_bans=True,
    team_sizes={
        "constructed": range(3, 9),  # 1.1.1.a
        "limited": range(3, 9),  # 1.1.2.a
        "four-player": range(2, 3),  # 9.1.2
    },
    box=(),
    unknown_figure={},
    strength=strength,
    starts=starts,
    open_from_the_start=False,  # 4.7.4
    replaces_at_once=True,  # 4.7.7
    one_reveal_a_turn=True,  # 4.7.10
    boost_spell_first=True,  # 4.7.5.a
    worn_apart=frozenset({"dofus", "trophy"}),  # 4.7.11.c
    one_glory_a_turn=True,  # 6.3.4
    may_reroll=True,  # 5.2.2
    last_by_tension_loses=True,  # 5.2.3
    preliminaries=("buffs", "gauges", "triggers"),  # 6.2.1
    lock_ends_turn=False,
    mobs_may_not=mobs_may_not,
    bears_no_reward="4.7.8",
    modifier=modifier,
    healed_by_criticals=healed_by_criticals,
    at_once=False,  # 7.2.9
    one_punch_a_turn=True,  # 4.8.5
    punches_opponents_only=False,
    summons_block_sight=False,  # 4.15.9
    control_of_side=True,  # 4.19.9.c
    counters_any_time=False,  # 4.9.15
    unfazed_ignores=False,  # 4.9.17
    steals_always=False,  # 7.5.12
    scenery_breaks={},
    markers_are_bounded=True,  # 4.11.8
)
