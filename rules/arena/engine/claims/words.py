"""The fields of what players declare, in the words of the game."""

from collections.abc import Mapping

from rules.common.messages import Message
from rules.common.messages import message as _

WORDS: Mapping[str, Message] = {
    "injuries": _("injuries"),
    "healed": _("injuries healed"),
    "ap-markers": _("AP markers"),
    "mp-markers": _("MP markers"),
    "range-markers": _("Range markers"),
    "special-markers": _("special markers of a name"),
    "summoned": _("summons"),
    "rewards": _("Demonic Rewards"),
    "glory": _("GG"),
    "kamas": _("Kamas"),
    "gained-ap": _("AP"),
    "gained-mp": _("MP"),
    "gained-hp": _("HP"),
    "gained-range": _("range"),
    "damage-change": _("change of damage"),
    "ap-cost-change": _("change of the cost in AP"),
    "mp-cost-change": _("change of the cost in MP"),
    "kamas-cost-change": _("change of the price in Kamas"),
    "ap": _("AP"),
    "mp": _("MP"),
    "hp": _("HP"),
    "range": _("range"),
    "powers": _("powers"),
    "spells": _("spells"),
    "loot": _("Kamas by Loot"),
    "damage": _("damage"),
    "cost": _("cost"),
    "element": _("element"),
    "limit": _("usage limit"),
    "alterable": _("kind of range (alterable or not)"),
    "kind": _("kind"),
    "equipment": _("type of Equipment"),
    "rank": _("rank"),
    "gives": _("effect"),
}
