"""Translations for one reader from the site's own catalogue: `language.txt` and `django.mo` are beside the modules."""

from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from core.text.french import Elided

_HERE = Path(__file__).parent
_CATALOGUE = _HERE / "django.mo"
_LANGUAGE = (_HERE / "language.txt").read_text().strip()
_texts = GNUTranslations(_CATALOGUE.open("rb")) if _CATALOGUE.exists() else NullTranslations()


def get_language() -> str:
    return _LANGUAGE


def gettext(text: str) -> str:
    return Elided(_texts.gettext(text)) if text else ""


def pgettext(context: str, text: str) -> str:
    return Elided(_texts.pgettext(context, text))


def ngettext(one: str, many: str, number: int) -> str:
    return Elided(_texts.ngettext(one, many, number))


def gettext_noop(text: str) -> str:
    return text


gettext_lazy, pgettext_lazy = gettext, pgettext
