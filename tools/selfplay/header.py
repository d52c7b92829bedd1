"""Mutators for the header and the result."""

from collections.abc import Iterator

from rules.arena.boards import board
from rules.arena.cards import catalogue
from rules.arena.cells import SIDES
from tools.selfplay.mutator import Document, HeaderMutator, but

OTHER = {"A": "B", "B": "A"}  # these mutators are for duels


def _initiatives(document: Document, side: str) -> list[int]:
    found = (catalogue().find(card) for card in document["players"][side]["team"].values())
    return sorted((card.initiative for card in found if card), reverse=True)


def _with_player(document: Document, side: str, **changes: object) -> Document:
    players = {**document["players"], side: {**document["players"][side], **changes}}
    return {**document, "players": players}


def wrong_first_player(document: Document) -> Iterator[Document]:
    if sum(_initiatives(document, "A")) != sum(_initiatives(document, "B")):
        yield but(document, first_player=OTHER[document["first_player"]])


def wrong_first_player_on_equal_sums(document: Document) -> Iterator[Document]:
    ours, theirs = _initiatives(document, "A"), _initiatives(document, "B")
    if sum(ours) == sum(theirs) and any(a != b for a, b in zip(ours, theirs, strict=False)):
        yield but(document, first_player=OTHER[document["first_player"]])


def players_side_by_side(document: Document) -> Iterator[Document]:
    sides = document["sides"]
    for side in SIDES:
        if side not in sides.values():
            yield but(document, sides={**sides, "B": side})


def unknown_arena(document: Document) -> Iterator[Document]:
    name = "the-moon"
    assert board(name) is None
    yield but(document, arena=name)


def timeline_out_of_order(document: Document) -> Iterator[Document]:
    for side in ("A", "B"):
        timeline = document["players"][side]["timeline"]
        if len(set(_initiatives(document, side))) > 1:
            yield _with_player(document, side, timeline=timeline[::-1])


def too_few_figures(document: Document) -> Iterator[Document]:
    for side in ("A", "B"):
        player = document["players"][side]
        kept = player["timeline"][:2]
        team = {name: card for name, card in player["team"].items() if name in kept}
        yield _with_player(document, side, team=team, timeline=kept)


def gold_name_twice(document: Document) -> Iterator[Document]:
    for side in ("A", "B"):
        team = document["players"][side]["team"]
        cards = {name: catalogue().find(slug) for name, slug in team.items()}
        for name, card in cards.items():
            for other, twin in cards.items():
                if card and twin and card.colour == "gold" and card.level == twin.level and name != other:
                    yield _with_player(document, side, team={**team, other: card.slug})


def _other_winner(document: Document) -> Iterator[Document]:
    winner = document["result"]["winner"]
    if winner is not None:
        yield but(document, result={**document["result"], "winner": OTHER[winner]})


def wrong_winner_by_tension(document: Document) -> Iterator[Document]:
    if document["actions"][-1]["do"] == "tension":
        yield from _other_winner(document)


def wrong_winner_by_glory(document: Document) -> Iterator[Document]:
    if document["actions"][-1]["do"] != "tension" and min(document["result"]["glory"].values()) == 0:
        yield from _other_winner(document)


def wrong_winner_on_the_board(document: Document) -> Iterator[Document]:
    if document["actions"][-1]["do"] == "cast" and min(document["result"]["glory"].values()) > 0:
        yield from _other_winner(document)


def wrong_glory(document: Document) -> Iterator[Document]:
    glory = document["result"]["glory"]
    for side in ("A", "B"):
        yield but(document, result={**document["result"], "glory": {**glory, side: glory[side] + 1}})


MUTATORS = (
    HeaderMutator("1.3.1", wrong_first_player),
    HeaderMutator("1.3.1.a", wrong_first_player_on_equal_sums),
    HeaderMutator("1.3.2", players_side_by_side),
    HeaderMutator("1.2.1", unknown_arena),
    HeaderMutator("1.3.8", timeline_out_of_order),
    HeaderMutator("1.1.1.a", too_few_figures),
    HeaderMutator("1.1.1.c", gold_name_twice),
    HeaderMutator("5.2.3", wrong_winner_by_tension),
    HeaderMutator("1.4.1", wrong_winner_by_glory),
    HeaderMutator("1.4.3", wrong_winner_on_the_board),
    HeaderMutator("4.6.2", wrong_glory),
)
