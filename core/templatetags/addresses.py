"""Django's `{% url %}`, with addresses that are made once (core/addresses.py). Every template has it in its place."""

from functools import lru_cache

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as of_django
from django.urls import NoReverseMatch
from django.utils.html import escape
from django.utils.safestring import SafeString

from core.addresses import MOST_ADDRESSES, address_of

register = template.Library()


class AddressNode(URLNode):
    def render(self, context: Context) -> str:
        if self.kwargs:
            return super().render(context)
        try:
            address = address_of(self.view_name.resolve(context), *[arg.resolve(context) for arg in self.args])
        except (NoReverseMatch, TypeError):  # no such page, or an argument that cannot be a key
            return super().render(context)
        if self.asvar:
            context[self.asvar] = address
            return ""
        return _escaped(address) if context.autoescape else address


@lru_cache(maxsize=MOST_ADDRESSES)
def _escaped(address: str) -> SafeString:
    return escape(address)


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node = of_django(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
