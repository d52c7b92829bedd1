"""A part that is drawn once for its values: {% drawn_once "parts/header.html" path=request.path name=user.shown_name %}

It sees the values it is given and nothing else of the page, so it cannot show what its key does not name: neither
another person's name nor another page's address. A value is a text, a number or a frozen dataclass of them; hours come
written out, because the clock is no part of the key. Its language belongs to the key; the token of its forms is put in
for each page anew.
"""

import secrets
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
    # the type is part of the key: a text that is markup already and one that is not are drawn differently
    named: Values = tuple((name, type(value), value) for name, value in values.items())
    known = sum(len(value) for value in values.values() if isinstance(value, str)) <= LONGEST_VALUES
    drawn = (_kept if known and not settings.DEBUG else _drawn)(template_name, get_language(), named)
    if TOKEN in drawn:
        drawn = drawn.replace(TOKEN, str(context["csrf_token"]))
    return mark_safe(drawn)  # noqa: S308 (a template has escaped it)


def _drawn(template_name: str, _language: str | None, values: Values) -> str:
    return get_template(template_name).render({name: value for name, _type, value in values} | {"csrf_token": TOKEN})


_kept = lru_cache(maxsize=MOST_PARTS)(_drawn)
forget_drawn = _kept.cache_clear
