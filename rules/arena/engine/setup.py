"""Starting the game (1.3): the table as the header of a log lays it, before a figure is placed."""

from rules.arena.boards import Board
from rules.arena.cards import Card, Catalogue, catalogue
from rules.arena.engine.basis import Basis
from rules.arena.engine.claims.declarations import Claims
from rules.arena.engine.order import falls
from rules.arena.engine.policy import STRICT, Policy
from rules.arena.engine.profiles import profile_of_figure
from rules.arena.engine.rewards.piles import Flips, Pile
from rules.arena.engine.state import Dealer, Game
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import Unit
from rules.arena.facts import GameFacts
from rules.arena.laws import LAWS
from rules.arena.log import Log
from rules.arena.printed import CardTexts
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def new_game(
    log: Log,
    facts: GameFacts,
    *,
    policy: Policy = STRICT,
    dealer: Dealer | None = None,
    glory: dict[str, int] | None = None,
) -> Game:
    """The table laid: arena, Kamas, reward piles, timelines; no figure is in the arena yet."""
    arena = _arena(log, facts)
    laws = LAWS[log.ruleset]
    mode, players, ranks = laws.modes[log.mode], log.seats.players, laws.ranks[log.rewards]
    timelines = {player: _timeline(log, player, facts) for player in players}
    units = {unit.name: unit for line in timelines.values() for unit in line}
    stocks = glory or dict.fromkeys(players, mode.glory_each)
    return Game(
        laws=laws,
        board=arena,
        sides=dict(log.sides),
        seats=log.seats,
        mode=mode,
        units=units,
        pieces=[*units.values()],
        explaining=[unit for unit in units.values() if unit.profile.explained],
        buzzed=any("buzzed" in unit.profile.powers for unit in units.values()),
        timelines=timelines,
        glory=stocks,
        basis=Basis(stocks=dict(stocks)),
        texts=facts.texts,
        cards=facts.cards,
        ranks=ranks,
        scenery_breaks=laws.scenery_breaks if log.scenery == "breakable" else {},
        original_box=log.rewards == "original",
        wild=mode.glory_wild,
        kamas=dict.fromkeys(players, 0),
        given_kamas=dict.fromkeys(players, 0),
        claims=Claims(owed=dict.fromkeys(players, 0)),
        coins=dict(arena.kamas),
        flips=Flips(from_the_start=laws.open_from_the_start),
        piles={(rank, pile): Pile() for rank in ranks for pile in (1, 2)},
        impassable=arena.obstacles,
        player=log.first_player,
        uncertain=_nothing_uncertain(log),
        corrections=log.corrections,
        policy=policy,
        dealer=dealer,
    )


def _arena(log: Log, facts: GameFacts) -> Board:
    arena = facts.board(log.arena)
    if arena is None:
        message = _("There is no arena called {arena}.", arena=log.arena)
        raise Illegal("1.2.1", "no-such-arena", message, logged={"arena": log.arena})
    return arena


def _timeline(log: Log, player: str, facts: GameFacts) -> list[Unit]:
    team, side = log.players[player].team, log.seats.side_of[player]
    line = [krosmaster(name, player, team[name], facts.texts, facts.cards) for name in _order(log, player)]
    for unit in line:
        unit.side = side
    return line


def _nothing_uncertain(log: Log) -> Uncertain:
    players = log.seats.players
    return Uncertain(
        any_order={player for player in players if not falls(log, log.players[player])},
        nameless=dict.fromkeys(players, 0),
        owed=dict.fromkeys(players, 0),
        turns_a_round=len(players),
    )


def _order(log: Log, player: str) -> list[str]:
    """The timeline as logged; figures that it forgets come last, names that are no figures are left out."""
    team, timeline = log.players[player].team, log.players[player].timeline
    named = [name for name in dict.fromkeys(timeline) if name in team]
    return named + [name for name in team if name not in named]


def card_of(name: str, cards: Catalogue) -> Card:
    card = cards.find(name)
    if card is None:
        raise Illegal("1.1.1.h", "unknown-card", _("There is no card called {card}.", card=name), logged={"card": name})
    return card


def krosmaster(name: str, player: str, figure: str, texts: CardTexts, cards: Catalogue | None = None) -> Unit:
    """A Krosmaster as its card prints it, not yet in the arena."""
    card = card_of(figure, cards or catalogue())
    return Unit(name, player, profile_of_figure(card, texts.figures.get(card.slug)))
