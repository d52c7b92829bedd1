"""The field of a form in which a person chooses a time zone."""

from functools import lru_cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from core.pages.locale import zone_choices


def _choices() -> list[tuple[str, Any]]:
    return [("", _("same as my browser")), *zone_choices()]


@lru_cache(maxsize=8)
def _options(_language: str | None) -> str:
    return format_html_join("\n", '<option value="{}">{}</option>', _choices())


class ZoneSelect(forms.Select):
    """The 500 options are the same for everybody but for which is chosen: Django renders a template for each."""

    def use_required_attribute(self, initial: Any) -> bool:
        """Without looking through the options, of which the first is the empty one."""
        return not self.is_hidden

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = format_html('<option value="{}"', value or "")
        options = _options(get_language()).replace(f"{chosen}>", f"{chosen} selected>")
        others = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}</select>', name, others, SafeString(options))


class ZoneField(forms.ChoiceField):
    widget = ZoneSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=_choices, **kwargs)
