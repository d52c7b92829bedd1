"""The fields of the card editor."""

from django import template
from django.utils.safestring import SafeString

from core.pages.row_templates import macro_of
from teams.cards.editor.fields import Input

register = template.Library()


@register.simple_tag
def card_field(shown: Input, page: str) -> SafeString:
    """Render a field with those inside it, whose buttons send the form to this page."""
    return SafeString(macro_of("teams/facts/field.jinja#field")(shown, page))
