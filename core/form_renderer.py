"""Draws the fields of forms with Jinja, which takes a tenth of the time of Django's templates: a long form has a
thousand options.

Django has its widgets and lists of errors as templates of Jinja too. Those that every form has are macros here, in
templates/django/forms/widgets.j2; how a field looks is field.j2 beside it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django.forms
from django.conf import settings
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.template.defaultfilters import capfirst
from django.utils.functional import Promise

if TYPE_CHECKING:
    from jinja2 import Environment

OF_DJANGO = ("django/forms/widgets/", "django/forms/errors/")
INPUTS = ("text", "number", "email", "url", "password", "hidden", "date", "datetime", "time", "checkbox")
MACROS = {f"{kind}.html": "input" for kind in INPUTS} | {
    f"{kind}.html": kind for kind in ("select", "textarea", "multiwidget")
}
Draw = Callable[[Mapping[str, Any]], str]


class FormRenderer(TemplatesSetting):
    field_template_name = "django/forms/field.j2"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        if template_name == self.field_template_name or template_name.startswith(OF_DJANGO):
            return _drawn_by(template_name)(context).strip()
        return super().render(template_name, context, request)


@cache
def _drawn_by(template_name: str) -> Draw:
    macro = MACROS.get(template_name.removeprefix("django/forms/widgets/"))
    if macro is None:
        return _environment().get_template(template_name).render
    draw = getattr(_environment().get_template("django/forms/widgets.j2").module, macro)
    return lambda context: str(draw(context["widget"]))


def _text(value: Any) -> Any:
    """Translate before escaping: only then it shows whether a text is markup."""
    return str(value) if isinstance(value, Promise) else value


@cache
def _environment() -> "Environment":
    """Made for the first form, as that of rows: a worker draws none."""
    from jinja2 import Environment, FileSystemLoader

    folders = [settings.BASE_DIR / "templates", Path(django.forms.__file__).parent / "jinja2"]
    made = Environment(loader=FileSystemLoader(folders), autoescape=True, auto_reload=settings.DEBUG, finalize=_text)
    made.filters["capfirst"] = capfirst
    return made
