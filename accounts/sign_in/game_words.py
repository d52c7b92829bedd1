"""Reject passwords that consist of words of the game, which people guess first on a site about it."""

import functools
import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from rules.common.names import slugify
from rules.games import ON_SITE

OF_THE_GAME = ("krosmaster", "krosmoz", "ankama", "dofus", "wakfu", "arena", "gallon", "glory", "kama")
SHORTEST_NAME = 4
LETTERS_LEFT = 4  # letters other than those of game words that make a password acceptable


class GameWordsValidator:
    """Ignores names of figures, words of the game, digits and punctuation when judging a password."""

    def validate(self, password: str, user: Any = None) -> None:
        letters = re.sub(r"[^a-z]", "", slugify(password))
        rest = _game_words().sub("", letters)
        if rest != letters and len(rest) < LETTERS_LEFT:
            raise ValidationError(
                _("This password is made of words of the game. Add words of your own."), code="password-of-game-words"
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be made of words of the game alone.")


@functools.cache
def _game_words() -> re.Pattern[str]:
    """Longest first, so that a name is removed whole before a shorter one that it contains."""
    names = {slugify(card.name).replace("-", "") for game in ON_SITE.values() for card in game.catalogue().cards}
    words = {*OF_THE_GAME, *(name for name in names if len(name) >= SHORTEST_NAME)}
    return re.compile("|".join(sorted(words, key=len, reverse=True)))
