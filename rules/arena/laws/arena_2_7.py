"""The Arena tournament rules 2.7."""

from rules.arena.laws.record import Laws

ARENA_2_7 = Laws(
    slug="arena-2.7",
    title="Krosmaster Arena, tournament rules 2.7",
    engine="arena-2.7/1",
)
