"""Labels of the fields and words of docs/card-texts.md. A word without a label is shown as it is."""

from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.arena.public import PLAIN_POWERS
from teams.wording import ELEMENTS, POWERS, RANGES

FIELDS = {
    "name": _("Name"),
    "french": _("Name in French"),
    "also": _("Other names"),
    "limit": _("Limit: the colour of the AP cost"),
    "cost": _("Cost"),
    "ap": _("AP"),
    "mp": _("MP"),
    "hp": _("HP"),
    "injuries": _("Injuries"),
    "range": _("Range"),
    "kind": _("Kind"),
    "min": _("from"),
    "max": _("to"),
    "alterable": _("Can the range change?"),
    "area": _("Area"),
    "attack": _("Attack"),
    "element": _("Element"),
    "elements": _("Elements"),
    "damage": _("Damage"),
    "heal": _("Healing"),
    "control": _("Control value"),
    "effects": _("Effects"),
    "words": _("Anything else the card says"),
    "unknown": _("It does more, which I cannot read"),
    "track": _("Track"),
    "invasion": _("Invasion"),
    "powers": _("Powers"),
    "spells": _("Spells"),
    "missing": _("What you could not read"),
    "families": _("Types"),
    "equipment": _("Type of equipment"),
    "rank": _("Rank"),
    "bonus": _("Characteristics"),
    "next": _("Next spell"),
    "punch": _("Added to Punch"),
    "wait": _("Waits for such a spell"),
    "close": _("Close combat only"),
    "amount": _("How many"),
    "cells": _("Cells"),
    "to": _("On whom"),
    "per": _("For each"),
    "beside": _("If beside"),
    "against": _("Against"),
    "count": _("Coins"),
    "heads": _("Heads"),
    "tails": _("Tails"),
    "summon": _("Summon"),
    "by": _("Becomes"),
    "who": _("Who"),
    "with": _("With"),
    "kamas": _("Kamas"),
    "inferred": _("Concluded, with the reason"),
    "figures": _("Numbers"),
    "diagram": _("Drawing of the arena"),
    "do": _("Effect"),
    "team-has": _("Only with another of this type"),
    "retribution": _("Retribution: Avengers needed"),
    "revenge": _("Revenge: Villains needed"),
    "again": _("Only if it was cast before this turn"),
    "first-attack": _("Only as the first attack of the turn"),
    "own-powers": _("Powers that the card explains"),
    "when": _("When"),
    "type": _("Only of this type"),
    "turn": _("In whose turn"),
    "once": _("How often"),
    "least": _("At least so many"),
    "may": _("Its player may use it"),
    "of": _("Who is meant"),
    "lose-powers": _("They have no powers meanwhile"),
    "no-healing": _("They cannot be healed meanwhile"),
    "while": _("Only as long as"),
    "for-each": _("For each of these"),
    "every": _("For every so many of them"),
    "injured": _("At least so many injuries on it"),
    "injured-below": _("Fewer injuries on it than"),
    "pierce": _("Their attack spells pierce Armour"),
    "suffers": _("More or less of all damage to them"),
    "only-beside": _("Their spells reach the cells beside them only"),
    "lost-after": _("Lost after so many injuries"),
    "figure": _("If this Krosmaster is beside the target"),
    "body": _("If the target is of this kind"),
    "marked": _("If AP or MP markers lie on the target"),
    "by-level": _("For each level of the target"),
    "at": _("Where"),
    "frost": _("Frost markers"),
    "most": _("At most"),
    "avengers": _("Avengers"),
    "villains": _("Villains"),
    "lacks": _("Which part could not be read"),
    "printings": _("Another printing"),
}
EFFECTS = {
    "markers": _("Places AP, MP or range markers"),
    "steal": _("Steals AP or MP"),
    "gain": _("Gains AP or MP"),
    "choose-gain": _("Gains AP or MP, as its player chooses"),
    "lose": _("Loses AP or MP"),
    "reach": _("Longer ranges this turn"),
    "power": _("Gives powers this turn"),
    "lose-powers": _("Takes all powers this turn"),
    "push": _("Pushes"),
    "attract": _("Attracts"),
    "retreat": _("Steps back"),
    "approach": _("Steps forward"),
    "switch": _("Switches places"),
    "teleport": _("Teleports"),
    "injure": _("Places injuries"),
    "exchange-injuries": _("Exchanges injuries"),
    "coins": _("Tosses coins"),
    "pierce": _("Pierces Armour"),
    "bonus": _("More damage"),
    "bonus-if": _("More damage in one case"),
    "steal-health": _("Steals health"),
    "double-criticals": _("Critical hits count twice"),
    "summon": _("Summons"),
    "replace": _("Replaces a summon"),
    "special-marker": _("Places a special marker"),
    "copy-power": _("Copies a power this turn"),
    "take-kamas": _("Takes Kamas from the target cell"),
    "mend": _("Heals"),
    "kamas": _("Brings Kamas"),
    "glory": _("Brings GG"),
    "buy-glory": _("Buys a GG"),
    "choose": _("Chooses between AP, MP and healing"),
    "recall": _("Returns to a starting cell"),
    "summon-beside": _("Summons beside the bearer"),
    "coin-for-reward": _("Tosses a coin for a reward"),
}
MORE_POWERS = {
    "resistance-water-air-earth-fire": _("resistance to every element"),
    "immune": _("immune"),
    "itty-bitty": _("Itty-Bitty"),
    "obstructive": _("Obstructive"),
    "counter": _("Counter"),
    "heal": _("Heal"),
    "unfazed": _("Unfazed"),
    "chance": _("Chance"),
    "agility": _("Agility"),
    "strength": _("Strength"),
    "intelligence": _("Intelligence"),
    "wisdom": _("Wisdom"),
    "prospecting": _("Prospecting"),
    "crafter": _("Crafter"),
    "farmer": _("Farmer"),
    "wear": _("Wear"),
    "profanation": _("Profanation"),
    "perfect-lock": _("perfect lock"),
    "claw-attack": _("claw attack"),
    "invisibility": _("Invisibility"),
    "compulsion": _("Compulsion"),
    "all-types": _("all types"),
    "interior-fire": _("Interior Fire"),
    "splicing": _("Splicing"),
    "desplicing": _("Desplicing"),
}
LIMITS = {
    "unlimited": _("black: as often as the AP last"),
    "turn": _("blue: once per turn"),
    "target": _("purple: once per turn for each target"),
    "game": _("red: once per game"),
    "unknown": _("I cannot see it"),
}
AREAS = {
    "cross": _("cross"),
    "square": _("square"),
    "hammer": _("hammer"),
    "staff": pgettext_lazy("area", "staff"),
    "shovel": _("shovel"),
    "hand": _("hand"),
    "breath": _("breath"),
    "multiple": _("multiple"),
}
BODIES = {
    "mob": _("mob"),
    "bomb": _("bomb"),
    "trap": _("trap"),
    "turret": _("turret"),
    "tombstone": _("tombstone"),
    "mechanism": _("other mechanism"),
}
OTHERS = {
    "boost": _("Boost"),
    "buff": _("Buff"),
    "equipment": _("Equipment"),
    "weapon": pgettext_lazy("equipment", "weapon"),
    "set": pgettext_lazy("equipment", "set"),
    "pet": pgettext_lazy("equipment", "pet"),
    "dofus": _("Dofus"),
    "trophy": pgettext_lazy("equipment", "trophy"),
    "technique": _("Technique"),
    "granite": pgettext_lazy("rank", "granite"),
    "jade": pgettext_lazy("rank", "jade"),
    "silver": pgettext_lazy("rank", "silver"),
    "gold": pgettext_lazy("rank", "gold"),
    "targets": _("each target"),
    "self": _("the caster"),
    "ally": _("an ally"),
    "character": _("any character"),
    "adjacent-ally": _("an ally beside the caster"),
    "self-or-adjacent-ally": _("the caster or an ally beside"),
    "team": _("every Krosmaster of the team"),
    "injury": _("injuries on it"),
    "fallen-krosmaster": _("Krosmasters of its side that are KO'd"),
    "other-allies": _("all other allies in play"),
    "opposing-krosmasters": _("all opposing Krosmasters in play"),
    "adjacent": _("all units beside it"),
    "adjacent-allies": _("the allies beside it"),
    "adjacent-enemies": _("the enemies beside it"),
    "adjacent-enemy-krosmasters": _("the opposing Krosmasters beside it"),
    "adjacent-allied-krosmasters": _("the allied Krosmasters beside it"),
    "self-and-adjacent-allied-krosmasters": _("it and the allied Krosmasters beside it"),
    "self-and-adjacent-allies": _("the caster and the allies beside"),
    "allied-summons": _("all allied summons in play"),
    "allied-mobs": _("all allied mobs in play"),
    "marked": _("the bearers of its markers"),
    "own": _("in its player's turn"),
    "opposing": _("in the opponent's turn"),
    "target": _("the target"),
    "beside-target": _("beside the target"),
    "beside-caster": _("beside the caster"),
    "krosmaster": _("Krosmaster"),
    "known": _("known"),
    "unknown": _("not known"),
    "all": _("all"),
    "powers": _("powers"),
    "spells": _("spells"),
}
MOMENTS = {
    "knocks-out": _("it KOs an opposing Krosmaster"),
    "knocked-out": _("it is KO'd"),
    "injured": _("an opposing unit has injured it"),
    "injures": _("it has injured an opposing unit"),
    "attacked": _("an opposing attack spell takes it in"),
    "lock-roll": _("it has rolled for Lock"),
    "turn-begins": _("its turn begins"),
    "turn-ends": _("its turn ends"),
}
ONCE = {"turn": _("once per turn"), "game": _("once per game")}
UNKNOWN = {
    "cost": _("all of its cost"),
    "attack": _("whether it attacks"),
    "limit": _("how often it may be cast"),
    "range": _("its range"),
    "alterable": _("whether its range can change"),
    "element": _("its element"),
    "effects": _("what else it does"),
    "name": _("its name"),
}
ERRORS = {
    "missing-field": _("Fill this in."),
    "empty": _("Fill this in."),
    "not-a-choice": _("Choose one of these."),
    "unknown-primitive": _("Choose an effect."),
    "unknown-summon": _("The site does not know this summon yet: enter it first."),
    "wrong-type": _("This does not fit here."),
    "known-or-unknown": _("If the card says more, say so; otherwise leave this empty."),
    "bad-character": _("This contains an invisible character: type it again."),
    "not-a-slug": _("Use letters and digits."),
}
MOST_LOOT = 9
WHOLE_NUMBER = gettext_noop("Give a whole number.")


def field_label(name: str) -> str:
    return str(FIELDS.get(name) or plain(name))


def effect_label(word: str) -> str:
    return str(EFFECTS.get(word) or plain(word))


def power_label(word: str) -> str:
    if word.startswith("loot-"):
        return gettext("Loot %(kamas)s") % {"kamas": word.removeprefix("loot-")}
    return str(POWERS.get(word) or MORE_POWERS.get(word) or plain(word))


def choice_label(field: str, word: str) -> str:
    """Return the label of a word in a field with fixed words."""
    tables = {
        "limit": LIMITS, "area": AREAS, "element": ELEMENTS, "elements": ELEMENTS, "range": RANGES, "bodies": BODIES,
        "when": MOMENTS, "once": ONCE,
    }  # fmt: skip
    return str(tables.get(field, {}).get(word) or OTHERS.get(word) or BODIES.get(word) or plain(word))


def plain(word: str) -> str:
    return word.replace("-", " ").capitalize()


def all_powers() -> list[str]:
    elements = ("water", "air", "earth", "fire")
    return [
        *PLAIN_POWERS,
        *(f"resistance-{element}" for element in elements),
        *(f"loot-{kamas}" for kamas in range(1, MOST_LOOT + 1)),
    ]
