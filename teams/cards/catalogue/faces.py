"""Cards in the builder, as far as they are the same for everyone: rendered once for each language and cached."""

from collections.abc import Iterator
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from core.pages.row_templates import macro_of
from rules.arena.public import COPIES, PowerText, Spell
from rules.games import DEFAULT, Text
from teams.cards.catalogue.completeness import how_known
from teams.cards.catalogue.portraits import portrait_of
from teams.cards.editor.words import power_label
from teams.cards.services.facts import Version, cards_of, texts_of
from teams.models import ShownPicture
from teams.wording import ELEMENTS, KINDS, RANGES, card_row

TEXT_WORDS = {
    "whole": gettext_lazy("text known"),
    "partly": gettext_lazy("text partly known"),
    "not": gettext_lazy("text unknown"),
}


@lru_cache(maxsize=2)
def known_of(version: Version) -> dict[str, str]:
    """Return how much of each card's text is known: whole, partly, not."""
    texts = texts_of(version)
    return {card.slug: how_known(texts.get(card.slug)) for card in DEFAULT.catalogue().cards}


def face_of(slug: str, version: Version, picture: ShownPicture | None = None) -> SafeString:
    """Return the rendered card, with the club's own picture if there is one."""
    return _drawn(slug, version, get_language() or "en", picture)


@lru_cache(maxsize=2_000)
def _drawn(slug: str, version: Version, language: str, picture: ShownPicture | None) -> SafeString:
    """Render the card. The cache holds the catalogue in both languages, before and after a text was confirmed."""
    card = cards_of(version).by_slug[slug]
    text, known = texts_of(version).get(slug), known_of(version)[slug]
    head, face = portrait_of(slug).split(".")
    copies = COPIES[card.colour]
    face_row = {
        "card": card_row(card),
        "head": head,
        "face": face,
        "picture": picture,
        "at_most": ngettext("at most %(n)s in a team", "at most %(n)s in a team", copies) % {"n": copies},
        "powers": list(_powers(text, language)) if text else [],
        "spells": list(_spells(text, language)) if text else [],
        "known": known,
        "known_word": TEXT_WORDS[known],
    }
    return SafeString(macro_of("teams/rows.jinja#pick_face")(face_row))  # a template has escaped it


def _powers(text: Text, language: str) -> Iterator[str]:
    yield from (str(power_label(power)) for power in text.powers if power not in text.explained)
    yield from (_name_in(power, language) for power in text.explained.values())


def _spells(text: Text, language: str) -> Iterator[tuple[str, str]]:
    """Yield name and facts of each spell, such as "3 AP, fire 2, range 1–4". A spell with several names is in the text
    under each of them."""
    for spell in {id(spell): spell for spell in text.spells.values()}.values():
        facts = (_ap_words(spell), _does_words(spell), _range_words(spell))
        yield _name_in(spell, language), ", ".join(filter(None, facts))


def _name_in(named: Spell | PowerText, language: str) -> str:
    return named.french if language == "fr" and named.french else named.name


def _ap_words(spell: Spell) -> str:
    if "cost" in spell.unknown:
        return _("AP unknown")
    return _("%(ap)s AP") % {"ap": spell.ap or 0}


def _does_words(spell: Spell) -> str:
    if spell.kind == "attack":
        return f"{ELEMENTS.get(spell.element or '', '')} {spell.amount}".strip()
    return str(KINDS["healing"]) if spell.kind == "healing" else ""


def _range_words(spell: Spell) -> str:
    if spell.range == "unknown":
        return ""
    if spell.range in ("close", "personal"):
        return str(RANGES[spell.range])
    cells = str(spell.least) if spell.least == spell.most else f"{spell.least}–{spell.most}"
    said = _("range %(cells)s") % {"cells": cells}
    return said if spell.range == "ranged" else f"{said} {RANGES[spell.range]}"
