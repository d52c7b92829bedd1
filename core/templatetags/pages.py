"""Tags that any page may need."""

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.template import Context, NodeList
from django.template.loader_tags import BlockNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.pages.asking import question_field

register = template.Library()
AGAIN = "blocks said again"


@register.simple_tag(takes_context=True)
def again(context: Context, block: str) -> SafeString:
    """Repeat the text of a block: the heading of a page is also its title and its last breadcrumb."""
    rendering: Any = context.render_context
    said: dict[str, SafeString] = rendering.setdefault(AGAIN, {})
    if block not in said:
        rendered = BlockNode(block, NodeList()).render(context)
        said[block] = SafeString(rendered.strip())  # a template has escaped it
    return said[block]


@register.simple_tag
def options(choices: Iterable[tuple[Any, Any]], chosen: Any) -> SafeString:
    """The options of a select that no form draws."""
    return format_html_join("", "<option{}{}>{}</option>", (_option(value, word, chosen) for value, word in choices))


def _option(value: Any, word: Any, chosen: Any) -> tuple[str, str, Any]:
    """A value that is the word itself is not sent twice."""
    own = "" if str(value) == str(word) else format_html(' value="{}"', value)
    return own, SafeString(" selected" if str(value) == str(chosen) else ""), word


@register.simple_tag
def asks(question: str, button: str) -> SafeString:
    """Render the question of `data-confirm` for browsers without scripts (core/pages/asking.py)."""
    return question_field(question, button)


@register.filter
def sentence(words: str) -> str:
    """Turn django-allauth's Title Case labels into sentence case."""
    return re.sub(r"(?<=[\s-])[A-Z](?=[a-z])", lambda capital: capital[0].lower(), words.strip())
