"""Breaking one rule in a known place of a legal log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.log import read
from tools.selfplay.breach import Breach, Document, Edit, HeaderBreach
from tools.selfplay.breaches import ALL
from tools.selfplay.chance import Chance

MOST_PLACES_EACH = 4  # of one breach at one action: enough to choose from


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A log that breaks one article, at one action (None: in the header or the result)."""

    document: Document
    breach: str
    article: str
    action: int | None


def spoil(document: Document, chance: Chance, only: Sequence[str] = ()) -> Spoiled | None:
    """One slip, chosen by chance among all that this log has room for, each kind being as likely."""
    for breach in chance.shuffled(breach for breach in ALL if not only or breach.name in only):
        found = list(places(document, breach))
        if found:
            return chance.one_of(found)
    return None


def places(document: Document, breach: HeaderBreach | Breach) -> Iterator[Spoiled]:
    """Every place of the log at which this breach can be put."""
    if isinstance(breach, HeaderBreach):
        for spoiled in breach.edits(document):
            yield Spoiled(spoiled, breach.name, breach.article, None)
    else:
        yield from _among_the_actions(document, breach)


def _among_the_actions(document: Document, breach: Breach) -> Iterator[Spoiled]:
    log = read(document)
    game = new_game(log, strict=True, glory=glory_at_the_start(log))
    for index, action in enumerate(log.actions):
        game.index = index
        for edit in islice(breach.edits(game, action), MOST_PLACES_EACH):
            yield Spoiled(_edited(document, index, edit), breach.name, breach.article, index)
        play(game, action)


def _edited(document: Document, index: int, edit: Edit) -> Document:
    actions = document["actions"]
    return {**document, "actions": [*actions[:index], *edit, *actions[index + 1 :]]}
