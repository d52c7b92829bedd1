"""Template fragments cached by their values: {% cached "parts/header.html" path=request.path name=user.shown_name
%}

the rows of a list, each cached by itself: {% cached_rows "players/parts/managed_row.jinja" rows back=back %}, of which
the template is one of core/pages/row_templates.py; one such row: {% cached_row "teams/card_face.jinja" card %}

and what stands around blocks, which are rendered for each page and put where the template says {% slot "heading" %}:
{% cached_around "events/frame.html" values %}{% block heading %}{% endblock %}{% endcached_around %}. `values` may have
HTML for further slots under `OWN`.

The template sees only the given values, so it cannot show anything that its key does not contain, such as another
person's name. Values are texts, numbers, named tuples or frozen dataclasses of them; times are passed as text, because
the clock is not part of the key. Rows of long lists are named tuples, the quicker keys. The language is part of it;
the CSRF token is inserted for each page.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass
from functools import cache, lru_cache
from typing import Any, get_type_hints

from django import template
from django.conf import settings
from django.template import Context
from django.template.base import FilterExpression, Node, NodeList, Parser
from django.template.base import Token as Tag
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from core.pages.row_templates import macro_of

register = template.Library()

MOST_PARTS = 20_000  # entries per process; an event of 1,000 has some 3,700 in each language, which take 13 MB
LONGEST_ROW = 3000  # in characters of HTML
LONGEST_VALUES = 2000  # in characters; longer values (such as URLs) are rendered each time
TOKEN = secrets.token_hex(16)  # placeholder for the CSRF token; no value can contain it
SLOT = secrets.token_hex(16)  # before and after the name of a block
OWN = "own"

Values = tuple[tuple[str, type, Any], ...]


@register.simple_tag(takes_context=True)
def cached(context: Context, template_name: str, **values: Any) -> SafeString:
    return _with_token(context, _rendered(template_name, get_language(), _named(values)))


@register.simple_tag(takes_context=True)
def cached_rows(context: Context, template_name: str, rows: Sequence[Any], **values: Any) -> SafeString:
    return _with_token(context, rendered_rows(template_name, rows, **values))


def rendered_rows(template_name: str, rows: Sequence[Any], **values: Any) -> str:
    """Render each row beside the values that all rows share, whose key is computed once. Forms hold a placeholder in
    place of the CSRF token."""
    language, shared = get_language(), _named(values)
    try:
        return "".join([_cached_row(template_name, language, shared, row) for row in rows])
    except _NotCached:
        return "".join([_row(template_name, language, shared, row) for row in rows])


@register.simple_tag(takes_context=True)
def cached_row(context: Context, template_name: str, row: Any, **values: Any) -> SafeString:
    return cached_rows(context, template_name, [row], **values)


@register.simple_tag
def slot(block: str) -> str:
    return f"{SLOT}{block}{SLOT}"


class AroundNode(Node):
    def __init__(self, template_name: str, values: FilterExpression, nodelist: NodeList) -> None:
        self.template_name, self.values, self.nodelist = template_name, values, nodelist
        blocks: Any = nodelist.get_nodes_by_type(BlockNode)
        self.blocks = {block.name: block for block in blocks}

    def render(self, context: Context) -> SafeString:
        values = dict(self.values.resolve(context))
        own: dict[str, str] = values.pop(OWN, {})
        around = _rendered(self.template_name, get_language(), _named(values))
        parts: list[str] = _with_token(context, around).split(SLOT)
        said = {name: self.blocks[name].render_annotated(context) for name in set(parts[1::2]) - own.keys()} | own
        parts[1::2] = [said[name] for name in parts[1::2]]
        return SafeString("".join(parts))

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        """Return the blocks without looking for them again: Django asks for them on each page."""
        return [*self.blocks.values()] if nodetype is BlockNode else super().get_nodes_by_type(nodetype)


@register.tag
def cached_around(parser: Parser, tag: Tag) -> AroundNode:
    _name, template_name, values = tag.split_contents()
    nodelist = parser.parse(("endcached_around",))
    parser.delete_first_token()
    return AroundNode(template_name.strip('"'), parser.compile_filter(values), nodelist)


def _named(values: dict[str, Any]) -> Values:
    """Key of the values and their types: markup and plain text of the same characters render differently."""
    return tuple((name, type(value), value) for name, value in values.items())


class _NotCached(Exception):
    """The values are too long to be kept, or templates may change at any time."""


def _rendered(template_name: str, language: str | None, values: Values) -> str:
    try:
        return _cached(template_name, language, values)
    except _NotCached:
        return _render(template_name, values)


@lru_cache(maxsize=MOST_PARTS)
def _cached(template_name: str, _language: str | None, values: Values) -> str:
    """An lru_cache keeps nothing of a call that raises: values are only measured when they are not in it."""
    if settings.DEBUG or _length(value for _name, _type, value in values) > LONGEST_VALUES:
        raise _NotCached
    return _render(template_name, values)


@lru_cache(maxsize=MOST_PARTS, typed=True)
def _cached_row(template_name: str, language: str | None, shared: Values, row: Any) -> str:
    if settings.DEBUG:
        raise _NotCached
    rendered = _row(template_name, language, shared, row)
    if len(rendered) > LONGEST_ROW:
        raise _NotCached
    return rendered


def _row(template_name: str, language: str | None, shared: Values, row: Any) -> str:
    _refuse_markup("row", row)
    macro = macro_of(template_name, language, TOKEN)
    return str(macro(row, **{name: value for name, _type, value in shared}))


def clear_cached_parts() -> None:
    _cached.cache_clear()
    _cached_row.cache_clear()


def _length(values: Iterable[Any]) -> int:
    """Return the length of the texts among the values, and in tuples of them."""
    texts = [value for value in values if isinstance(value, (str, tuple))]
    return sum([len(text) if isinstance(text, str) else _length(text) for text in texts])


def _with_token(context: Context, rendered: str) -> SafeString:
    if TOKEN in rendered:
        rendered = rendered.replace(TOKEN, str(context["csrf_token"]))
    return SafeString(rendered)  # a template has escaped it


def _render(template_name: str, values: Values) -> str:
    for name, _type, value in values:
        if _is_row(value):
            _refuse_markup(name, value)
    return get_template(template_name).render({name: value for name, _type, value in values} | {"csrf_token": TOKEN})


def _is_row(value: Any) -> bool:
    return is_dataclass(value) or (isinstance(value, tuple) and hasattr(value, "_fields"))


def _refuse_markup(name: str, row: Any) -> None:
    kind: Any = type(row)
    if SafeString in [type(getattr(row, field)) for field in _without_markup(kind)]:
        raise TypeError(f"{name} holds markup: it equals a text that is none, which would be rendered like it")


@cache
def _without_markup(kind: type) -> list[str]:
    return [name for name, declared in get_type_hints(kind).items() if declared is not SafeString]
