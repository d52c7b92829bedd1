"""What the header of a log says against the rules, apart from any action."""

from collections import Counter
from itertools import pairwise

from rules.common.messages import message as _
from rules.quest.heroes import Figure, is_boss
from rules.quest.ledger.game import Game
from rules.quest.words import DRAWN, deck


def check(game: Game) -> None:
    for each in (_mode, _heroes, _order, _paths, _first_quest):
        game.silent = False
        each(game)
    _believed(game)


def _mode(game: Game) -> None:
    """Q-1.2: the Demon of a cooperative game is one player."""
    if game.log.is_cooperative and game.log.is_shared:
        game.fault("Q-1.2", "demon-shared", _("In a cooperative game one player is the Demon."))


def _heroes(game: Game) -> None:
    """Q-3.2: figures of the catalogue, each at the table once. Q-3.4: no Boss."""
    for letter, seat in game.seats.items():
        game.silent = False
        if seat.figure is None:
            hero = game.log.players[letter].hero
            message = _("There is no figure called {name}.", name=hero[:80])
            game.fault("Q-3.2", "unknown-card", message, logged={"player": letter, "hero": hero[:80]})
        elif is_boss(seat.figure):
            message = _("{name} is a Boss, and no player's Krosmaster.", name=seat.figure.name)
            game.fault("Q-3.4", "boss", message, logged={"player": letter, "hero": seat.figure.slug})
        elif seat.figure.boss is None:
            game.note("note", "boss-not-known", _("It is not known whether {name} is a Boss.", name=seat.figure.name))
    heroes = Counter(seat.figure.slug for seat in game.seats.values() if seat.figure)
    for slug, number in heroes.items():
        game.silent = False
        if number > 1:
            message = _("{name} sits at the table more than once.", name=slug)
            game.fault("Q-3.2", "hero-twice", message, logged={"hero": slug})


def _order(game: Game) -> None:
    """Q-3.1: by falling initiative; equal ones as the order says."""
    figures = [game.seats[letter].figure for letter in game.log.order]
    known: list[Figure] = [figure for figure in figures if figure is not None]
    if any(former.initiative < latter.initiative for former, latter in pairwise(known)):
        logged = {"initiatives": [figure.initiative for figure in known]}
        game.fault("Q-3.1", "wrong-order", _("Krosmasters sit by falling initiative."), logged=logged)


def _paths(game: Game) -> None:
    """Q-1.3: the Adventure Path is as long as the scenario's. Q-4.1: the Geegee Path is that of the dashboard."""
    log, scenario, dashboard = game.log, game.scenario, game.facts.dashboard
    if scenario and log.adventure_path not in (None, scenario.adventure_path):
        message = _("The Adventure Path of this scenario has {places} places.", places=scenario.adventure_path)
        expected, logged = {"adventure_path": scenario.adventure_path}, {"adventure_path": log.adventure_path}
        game.fault("Q-1.3", "wrong-adventure-path", message, expected=expected, logged=logged)
    game.silent = False
    if dashboard and log.geegee_path not in (None, dashboard.geegee_path):
        message = _("The Geegee Path has {spaces} spaces.", spaces=dashboard.geegee_path)
        expected, logged = {"geegee_path": dashboard.geegee_path}, {"geegee_path": log.geegee_path}
        game.fault("Q-4.1", "wrong-geegee-path", message, expected=expected, logged=logged)


def _first_quest(game: Game) -> None:
    """Q-6.1: drawn from the cards of the families in play."""
    first = game.log.first_quest
    if first is not None and DRAWN + first not in deck(game.log.families):
        message = _("{event} is no card of the families in play.", event=first)
        game.fault("Q-6.1", "not-in-the-deck", message, logged={"event": first})
        game.sure_places = 0


def _believed(game: Game) -> None:
    if game.log.geegee_path is not None and game.facts.dashboard is None:
        game.believe("dashboard", "geegee_path")
    if game.log.scenario and game.scenario is None:
        game.believe(game.log.scenario, "scenario")
