"""A part that is drawn once for its values: {% drawn_once "parts/header.html" path=request.path name=user.shown_name %}

and the rows of a list, each drawn once: {% rows_drawn_once "players/parts/row.html" rows back=back %}

It sees the values it is given and nothing else of the page, so it cannot show what its key does not name: neither
another person's name nor another page's address. A value is a text, a number or a frozen dataclass of them; hours come
written out, because the clock is no part of the key. Its language belongs to the key; the token of its forms is put in
for each page anew.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST_PARTS = 4000  # of this process; most are a row of a list
LONGEST_VALUES = 2000  # characters: an address may be longer, and is drawn each time
TOKEN = secrets.token_hex(16)  # stands for the token of the page in what is kept; no value can hold it

Values = tuple[tuple[str, type, Any], ...]


@register.simple_tag(takes_context=True)
def drawn_once(context: Context, template_name: str, **values: Any) -> SafeString:
    return _with_token(context, _way_to_draw(values)(template_name, get_language(), _named(values)))


@register.simple_tag(takes_context=True)
def rows_drawn_once(context: Context, template_name: str, rows: Iterable[Any], **values: Any) -> SafeString:
    """Each of the rows as `row`, with the values that all of them share: what is the same for all is done once."""
    draw, language, shared = _way_to_draw(values), get_language(), _named(values)
    drawn = [draw(template_name, language, (("row", type(row), row), *shared)) for row in rows]
    return _with_token(context, "".join(drawn))


def _named(values: dict[str, Any]) -> Values:
    """With the type of each: a text that is markup already and one that is not are drawn differently."""
    return tuple((name, type(value), value) for name, value in values.items())


def _way_to_draw(values: dict[str, Any]) -> Callable[[str, str | None, Values], str]:
    known = sum(len(value) for value in values.values() if isinstance(value, str)) <= LONGEST_VALUES
    return _kept if known and not settings.DEBUG else _drawn


def _with_token(context: Context, drawn: str) -> SafeString:
    if TOKEN in drawn:
        drawn = drawn.replace(TOKEN, str(context["csrf_token"]))
    return mark_safe(drawn)  # noqa: S308 (a template has escaped it)


def _drawn(template_name: str, _language: str | None, values: Values) -> str:
    for name, _type, value in values:
        if is_dataclass(value) and any(_is_unexpected_markup(value, each) for each in fields(value)):
            raise TypeError(f"{name} holds markup: it equals a text that is none, which would be drawn like it")
    return get_template(template_name).render({name: value for name, _type, value in values} | {"csrf_token": TOKEN})


def _is_unexpected_markup(row: Any, field: Field[Any]) -> bool:
    return isinstance(getattr(row, field.name), SafeString) and field.type is not SafeString


_kept = lru_cache(maxsize=MOST_PARTS)(_drawn)
forget_drawn = _kept.cache_clear
