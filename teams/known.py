"""How much of a card's text is known."""

from django.utils.translation import gettext_lazy as _

from rules.games import Text
from teams.card_editor.words import UNKNOWN

KNOWN = {"whole": _("fully known"), "partly": _("partly known"), "not": _("not known")}


def how_known(text: Text | None) -> str:
    if text is None:
        return "not"
    return "partly" if text.missing or any(spell.unknown for spell in text.spells.values()) else "whole"


def what_is_missing(text: Text | None) -> str:
    """ "the third spell; Forbidden Word: its element, whether its range can change"."""
    if text is None:
        return ""
    spells = dict.fromkeys(spell.name for spell in text.spells.values() if spell.unknown)
    unknown = {spell.name: spell.unknown for spell in text.spells.values()}
    said = [text.missing] if text.missing else []
    said += [f"{name}: {', '.join(str(UNKNOWN[fact]) for fact in UNKNOWN if fact in unknown[name])}" for name in spells]
    return "; ".join(said)
