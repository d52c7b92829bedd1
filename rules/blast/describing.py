"""What an action of a log does, in one sentence: of the game as it is told, and of what was wrong in it."""

from collections.abc import Mapping
from typing import Any, Final

from rules.common.actions import Action
from rules.common.messages import Message, gettext_noop

NOBODY: Final = "–"
SENTENCES: Final = {
    "place": gettext_noop("{unit} is placed on {cell}."),
    "favor": gettext_noop("{player} reveals the favor {card}."),
    "activate": gettext_noop("{unit} plays."),
    "move": gettext_noop("{unit} moves to {cell}."),
    "cast": gettext_noop("{unit} casts {spell} at {target}."),
    "use-favor": gettext_noop("{unit} uses the favor {card}."),
    "bonus": gettext_noop("{unit} uses the bonus of {card} for {glyphs} glyphs."),
    "end-turn": gettext_noop("{player} ends the turn."),
    "concede": gettext_noop("{player} concedes."),
    "time": gettext_noop("Time is up."),
    "correct": gettext_noop("A judge corrects the position."),
}


def describe(action: Action, active: str | None, player: str | None, favors: Mapping[str, str | None]) -> Message:
    """`active`, `player` and `favors` are those of the position before the action."""
    facts: dict[str, Any] = {
        "unit": action.get("unit") or active or NOBODY,
        "player": action.get("player") or player or NOBODY,
        "cell": action.get("cell") or action.get("to") or "",
        "target": action.get("target", ""),
        "spell": action.get("spell", ""),
        "card": _card_of(action, favors),
        "glyphs": action.get("threshold", ""),
    }
    text = SENTENCES[action["do"]]
    return Message(text, {name: fact for name, fact in facts.items() if f"{{{name}}}" in text})


def _card_of(action: Action, favors: Mapping[str, str | None]) -> str:
    if action["do"] == "use-favor":
        return favors[action["side"]] or NOBODY
    return str(action.get("card") or action.get("challenge") or "")
