"""Break one rule at a known place of a legal log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.log import TABLE_FORMAT, read
from rules.arena.public import facts_of
from tools.selfplay import casting, header, market, rolling, tables, turns
from tools.selfplay import movement as moving
from tools.selfplay.mutator import Document, Edit, HeaderMutator, Mutator
from tools.selfplay.rng import Rng

MUTATORS: tuple[Mutator, ...] = (
    *turns.MUTATORS,
    *moving.MUTATORS,
    *market.MUTATORS,
    *casting.MUTATORS,
    *rolling.MUTATORS,
    *casting.SUMMONING,
)
HEADER_MUTATORS: tuple[HeaderMutator, ...] = header.MUTATORS
ALL: tuple[HeaderMutator | Mutator, ...] = (*HEADER_MUTATORS, *MUTATORS)
OF_DUELS = {mutator.name for mutator in (*header.MUTATORS, *turns.PLACING)}
OF_TABLES: tuple[HeaderMutator | Mutator, ...] = (
    *tables.HEADER,
    *tables.MUTATORS,
    *(mutator for mutator in MUTATORS if mutator.name not in OF_DUELS),
)
MOST_PLACES_EACH = 4  # places tried per mutator and action


@dataclass(frozen=True, slots=True)
class Mutated:
    """A log that breaks one article, at one action (None: in the header or the result)."""

    document: Document
    mutator: str
    article: str
    action: int | None


def fitting(document: Document) -> tuple[HeaderMutator | Mutator, ...]:
    """The mutators for a duel, or for a game of three or four players."""
    return OF_TABLES if document["format"] == TABLE_FORMAT else ALL


def mutate(document: Document, rng: Rng, only: Sequence[str] = ()) -> Mutated | None:
    """One random mutation of this log; each kind of mutator that applies is equally likely."""
    for mutator in rng.shuffled(each for each in fitting(document) if not only or each.name in only):
        found = list(places(document, mutator))
        if found:
            return rng.one_of(found)
    return None


def places(document: Document, mutator: HeaderMutator | Mutator) -> Iterator[Mutated]:
    """Every place of the log where this mutator applies."""
    if isinstance(mutator, HeaderMutator):
        for mutated in mutator.edits(document):
            yield Mutated(mutated, mutator.name, mutator.article, None)
    else:
        yield from _among_the_actions(document, mutator)


def _among_the_actions(document: Document, mutator: Mutator) -> Iterator[Mutated]:
    log = read(document)
    game = new_game(log, facts_of(log), glory=glory_at_the_start(log))
    for index, action in enumerate(log.actions):
        game.index = index
        for edit in islice(mutator.edits(game, action), MOST_PLACES_EACH):
            yield Mutated(edited(document, index, edit), mutator.name, mutator.article, index)
        play(game, action)


def edited(document: Document, index: int, edit: Edit) -> Document:
    actions = document["actions"]
    return {**document, "actions": [*actions[:index], *edit, *actions[index + 1 :]]}
