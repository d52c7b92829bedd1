"""Rows of long lists, by templates of core/pages/row_templates.py: `{% rows "players/rows.jinja#managed_row" rows %}`.

One of them is `{% row "teams/rows.jinja#card_face" card %}`.
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString

from core.pages.row_templates import macro_of

register = template.Library()


@register.simple_tag
def rows(name: str, rows: Iterable[Any], **values: Any) -> SafeString:
    """Render each row beside the values that all rows share."""
    macro = macro_of(name)
    return SafeString("".join([macro(row, **values) for row in rows]))  # a template has escaped it


@register.simple_tag
def row(name: str, row: Any, **values: Any) -> SafeString:
    return rows(name, [row], **values)
