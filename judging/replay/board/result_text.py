"""The end of a game of three or four players in one line: who has won, and who was eliminated in which order."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.arena.public import Game, who_left, winners


def result_line(game: Game, names: Mapping[str, str]) -> str:
    said = [_who_won(game, names)]
    left = [" + ".join(names[player] for player in group) for group in who_left(game)]
    if left:
        said.append(_("Out of the game, in this order: {players}.").format(players=", ".join(left)))
    return " ".join(filter(None, said))


def _who_won(game: Game, names: Mapping[str, str]) -> str:
    won = [names[player] for player in winners(game)]
    if len(won) > 1:
        return _("{player} win.").format(player=", ".join(won))
    if won:
        return _("{player} wins.").format(player=won[0])
    return (
        _("The rules name no winner: the event decides.") if game.over else _("The log stops before the game is over.")
    )
