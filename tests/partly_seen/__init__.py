"""The texts of figures as sources showed them piece by piece, before whole cards were known: the cards of tests/rules.

Of most of these figures something is missing, and of those that are not here everything: what players do with them is
believed. So tests of the rules keep their cards, whatever the data learns.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from rules.arena import texts
from rules.arena.printed import CardTexts
from rules.arena.texts import load

TEXTS = Path(__file__).parent / "texts"


@contextmanager
def partly_seen_cards() -> Iterator[None]:
    """The figures and summons of this folder in place of the real ones; rewards stay."""
    seen = _seen()
    with patch.object(texts, "load", lambda _: seen):
        _forget()
        yield
    _forget()


@cache
def _seen() -> CardTexts:
    seen = load(TEXTS)
    return replace(load(texts.FOLDER), figures=seen.figures, summons=seen.summons)


def _forget() -> None:
    for read in (texts.card_texts, texts.built_in):
        read.cache_clear()
