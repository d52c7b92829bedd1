"""A message with the button that undoes what it says: the same wherever something was done."""

from collections.abc import Mapping
from types import MappingProxyType

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

NOTHING: Mapping[str, str] = MappingProxyType({})


def with_button(
    request: HttpRequest,
    text: str,
    button: str,
    address: str,
    fields: Mapping[str, str | list[str]] = MappingProxyType({}),
) -> SafeString:
    """Return the text followed by a form with one button; a list in `fields` is sent as several values."""
    rows = [(name, value) for name, sent in fields.items() for value in (sent if isinstance(sent, list) else [sent])]
    return format_html(
        '<form method="post" action="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">{}{} '
        '<button class="button button-small">{}</button></form>',
        address,
        get_token(request),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', rows),
        text,
        button,
    )


def with_link(text: str, button: str, address: str) -> SafeString:
    """Return the text followed by a link to the form that undoes it, where that asks for a reason."""
    return format_html('{} <a class="button button-small" href="{}">{}</a>', text, address, button)
