"""The Arena tournament rules 2.7."""

from rules.arena.laws.record import Laws
from rules.arena.laws.seats import DUEL, FREE_FOR_ALL, TWO_V_TWO

LOCKED, CAUGHT = 3, 1


def block_loss(locks: int, dodges: int, by_krosmaster: bool) -> int:
    """4.14.2.d: locked by more locks than dodges, caught by as many; a summon never does more than catch (4.14.3)."""
    if locks < dodges:
        return 0
    return LOCKED if locks > dodges and by_krosmaster else CAUGHT


ARENA_2_7 = Laws(
    slug="arena-2.7",
    title="Krosmaster Arena, tournament rules 2.7",
    engine="arena-2.7/5",
    ranks={"second": ("granite", "jade", "silver"), "original": ("granite", "jade", "gold")},  # 1.3.7, 8.1.2
    reward_prices={"granite": 3, "jade": 6, "silver": 9, "gold": 12},  # 4.7.6, 8.1.3
    crafter_prices={"granite": 3, "jade": 5, "silver": 7, "gold": 10},  # 4.9.27; no box has its rubies
    glory_price=12,  # 6.3.4
    modes={mode.slug: mode for mode in (DUEL, FREE_FOR_ALL, TWO_V_TWO)},
    crate_reach=1,  # 4.17.5.c
    block_loss=block_loss,
)
