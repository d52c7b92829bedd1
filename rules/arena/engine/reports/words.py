"""What happened, in words: a sentence for each event, with its facts kept apart so that pages can translate it."""

from collections.abc import Mapping
from typing import Any

from rules.common.messages import gettext_noop

SENTENCES: Mapping[str, str] = {
    "activated": gettext_noop("{unit} begins its turn with {ap} AP and {mp} MP."),
    "answers": gettext_noop("{power} of {unit} takes effect."),
    "blocked": gettext_noop("{by} rolls {lock} Lock, {unit} {dodge} Dodge: {unit} loses {lost} MP and AP."),
    "bought-reward": gettext_noop("{unit} buys a {rank} reward."),
    "cast": gettext_noop("{unit} casts {spell} at {target}."),
    "became": gettext_noop("{unit} becomes {card}."),
    "thawed": gettext_noop("{unit} loses the marker of {other} and is not injured."),
    "copied": gettext_noop("{unit} copies {power} from {other}."),
    "corrected": gettext_noop("A judge corrects the position: {reason}"),
    "displaced": gettext_noop("{unit} is moved from {start} to {cell}."),
    "conceded": gettext_noop("Player {player} concedes."),
    "seen": gettext_noop("Player {player} has looked at the recording and agrees."),
    "doubles": gettext_noop("Doubles: each player loses a GG."),
    "doubles-named": gettext_noop("Doubles: player {player} is named and loses {amount} GG."),
    "fight-begins": gettext_noop("The fight begins with player {player}."),
    "flipped": gettext_noop("{rank} pile {pile} shows {reward}."),
    "gained": gettext_noop("{unit} gets {ap:+} AP and {mp:+} MP at once."),
    "gained-ap": gettext_noop("{unit} gets {ap:+} AP at once."),
    "gained-mp": gettext_noop("{unit} gets {mp:+} MP at once."),
    "game-over": gettext_noop("The game is over."),
    "won": gettext_noop("Player {winner} wins."),
    "won-together": gettext_noop("{winner} win."),
    "glory": gettext_noop("Player {player} wins {amount} GG."),
    "healed": gettext_noop("{unit} heals {amount} injuries."),
    "held": gettext_noop("{unit} has no MP left and stays on {cell}."),
    "injured": gettext_noop("{unit} suffers {amount} injuries."),
    "injured-by": gettext_noop("{unit} suffers {amount} injuries from {by}."),
    "injuries-exchanged": gettext_noop("{unit} and {other} exchange their injuries."),
    "injury-cost": gettext_noop("{unit} pays {amount} injuries."),
    "inspired": gettext_noop("{unit} receives an Inspiration die ({face})."),
    "kamas": gettext_noop("Player {player} takes {amount} Kamas."),
    "knocked-out": gettext_noop("{unit} is KO'd on {cell}."),
    "leaves": gettext_noop("{unit} leaves the arena."),
    "markers": gettext_noop("{unit} receives {amount} {gauge} markers."),
    "moved": gettext_noop("{unit} moves from {start} to {cell}."),
    "out": gettext_noop("Player {player} is out of the game."),
    "placed": gettext_noop("{unit} is placed on {cell}."),
    "revealed": gettext_noop("{unit} reveals {reward}."),
    "rolled-armour": gettext_noop("{unit} rolls {successes} Armour."),
    "rolled-critical": gettext_noop("{unit} rolls {successes} critical hits."),
    "crate-broken": gettext_noop("The crate on {cell} breaks."),
    "bush-broken": gettext_noop("The bush on {cell} breaks."),
    "tree-broken": gettext_noop("The tree on {cell} breaks."),
    "set-aside": gettext_noop("The {amount} GG of player {player} are set aside."),
    "stolen": gettext_noop("{by} steals {amount} {gauge} from {unit}."),
    "summoned": gettext_noop("{by} summons {unit} on {cell}."),
    "switched": gettext_noop("{unit} and {other} change places."),
    "tension": gettext_noop("Player {player} rolls for tension."),
    "took-all": gettext_noop("Player {player} takes all {amount} GG of player {loser}."),
    "turn-ends": gettext_noop("Player {player}'s turn ends."),
}

ONE: Mapping[str, str] = {
    "healed": gettext_noop("{unit} heals {amount} injury."),
    "injured": gettext_noop("{unit} suffers {amount} injury."),
    "injured-by": gettext_noop("{unit} suffers {amount} injury from {by}."),
    "injury-cost": gettext_noop("{unit} pays {amount} injury."),
    "kamas": gettext_noop("Player {player} takes {amount} Kama."),
    "markers": gettext_noop("{unit} receives {amount} {gauge} marker."),
    "rolled-critical": gettext_noop("{unit} rolls 1 critical hit."),
}

NONE: Mapping[str, str] = {
    "rolled-armour": gettext_noop("{unit} rolls no Armour."),
    "rolled-critical": gettext_noop("{unit} rolls no critical hit."),
}


def in_english(event: Mapping[str, Any]) -> str:
    """The English sentence of an event; `template(event)` is its msgid."""
    return template(event).format_map(event)


def template(event: Mapping[str, Any]) -> str:
    name = event["event"]
    if name == "injured" and event["by"]:
        name = "injured-by"
    elif name == "game-over" and event["winner"]:
        name = "won-together" if ", " in event["winner"] else "won"
    elif name == "gained" and not (event["ap"] and event["mp"]):
        name = "gained-ap" if event["ap"] else "gained-mp"
    elif name == "scenery-broken":
        name = f"{event['kind']}-broken"
    elif name == "rolled":
        name = f"rolled-{event['roll']}"
        if not event["successes"]:
            return NONE[name]
    is_one = event.get("amount", event.get("successes")) == 1
    return ONE.get(name, SENTENCES[name]) if is_one else SENTENCES[name]
