"""What pages ask about facts of any game: how one reads, and in what several differ."""

from collections.abc import Sequence
from itertools import pairwise

from rules.games import Fact, facts_of_game
from teams.cards.editor.differences import differences
from teams.cards.editor.preview import CardRead, card_read
from teams.cards.editor.table_preview import differing_fields, table_read


def read_of(game: str, fact: Fact) -> CardRead:
    if facts_of_game(game).tables is None:
        return card_read(fact)
    return table_read(game, fact.kind, fact.body)


def differences_of(game: str, facts: Sequence[Fact]) -> list[str]:
    if facts_of_game(game).tables is None:
        return differences(facts)
    found = (each for one, other in pairwise(facts) for each in differing_fields(game, one.kind, one.body, other.body))
    return list(dict.fromkeys(found))
