"""Keeping a ledger while the game is played: where it stands, what comes next, and what the rules say of an entry."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.common.verdicts import Illegal
from rules.quest.ledger import header
from rules.quest.ledger.demon import wanted
from rules.quest.ledger.game import Game, opened
from rules.quest.ledger.replay import entered
from rules.quest.log import Log
from rules.quest.words import LONGEST_PATH, deck

HIGHEST = 3  # GG of a personal quest


@dataclass(frozen=True, slots=True)
class DemonSheet:
    """Q-6: what the Demon's turn asks for."""

    is_due: bool  # before the next turn
    player: str | None  # who holds the token; None: a Demon player
    events: int
    cards: tuple[str, ...]  # of the families in play
    may_have_mobs: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Where a game stands, for a page that asks what comes next."""

    gg: Mapping[str, int]
    undealt: tuple[str, ...]  # who has no personal quests yet
    player: str | None  # whose turn is being played
    mode: str
    next: tuple[str, ...]  # whose turn can begin
    demon: DemonSheet | None
    quests: tuple[tuple[int, int], ...]  # what the active player can fulfil, with what is drawn then
    place: int | None  # the next quest of the path that is theirs to fulfil
    path: tuple[str, ...]
    price: int | None  # None: not known
    inside: Mapping[str, str | None]  # who is in which dungeon
    conceded: tuple[str, ...]
    turns: int


def account(log: Log) -> Game:
    game = opened(log)
    header.check(game)
    for index, action in enumerate(log.actions):
        entered(game, index, action)
    return game


def enter(game: Game, action: Mapping[str, Any]) -> None:
    """Raises Illegal; the game cannot be used after that."""
    game.log = replace(game.log, actions=(*game.log.actions, dict(action)))
    before = len(game.found)
    entered(game, len(game.log.actions) - 1, action)
    for issue in game.found[before:]:
        if issue.is_error:
            raise Illegal(issue.article or "", issue.code, issue.message)


def result(game: Game) -> dict[str, Any] | None:
    """The result as a log states it; None while the game goes on."""
    if game.ending is None:
        return None
    return {"winners": [*game.winners], "gg": gg_of(game), "ending": game.ending}


def gg_of(game: Game) -> dict[str, int]:
    return {letter: seat.gg for letter, seat in game.seats.items()}


def table(game: Game) -> Table:
    turn = game.turn if game.turn is not None and not game.turn.over else None
    seat = game.seats[turn.player] if turn else None
    done = seat.done if seat else set()
    place = next((place for place in range(1, LONGEST_PATH + 1) if place not in done), None)
    prices = game.facts.dashboard.prices if game.facts.dashboard else ()
    undealt = [letter for letter, each in game.seats.items() if each.hand is None and game.turn is None]
    return Table(
        gg=gg_of(game),
        undealt=tuple(undealt),
        player=turn.player if turn else None,
        mode=turn.mode if turn else "",
        next=() if game.ending or undealt else _next(game),
        demon=None if game.ending or undealt else _sheet(game),
        quests=_quests(seat.hand or []) if seat else (),
        place=place if turn and place and place <= len(game.path) else None,
        path=tuple(game.path),
        price=prices[seat.gg] if seat and seat.gg < len(prices) else None,
        inside={letter: each.dungeon for letter, each in game.seats.items() if each.inside},
        conceded=tuple(letter for letter, each in game.seats.items() if each.conceded),
        turns=sum(action["do"] == "turn" for action in game.log.actions),
    )


def _next(game: Game) -> tuple[str, ...]:
    """Q-3.6, and once more after the cover of the story (Q-5.6)."""
    extra = (game.extra,) if game.extra and not game.demon.played else ()
    return tuple(dict.fromkeys((*game.expected, *extra)))


def _sheet(game: Game) -> DemonSheet:
    token, playing = game.demon, game.playing
    is_due = token.holder in game.expected if game.log.is_shared else any(map(game.starts_a_round, game.expected))
    is_inside = bool(playing) and all(game.seats[letter].inside for letter in playing)
    return DemonSheet(
        is_due=is_due and not token.played,
        player=token.holder,
        events=0 if is_inside else wanted(game),
        cards=tuple(sorted(deck(game.log.families))),
        may_have_mobs=not is_inside and (token.active or game.log.is_cooperative),
    )


def _quests(hand: list[frozenset[int]]) -> tuple[tuple[int, int], ...]:
    values = sorted(frozenset().union(*hand))
    return tuple((value, drawn) for value in values for drawn in range(min(value + 1, HIGHEST), HIGHEST + 1))
