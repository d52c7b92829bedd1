"""Q-10.1, Q-4.3: who is in a dungeon."""

from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.quest.ledger.game import Game, acting


def dungeon(game: Game, action: Mapping[str, Any]) -> None:
    """Q-10.1: a group enters with the active player, one group a dungeon. Q-5.7: the turn is over."""
    seat, turn = acting(game)
    group, family = {*action["group"]}, action.get("family")
    if seat.letter not in group:
        message = _("Player {player} enters with their group.", player=seat.letter)
        game.fault("Q-10.1", "not-in-the-group", message, logged={"group": sorted(group)})
    elsewhere = sorted(letter for letter in group if game.seats[letter].inside or game.seats[letter].conceded)
    if elsewhere:
        message = _("These players cannot enter: {players}.", players=elsewhere)
        game.fault("Q-10.1", "cannot-enter", message, logged={"group": sorted(group)})
    if not _is_free(game, family):
        game.fault("Q-10.1", "dungeon-taken", _("Another group is in this dungeon."))
    for letter in sorted({*group, seat.letter}):
        game.seats[letter].inside, game.seats[letter].dungeon = True, family
    turn.over = turn.over or "Q-5.7"


def _is_free(game: Game, family: str | None) -> bool:
    """One dungeon of each family in play; of one that was not named nobody knows which it was."""
    if family is not None and family not in game.log.families:
        return False
    taken = {seat.dungeon for seat in game.seats.values() if seat.inside}
    return len(taken) < len(game.log.families) and (family is None or family not in taken)


def dungeon_won(game: Game, action: Mapping[str, Any]) -> None:
    """Q-4.3: 1 GG to everyone who is still in it, and a royal item, whose name the log does not tell."""
    family = action["family"]
    inside = [seat for seat in game.seats.values() if seat.inside and seat.dungeon in (family, None)]
    if not inside:
        game.fault("Q-10.1", "nobody-inside", _("Nobody is in this dungeon."))
        return
    for seat in inside:
        game.gain(seat, 1, "dungeon")
        seat.inside, seat.dungeon = False, None
        seat.unknown_gain = seat.unknown_gain or (f"royal-item-{family}", "item")
