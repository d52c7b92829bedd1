"""What a judge sets down in an amended copy."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.quest.ledger.game import Game


def correct(game: Game, action: Mapping[str, Any]) -> None:
    """It sets nothing off: a path that it fills ends no game."""
    if game.index is None or game.index not in game.log.corrections:
        game.fault("", "correct-not-allowed", _("Only a judge can correct a log, in a copy of their own."))
        return
    game.note("note", "corrected", _("Corrected by a judge: {reason}", reason=action.get("reason", "")))
    what = action["set"]
    for letter, gg in what.get("gg", {}).items():
        if gg != game.seats[letter].gg:
            game.seats[letter].gg = gg
            game.why.append("correction")
    for letter, kamas in what.get("kamas", {}).items():
        game.seats[letter].kamas = kamas
    for letter, bag in what.get("bag", {}).items():
        game.seats[letter].bag = Counter({name: number for name, number in bag.items() if number})
