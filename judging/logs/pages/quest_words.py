"""The entries of a log of Quest in words, and the causes of changes of GG."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.quest.words import KAMAS, RESOURCES
from teams.cards.editor.table_words import LABELS
from teams.wording import TERMS

Entry = Mapping[str, Any]
Names = Mapping[str, str]
QUEST = "quest:"  # before the name of a quest among the events of the Demon

MODES: Mapping[str, Promise] = {"adventure": gettext_lazy("adventure mode"), "combat": gettext_lazy("combat mode")}
# as the cards are called; nobody has entered their French names
QUESTS: Mapping[str, str] = {
    "put-your-foot-in-it": "Put Your Foot In It",
    "so-soft": "So Soft",
    "horn-in": "Horn In",
    "bakers-dozen": "Baker's Dozen",
    "light-as-a-feather": "Light as a Feather",
    "dos-beak": "Dos Beak",
    "bling-bling": "Bling Bling",
    "gobbicide": "Gobbicide",
    "toficide": "Toficide",
    "krosmasticide": "Krosmasticide",
}
OTHER_QUESTS: Mapping[str, Promise] = {
    "repeatable": gettext_lazy("repeatable quest"),
    "scenario": gettext_lazy("the scenario's quest"),
}
EVENTS: Mapping[str, Promise] = {
    "gobball-spawn": gettext_lazy("gobballs appear"),
    "special-gobball-spawn": gettext_lazy("a special gobball appears"),
    "royal-gobball": gettext_lazy("the Royal Gobball appears"),
    "tofu-spawn": gettext_lazy("tofus appear"),
    "special-tofu-spawn": gettext_lazy("a special tofu appears"),
    "royal-tofu": gettext_lazy("the Royal Tofu appears"),
    "enemy-krosmaster": gettext_lazy("an enemy Krosmaster appears"),
    "trees": gettext_lazy("trees grow"),
    "veins": gettext_lazy("ore veins come back"),
    "dung": gettext_lazy("dung comes back"),
    "eggs": gettext_lazy("eggs come back"),
    "price-change": gettext_lazy("prices change"),
    "new-arrival": gettext_lazy("new recipes arrive"),
    "auction": gettext_lazy("auction"),
}
COVERS: Mapping[str, Promise] = {
    "spell": gettext_lazy("spell"),
    "power": gettext_lazy("power"),
    "story": gettext_lazy("story"),
    "bag": gettext_lazy("bag"),
}
CAUSES: Mapping[str, Promise] = {
    "personal-quest": gettext_lazy("personal quest"),
    "path-quest": gettext_lazy("quest of the Adventure Path"),
    "wisdom": gettext_lazy("Wisdom"),
    "bought": gettext_lazy("bought"),
    "boss": gettext_lazy("boss killed"),
    "dungeon": gettext_lazy("dungeon won"),
    "ko": gettext_lazy("KO"),
    "flight": gettext_lazy("flight"),
    "correction": gettext_lazy("a judge's correction"),
}


def cause_in_words(why: str) -> str:
    return ", ".join(str(CAUSES.get(cause, cause)) for cause in why.split(", "))


def event_in_words(event: Any) -> str:
    name = str(event["event"] if isinstance(event, dict) else event)
    if name.startswith(QUEST):
        return _("quest: %(quest)s") % {"quest": quest_in_words(name.removeprefix(QUEST))}
    return str(EVENTS.get(name, name))


def quest_in_words(quest: str) -> str:
    return QUESTS.get(quest) or str(OTHER_QUESTS.get(quest, quest))


def thing_in_words(name: str) -> str:
    """A resource, Kamas or an item."""
    if name == KAMAS:
        return _("Kamas")
    return str(LABELS[name]).lower() if name in RESOURCES else card_in_words(name)


def cover_in_words(what: str) -> str:
    return str(COVERS[what])


def card_in_words(name: str) -> str:
    """A mob or an item, which nobody has to have entered."""
    return capfirst(name.replace("-", " "))


def entry_in_words(action: Entry, names: Names) -> str:
    said = _SAID.get(action["do"])
    return said(action, names) if said else str(_PLAIN[action["do"]])


def _quests(action: Entry, names: Names) -> str:
    kept = ", ".join(map(str, sorted(action["kept"])))
    return _("%(player)s keeps personal quests of %(kept)s GG") % {"player": names[action["player"]], "kept": kept}


def _turn(action: Entry, names: Names) -> str:
    return _("Turn of %(player)s: %(mode)s") % {"player": names[action["player"]], "mode": MODES[action["mode"]]}


def _demon(action: Entry, names: Names) -> str:
    who = names.get(action.get("player", ""), "")
    events = ", ".join(_event(event, names) for event in action["events"]) or _("no event")
    said = _("Demon, played by %(player)s: %(events)s") if who else _("Demon: %(events)s")
    return said % {"player": who, "events": events} + (_("; the mobs act") if action["mobs"] else "")


def _event(event: Any, names: Names) -> str:
    """A card, with what it changed."""
    said = event_in_words(event)
    if isinstance(event, dict) and "up" in event:
        moved = {"up": thing_in_words(event["up"]), "down": thing_in_words(event["down"])}
        return f"{said} ({_MOVED % moved})"
    if isinstance(event, dict) and "to" in event:
        won = {"player": names[event["to"]], "item": card_in_words(event["item"]), "kamas": event["kamas"]}
        return f"{said} ({_WON % won})"
    return said


def _quest(action: Entry, _names: Names) -> str:
    if action["kind"] == "path":
        return _("Quest %(place)s of the Adventure Path") % {"place": action["place"]}
    said = _("Personal quest of %(value)s GG") % action
    if "next" in action:
        said = _("Personal quest of %(value)s GG; the next one is worth %(next)s") % action
    return said + _die(action.get("wisdom"))


def _buy_gg(action: Entry, _names: Names) -> str:
    return _("1 GG bought for %(price)d Kamas") % {"price": action["kamas"]}


def _kill(action: Entry, names: Names) -> str:
    if "player" in action:
        return _("%(player)s is killed by another player") % {"player": names[action["player"]]}
    if action.get("by_demon"):
        return _("Enemy Krosmaster of the Demon killed")
    said = _("Boss killed: %(mob)s") if action.get("boss") else _("Mob killed: %(mob)s")
    took = [f"{names[letter]} {thing_in_words(what)}" for letter, what in action.get("took", {}).items()]
    return "; ".join([said % {"mob": card_in_words(action["mob"])}, *took])


def _ko(action: Entry, names: Names) -> str:
    return _("%(figure)s is KO'd") % {"figure": names[action["player"]]}


def _dungeon(action: Entry, names: Names) -> str:
    return _("Into the dungeon: %(players)s") % {"players": ", ".join(names[each] for each in action["group"])}


def _uncover(action: Entry, _names: Names) -> str:
    return _("Cover taken off for %(kamas)s Kamas: %(what)s") % {**action, "what": COVERS[action["what"]]}


def _block(action: Entry, _names: Names) -> str:
    return _("Block: it moved on") if action["moved"] else _("Block: it was held")


def _counted(action: Entry, name: str) -> str:
    return ", ".join(f"{count} {thing_in_words(thing)}" for thing, count in action.get(name, {}).items()) or "–"


def _item(action: Entry, _names: Names) -> str:
    said = {"craft": _("Crafted: %(item)s"), "equip": _("Put on: %(item)s"), "use": _("Used: %(item)s")}
    return said[action["do"]] % {"item": card_in_words(action["item"])}


def _farm(action: Entry, _names: Names) -> str:
    said = _("Farmed: %(what)s") if action["do"] == "farm" else _("Picked up: %(what)s")
    return said % {"what": thing_in_words(action["what"])} + _die(action.get("roll"))


def _die(die: str | None) -> str:
    """What the die of a power shows."""
    return _("; the die shows %(face)s") % {"face": TERMS.get(die.partition(">")[0], die)} if die else ""


def _market(action: Entry, _names: Names) -> str:
    return _("Market: sold %(sold)s, bought %(bought)s") % {
        "sold": _counted(action, "sold"),
        "bought": _counted(action, "bought"),
    }


def _trade(action: Entry, names: Names) -> str:
    return _("Trade with %(player)s: gives %(gives)s, takes %(takes)s") % {
        "player": names[action["with"]],
        "gives": _counted(action, "gives"),
        "takes": _counted(action, "takes"),
    }


def _discard(action: Entry, _names: Names) -> str:
    return _("Discarded: %(what)s") % {"what": _counted(action, "what")}


def _concede(action: Entry, names: Names) -> str:
    return _("%(player)s concedes") % {"player": names[action["player"]]}


_MOVED = gettext_lazy("%(up)s 1 more, %(down)s 1 less")
_WON = gettext_lazy("%(item)s to %(player)s for %(kamas)s Kamas")
_PLAIN: Mapping[str, Promise] = {
    "flee": gettext_lazy("Flight"),
    "rest": gettext_lazy("Rest"),
    "dungeon-won": gettext_lazy("Dungeon won"),
    "cast": gettext_lazy("Spell cast"),
    "zaap": gettext_lazy("Zaap"),
    "end-turn": gettext_lazy("End of the turn"),
    "time": gettext_lazy("Time is up"),
    "correct": gettext_lazy("A judge's correction"),
}
_SAID: Mapping[str, Callable[[Entry, Names], str]] = {
    "quests": _quests,
    "turn": _turn,
    "demon": _demon,
    "quest": _quest,
    "buy-gg": _buy_gg,
    "kill": _kill,
    "ko": _ko,
    "dungeon": _dungeon,
    "uncover": _uncover,
    "block": _block,
    "farm": _farm,
    "pick-up": _farm,
    "craft": _item,
    "equip": _item,
    "use": _item,
    "market": _market,
    "trade": _trade,
    "discard": _discard,
    "concede": _concede,
}
