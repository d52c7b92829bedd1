"""Every way in which a legal log can be spoiled."""

from tools.selfplay import casting, header, market, moving, rolling, summoning, turns
from tools.selfplay.mutator import HeaderMutator, Mutator

MUTATORS: tuple[Mutator, ...] = (
    *turns.MUTATORS,
    *moving.MUTATORS,
    *market.MUTATORS,
    *casting.MUTATORS,
    *rolling.MUTATORS,
    *summoning.MUTATORS,
)
HEADER_BREACHES: tuple[HeaderMutator, ...] = header.MUTATORS
ALL: tuple[HeaderMutator | Mutator, ...] = (*HEADER_BREACHES, *MUTATORS)
