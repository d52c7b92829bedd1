"""What the log says of winner and glyph cells, against how the game went."""

from typing import Final

from rules.blast.engine.game import Game
from rules.blast.log import Result
from rules.blast.words import PLAYERS
from rules.common.messages import message as _

OPEN: Final = frozenset({"board", "card", "challenge", "hp", "element"})


def check(game: Game) -> None:
    game.index = None
    result = game.log.result
    if result is None:
        game.note("warning", "no-result", _("The log states no result."))
        return
    counted = {player: game.held(player) for player in PLAYERS}
    _glyphs(game, result, counted)
    if not _follows(game, result, counted):
        _winner(game, result)


def _winner(game: Game, result: Result) -> None:
    """B-1.2, B-1.3."""
    if not result.has_winner or result.winner == game.winner:
        return
    facts = {"ending": game.ending or _("nothing"), "winner": game.winner or _("nobody")}
    message = _("The game was ended by {ending}, and won by {winner}.", **facts)
    if game.has_errors or (_is_believed(game) and game.ending not in ("concession", "time")):  # it may follow from them
        game.note("note", "wrong-result", message)
        return
    game.silent = False
    expected, logged = {"winner": game.winner}, {"winner": result.winner}
    game.fault(game.article_of_the_end, "wrong-winner", message, expected=expected, logged=logged)


def _is_believed(game: Game) -> bool:
    """Whether it hangs on something that nobody knows, and of which the log does not say what it did."""
    return game.has_unknown_effects or any(fact.field in OPEN for fact in game.decides)


def _glyphs(game: Game, result: Result, counted: dict[str, int]) -> None:
    """B-1.3."""
    if result.glyphs is None or dict(result.glyphs) == counted:
        return
    message = _("The glyph cells are {counted}.", counted=[f"{player} {held}" for player, held in counted.items()])
    if game.has_errors or _is_believed(game):
        game.note("note", "wrong-glyphs", message)
        return
    game.silent = False
    game.fault("B-1.3", "wrong-glyphs", message, expected={"glyphs": counted}, logged={"glyphs": dict(result.glyphs)})


def _follows(game: Game, result: Result, counted: dict[str, int]) -> bool:
    """Whether the winner is that of the glyph cells which the log counted otherwise, as was told."""
    claimed = result.glyphs
    if claimed is None or dict(claimed) == counted or game.ending not in ("glyphs", "nobody"):
        return False
    if claimed["A"] == claimed["B"]:
        return result.winner is None
    return result.winner == max(PLAYERS, key=lambda player: claimed[player])
