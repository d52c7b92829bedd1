"""What fields and words of the tables of facts are called, where cards of Arena have no such field or another name."""

from django.utils.translation import gettext_lazy as _

from teams.cards.editor.words import choice_label, field_label

LONG = ("words", "diagram")
LABELS = {
    "rarity": _("Rarity"),
    "limit": _("How often"),
    "sight": _("Line of sight needed?"),
    "attack": _("Attack, if it is one"),
    "diagram": _("Drawing of the board"),
    "lacks": _("Which part did you not see?"),
    "superior": _("Superior favor"),
    "copies": _("Copies in the box"),
    "thresholds": _("Thresholds"),
    "glyphs": _("Glyphs"),
    "mp": _("MP"),
    "geegee_path": _("Spaces of the Geegee Path"),
    "prices": _("Price of each GG from the left, with commas between"),
    "slots": _("Open slots of the bag with none, one, two and three covers off"),
    "adventure_path": _("Spaces of the Adventure Path"),
    "quest": _("Quest of the scenario"),
    "gg": _("GG"),
    "repeatable": _("Repeatable quests in the deck"),
    "family": _("Family"),
    "type": _("Type"),
    "loot": _("Loot"),
    "price": _("Price in Kamas"),
    "recipe": _("Recipe, if it can be crafted"),
    "set": _("Set"),
    "wood": _("Wood"),
    "iron": _("Iron"),
    "dung": _("Dung"),
    "wool": _("Wool"),
    "horn": _("Horn"),
    "egg": _("Egg"),
    "feather": _("Feather"),
    "beak": _("Beak"),
}
OF_KIND = {
    ("scenario", "words"): _("Rules of its own"),
}
CHOICES = {
    "rarity": {"elite": _("elite"), "common": _("common"), "unknown": _("I cannot see it")},
    "limit": {
        "unlimited": _("as often as the AP last"),
        "turn": _("once per turn"),
        "target": _("once per turn for each target"),
        "unknown": _("I cannot see it"),
    },
    "element": {"none": _("no element"), "unknown": _("I cannot see it")},
    "when": {
        "captures": _("it captures a glyph"),
        "turn-ends-beside-ally": _("its turn ends beside an ally"),
        "always": _("always"),
    },
    "kind": {"passive": _("passive"), "active": _("active")},
    "family": {"gobball": _("gobball"), "tofu": _("tofu")},
    "type": {
        "normal": _("normal"),
        "dungeon": _("dungeon"),
        "special": _("special"),
        "boss": _("boss"),
        "weapon": _("one-handed weapon"),
        "two-handed": _("two-handed weapon"),
        "headgear": _("headgear"),
        "cloak": _("cloak"),
        "breastplate": _("breastplate"),
        "boots": _("boots"),
        "trinket": _("trinket"),
        "consumable": _("consumable"),
    },
}
MARKS = {
    ".": _("plain"),
    "s": _("starting cell"),
    "G": _("glyph cell"),
    "T": _("tree"),
    "B": _("bush"),
}
DRAWING = {
    "name": _("Name of the board"),
    "columns": _("Columns"),
    "rows": _("Rows"),
    "marks": _("What the next cells you tap are"),
    "mirror": _("Mark the cell across the middle too"),
    "text": _("The board as text"),
}


def table_label(kind: str, name: str) -> str:
    return str(OF_KIND.get((kind, name)) or LABELS.get(name) or field_label(name))


def table_choice(field: str, word: str) -> str:
    return str(CHOICES.get(field, {}).get(word) or choice_label(field, word))
