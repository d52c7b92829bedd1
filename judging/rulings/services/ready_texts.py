"""Ready-made texts of plain rulings, in both languages of the site, because the two players may not share one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

Words = Mapping[str, Any] | Callable[[], Mapping[str, Any]]


def in_both_languages(text: str, facts: Words | None = None) -> str:
    """Return the text in both languages, the reader's first. `facts` may be a function that is called for each
    language."""
    own = translation.get_language() or settings.LANGUAGE_CODE
    codes = [own, *(code for code, _name in settings.LANGUAGES if code != own)]
    lines = []
    for code in codes:
        with translation.override(code):
            found = facts() if callable(facts) else facts or {}
            lines.append(gettext(text) % found)
    return "\n".join(dict.fromkeys(lines))
