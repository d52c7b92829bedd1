"""Mutators for games of three and four players (chapter 9)."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.arena.cells import cell_name, cells_of
from rules.arena.engine.order import strength
from rules.arena.engine.state import Game
from rules.arena.engine.turn import was_knocked_out
from rules.arena.laws.seats import FREE_FOR_ALL
from rules.arena.log import read
from rules.common.actions import Action
from rules.games import DEFAULT
from tools.selfplay.mutator import Document, Edit, HeaderMutator, Mutator, but
from tools.selfplay.turns import figure_off_the_starting_cells, figure_on_a_taken_cell

# -- header and result -------------------------------------------------------------------------------------


def third_figure(document: Document) -> Iterator[Document]:
    for letter, player in document["players"].items():
        name = f"{letter.lower()}3"
        changed = {**player, "team": {**player["team"], name: "coa-gulary"}, "timeline": [*player["timeline"], name]}
        yield {**document, "players": {**document["players"], letter: changed}}


def _exchanged(document: Document, one: int, other: int) -> Document:
    """Two players swap their places in the turn order and at the board."""
    order = [*document["order"]]
    homes = [document["sides"][player] for player in order]
    order[one], order[other] = order[other], order[one]
    return {**document, "order": order, "sides": dict(zip(order, homes, strict=True))}


def _sum(document: Document, place: int) -> int:
    return strength(read(document), document["order"][place])[0]


def _with_other_order(document: Document, pairs: Sequence[tuple[int, int]]) -> Iterator[Document]:
    for one, other in pairs:
        if other < len(document["order"]) and _sum(document, one) != _sum(document, other):
            yield _exchanged(document, one, other)


def turns_out_of_order(document: Document) -> Iterator[Document]:
    if document["mode"] == FREE_FOR_ALL.slug:
        yield from _with_other_order(document, [(0, 1), (1, 2), (2, 3), (0, 2)])


def partners_out_of_order(document: Document) -> Iterator[Document]:
    if document["mode"] != FREE_FOR_ALL.slug:
        yield _exchanged(document, 1, 2)


def players_not_clockwise(document: Document) -> Iterator[Document]:
    one, other = document["order"][:2]
    sides = document["sides"]
    yield {**document, "sides": {**sides, one: sides[other], other: sides[one]}}


def _with_result(document: Document, **changes: Any) -> Document:
    return {**document, "result": {**document["result"], **changes}}


def gg_of_who_is_out(document: Document) -> Iterator[Document]:
    """A player who went out had GG left, and nobody takes them."""
    if document["mode"] == FREE_FOR_ALL.slug:
        glory = document["result"]["glory"]
        for player in (player for together in DEFAULT.replay(read(document)).out for player in together):
            yield _with_result(document, glory={**glory, player: glory[player] + 1})


def one_partner_wins_alone(document: Document) -> Iterator[Document]:
    winners = document["result"]["winners"]
    if len(winners) == 2 and DEFAULT.replay(read(document)).won_by in ("glory", "last-standing"):
        yield from (_with_result(document, winners=[winner]) for winner in winners)


def other_winner_at_a_table(document: Document) -> Iterator[Document]:
    winners = document["result"]["winners"]
    losers = [player for player in document["players"] if player not in winners]
    if winners and document["mode"] == FREE_FOR_ALL.slug and DEFAULT.replay(read(document)).won_by == "glory":
        yield from (_with_result(document, winners=[loser]) for loser in losers)


# -- actions -----------------------------------------------------------------------------------------------


def second_player_of_a_table_places_first(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "place" and not game.bodies:
        for player in game.seats.order[1:]:
            unit = game.timelines[player][0]
            cell = cells_of(game.starts_of(player))[0]
            yield [{"do": "place", "unit": unit.name, "cell": cell_name(cell)}, action]


def gg_given_to_the_own_side(game: Game, action: Action) -> Iterator[Edit]:
    for name in action.get("gives") or ():
        owner = game.units[name].player
        for player in game.seats.on(game.seats.side_of[owner]):
            yield [but(action, gives={**action["gives"], name: player})]


def gg_given_to_who_is_out(game: Game, action: Action) -> Iterator[Edit]:
    for name in action.get("gives") or ():
        for player in game.out:
            if player in game.seats.foes(game.units[name].player):
                yield [but(action, gives={**action["gives"], name: player})]


def _named(action: Action, *players: str) -> list[Edit]:
    return [[but(action, doubles=[*players])]]


def doubles_not_named(_game: Game, action: Action) -> Iterator[Edit]:
    if "doubles" in action:
        yield [but(action, doubles=None)]
        yield from _named(action, action["doubles"][0])


def doubles_name_one_player_twice(_game: Game, action: Action) -> Iterator[Edit]:
    if "doubles" in action:
        yield from _named(action, action["doubles"][0], action["doubles"][0])


def doubles_name_no_opponent(game: Game, action: Action) -> Iterator[Edit]:
    if "doubles" in action:
        own = game.seats.on(game.seats.side_of[game.player])
        foes = [foe for foe in game.seats.foes(game.player) if foe not in game.out]
        yield from (edit for player in own if player not in game.out for edit in _named(action, player, foes[0]))


def doubles_name_who_is_out(game: Game, action: Action) -> Iterator[Edit]:
    if "doubles" in action:
        yield from (edit for player in game.out for edit in _named(action, player, action["doubles"][1]))


def gg_bought_from_no_opponent(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "buy-glory" and "from" in action:
        yield [but(action, **{"from": game.player})]
        yield from ([but(action, **{"from": foe})] for foe in game.seats.foes(game.player) if not game.glory[foe])


def turn_of_who_is_out(game: Game, action: Action) -> Iterator[Edit]:
    """A figure that was knocked out is activated."""
    if action["do"] == "activate":
        gone = (unit for player in game.out for unit in game.timelines[player])
        yield from ([{"do": "activate", "unit": unit.name}, action] for unit in gone if was_knocked_out(game, unit))


def conceded_twice(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "end-turn":
        yield from ([{"do": "concede", "player": player}, action] for player in game.out)


HEADER: tuple[HeaderMutator, ...] = (
    HeaderMutator("9.1.2", third_figure),
    HeaderMutator("9.2.1", turns_out_of_order),
    HeaderMutator("9.2.1", players_not_clockwise),
    HeaderMutator("9.2.3", gg_of_who_is_out),
    HeaderMutator("9.3.2", one_partner_wins_alone),
    HeaderMutator("9.3.3", partners_out_of_order),
    HeaderMutator("1.4.1", other_winner_at_a_table),
)
MUTATORS: tuple[Mutator, ...] = (
    Mutator("9.2.4", figure_off_the_starting_cells),
    Mutator("9.2.4", figure_on_a_taken_cell),
    Mutator("9.2.4", second_player_of_a_table_places_first),
    Mutator("9.2.5", gg_given_to_the_own_side),
    Mutator("9.2.5", gg_given_to_who_is_out),
    Mutator("9.2.6", doubles_not_named),
    Mutator("9.2.6", doubles_name_one_player_twice),
    Mutator("9.2.6", doubles_name_no_opponent),
    Mutator("9.2.6", doubles_name_who_is_out),
    Mutator("4.6.3", gg_bought_from_no_opponent),
    Mutator("4.10.2.b", turn_of_who_is_out),
    Mutator("1.4.3", conceded_twice),
)
