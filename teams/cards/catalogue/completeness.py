"""How much of a card's text is known."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from rules.games import Text

KNOWN = {"whole": _("fully known"), "partly": _("partly known"), "not": _("not known")}


def how_known(text: Text | None) -> str:
    if text is None:
        return "not"
    in_words = any(power.words for power in text.explained.values())
    unknown = text.missing or text.lacks or in_words or any(spell.unknown for spell in text.spells.values())
    return "partly" if unknown else "whole"


# Of 100 actions in random games: those that belong to no figure (flips, tension), and the share of the others that was
# proved, by how much of the figure's card is known. Measured with benchmarks/proved.py, dice by outcome.
OF_NO_FIGURE = 12
PROVED = {"whole": 99, "partly": 90, "not": 73}


def actions_proved(figures: Iterable[tuple[Text | None, int]]) -> int:
    """Estimate how many of 100 actions in games with these figures will be proved. Each text comes with its
    frequency."""
    shares = [(PROVED[how_known(text)], times) for text, times in figures]
    played = sum(times for _share, times in shares)
    if not played:
        return 100
    proved = sum(share * times for share, times in shares) / played
    return round(OF_NO_FIGURE + (100 - OF_NO_FIGURE) * proved / 100)
