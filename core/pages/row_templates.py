"""Templates of rows and of the card editor's fields, in Jinja, which compiles them to Python: a row takes a tenth
of the time that Django's templates take.

A feature has its rows in one file: `rounds/rows.jinja` holds the macro `pairing(row, ...)`, which `{% rows %}` renders
as `rounds/rows.jinja#pairing`. Texts are `_("...")`, addresses `url("tournaments:match", row.pk)`, and a form begins
with `csrf_field(csrf_token)`; a misspelled field is an error. An app adds its filters to `filters` where it registers
those of Django's templates.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template import engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

if TYPE_CHECKING:
    from jinja2 import Environment

# of the apps, by name: their modules of template tags add them
filters: dict[str, Callable[..., Any]] = {}


@cache
def environment() -> "Environment":
    """Made for the first row: a worker renders none, and would hold 3 MB for Jinja."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    engines.all()  # imports all modules of template tags
    made = Environment(
        loader=FileSystemLoader(settings.BASE_DIR / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"url": url, "static": static, "csrf_field": csrf_field}
    made.filters |= filters
    return made


def url(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def csrf_field(token: object) -> SafeString:
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


class Texts(dict[str, SafeString]):
    """Texts of the site, each translated once; like those of Django's templates they are not escaped."""

    def __missing__(self, text: str) -> SafeString:
        self[text] = SafeString(gettext(text))
        return self[text]


def macro_of(name: str) -> Callable[..., str]:
    """Return the macro that renders one row, as `rounds/rows.jinja#pairing`, with texts in the current language."""
    compiled = _macro.__wrapped__ if settings.DEBUG else _macro
    return compiled(name, get_language())


@cache
def _macro(name: str, _language: str | None) -> Callable[..., str]:
    file, _, macro_name = name.partition("#")
    module = environment().get_template(file).make_module({"_": Texts().__getitem__})
    macro: Callable[..., str] = getattr(module, macro_name)
    return macro
