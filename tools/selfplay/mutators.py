"""All mutators."""

from rules.arena.log import TABLE_FORMAT
from tools.selfplay import casting, header, market, moving, rolling, summoning, tables, turns
from tools.selfplay.mutator import Document, HeaderMutator, Mutator

MUTATORS: tuple[Mutator, ...] = (
    *turns.MUTATORS,
    *moving.MUTATORS,
    *market.MUTATORS,
    *casting.MUTATORS,
    *rolling.MUTATORS,
    *summoning.MUTATORS,
)
HEADER_MUTATORS: tuple[HeaderMutator, ...] = header.MUTATORS
ALL: tuple[HeaderMutator | Mutator, ...] = (*HEADER_MUTATORS, *MUTATORS)
OF_DUELS = {mutator.name for mutator in (*header.MUTATORS, *turns.PLACING)}
OF_TABLES: tuple[HeaderMutator | Mutator, ...] = (
    *tables.HEADER,
    *tables.MUTATORS,
    *(mutator for mutator in MUTATORS if mutator.name not in OF_DUELS),
)


def fitting(document: Document) -> tuple[HeaderMutator | Mutator, ...]:
    """The mutators for a duel, or for a game of three or four players."""
    return OF_TABLES if document["format"] == TABLE_FORMAT else ALL
