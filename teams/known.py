"""How much of a card's text is known."""

from django.utils.translation import gettext_lazy as _

from rules.arena.printed import Text

KNOWN = {"whole": _("fully known"), "partly": _("partly known"), "not": _("not known")}


def how_known(text: Text | None) -> str:
    if text is None:
        return "not"
    return "partly" if text.missing or any(spell.unknown for spell in text.spells.values()) else "whole"
