"""Django's library `i18n`, in which a constant text is translated once per language. Every template that loads `i18n`
has this library in its place."""

from django import template
from django.conf import settings
from django.template import Context
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n
from django.templatetags.i18n import TranslateNode
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class ConstantTextNode(TranslateNode):
    """A text in which nothing depends on the context but whether it is escaped."""

    def __init__(self, text: FilterExpression, noop: bool) -> None:
        super().__init__(text, noop)
        self.translated: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        key = (get_language(), context.autoescape)
        if key not in self.translated or settings.DEBUG:  # a translator's change is seen without a restart
            self.translated[key] = super().render(context)
        return self.translated[key]


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> TranslateNode:
    node = i18n.do_translate(parser, token)
    text = node.filter_expression
    is_constant = isinstance(text.var.literal, str) and not text.filters and not node.message_context
    return ConstantTextNode(text, node.noop) if is_constant and not node.asvar else node
