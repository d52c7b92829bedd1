"""Rows of long lists, by templates of core/pages/row_templates.py: `{% rows "players/parts/managed_row.jinja" rows %}`.

One of them is `{% row "teams/card_face.jinja" card %}`.
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString

from core.pages.row_templates import macro_of

register = template.Library()


@register.simple_tag
def rows(template_name: str, rows: Iterable[Any], **values: Any) -> SafeString:
    """Render each row beside the values that all rows share."""
    macro = macro_of(template_name)
    return SafeString("".join([macro(row, **values) for row in rows]))  # a template has escaped it


@register.simple_tag
def row(template_name: str, row: Any, **values: Any) -> SafeString:
    return rows(template_name, [row], **values)
