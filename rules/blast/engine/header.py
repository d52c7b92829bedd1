"""What the header of a log says against the rules, and what is known of what it names."""

from collections import Counter

from rules.blast.construction import too_many
from rules.blast.engine.game import Game
from rules.blast.words import LARGEST_TEAM, OPPOSITE, PLAYERS, SMALLEST_TEAM
from rules.common.messages import message as _


def check(game: Game) -> None:
    for each in (_sides, _sizes, _minions, _copies, _challenges):
        game.silent = False
        each(game)
    game.silent = False
    _unknown(game)


def _sides(game: Game) -> None:
    """B-2.1."""
    sides = game.log.sides
    if sides["B"] != OPPOSITE[sides["A"]]:
        game.fault("B-2.1", "sides", _("Players sit at two opposite sides."), logged={"sides": {**sides}})


def _sizes(game: Game) -> None:
    """B-1.1."""
    sizes = {player: len(game.krosmasters(player)) for player in PLAYERS}
    if sizes["A"] != sizes["B"] or not SMALLEST_TEAM <= sizes["A"] <= LARGEST_TEAM:
        facts = {"least": SMALLEST_TEAM, "most": LARGEST_TEAM}
        message = _("Both teams have as many Krosmasters, {least} to {most}.", **facts)
        game.fault("B-1.1", "team-sizes", message, logged={"sizes": sizes})


def _minions(game: Game) -> None:
    """B-1.1."""
    for unit in game.units.values():
        game.silent = False
        if unit.card is None and game.facts.minion(unit.slug):
            message = _("{unit} is a Minion, and no member of a team.", unit=unit.slug)
            game.fault("B-1.1", "a-minion", message, logged={"unit": unit.name, "card": unit.slug})


def _copies(game: Game) -> None:
    """B-11.2."""
    for player in PLAYERS:
        cards = [unit.card for unit in game.krosmasters(player) if unit.card]
        for slug, count, is_sure in too_many(cards):
            game.silent = False
            if is_sure:
                message = _("{card} is {count} times in one team.", card=slug, count=count)
                game.fault("B-11.2", "too-many-copies", message, logged={"player": player, "card": slug})
            else:
                game.believe(slug, "rarity")


def _challenges(game: Game) -> None:
    """B-2.6."""
    if game.log.challenges and not game.log.advanced:
        message = _("A simple game has no Divine Challenge.")
        game.fault("B-2.6", "no-challenges", message, logged={"challenges": [*game.log.challenges]})


def _unknown(game: Game) -> None:
    if not game.board.is_known:
        message = _("Nobody has entered the board {board}: what depends on it is believed.", board=game.log.board[:80])
        game.note("note", "board-unknown", message)
        game.believe(game.log.board[:100], "board", decides="winner")
    for slug in Counter(unit.slug for unit in game.units.values() if unit.card is None):
        game.believe(slug, "card", decides="winner")
    for slug, challenge in game.challenges.items():
        if challenge is None:
            game.believe(slug[:100], "challenge", decides="winner")
